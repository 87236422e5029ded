"""The sensor while a read of its control table does not end."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from threading import Event

import dagster as dg
import pytest
from commandline import wait_until
from strandline import StrandlineError, TargetNotWritableError, Verdict

from control import utc
from dagster_strandline import StrandlineResource, finalized_hours_sensor
from dagster_strandline._reading import NoAnswerError, Readings
from ticks import by_hour, reader, tick

TICK_SECONDS = 1.0


class Storage:
    """Three tables that are final until 11:00; of some it does not come until it answers again.

    Its clock stands still but for a tick that waits in vain, however busy the machine is.
    """

    def __init__(self) -> None:
        self.hanging: set[str] = set()
        self.asked: list[str] = []
        self.answers = Event()
        self.now = 0.0

    def verdict(self, table: str) -> Verdict:
        self.asked.append(table)
        if table in self.hanging and not self.answers.is_set():
            self.now += TICK_SECONDS
            self.answers.wait()
        return Verdict(table=table, finalized_until=utc("2013-01-01T11:00:00"))

    def sensor_of(self, *tables: str) -> dg.SensorDefinition:
        return finalized_hours_sensor(
            {table: reader(table) for table in tables},
            tick_seconds=TICK_SECONDS,
            clock=lambda: self.now,
        )


@pytest.fixture
def storage(monkeypatch: pytest.MonkeyPatch) -> Iterator[Storage]:
    """In place of control tables."""
    made = Storage()
    monkeypatch.setattr(StrandlineResource, "verdict", lambda _, table: made.verdict(table))
    yield made
    made.answers.set()


def tables(result: dg.SensorResult) -> list[str]:
    return [request.tags["strandline/table"] for request in result.run_requests or ()]


def test_a_table_that_does_not_answer_takes_one_tick_and_the_others_go_on(
    storage: Storage, strandline: StrandlineResource, instance: dg.DagsterInstance
) -> None:
    storage.hanging = {"a"}
    sensor = storage.sensor_of("a", "b", "c")
    first = tick(sensor, strandline, instance)
    assert tables(first) == []
    assert first.skip_reason is not None
    assert "not read, see the tick's log: a" in str(first.skip_reason.skip_message)
    assert "the next tick goes on with b" in str(first.skip_reason.skip_message)

    second = tick(sensor, strandline, instance, first.cursor)
    assert tables(second) == ["b", "c"]
    third = tick(sensor, strandline, instance, second.cursor)
    assert tables(third) == []
    assert storage.asked.count("a") == 1, "no second thread while the first one waits"

    storage.answers.set()
    cursor = third.cursor
    found: list[str] = []

    def asked() -> bool:
        nonlocal cursor
        result = tick(sensor, strandline, instance, cursor)
        cursor = result.cursor
        found.extend(tables(result))
        return bool(found)

    wait_until(asked)
    assert found == ["a"]


def test_a_table_whose_tick_was_nearly_over_gets_a_whole_one(
    storage: Storage, strandline: StrandlineResource, instance: dg.DagsterInstance
) -> None:
    storage.hanging = {"b"}
    sensor = storage.sensor_of("a", "b", "c")
    first = tick(sensor, strandline, instance)
    assert tables(first) == ["a"]
    assert '"next":"b"' in str(first.cursor)
    second = tick(sensor, strandline, instance, first.cursor)
    assert tables(second) == ["c"]


def test_others_go_on_also_if_each_tick_has_a_process_of_its_own(
    storage: Storage, strandline: StrandlineResource, instance: dg.DagsterInstance
) -> None:
    storage.hanging = {"b"}
    cursor = None
    found: list[str] = []
    for _ in range(3):
        result = tick(storage.sensor_of("a", "b", "c"), strandline, instance, cursor)
        cursor = result.cursor
        found += tables(result)
    assert found == ["a", "c"]


def test_a_tick_fails_if_no_table_answers(
    storage: Storage, strandline: StrandlineResource, instance: dg.DagsterInstance
) -> None:
    storage.hanging = {"a"}
    sensor = storage.sensor_of("a")
    with pytest.raises(NoAnswerError, match="has not answered within"):
        tick(sensor, strandline, instance)
    with pytest.raises(TargetNotWritableError, match="the question of an earlier tick"):
        tick(sensor, strandline, instance)
    assert storage.asked == ["a"]


def test_an_answer_that_came_late_is_the_next_ticks(
    storage: Storage, strandline: StrandlineResource
) -> None:
    """Storage that always takes longer than a tick would never be read else."""
    storage.hanging = {"a"}
    readings = Readings()
    with pytest.raises(NoAnswerError):
        readings.verdict("a", strandline.verdict, 0.01)
    storage.answers.set()

    def answered() -> bool:
        try:
            return readings.verdict("a", strandline.verdict, 0).finalized_until is not None
        except StrandlineError:
            return False

    wait_until(answered)
    assert storage.asked == ["a"]
    readings.verdict("a", strandline.verdict, 60)
    assert storage.asked == ["a", "a"]


def test_a_real_read_that_hangs_does_not_keep_the_process(instance: dg.DagsterInstance) -> None:
    """An object store that takes connections and says nothing."""
    sensor = finalized_hours_sensor({"flights": by_hour}, tick_seconds=TICK_SECONDS)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        options = {
            "aws_endpoint_url": f"http://127.0.0.1:{silent.getsockname()[1]}",
            "aws_allow_http": "true",
            "aws_region": "us-east-1",
            "aws_access_key_id": "k",
            "aws_secret_access_key": "s",
            "max_retries": "0",
        }
        lake = StrandlineResource(warehouse="s3://lake", storage_options=options)
        with pytest.raises(NoAnswerError):
            tick(sensor, lake, instance)
        with pytest.raises(TargetNotWritableError, match="the question of an earlier tick"):
            tick(sensor, lake, instance)

    def ended() -> bool:
        with pytest.raises(TargetNotWritableError) as refused:
            tick(sensor, lake, instance)
        return "cannot be read" in str(refused.value)

    wait_until(ended)
