"""The package's public face, held against Java, the documentation and the last listing."""

import dataclasses
import inspect
import json
import re
import types
import typing
from collections.abc import Iterator
from datetime import UTC, datetime
from enum import Enum
from pathlib import Path
from typing import Any, Union

import pytest
from commandline import ROOT
from listing import LISTINGS, listing

import strandline
import strandline.testing
from strandline import CodedError, Engine, ErrorCode, IngestReport, StrandlineError, Stream
from strandline._calls import MOST_CHARACTERS
from strandline.testing import FakeEngine, committed

JAVA = ROOT / "kernel-core" / "src" / "main" / "java" / "io" / "strandline"

VALUES = [each for each in vars(strandline).values() if dataclasses.is_dataclass(each)]


def test_the_public_api_is_the_committed_listing() -> None:
    """A change of the API is a change of the listing, to be seen in review."""
    committed = LISTINGS["strandline"].read_text("utf-8")
    assert listing("strandline") == committed, "python/tests/listing.py writes it"


def test_the_package_is_typed() -> None:
    assert Path(strandline.__file__).with_name("py.typed").exists()


def test_what_is_returned_is_frozen() -> None:
    assert {strandline.Verdict, strandline.CatchUp, strandline.Plan} <= set(VALUES)
    for value in VALUES:
        assert value.__dataclass_params__.frozen, value  # type: ignore[union-attr]


PLAN = {"strandline": "plan", "plan": "p", "table": "orders", "rows": 3, "splits": [{}]}
RESULT = {"strandline": "split_result", "plan": "p", "split": 0, "rows": 3}
DOCUMENTS = {
    "Plan": [PLAN, {**PLAN, "plan": "q"}],
    "SplitResult": [RESULT, {**RESULT, "split": 1}],
}
EXAMPLES: dict[type, list[Any]] = {
    str: ["text", ""],
    bool: [True, False],
    int: [7, 0],
    float: [2.5, 1.0],
    datetime: [datetime(2013, 1, 1, 0, 0, 0, 5, UTC), datetime(1, 1, 1, tzinfo=UTC)],
    StrandlineError: [
        strandline.DataLossError("m", "r", {"a": "b"}),
        strandline.NotReadyError("m", ""),
    ],
    type(None): [None],
}


def values(kind: Any) -> Iterator[Any]:
    """Different values of a type: first the most that it can hold, last the least."""
    if typing.get_origin(kind) in (Union, types.UnionType):
        yield from (value for each in typing.get_args(kind) for value in values(each))
    elif typing.get_origin(kind) is tuple:
        yield tuple(values(typing.get_args(kind)[0]))
        yield ()
    elif kind is IngestReport:
        # A report is one of its kinds.
        yield from (value for each in IngestReport.__subclasses__() for value in values(each))
    elif dataclasses.is_dataclass(kind):
        assert isinstance(kind, type)
        hints = typing.get_type_hints(kind)
        fields = {
            field.name: DOCUMENTS[kind.__name__]
            if field.name == "document"
            else list(values(hints[field.name]))
            for field in dataclasses.fields(kind)
        }
        for pick in (0, -1):
            yield kind(**{name: each[pick] for name, each in fields.items()})
    elif issubclass(kind, Enum):
        yield from kind
    else:
        yield from EXAMPLES[kind]


@pytest.mark.parametrize("kind", VALUES, ids=lambda kind: kind.__name__)
def test_values_are_equal_after_a_journey_and_can_be_hashed(kind: Any) -> None:
    for value in values(kind):
        again = kind.from_dict(json.loads(json.dumps(value.to_dict())))
        assert (type(again), again) == (type(value), value)
        assert hash(again) == hash(value)
        assert len({value, again}) == 1


@pytest.mark.parametrize("kind", VALUES, ids=lambda kind: kind.__name__)
def test_values_that_differ_are_not_equal(kind: Any) -> None:
    most, *_, least = values(kind)
    assert most != least
    assert most != most.to_dict()


def errors(kind: type[StrandlineError] = StrandlineError) -> Iterator[type[StrandlineError]]:
    yield kind
    for each in kind.__subclasses__():
        yield from errors(each)


@pytest.mark.parametrize("kind", list(errors()), ids=lambda kind: kind.__name__)
def test_errors_are_equal_by_what_they_say(kind: type[StrandlineError]) -> None:
    error = kind("m", "r")
    error.details["table"] = "orders"
    member = strandline.FailedMember("orders", "a", error)
    again = strandline.FailedMember.from_dict(json.loads(json.dumps(member.to_dict()))).error
    assert (type(again), again, hash(again)) == (kind, error, hash(error))
    assert again != kind("m", "r")
    assert again != kind("other", "r")
    assert again != "m"


def test_an_error_of_a_later_release_says_whether_to_try_again() -> None:
    said = {"code": "LATER", "message": "m", "remedy": "r", "details": {}, "retryable": True}
    member = {"outcome": "failed", "table": "orders", "app_id": "a", "error": said}
    error = strandline.FailedMember.from_dict(member).error
    assert (error.code, error.message, error.retryable) == (None, "LATER: m", True)
    written = strandline.FailedMember("orders", "a", error).to_dict()
    assert strandline.FailedMember.from_dict(written).error == error


def test_a_report_is_read_as_its_kind() -> None:
    batch = committed("orders", rows=3)
    assert IngestReport.from_dict(batch.to_dict()) == batch


def test_the_fake_engine_takes_what_the_real_one_takes() -> None:
    assert inspect.signature(FakeEngine) == inspect.signature(Engine)
    methods = inspect.getmembers(Engine, inspect.isfunction)
    for name, method in methods:
        if not name.startswith("_") or name in ("__init__", "__enter__", "__exit__"):
            assert inspect.signature(getattr(FakeEngine, name)) == inspect.signature(method), name
    given: dict[str, Any] = {
        "java": "/no/java",
        "jars": "/no/jars",
        "heap": "2g",
        "java_options": ["-Xss1m"],
        "start_timeout": 5.0,
        "archive": False,
        "connection_file": "/no/file",
        "progress": lambda progress: None,
        "warehouse": "/lake",
    }
    parameters = inspect.signature(Engine).parameters
    assert set(given) - {"warehouse"} == set(parameters) - {"options"}
    with FakeEngine(**given) as engine:
        stream = engine.stream(target="/lake/orders")
        assert type(stream) is Stream
        assert stream.ingest().table == "orders"
    for progress in (None, True, False):
        with FakeEngine(warehouse="/lake", progress=progress) as engine:
            assert engine.status().tables == ()


def test_the_largest_request_is_that_of_java() -> None:
    source = (JAVA / "codec" / "Request.java").read_text("utf-8")
    (most,) = re.findall(r"MOST_CHARACTERS = ([0-9_]+);", source)
    assert int(most) == MOST_CHARACTERS


def test_the_version_is_that_of_the_jars() -> None:
    pom = (ROOT / "pom.xml").read_text("utf-8")
    (version,) = re.findall(r"strandline-parent</artifactId>\s*<version>([^<]+)<", pom)
    assert strandline.__version__ == version.replace("-SNAPSHOT", ".dev0")


def test_both_halves_of_py4j_have_one_version() -> None:
    pom = (ROOT / "pom.xml").read_text("utf-8")
    (version,) = re.findall(r"<py4j.version>([^<]+)<", pom)
    project = (ROOT / "python" / "pyproject.toml").read_text("utf-8")
    assert f'dependencies = ["py4j=={version}"]' in project


def test_error_codes_are_those_of_java() -> None:
    source = (JAVA / "error" / "ErrorCode.java").read_text("utf-8")
    codes = dict(re.findall(r"^  ([A-Z_]+)\((true|false)\)", source, re.MULTILINE))
    assert {code.value: str(code.retryable).lower() for code in ErrorCode} == codes


def test_error_codes_are_those_of_the_documentation() -> None:
    page = (ROOT / "docs" / "reference" / "errors.md").read_text("utf-8")
    rows = re.findall(r"^\| `([A-Z_]+)` \| \d \| (yes|no) \|", page, re.MULTILINE)
    assert {code.value: "yes" if code.retryable else "no" for code in ErrorCode} == dict(rows)


def test_every_code_has_a_class_and_every_class_a_code() -> None:
    assert set(CodedError.by_code) == set(ErrorCode)
    for code, kind in CodedError.by_code.items():
        assert kind.code is code
        words = "".join(word.capitalize() for word in code.value.split("_"))
        assert kind.__name__ == f"{words}Error"
        assert getattr(strandline, kind.__name__) is kind
        assert issubclass(kind, StrandlineError)


def test_options_are_those_of_java() -> None:
    source = (JAVA / "option" / "Option.java").read_text("utf-8")
    names = re.findall(r"^  ([A-Z_]+)\(", source, re.MULTILINE)
    assert sorted(strandline.Options.__annotations__) == sorted(name.lower() for name in names)
