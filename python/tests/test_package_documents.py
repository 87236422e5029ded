"""Documents of the protocol, read and written; the examples are those that Java's tests use."""

import json
import pickle
import sys
from collections.abc import Callable
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest
from commandline import ROOT
from jsonschema import Draft202012Validator
from referencing import Registry, Resource

from strandline import (
    CatchUp,
    Committed,
    DataLossError,
    Engine,
    Explanation,
    Finality,
    Findings,
    GroupReport,
    Idle,
    InvalidOptionsError,
    Loaded,
    PeriodVerdict,
    Plan,
    SplitResult,
    Status,
    StrandlineError,
    Verdict,
    Verdicts,
    Version,
)
from strandline._calls import Channel, Progress, request_of, result_of
from strandline._options import checked, revealed
from strandline._reports import report_of
from strandline._status import Adopted
from strandline._time import format_instant, parse_instant
from strandline._wire import Address

PROTOCOL = ROOT / "docs" / "protocol"
EXAMPLES = sorted((PROTOCOL / "examples").glob("*.json"))
SCHEMAS = {
    file.name: json.loads(file.read_text("utf-8")) for file in PROTOCOL.glob("*.schema.json")
}
REGISTRY: Registry[Any] = Registry().with_resources(
    (schema["$id"], Resource.from_contents(schema)) for schema in SCHEMAS.values()
)

READERS: dict[str, Any] = {
    "version": Version.from_dict,
    "ingest": report_of,
    "ingest_all": CatchUp.from_dict,
    "snapshot": report_of,
    "commit": report_of,
    "write": SplitResult.from_dict,
    "ingest_group": GroupReport.from_dict,
    "adopt": Adopted.from_dict,
    "explain": Explanation.from_dict,
    "doctor": Findings.from_dict,
    "verdict": Verdict.from_dict,
    "is_final": PeriodVerdict.from_dict,
    "status": Status.from_dict,
    "poll": report_of,
    "plan": lambda result: (
        report_of(result["report"]) if "report" in result else Plan.from_dict(result)
    ),
}


def example(name: str) -> Any:
    return json.loads((PROTOCOL / "examples" / f"{name}.json").read_text("utf-8"))


class Recorder:
    """Answers every request with one answer and keeps the requests."""

    def __init__(self, answer: Any) -> None:
        self.answer = answer
        self.requests: list[Any] = []

    def call(self, request: str) -> str:
        self.requests.append(json.loads(request))
        return json.dumps(self.answer)


class Recorded(Engine):
    """An engine whose requests are kept."""

    def __init__(self, answer: Any, **options: Any) -> None:
        super().__init__(progress=False, **options)
        self.recorder = Recorder(answer)

    def _channel(self) -> Channel:
        return self.recorder


def test_every_call_has_an_example() -> None:
    calls = set(SCHEMAS["request.schema.json"]["properties"]["call"]["enum"])
    assert {file.stem.split("-")[0] for file in EXAMPLES} == calls | {"connection"}


@pytest.mark.parametrize(
    "file", [each for each in EXAMPLES if each.stem != "connection"], ids=lambda file: file.stem
)
def test_answers_are_read_and_written_again(file: Path) -> None:
    answer = json.loads(file.read_text("utf-8"))["response"]
    if answer["state"] == "running":
        assert Progress.from_dict(answer["progress"]).to_dict() == answer["progress"]
        return
    if answer["state"] == "failed":
        with pytest.raises(StrandlineError) as raised:
            result_of(answer)
        assert raised.value.to_dict() == answer["error"]
        assert [each.to_dict() for each in raised.value.batches] == answer.get("batches", [])
        return
    result = result_of(answer)
    reader = READERS.get(file.stem.split("-")[0])
    if reader is None:
        assert result == {}
        return
    written = reader(result).to_dict()
    assert (written if "report" not in result else {"report": written}) == result


@pytest.mark.parametrize(
    ("name", "make"),
    [
        ("ingest", lambda stream, _: stream.ingest()),
        ("ingest_all", lambda stream, _: stream.ingest_all()),
        ("snapshot", lambda stream, _: stream.snapshot()),
        ("plan", lambda stream, _: stream.plan()),
        ("write", lambda stream, a: stream.write(Plan(a["plan"], 2), a["split"])),
        (
            "commit",
            lambda stream, a: stream.commit(Plan(a["plan"], 2), map(SplitResult, a["results"])),
        ),
        ("adopt", lambda stream, a: stream.adopt(*a["what"])),
    ],
)
def test_requests_of_a_stream_are_those_of_the_examples(name: str, make: Any) -> None:
    document = example(name)
    with Recorded(document["response"]) as engine:
        make(engine.stream(**document["request"]["options"]), document["request"].get("arguments"))
    (request,) = engine.recorder.requests
    assert {**request, "wait_seconds": 30} == document["request"]


def test_requests_about_tables_are_those_of_the_examples() -> None:
    asked = example("verdict")
    with Recorded(asked["response"]) as engine:
        engine.verdict("orders", control="/lake/strandline_control")
        assert {**engine.recorder.requests[0], "wait_seconds": 30} == asked["request"]
    asked = example("verdict-none")
    with Recorded(asked["response"], warehouse="/lake") as engine:
        assert engine.verdict("unknown").finalized_until is None
        assert {**engine.recorder.requests[0], "wait_seconds": 30} == asked["request"]


def test_the_request_of_a_group_is_that_of_the_example() -> None:
    asked = example("ingest_group")
    members = asked["request"]["arguments"]["members"]
    with Recorded(asked["response"], **asked["request"]["options"]) as engine:
        report = engine.ingest_group("shop", [engine.stream(**each) for each in members])
    assert {**engine.recorder.requests[0], "wait_seconds": 30} == asked["request"]
    (failed,) = report.failed
    assert isinstance(failed.error, DataLossError)
    assert failed.error.details["capture_instance"] == "dbo_lines"


@pytest.mark.parametrize("file", EXAMPLES, ids=lambda file: file.stem)
def test_examples_fit_their_schemas(file: Path) -> None:
    schema = SCHEMAS[f"{file.stem.split('-')[0]}.schema.json"]
    validator = Draft202012Validator(schema, registry=REGISTRY)
    validator.validate(json.loads(file.read_text("utf-8")))


def test_requests_that_are_written_fit_their_schemas() -> None:
    start = datetime(2013, 1, 1, 14, tzinfo=timezone(timedelta(hours=1)))
    until = start + timedelta(hours=1)
    calls: dict[str, Callable[[Engine], object]] = {
        "explain": lambda engine: engine.explain("orders", start, until),
        "is_final": lambda engine: engine.is_final("orders", start, until),
        "status": lambda engine: engine.status(),
        "doctor": lambda engine: engine.doctor(url="jdbc:sqlserver://db", login_timeout="PT5S"),
        "version": lambda engine: engine.version(),
    }
    for name, make in calls.items():
        with Recorded(example(name)["response"], warehouse="/lake") as engine:
            make(engine)
        schema = {"$ref": f"https://strandline.io/protocol/1/{name}.schema.json#/$defs/request"}
        Draft202012Validator(schema, registry=REGISTRY).validate(engine.recorder.requests[0])


def test_a_report_is_what_it_says() -> None:
    batch = report_of(example("poll")["response"]["result"])
    assert isinstance(batch, Committed)
    assert batch.facts.rows == 3
    assert batch.finalized_until == datetime(2013, 1, 1, 14, tzinfo=UTC)
    assert isinstance(report_of(example("snapshot")["response"]["result"]), Loaded)
    last = CatchUp.from_dict(example("ingest_all")["response"]["result"])
    assert isinstance(last.last, Idle)
    assert last.rows == 3


def test_keys_that_are_not_known_are_ignored_and_missing_ones_named() -> None:
    document = example("verdict")["response"]["result"]
    assert Verdict.from_dict({**document, "later": 1}) == Verdict.from_dict(document)
    with pytest.raises(ValueError, match="table"):
        Verdict.from_dict({"finalized_until": None})


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("2013-01-01T14:00:00Z", datetime(2013, 1, 1, 14, tzinfo=UTC)),
        ("2013-01-01T14:00:02.003Z", datetime(2013, 1, 1, 14, 0, 2, 3000, tzinfo=UTC)),
        ("2013-01-01T14:00:02.000003Z", datetime(2013, 1, 1, 14, 0, 2, 3, tzinfo=UTC)),
    ],
)
def test_instants(text: str, at: datetime) -> None:
    assert parse_instant(text) == at
    assert format_instant(at) == text
    assert format_instant(at.astimezone(timezone(timedelta(hours=5, minutes=30)))) == text


def test_digits_below_the_microsecond_are_cut() -> None:
    assert parse_instant("2013-01-01T14:00:02.999999999Z").microsecond == 999_999


def test_a_local_time_and_an_empty_period_are_refused() -> None:
    local, at = datetime(2013, 1, 1, 14), datetime(2013, 1, 1, 14, tzinfo=UTC)
    with Recorded({}, warehouse="/lake") as engine:
        with pytest.raises(InvalidOptionsError, match="local time"):
            engine.is_final("orders", local, at)
        with pytest.raises(InvalidOptionsError, match="not after"):
            engine.is_final("orders", at, at)
        assert engine.recorder.requests == []


def test_a_verdict_tells_of_periods_what_java_tells() -> None:
    asked = example("is_final")["response"]["result"]
    verdict = Verdict.from_dict(
        {"table": "orders", **{k: asked[k] for k in ("finalized_until", "lossless_since")}}
    )
    start, end = parse_instant(asked["from"]), parse_instant(asked["until"])
    assert verdict.of_period(start, end).to_dict() == asked
    hour = timedelta(hours=1)
    assert verdict.of_period(start + hour, end + hour).status is Finality.OPEN
    assert not verdict.of_period(start + hour, end + hour)
    assert verdict.of_period(start + hour / 2, end).status is Finality.FINAL
    assert verdict.of_period(start, end), "a gap is final as well"


def test_options_are_sent_as_java_reads_them() -> None:
    sent = json.loads(
        json.dumps(
            checked(
                {
                    "target": Path("/lake/orders"),
                    "idle_commit_interval": timedelta(minutes=5, milliseconds=500),
                    "include_columns": ["a", "b,c", "d]"],
                    "bootstrap": True,
                    "user": None,
                    "password": "secret",
                }
            ),
            default=revealed,
        )
    )
    assert sent == {
        "target": "/lake/orders",
        "idle_commit_interval": "PT300.5S",
        "include_columns": "a,[b,c],[d]]]",
        "bootstrap": True,
        "password": "secret",
    }


def test_a_relative_location_does_not_depend_on_the_process() -> None:
    with Recorded({}) as engine:
        stream = engine.stream(target="warehouse/orders")
        assert stream.target == str(Path.cwd() / "warehouse" / "orders")
        assert stream.control == str(Path.cwd() / "warehouse" / "strandline_control")
        assert engine.stream(target="s3://lake/orders").target == "s3://lake/orders"


def test_an_unknown_option_is_refused_before_anything_is_sent() -> None:
    with pytest.raises(InvalidOptionsError, match="max_rows_per_bach"):
        Engine(max_rows_per_bach=1)  # type: ignore[call-arg]


def test_b53_secrets_are_in_no_repr() -> None:
    with Recorded({}, url="jdbc:sqlserver://db;password=hidden1", password="hidden2") as engine:
        stream = engine.stream(target="orders", user="reader")
        shown = f"{engine!r} {stream!r} {stream.options()!r} {engine.__dict__!r}"
    assert "hidden" not in shown
    address = Address.read(PROTOCOL / "examples" / "connection.json")
    assert address.token not in repr(address)


def test_verdicts_without_deltalake_say_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "deltalake", None)
    with pytest.raises(StrandlineError, match="not installed") as raised:
        Verdicts("/lake/strandline_control").verdict("orders")
    assert "strandline[verdict]" in raised.value.remedy


def test_errors_travel_between_processes() -> None:
    error = DataLossError("gone", "begin anew", {"capture_instance": "dbo_orders"})
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), again.to_dict(), str(again)) == (type(error), error.to_dict(), str(error))


def test_a_request_leaves_out_what_is_not_given() -> None:
    assert request_of("version") == {"strandline": "request", "format": 1, "call": "version"}
