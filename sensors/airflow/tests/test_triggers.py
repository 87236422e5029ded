"""The triggers alone, as the triggerer rebuilds and runs them."""

import asyncio
import inspect
import json
import logging
import subprocess
import sys
import time
from collections.abc import Callable
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest
from controls import HOUR, at, publish

from airflow_strandline.triggers.finalized_hour import FinalizedHourTrigger
from airflow_strandline.triggers.finalized_until import MOST_FAILURES, FinalizedUntilTrigger

HANG_SECONDS = 60
"""A bound against hanging; each event comes in less than three seconds."""

PERIOD = {"start": "2013-01-01T14:00:00Z", "end": "2013-01-01T15:00:00Z"}


def waiting(control: Path, **arguments: Any) -> FinalizedUntilTrigger:
    given: dict[str, Any] = {"table": "flights", "control": str(control), "poll_interval": 0.05}
    return FinalizedUntilTrigger(**(given | PERIOD | arguments))


def watching(control: Path, **arguments: Any) -> FinalizedHourTrigger:
    given: dict[str, Any] = {"table": "flights", "control": str(control), "poll_interval": 0.05}
    return FinalizedHourTrigger(**(given | arguments))


def payload(trigger: FinalizedUntilTrigger | FinalizedHourTrigger) -> dict[str, Any]:
    """The payload of its first event."""

    async def first() -> Any:
        return (await asyncio.wait_for(anext(trigger.run()), HANG_SECONDS)).payload

    found = asyncio.run(first())
    assert isinstance(found, dict)
    return found


# No argument has its default, so that none can be forgotten unseen.
EVERYTHING: list[tuple[Callable[..., Any], dict[str, Any]]] = [
    (waiting, {"deadline": "2013-01-02T00:00:00Z", "ask_after": 600.0}),
    (watching, {"since": "2013-01-01T00:00:00Z"}),
]


@pytest.mark.parametrize(("make", "given"), EVERYTHING)
def test_b59_a_trigger_survives_json_unchanged(
    make: Callable[..., Any], given: dict[str, Any], control: Path
) -> None:
    from airflow.triggers.base import BaseEventTrigger

    trigger = make(control, strandline_conn_id="strandline_default", **given)
    path, kwargs = trigger.serialize()
    arguments = inspect.signature(type(trigger).__init__).parameters.values()
    assert kwargs.keys() == {argument.name for argument in arguments} - {"self"}
    assert not [each.name for each in arguments if kwargs.get(each.name) == each.default]
    again = json.loads(json.dumps(kwargs))
    assert again == kwargs
    module, _, name = path.rpartition(".")
    rebuilt = getattr(sys.modules[module], name)(**again)
    assert rebuilt.serialize() == (path, kwargs)
    # A hash that changes makes Airflow drop and recreate the watcher at each parse.
    assert BaseEventTrigger.hash(path, kwargs) == BaseEventTrigger.hash(path, again)


@pytest.mark.parametrize("make", [waiting, watching])
def test_b59_a_trigger_holds_no_secret(
    make: Callable[..., Any], control: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    document = {
        "conn_type": "strandline",
        "password": "s3cret",
        "extra": {"control": str(control), "storage_options": {"KEY": "k3y"}},
    }
    monkeypatch.setenv("AIRFLOW_CONN_STRANDLINE_DEFAULT", json.dumps(document))
    trigger = make(control, strandline_conn_id="strandline_default")
    assert not [word for word in ("s3cret", "k3y") if word in repr(trigger.serialize())]


def test_b59_the_trigger_of_a_sensor_holds_no_secret(
    control: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from airflow.sdk.exceptions import TaskDeferred
    from airflow.sdk.execution_time.cache import SecretCache
    from test_sensor import sensor

    SecretCache.reset()
    publish(control, at(14))
    document = {
        "conn_type": "strandline",
        "password": "s3cret",
        "extra": {"warehouse": str(control.parent), "storage_options": {"KEY": "k3y"}},
    }
    monkeypatch.setenv("AIRFLOW_CONN_STRANDLINE_DEFAULT", json.dumps(document))
    with pytest.raises(TaskDeferred) as deferred:
        sensor(deferrable=True).execute({})
    told = repr((deferred.value.trigger.serialize(), deferred.value.kwargs))
    assert "strandline_default" in told
    assert not [word for word in ("s3cret", "k3y") if word in told]


@pytest.mark.parametrize("make", [waiting, watching])
def test_b59_a_slow_storage_does_not_hold_up_the_loop(
    make: Callable[..., Any],
    control: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    publish(control, at(15))
    from airflow_strandline.hooks import strandline as hooks

    read = hooks.read_verdict

    def slow(*arguments: Any) -> Any:
        time.sleep(2)
        return read(*arguments)

    monkeypatch.setattr(hooks, "read_verdict", slow)

    async def watched() -> tuple[Any, int]:
        # Ten times the slowest callback allowed on a loaded machine, a quarter of the read.
        asyncio.get_running_loop().slow_callback_duration = 0.5
        beats = 0

        async def beat() -> None:
            nonlocal beats
            while True:
                await asyncio.sleep(0.01)
                beats += 1

        heart = asyncio.create_task(beat())
        event = await asyncio.wait_for(anext(make(control).run()), HANG_SECONDS)
        heart.cancel()
        return event.payload, beats

    with caplog.at_level(logging.WARNING, logger="asyncio"):
        found, beats = asyncio.run(watched(), debug=True)
    assert found["finalized_until"] == "2013-01-01T15:00:00Z"
    assert not [record for record in caplog.records if "took" in record.getMessage()]
    assert beats > 10


@pytest.mark.parametrize("make", [waiting, watching])
@pytest.mark.usefixtures("connected")
def test_b59_the_connection_is_not_asked_for_on_the_loop(
    make: Callable[..., Any], control: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from airflow.sdk import BaseHook

    def blocking(*_: Any) -> Any:
        raise AssertionError("this waits for the answer of another process")

    publish(control, at(15))
    monkeypatch.setattr(BaseHook, "get_connection", blocking)
    found = payload(make(control, strandline_conn_id="strandline_default"))
    assert found["finalized_until"] == "2013-01-01T15:00:00Z"


def test_no_java_machine_is_started_in_the_triggerer(control: Path) -> None:
    publish(control, at(15))
    code = f"""
import asyncio, psutil
from airflow_strandline.triggers.finalized_until import FinalizedUntilTrigger
trigger = FinalizedUntilTrigger(table="flights", control={str(control)!r}, end="2013-01-01T15:00Z")
print(asyncio.run(anext(trigger.run())).payload["status"])
print([child.name() for child in psutil.Process().children(recursive=True)])
"""
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=300)
    assert done.stdout.splitlines()[-2:] == ["final", "[]"]


def test_it_fires_when_the_period_becomes_final(control: Path) -> None:
    publish(control, at(14))

    async def later() -> Any:
        waited = asyncio.create_task(anext(waiting(control).run()))  # type: ignore[arg-type]
        await asyncio.sleep(0.5)
        assert not waited.done()
        await asyncio.to_thread(publish, control, at(15))
        return (await asyncio.wait_for(waited, HANG_SECONDS)).payload

    assert asyncio.run(later())["finalized_until"] == "2013-01-01T15:00:00Z"


def test_before_the_control_table_is_made_it_waits(control: Path) -> None:
    deadline = (datetime.now(timezone.utc) + timedelta(seconds=0.5)).isoformat()
    told = {"status": "timeout", "deadline": deadline}
    assert payload(waiting(control, deadline=deadline)) == told


def test_it_asks_for_a_worker_after_a_while(control: Path) -> None:
    publish(control, at(14))
    assert payload(waiting(control, ask_after=0.2))["status"] == "ask"


def test_a_gap_is_told(control: Path) -> None:
    publish(control, at(15), since=at(14, 30))
    assert payload(waiting(control))["status"] == "final_with_gap"


def test_storage_that_stays_broken_is_told(control: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from airflow_strandline.hooks import strandline as hooks

    calls = 0

    def broken(*_: Any) -> Any:
        nonlocal calls
        calls += 1
        raise OSError("no route to the storage")

    monkeypatch.setattr(hooks, "read_verdict", broken)
    found = payload(waiting(control))
    assert (found["status"], found["message"]) == ("error", "OSError: no route to the storage")
    assert calls == MOST_FAILURES


# The watcher of an asset


class Store:
    """An asset's state store, which outlives a triggerer."""

    def __init__(self) -> None:
        self.values: dict[str, Any] = {}

    async def aget(self, key: str, default: Any = None) -> Any:
        return self.values.get(key, default)

    async def aset(self, key: str, value: Any) -> None:
        self.values[key] = value


def hours(trigger: FinalizedHourTrigger, count: int, store: Store | None = None) -> list[str]:
    """The hours of its next events."""
    trigger.asset_state_store = store  # type: ignore[assignment]

    async def some() -> list[str]:
        events: Any = trigger.run()
        found = [
            (await asyncio.wait_for(anext(events), HANG_SECONDS)).payload["hour"]
            for _ in range(count)
        ]
        if store is not None:
            # The note of an event is made when the next is asked for.
            more = asyncio.create_task(anext(events))
            await asyncio.sleep(0.3)
            assert not more.done(), "an event too many"
            more.cancel()
        return found

    return asyncio.run(some())


def test_only_the_watcher_is_an_event_trigger(control: Path) -> None:
    """Airflow starts any other trigger of an asset again and again."""
    from airflow.triggers.base import BaseEventTrigger

    assert isinstance(watching(control), BaseEventTrigger)
    assert not isinstance(waiting(control), BaseEventTrigger)


def test_b61_each_finalized_hour_is_an_event_of_its_own(control: Path) -> None:
    publish(control, at(15))
    store = Store()
    assert hours(watching(control), 1, store) == ["2013-01-01T14"]
    publish(control, at(18))
    expected = ["2013-01-01T15", "2013-01-01T16", "2013-01-01T17"]
    assert hours(watching(control), 3, store) == expected
    assert hours(watching(control), 0, store) == [], "none is told twice after a restart"


def test_b61_an_hour_is_noted_after_it_was_told(control: Path) -> None:
    """A crash in between repeats an hour, where the other order would lose it."""
    publish(control, at(15))
    store = Store()

    def first() -> str:
        trigger = watching(control, since="2013-01-01T13:00:00Z")
        trigger.asset_state_store = store  # type: ignore[assignment]
        hour = payload(trigger)["hour"]
        assert isinstance(hour, str)
        return hour

    assert [first(), first()] == ["2013-01-01T13", "2013-01-01T13"]


class Refusing(Store):
    """Airflow's store for a watcher that several assets share."""

    async def aget(self, key: str, default: Any = None) -> Any:
        raise ValueError("several assets share this trigger")

    async def aset(self, key: str, value: Any) -> None:
        raise ValueError("several assets share this trigger")


def test_a_watcher_of_several_assets_works_without_a_state(control: Path) -> None:
    publish(control, at(15))
    trigger = watching(control, since="2013-01-01T12:00:00Z")
    assert hours(trigger, 3, Refusing()) == ["2013-01-01T12", "2013-01-01T13", "2013-01-01T14"]


def test_the_first_hour_may_be_named(control: Path) -> None:
    publish(control, at(15))
    trigger = watching(control, since="2013-01-01T12:30:00Z")
    assert hours(trigger, 2, Store()) == ["2013-01-01T13", "2013-01-01T14"]
    assert hours(watching(control, since="2013-01-01T13:00:00Z"), 2) == [
        "2013-01-01T13",
        "2013-01-01T14",
    ]
    assert at(15) - HOUR == at(14)
