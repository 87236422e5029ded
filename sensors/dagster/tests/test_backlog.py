"""The sensor under load: many hours, many tables, little time."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import dagster as dg
import pytest
from strandline import Verdict

from control import ControlTable
from dagster_strandline import StrandlineResource, finalized_hours_sensor
from dagster_strandline._tick import longest_tick
from ticks import SENSOR, asked, by_hour, hours, keys, reader, tick


def test_b63_a_backlog_of_2000_hours_is_capped_and_comes_whole(
    control: ControlTable, strandline: StrandlineResource, instance: dg.DagsterInstance
) -> None:
    expected = hours("2013-01-01T10:00", 2000)
    end = datetime.fromisoformat("2013-01-01T10:00") + timedelta(hours=2000)
    control.publish(f"{end:%Y-%m-%dT%H:%M:%S}")
    sensor = finalized_hours_sensor({"flights": by_hour}, max_runs_a_tick=100)
    assert len(keys(tick(sensor, strandline, instance))) == 100
    assert asked(sensor, strandline, instance) == expected


def test_b63_a_tick_looks_no_further_than_it_asks(
    control: ControlTable,
    strandline: StrandlineResource,
    instance: dg.DagsterInstance,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Dagster takes seconds to list the hours of 13 years."""
    listed: list[str] = []
    real = dg.TimeWindowPartitionsDefinition.get_partition_keys_in_time_window

    def listing(self: dg.TimeWindowPartitionsDefinition, window: dg.TimeWindow) -> Any:
        found = real(self, window)
        listed.extend(found)
        return found

    monkeypatch.setattr(
        dg.TimeWindowPartitionsDefinition, "get_partition_keys_in_time_window", listing
    )
    control.publish("2026-01-01T00:00:00")
    assert keys(tick(SENSOR, strandline, instance)) == hours("2013-01-01T10:00", 10)
    assert len(listed) < 1000


def test_partitions_longer_than_what_is_looked_at_in_one_go_come_whole(
    control: ControlTable, strandline: StrandlineResource, instance: dg.DagsterInstance
) -> None:
    years = dg.TimeWindowPartitionsDefinition(
        cron_schedule="0 0 1 1 *", start="2013", fmt="%Y", timezone="UTC"
    )

    @dg.asset(partitions_def=years)
    def by_year() -> None: ...

    control.publish("2016-01-01T00:00:00")
    sensor = finalized_hours_sensor({"flights": by_year})
    assert asked(sensor, strandline, instance) == ["2013", "2014", "2015"]


def test_b63_a_tick_over_500_tables_ends_in_time_and_the_next_goes_on(
    strandline: StrandlineResource,
    instance: dg.DagsterInstance,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = [0.0]
    read: list[str] = []

    def slow(self: StrandlineResource, table: str) -> Verdict:
        clock[0] += 0.5
        read.append(table)
        return Verdict(table=table)

    monkeypatch.setattr(StrandlineResource, "verdict", slow)
    names = [f"table_{number}" for number in range(500)]
    sensor = finalized_hours_sensor({name: reader(name) for name in names}, clock=lambda: clock[0])
    cursor = None
    ticks = 0
    while len(read) < len(names):
        began = clock[0]
        cursor = tick(sensor, strandline, instance, cursor).cursor
        assert clock[0] - began <= longest_tick() < 60
        ticks += 1
    assert sorted(set(read)) == sorted(names)
    assert ticks == 7


def test_b63_a_tick_ends_when_it_is_told_to(
    strandline: StrandlineResource,
    instance: dg.DagsterInstance,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = [0.0]

    def slow(self: StrandlineResource, table: str) -> Verdict:
        clock[0] += 0.5
        return Verdict(table=table)

    monkeypatch.setattr(StrandlineResource, "verdict", slow)
    sensor = finalized_hours_sensor(
        {f"table_{number}": reader(f"table_{number}") for number in range(9)},
        tick_seconds=2,
        clock=lambda: clock[0],
    )
    result = tick(sensor, strandline, instance)
    assert clock[0] == 2
    assert result.skip_reason is not None
    assert "out of time, the next tick goes on with table_4" in str(result.skip_reason.skip_message)


def test_b63_one_tables_backlog_does_not_keep_the_others_waiting(
    control: ControlTable, strandline: StrandlineResource, instance: dg.DagsterInstance
) -> None:
    control.publish("2013-03-01T00:00:00", table="behind")
    control.publish("2013-01-01T11:00:00", table="other")
    sensor = finalized_hours_sensor(
        {"behind": by_hour, "other": reader("other")}, max_runs_a_tick=10
    )
    first = tick(sensor, strandline, instance)
    assert {request.tags["strandline/table"] for request in first.run_requests or ()} == {"behind"}
    second = tick(sensor, strandline, instance, first.cursor)
    tables = [request.tags["strandline/table"] for request in second.run_requests or ()]
    assert tables == ["other"] + ["behind"] * 9


def test_b63_no_java_is_needed(
    control: ControlTable,
    strandline: StrandlineResource,
    instance: dg.DagsterInstance,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("PATH", "")
    monkeypatch.delenv("JAVA_HOME", raising=False)
    control.publish("2013-01-01T11:00:00")
    assert keys(tick(SENSOR, strandline, instance)) == ["2013-01-01-10:00"]


def test_the_deadline_follows_dagsters(monkeypatch: pytest.MonkeyPatch) -> None:
    from dagster._grpc.utils import default_sensor_grpc_timeout

    assert longest_tick() == default_sensor_grpc_timeout() - 20
    for seconds, expected in [("300", 280), ("30", 15)]:
        monkeypatch.setenv("DAGSTER_SENSOR_GRPC_TIMEOUT_SECONDS", seconds)
        assert default_sensor_grpc_timeout() == int(seconds)
        assert longest_tick() == expected
