"""What readers must understand, and what the files are made of."""

import json
import re

import pyarrow.parquet as pq
import pytest
from commandline import instant
from deltalog import actions, commits, log
from demos import Demo
from engines import Engine

TABLES = ["bronze", "facts", "control"]


def test_bronze_asks_readers_for_one_feature_at_most(demo: Demo) -> None:
    (protocol,) = actions(demo.bronze, "protocol")
    assert (protocol["minReaderVersion"], protocol["minWriterVersion"]) == (3, 7)
    assert protocol["readerFeatures"] == ["timestampNtz"]
    assert sorted(protocol["writerFeatures"]) == ["domainMetadata", "timestampNtz"]


@pytest.mark.parametrize("table", ["facts", "control"])
def test_the_other_tables_ask_readers_for_nothing(demo: Demo, table: str) -> None:
    (protocol,) = actions(getattr(demo, table), "protocol")
    assert protocol == {"minReaderVersion": 1, "minWriterVersion": 2}


def test_own_tables_say_whose_they_are(demo: Demo) -> None:
    for table, kind in [(demo.facts, "facts/1"), (demo.control, "control/1")]:
        (metadata,) = actions(table, "metaData")
        assert metadata["configuration"]["strandline.table"] == kind
        assert metadata["configuration"]["delta.logRetentionDuration"] == "interval 2 days"


@pytest.mark.parametrize("table", TABLES)
def test_no_file_besides_data_and_log(demo: Demo, table: str) -> None:
    """No hidden checksum files of Hadoop's local file system, no drafts, no orphans."""
    folder = getattr(demo, table)
    data = {file.name for file in folder.iterdir() if file.is_file()}
    assert data == {add["path"] for add in actions(folder, "add")}
    version = r"\d{20}\.(json|crc|checkpoint\.parquet)"
    names = {file.name for file in log(folder).iterdir()}
    odd = {name for name in names if not re.fullmatch(version + "|_last_checkpoint", name)}
    assert odd == set()


@pytest.mark.parametrize("table", TABLES)
def test_data_files_are_zstd_parquet(demo: Demo, table: str) -> None:
    folder = getattr(demo, table)
    adds = list(actions(folder, "add"))
    assert adds
    for add in adds:
        file = folder / add["path"]
        assert file.stat().st_size == add["size"]
        footer = pq.read_metadata(file)
        assert json.loads(add["stats"])["numRecords"] == footer.num_rows > 0
        chunks = [
            footer.row_group(group).column(column)
            for group in range(footer.num_row_groups)
            for column in range(footer.num_columns)
        ]
        assert {chunk.compression for chunk in chunks} == {"ZSTD"}
        # INT96 is the old form of timestamps, without a zone.
        assert "INT96" not in {chunk.physical_type for chunk in chunks}


def test_rows_lie_in_order_within_and_across_files(demo: Demo) -> None:
    keys: list[tuple[str, int, str, int]] = []
    order = ["_start_lsn", "_command_id", "_seqval", "_operation"]
    for add in actions(demo.bronze, "add"):
        table = pq.ParquetFile(demo.bronze / add["path"]).read(columns=order)
        keys += zip(*(table.column(name).to_pylist() for name in order), strict=True)
    assert keys
    assert keys == sorted(keys)


def test_each_commit_carries_its_facts(demo: Demo, engine: Engine) -> None:
    """What a batch did is in the commit that did it: for people, for the state and for a retry."""
    created, *batches = commits(demo.bronze).values()
    assert not [action for action in created if "add" in action or "txn" in action]
    rows = engine.rows("SELECT * FROM {f} WHERE event IS NULL ORDER BY batch_id", f=demo.facts)
    for commit, row in zip(batches, rows, strict=True):
        single = {kind: value for action in commit for kind, value in action.items()}
        said = json.loads(single["commitInfo"]["userMetadata"])["batch"]
        assert said["batch_id"] == row["batch_id"] == single["txn"]["version"]
        assert said["rows"] == row["rows"]
        assert said["end_lsn"] == row["end_lsn"]
        assert instant(said["end_commit_ts"]) == row["end_commit_ts"]
        state = json.loads(single["domainMetadata"]["configuration"])
        assert single["domainMetadata"]["domain"] == "strandline.stream"
        assert state["last_batch"]["batch"] == said
        assert state["offset"] == {"lsn": said["end_lsn"], "commit_ts": said["end_commit_ts"]}
        assert sum("add" in action for action in commit) == row["files"]
        assert not [action for action in commit if "remove" in action]
