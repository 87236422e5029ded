"""Values that are wrong, and what becomes of errors and secrets on their way."""

import copy
import io
import json
import math
import pickle
import threading
import time
import traceback
from datetime import UTC, date, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest
from children import Child

from strandline import (
    CancelledError,
    CatchUp,
    DataLossError,
    Engine,
    EngineDiedError,
    EngineStartError,
    EngineUnreachableError,
    Finality,
    GroupReport,
    InvalidOptionsError,
    PeriodVerdict,
    Plan,
    Progress,
    SplitResult,
    StrandlineError,
    Verdicts,
    WaitTimeoutError,
)
from strandline._calls import Call, request_of
from strandline._options import Secret, checked
from strandline._progress import Bar, terminal
from strandline._waiting import wait_until_final
from strandline.testing import FakeEngine, committed, idle

AT = datetime(2013, 1, 1, 14, tzinfo=UTC)
HOUR = timedelta(hours=1)


@pytest.mark.parametrize(
    "start",
    [
        None,
        "2013-01-01T13:00:00Z",
        date(2013, 1, 1),
        datetime(2013, 1, 1, 13),
        datetime.max.replace(tzinfo=timezone(-HOUR)),
    ],
)
def test_a_time_that_is_none(start: Any) -> None:
    with FakeEngine(warehouse="/lake") as engine, pytest.raises(InvalidOptionsError, match="start"):
        engine.is_final("orders", start, AT)


@pytest.mark.parametrize(
    "option",
    [
        {"password": b"secret"},
        {"password": 5},
        {"url": 5},
        {"target": b"/lake/orders"},
        {"target": 5},
        {"include_columns": 5},
        {"include_columns": b"ab"},
        {"exclude_columns": ["a", None]},
        {"max_rows_per_batch": math.nan},
        {"max_rows_per_batch": math.inf},
    ],
)
def test_an_option_of_a_wrong_type(option: dict[str, Any]) -> None:
    with pytest.raises(InvalidOptionsError, match=next(iter(option))):
        checked(option)


@pytest.mark.parametrize("table", [None, Path("orders"), b"orders"])
def test_a_table_is_named_by_a_text(table: Any) -> None:
    with FakeEngine(warehouse="/lake") as engine:
        for ask in (engine.verdict, Verdicts("/lake/strandline_control").verdict):
            with pytest.raises(InvalidOptionsError, match="table"):
                ask(table)


def test_a_control_table_is_named() -> None:
    with pytest.raises(InvalidOptionsError, match="control"):
        Verdicts("")


@pytest.mark.parametrize("options", [["a"], {"region": 1}, {1: "region"}, "region=x"])
def test_storage_options_are_texts(options: Any) -> None:
    with pytest.raises(InvalidOptionsError, match="storage_options"):
        Verdicts("s3://lake/strandline_control", storage_options=options)


def test_no_name_holds_a_nul() -> None:
    """No file system takes it, and Python and Java would say so in words of their own."""
    with pytest.raises(InvalidOptionsError, match="control"):
        Verdicts("/lake/\0")
    with pytest.raises(InvalidOptionsError, match="table"):
        Verdicts("/lake/strandline_control").verdict("a\0b")
    with pytest.raises(InvalidOptionsError, match="target"):
        checked({"target": "/lake/\0"})


def test_verdicts_say_that_a_forked_process_cannot_ask(tmp_path: Path) -> None:
    script = (
        "import json, os, strandline, sys, warnings\n"
        "warnings.simplefilter('ignore')\n"
        "verdicts = strandline.Verdicts(sys.argv[1])\n"
        "verdicts.verdict('orders')\n"
        "child = os.fork()\n"
        "if child == 0:\n"
        "    try:\n"
        "        verdicts.verdict('orders')\n"
        "    except strandline.StrandlineError as error:\n"
        "        os._exit(7 if 'spawn' in error.remedy else 1)\n"
        "    os._exit(1)\n"
        "status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])\n"
        "verdicts.verdict('orders')\n"
        "print(json.dumps(status), flush=True)\n"
    )
    with Child(script, str(tmp_path / "strandline_control")) as child:
        assert child.told() == 7


def is_open() -> PeriodVerdict:
    return PeriodVerdict(table="orders", start=AT, end=AT + HOUR, status=Finality.OPEN)


@pytest.mark.parametrize("span", ["5", None, math.nan])
def test_a_span_that_is_none(span: Any) -> None:
    with pytest.raises(InvalidOptionsError, match="poll"):
        wait_until_final(is_open, 0, span)
    if span is not None:
        with pytest.raises(InvalidOptionsError, match="timeout"):
            wait_until_final(is_open, span, 1)


@pytest.mark.parametrize("timeout", [0, -5, timedelta(0), timedelta(hours=-1)])
def test_a_wait_without_time_asks_once(timeout: float | timedelta) -> None:
    with pytest.raises(WaitTimeoutError):
        wait_until_final(is_open, timeout, 1, sleep=lambda _: pytest.fail("slept"))


def test_no_pause_is_longer_than_a_machine_can_sleep() -> None:
    class SleptError(Exception):
        pass

    def sleep(span: float) -> None:
        assert 0 < span <= 86_400
        raise SleptError

    for poll in (math.inf, timedelta.max, 1e300):
        with pytest.raises(SleptError):
            wait_until_final(is_open, math.inf, poll, sleep)


def test_a_wait_is_cancelled_by_another_thread() -> None:
    with FakeEngine(warehouse="/lake") as engine:

        def cancel() -> None:
            while not engine.calls:
                time.sleep(0.001)
            engine.cancel()

        threading.Thread(target=cancel).start()
        start = time.monotonic()
        with pytest.raises(CancelledError):
            engine.wait_until_final("orders", AT, AT + HOUR, timeout=60)
        assert time.monotonic() - start < 10


def test_errors_are_the_same_after_a_journey() -> None:
    for error in (
        DataLossError("m", "r", {"table": "orders"}, [committed()]),
        EngineStartError("m", "r", ["line"]),
        WaitTimeoutError("m", "r"),
        StrandlineError("m", "r"),
    ):
        for again in (copy.copy(error), pickle.loads(pickle.dumps(error))):
            assert type(again) is type(error)
            assert (again.args, vars(again), str(again)) == (error.args, vars(error), str(error))


@pytest.mark.parametrize(
    ("kind", "document"),
    [
        (CatchUp, idle().to_dict()),
        (CatchUp, {"outcome": ["idle"]}),
        (GroupReport, {"group": "g"}),
        (GroupReport, {"group": "g", "members": [3]}),
        (GroupReport, {"group": "g", "members": [{"outcome": "failed"}]}),
        (Plan, {"plan": "text", "splits": 1}),
        (SplitResult, None),
    ],
)
def test_what_is_no_document_is_a_value_error(kind: Any, document: Any) -> None:
    with pytest.raises(ValueError, match=r"document|report|plan"):
        kind.from_dict(document)


def test_no_local_of_a_traceback_holds_a_password() -> None:
    password = "a password that nobody may see"

    class Dead:
        def call(self, request: str) -> str:
            assert password in request
            del request
            raise EngineDiedError("it died", "call again")

    with Engine(url=f"jdbc:sqlserver:;password={password}", password=password) as engine:
        engine._channel = Dead  # type: ignore[method-assign]
        stream = engine.stream(target="/lake/orders", capture_instance="dbo_orders")
        for call in (
            stream.ingest,
            engine.doctor,
            lambda: engine.ingest_group("g", [stream]),
        ):
            with pytest.raises(EngineDiedError) as raised:
                call()
            told = traceback.TracebackException.from_exception(raised.value, capture_locals=True)
            shown = [line for line in told.format() if "test_package_values" not in line]
            assert "engine = " in "".join(told.format())
            assert not [line for line in shown if password in line]


def test_a_stream_of_another_engine_is_refused() -> None:
    with FakeEngine(warehouse="/lake") as one, FakeEngine(warehouse="/other") as other:
        foreign: list[Any] = [other.stream(target="/lake/orders"), "orders"]
        for stream in foreign:
            with pytest.raises(InvalidOptionsError, match="no stream of this engine"):
                one.ingest_group("shop", [one.stream(target="/lake/lines"), stream])
        assert one.calls == []


def test_a_fake_engine_raises_what_it_was_told() -> None:
    with FakeEngine(warehouse="/lake") as engine:
        orders = engine.stream(target="/lake/orders")
        for error in (EngineDiedError("m", "r"), WaitTimeoutError("m", "r")):
            engine.will("ingest", error)
            with pytest.raises(type(error)):
                orders.ingest()


def test_a_fake_engine_refuses_what_the_real_one_does() -> None:
    with FakeEngine(warehouse="/lake") as engine:
        orders = engine.stream(target="/lake/orders")
        with pytest.raises(InvalidOptionsError, match="ingst"):
            engine.will("ingst", idle())
        with pytest.raises(InvalidOptionsError, match="local time"):
            engine.set_verdict("orders", datetime(2013, 1, 1))
        with pytest.raises(InvalidOptionsError, match="no members"):
            engine.ingest_group("shop", [])
        with pytest.raises(InvalidOptionsError, match="twice"):
            engine.ingest_group("shop", [orders, orders])
        with pytest.raises(InvalidOptionsError, match="adopted"):
            orders.adopt("nothing")


class Gone(io.StringIO):
    """A terminal that was closed."""

    def write(self, text: str) -> int:
        raise OSError(5, "Input/output error")


def test_a_terminal_that_is_gone_ends_no_call(monkeypatch: pytest.MonkeyPatch) -> None:
    bar = Bar("orders", Gone())
    bar._start -= 10
    bar(Progress(rows=1))
    bar.close()
    closed = io.StringIO()
    closed.close()
    monkeypatch.setattr("sys.stderr", closed)
    assert terminal() is None


def test_a_call_that_is_too_large_is_not_sent() -> None:
    class Never:
        def call(self, request: str) -> str:
            pytest.fail("sent")

    password = "a password that nobody may see"
    options = {"password": Secret(password), "target": "x" * 20_000_000}
    with pytest.raises(InvalidOptionsError, match=r"20\d{6} characters, and 20000000 ") as raised:
        Call(Never(), request_of("ingest", options), None).result()
    # As Java says it.
    assert raised.value.remedy == (
        "send less: batches of fewer rows (max_rows_per_batch), groups of fewer streams; nothing"
        " was read or written"
    )
    told = traceback.TracebackException.from_exception(raised.value, capture_locals=True)
    shown = [line for line in told.format() if "test_package_values" not in line]
    assert not [line for line in shown if password in line]


def test_a_cancel_that_was_lost_is_sent_again() -> None:
    """Another thread's needs a connection of its own, for which there may be no file."""

    class Lost:
        asked = cancels = 0

        def call(self, request: str) -> str:
            self.asked += 1
            assert self.asked < 10, "no cancel came again"
            document = json.loads(request)
            answer: dict[str, Any] = {"strandline": "response", "format": 1, "state": "running"}
            if document["call"] == "cancel":
                self.cancels += 1
                if self.cancels == 1:
                    raise EngineUnreachableError("too many open files", "close some")
                return json.dumps({**answer, "state": "done", "result": {}})
            if self.cancels == 0:
                call.cancel()
            if self.cancels == 2:
                error = {"code": "CANCELLED", "message": "m", "remedy": "r", "details": {}}
                return json.dumps({**answer, "state": "failed", "error": error})
            return json.dumps({**answer, "id": "7", "progress": {"rows": 0, "batches": 0}})

    channel = Lost()
    call = Call(channel, request_of("ingest"), None)
    with pytest.raises(CancelledError):
        call.result()
    assert channel.cancels == 2


def test_a_call_of_what_is_no_json_says_so() -> None:
    class Never:
        def call(self, request: str) -> str:
            pytest.fail("sent")

    with pytest.raises(InvalidOptionsError, match="Path"):
        Call(Never(), request_of("verdict", arguments={"table": Path("/x")}), None).result()
