"""Calls, waiting, progress and the fake engine, without Java."""

import io
import json
import signal
import threading
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from commandline import ROOT

import strandline
from strandline import (
    CancelledError,
    CatchUp,
    DataLossError,
    Engine,
    EngineClosedError,
    EngineDiedError,
    Finality,
    Idle,
    InternalError,
    PeriodVerdict,
    Progress,
    SourceUnavailableError,
    WaitTimeoutError,
)
from strandline import testing as fakes
from strandline._calls import Call, request_of
from strandline._progress import Bar, text
from strandline._waiting import wait_until_final

HOUR = timedelta(hours=1)
AT = datetime(2013, 1, 1, 14, tzinfo=UTC)


def response(state: str, **more: Any) -> str:
    return json.dumps({"strandline": "response", "format": 1, "state": state, **more})


class Slow:
    """A call that runs until it is cancelled or released."""

    def __init__(self) -> None:
        self.released = threading.Event()
        self.asked = threading.Event()
        self.cancelled: list[str] = []
        self.waits: list[float] = []

    def call(self, request: str) -> str:
        document = json.loads(request)
        if document["call"] == "cancel":
            self.cancelled.append(document["id"])
            return response("done", result={})
        self.waits.append(document["wait_seconds"])
        self.asked.set()
        if self.cancelled:
            error = {"code": "CANCELLED", "message": "m", "remedy": "r", "details": {}}
            return response("failed", error=error)
        if self.released.wait(0.02):
            return response("done", result={})
        progress = {"rows": 5, "expected": 20, "percent": 25, "remaining_seconds": 9, "batches": 0}
        return response("running", id="7", progress=progress)


def test_a_running_call_is_polled_and_tells_its_progress() -> None:
    slow = Slow()
    told: list[Progress] = []

    def listen(progress: Progress) -> None:
        told.append(progress)
        slow.released.set()

    assert Call(slow, request_of("ingest"), listen).result() == {}
    assert told == [Progress(rows=5, expected=20, percent=25, remaining_seconds=9.0)]
    # B56: none is near the time after which a connection is given up.
    assert max(slow.waits) <= 1


def test_ctrl_c_cancels_the_call_in_the_engine() -> None:
    slow = Slow()

    def interrupt() -> None:
        slow.asked.wait(10)
        signal.raise_signal(signal.SIGINT)

    threading.Thread(target=interrupt).start()
    with pytest.raises(KeyboardInterrupt):
        Call(slow, request_of("ingest"), None).result()
    assert set(slow.cancelled) == {"7"}


def test_another_thread_cancels_a_call() -> None:
    slow = Slow()
    call = Call(slow, request_of("ingest"), None)

    def cancel() -> None:
        slow.asked.wait(10)
        call.cancel()

    threading.Thread(target=cancel).start()
    with pytest.raises(CancelledError):
        call.result()


@pytest.mark.parametrize("answer", ["", "no json", "[]", "{}", '{"strandline":"request"}'])
def test_an_answer_that_is_none_is_an_error(answer: str) -> None:
    class Garbled:
        def call(self, request: str) -> str:
            return answer

    with pytest.raises(EngineDiedError, match="no document"):
        Call(Garbled(), request_of("version"), None).result()


def test_a_state_that_is_not_known_is_an_error() -> None:
    class Newer:
        def call(self, request: str) -> str:
            return response("asleep")

    with pytest.raises(InternalError, match="asleep"):
        Call(Newer(), request_of("version"), None).result()


def test_closing_lets_a_call_that_runs_hear_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else its connection would be gone before its answer."""

    class Late(Slow):
        def call(self, request: str) -> str:
            if self.cancelled:
                # Nobody releases it: so long does the engine take to end the call.
                self.released.wait(0.3)
            return super().call(request)

    late = Late()
    ended: list[bool] = []
    heard: list[CancelledError] = []
    monkeypatch.setattr(Engine, "_channel", lambda self: late)
    engine = Engine(progress=False)

    def ingest() -> None:
        try:
            engine.call("ingest")
        except CancelledError as error:
            heard.append(error)

    caller = threading.Thread(target=ingest)
    caller.start()
    assert late.asked.wait(10)
    (running,) = engine._calls
    assert isinstance(running, Call)
    monkeypatch.setattr(
        "strandline._gateway.shared.release", lambda user: ended.append(running.is_done)
    )
    engine.close()
    caller.join(10)
    assert ended == [True]
    assert len(heard) == 1


def answers(*statuses: Finality) -> Any:
    made = iter(statuses)
    return lambda: PeriodVerdict(table="orders", start=AT, end=AT + HOUR, status=next(made))


def test_waiting_ends_with_the_first_answer_that_is_not_open() -> None:
    slept: list[float] = []
    ask = answers(Finality.OPEN, Finality.OPEN, Finality.FINAL_WITH_GAP)
    answer = wait_until_final(ask, None, timedelta(seconds=10), sleep=slept.append)
    assert (answer.status, slept) == (Finality.FINAL_WITH_GAP, [10, 10])


def test_waiting_ends_with_the_time() -> None:
    now = [0.0]

    def sleep(span: float) -> None:
        now[0] += span

    with pytest.raises(WaitTimeoutError, match="OPEN") as raised:
        wait_until_final(answers(*[Finality.OPEN] * 9), 25, 10, sleep, lambda: now[0])
    assert now[0] == 25
    assert isinstance(raised.value, TimeoutError)
    assert raised.value.retryable


def test_a_bar_is_drawn_over_itself_and_wiped_away() -> None:
    stream = io.StringIO()
    bar = Bar("orders", stream)
    bar(Progress(rows=1))
    assert stream.getvalue() == "", "a short call shows nothing"
    bar._start -= 10
    known = {"expected": 500_000, "percent": 24, "remaining_seconds": 95.2}
    bar(Progress.from_dict({"rows": 120_000, "batches": 2, **known}))
    bar.close()
    shown = "[######..................]  24% 120,000 of 500,000 rows, about 95 s left, 2 batches"
    assert shown in stream.getvalue()
    assert stream.getvalue().endswith("\r")
    assert "\n" not in stream.getvalue()
    assert text(Progress(rows=7)) == "7 rows"


class Terminal(io.StringIO):
    """What a person looks at."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("progress", [None, False])
def test_a_long_call_draws_a_bar_on_a_terminal_unless_told_not_to(
    progress: bool | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow, terminal = Slow(), Terminal()
    monkeypatch.setattr("sys.stderr", terminal)
    monkeypatch.setattr("strandline._progress._FIRST_SECONDS", 0.0)
    monkeypatch.setattr(Engine, "_channel", lambda self: slow)
    threading.Timer(0.5, slow.released.set).start()
    with Engine(progress=progress) as engine:
        engine.call("ingest", name="orders")
    drawn = "\rorders [######..................]  25% 5 of 20 rows, about 9 s left"
    assert terminal.getvalue().startswith(drawn) is (progress is None)
    assert terminal.getvalue() == "" or terminal.getvalue().endswith("\r")


def test_nothing_is_drawn_where_nobody_looks(capfd: pytest.CaptureFixture[str]) -> None:
    with fakes.FakeEngine(warehouse="/lake") as engine:
        engine.status()
    assert capfd.readouterr() == ("", "")


def test_a_fake_engine_answers_as_the_real_one() -> None:
    with fakes.FakeEngine(warehouse="/lake") as engine:
        orders = engine.stream(target="/lake/orders", capture_instance="dbo_orders")
        assert not orders.is_final(AT, AT + HOUR)
        engine.set_verdict("orders", AT + HOUR)
        assert orders.is_final(AT, AT + HOUR).status is Finality.FINAL
        assert engine.verdict("orders").finalized_until == AT + HOUR
        assert orders.wait_until_final(AT, AT + HOUR, timeout=0)
        assert orders.explain(AT, AT + HOUR).sentence == "orders is final."
        assert engine.explain("orders", AT + HOUR, AT + 2 * HOUR).status is Finality.OPEN
        report = orders.ingest()
        assert isinstance(report, Idle)
        assert report.finalized_until == AT + HOUR
        assert [table.table for table in engine.status().tables] == ["orders"]
        assert engine.ingest_group("shop", [orders]).finalized_until == AT + HOUR
        assert engine.doctor().problems == ()
        assert engine.calls[:3] == ["is_final", "is_final", "verdict"]


def test_a_fake_engine_answers_what_it_was_told() -> None:
    with fakes.FakeEngine() as engine:
        orders = engine.stream(target="/lake/orders")
        batch = fakes.committed("orders", rows=3, finalized_until=AT)
        engine.will("ingest", batch)
        engine.will("ingest", DataLossError("gone", "begin anew"))
        engine.will("ingest_all", CatchUp(fakes.idle("orders"), (batch,)))
        engine.will("ingest_all", SourceUnavailableError("lost", "call again", batches=[batch]))
        assert orders.ingest() == batch
        with pytest.raises(DataLossError, match="gone"):
            orders.ingest()
        assert orders.ingest_all().rows == 3
        with pytest.raises(SourceUnavailableError) as raised:
            orders.ingest_all()
        assert raised.value.batches == (batch,)
        assert isinstance(orders.ingest(), Idle)


def test_the_guides_example_of_a_users_test_runs() -> None:
    guide = (ROOT / "docs" / "guide" / "python.md").read_text("utf-8")
    program = guide.split("## Tests of your own")[1].split("```python\n")[1].split("```")[0]
    seen: dict[str, Any] = {"strandline": strandline, "hour": AT}
    exec(program, seen)
    assert seen["engine"]._fake.verdicts["orders"].finalized_until == AT
    assert len(seen["engine"]._fake.planned["ingest"]) == 2


def test_a_closed_engine_says_so() -> None:
    engine = Engine()
    engine.close()
    engine.close()
    with pytest.raises(EngineClosedError):
        engine.version()
