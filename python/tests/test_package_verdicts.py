"""Verdicts read without Java from control tables that cannot be read, or are not there."""

import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pyarrow as pa
import pytest
from deltalake import write_deltalake

from strandline import TargetNotWritableError, Verdicts

NOBODY = 65534


@pytest.fixture
def control(tmp_path: Path) -> Path:
    """A control table without a row."""
    made = tmp_path / "warehouse" / "strandline_control"
    made.parent.mkdir()
    texts = ("table_name", "table_id", "app_id", "granularity", "end_lsn")
    times = ("finalized_until", "lossless_since", "end_commit_ts")
    schema = [(name, pa.string()) for name in texts]
    schema += [(name, pa.timestamp("us", tz="UTC")) for name in times]
    row = dict.fromkeys((*texts, *times)) | {"table_name": "orders"}
    write_deltalake(made, pa.Table.from_pylist([row], schema=pa.schema(schema)))
    log = made / "_delta_log" / "00000000000000000000.json"
    actions = [json.loads(line) for line in log.read_text("utf-8").splitlines()]
    for action in actions:
        if "metaData" in action:
            action["metaData"]["configuration"]["strandline.table"] = "control/1"
    log.write_text("".join(json.dumps(action) + "\n" for action in actions), "utf-8")
    return made


def data_file(control: Path) -> Path:
    (file,) = control.glob("*.parquet")
    return file


BREAKS: dict[str, Callable[[Path], object]] = {
    "gone": lambda file: file.unlink(),
    "empty": lambda file: file.write_bytes(b""),
    "garbage": lambda file: file.write_bytes(b"PAR1 and then nothing PAR1"),
}


@pytest.mark.parametrize("broken", BREAKS)
def test_a_data_file_that_cannot_be_read_is_an_error_of_ours(control: Path, broken: str) -> None:
    """`deltalake` raises no error of its own then, but a bare `Exception`."""
    assert Verdicts(control).verdict("orders").finalized_until is None
    BREAKS[broken](data_file(control))
    with pytest.raises(TargetNotWritableError, match="cannot be read: "):
        Verdicts(control).verdict("orders")


@contextmanager
def closed(folder: Path) -> Iterator[None]:
    """A folder that this process may not enter."""
    folder.chmod(0)
    user = os.geteuid()
    if user == 0:
        os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(user)
        folder.chmod(0o755)


@pytest.mark.parametrize("form", [str, Path.as_uri])
def test_a_folder_that_may_not_be_entered_is_no_missing_table(
    control: Path, form: Callable[[Path], str]
) -> None:
    with closed(control.parent), pytest.raises(TargetNotWritableError, match="Permission denied"):
        Verdicts(form(control)).verdict("orders")


def test_an_unknown_kind_of_storage_is_no_missing_table() -> None:
    with pytest.raises(TargetNotWritableError, match="Unknown scheme: s4"):
        Verdicts("s4://lake/strandline_control").verdict("orders")


def test_a_file_is_no_missing_table(tmp_path: Path) -> None:
    file = tmp_path / "strandline_control"
    file.write_text("x", "utf-8")
    for place, what in ((file, "it is a file"), (file / "below", "a part of it is a file")):
        for form in (str(place), place.as_uri()):
            with pytest.raises(TargetNotWritableError, match=f"cannot be read: {what}"):
                Verdicts(form).verdict("orders")


def test_what_storage_says_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """`deltalake` says it over several lines, with colours of a terminal."""
    monkeypatch.setenv("AWS_EC2_METADATA_DISABLED", "true")
    for place in (
        "s3://lake/strandline_control",
        "abfs://a@b/c",
        "nope://x",
        "memory://x",
        "s3://",
    ):
        options = {"aws_access_key_id": "k", "aws_secret_access_key": "hunter2"}
        options |= {"aws_region": "r", "aws_endpoint_url": "http://127.0.0.1:1"}
        options |= {"allow_http": "true", "max_retries": "0", "retry_timeout": "1s"}
        for given in (options, None) if not place.startswith("s3://l") else (options,):
            with pytest.raises(TargetNotWritableError) as raised:
                Verdicts(place, storage_options=given).verdict("orders")
            said = raised.value.message
            assert said.startswith(f"the control table {place} cannot be read: ")
            assert said.isprintable()
            assert "hunter2" not in said
            assert len(said) < 1000
            assert raised.value.remedy


def test_a_table_that_was_never_made_has_no_verdict(tmp_path: Path) -> None:
    for place in (tmp_path / "none", (tmp_path / "none" / "at all").as_uri()):
        assert Verdicts(place).verdict("orders").finalized_until is None
