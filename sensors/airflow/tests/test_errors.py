"""What the engine's errors do to tasks; the engine is strandline's fake one."""

import json
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from airflow.sdk.exceptions import AirflowFailException, AirflowSkipException
from controls import at, publish
from dags import run
from installation import ROOT
from strandline import (
    DataLossError,
    Explanation,
    Finality,
    Reason,
    SchemaChangedError,
    SourceUnavailableError,
    StrandlineError,
)
from strandline.testing import FakeEngine
from test_sensor import MODES, sensor

pytestmark = pytest.mark.usefixtures("database", "connected")


class Planned:
    """Makes engines that answer one call after the other, whichever engine is asked."""

    def __init__(self, call: str, *answers: Any) -> None:
        self.call = call
        self.answers = list(answers)
        self.made = 0

    def __call__(self, **_: Any) -> FakeEngine:
        engine = FakeEngine()
        self.made += 1
        if self.answers:
            engine.will(self.call, self.answers.pop(0))
        return engine


def planned(monkeypatch: pytest.MonkeyPatch, call: str, *answers: Any) -> Planned:
    engines = Planned(call, *answers)
    monkeypatch.setattr("strandline.Engine", engines)
    return engines


@pytest.fixture(autouse=True)
def server(connected: str, monkeypatch: pytest.MonkeyPatch, control: Path) -> None:
    document = {
        "conn_type": "strandline",
        "host": "sql1",
        "extra": {"warehouse": str(control.parent)},
    }
    monkeypatch.setenv("AIRFLOW_CONN_STRANDLINE_DEFAULT", json.dumps(document))


def ingest(control: Path) -> Any:
    from airflow_strandline.operators.ingest import IngestOperator

    target = str(control.parent / "flights")
    return IngestOperator(
        task_id="ingest",
        capture_instance="dbo_flights",
        target=target,
        retries=2,
        retry_delay=timedelta(0),
    )


@pytest.mark.parametrize("error", [DataLossError, SchemaChangedError])
def test_what_a_retry_cannot_help_is_not_retried(
    error: type[StrandlineError], control: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    engines = planned(monkeypatch, "ingest", error("something is gone", "do something"))
    done = run(lambda: ingest(control))
    assert done.states == {"ingest": "failed"}
    assert (done.tries("ingest"), engines.made) == (1, 1)


def test_what_may_pass_by_itself_is_retried(control: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lost = SourceUnavailableError("the connection was lost", "call again")
    engines = planned(monkeypatch, "ingest", lost)
    done = run(lambda: ingest(control))
    assert done.states == {"ingest": "success"}
    assert engines.made == 2
    assert done.xcom("ingest")["outcome"] == "idle"


def explanation(*codes: str) -> Explanation:
    return Explanation(
        table="flights",
        start=at(14),
        end=at(15),
        status=Finality.OPEN,
        reasons=tuple(Reason(code=code, text=f"because of {code}") for code in codes),
        sentence="flights is open: ingest() would stop with DATA_LOSS.",
    )


FAIL_ON: dict[str, Any] = {
    "fail_on": ["data_loss", "schema_change"],
    "stream": {"capture_instance": "dbo_flights", "target": "/lake/flights"},
    "retries": 2,
}


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("code", ["data_loss", "schema_change"])
def test_a_stream_that_has_stopped_fails_the_wait_at_once(
    control: Path, monkeypatch: pytest.MonkeyPatch, mode: str, code: str
) -> None:
    publish(control, at(14))
    engines = planned(monkeypatch, "explain", explanation("ingestion_behind", code))
    done = run(lambda: sensor(**MODES[mode], **FAIL_ON))
    assert done.states == {"wait": "failed"}
    assert (done.tries("wait"), engines.made) == (1, 1)


def test_the_triggerer_sends_the_task_back_to_ask_again(
    control: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    publish(control, at(14))
    answers = [explanation("ingestion_behind"), explanation("capture_behind", "data_loss")]
    engines = planned(monkeypatch, "explain", *answers)
    asked = {"ask_every": timedelta(seconds=1)}
    done = run(lambda: sensor(deferrable=True, **FAIL_ON, **asked))
    assert done.states == {"wait": "failed"}
    assert engines.made == 2


@pytest.mark.parametrize("soft", [{}, {"soft_fail": True}])
def test_a_source_that_is_away_is_no_soft_failure_in_the_triggerer_either(
    control: Path, monkeypatch: pytest.MonkeyPatch, soft: dict[str, Any]
) -> None:
    """Airflow skips a resumed task for any error of its own kind."""
    publish(control, at(14))
    lost = SourceUnavailableError("the connection was lost", "call again")
    planned(monkeypatch, "explain", lost, lost)
    later = {"status": "ask", "deadline": "2100-01-01T00:00:00Z"}

    def waiting() -> Any:
        return sensor(deferrable=True, **soft, **FAIL_ON)

    with pytest.raises(Exception, match="SOURCE_UNAVAILABLE: the connection was lost") as resumed:
        waiting().resume_execution("execute_complete", {"event": later}, {})
    with pytest.raises(Exception, match="SOURCE_UNAVAILABLE: the connection was lost") as begun:
        waiting().execute({})
    for raised in (resumed, begun):
        assert not isinstance(raised.value, (AirflowSkipException, AirflowFailException))


def test_reasons_to_fail_on_are_those_of_explain() -> None:
    from airflow_strandline.sensors.finalized_until import REASONS

    schema = json.loads((ROOT / "docs/protocol/explain.schema.json").read_text("utf-8"))
    codes = enums(schema)
    assert set(REASONS) <= codes, codes


def enums(part: Any) -> set[str]:
    """Every text that a schema enumerates."""
    if isinstance(part, list):
        return set().union(*map(enums, part))
    if not isinstance(part, dict):
        return set()
    return set(part.get("enum", ())).union(*map(enums, part.values()))


def test_a_stream_without_a_reason_to_fail_explains_what_is_open(
    control: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    publish(control, at(14))
    engines = planned(monkeypatch, "explain", explanation("data_loss"))
    done = run(lambda: sensor(timeout=1, stream=FAIL_ON["stream"]))
    assert done.states == {"wait": "failed"}
    assert engines.made == 1
    assert "flights is open: ingest() would stop with DATA_LOSS." in capfd.readouterr().out


@pytest.mark.parametrize("mode", MODES)
def test_the_source_is_asked_at_most_so_often(
    control: Path, monkeypatch: pytest.MonkeyPatch, mode: str
) -> None:
    publish(control, at(14))
    engines = planned(monkeypatch, "explain", *[explanation("capture_behind")] * 100)
    asked = {"ask_every": timedelta(seconds=60)}
    done = run(lambda: sensor(**MODES[mode], timeout=2, **FAIL_ON, **asked))
    assert done.states == {"wait": "failed"}
    assert engines.made == 1


def test_other_reasons_are_waited_out(control: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    publish(control, at(14))
    planned(monkeypatch, "explain", explanation("capture_behind"))
    done = run(lambda: sensor(timeout=1, **FAIL_ON))
    assert done.states == {"wait": "failed"}
    assert done.tries("wait") == 1
