"""The sensor's cursor, when it is lost, foreign, or of other partitions."""

from __future__ import annotations

import json

import dagster as dg
import pytest

from control import ControlTable
from dagster_strandline import StrandlineResource, finalized_hours_sensor
from ticks import SENSOR, asked, by_hour, keys, materialize, tick


@pytest.mark.parametrize(
    "cursor",
    [
        None,
        "",
        "2013-01-01-10:00",
        "{",
        "[]",
        "{}",
        "null",
        "[" * 100_000,
        '{"strandline":"finalized_hours","format":2}',
        '{"strandline":"finalized_hours","format":1,"tables":[["flights"]]}',
        '{"strandline":"finalized_hours","format":1,"tables":{"flights":{"until":5}}}',
        '{"strandline":"finalized_hours","format":1,"tables":{"flights":{"until":'
        '"0001-01-01T00:00:00+14:00"}}}',
    ],
)
def test_a_lost_or_foreign_cursor_asks_only_for_what_dagster_lacks(
    control: ControlTable,
    strandline: StrandlineResource,
    instance: dg.DagsterInstance,
    cursor: str | None,
) -> None:
    control.publish("2013-01-01T14:00:00")
    materialize(instance, "2013-01-01-10:00", "2013-01-01-12:00")
    instance.create_run_for_job(
        dg.Definitions(assets=[by_hour]).resolve_implicit_global_asset_job_def(),
        asset_selection={by_hour.key},
        tags={"dagster/partition": "2013-01-01-13:00"},
        status=dg.DagsterRunStatus.STARTED,
    )
    assert asked(SENSOR, strandline, instance, cursor) == ["2013-01-01-11:00"]


def test_a_tick_that_dagster_forgot_asks_under_the_same_keys_and_no_other_does(
    control: ControlTable, strandline: StrandlineResource, instance: dg.DagsterInstance
) -> None:
    """Dagster runs a key once; what it keeps of a tick is its cursor and its last key."""
    control.publish("2013-01-01T12:00:00")

    def run_keys(cursor: str | None, last: str | None, started: float = 1.0) -> list[str | None]:
        with dg.SensorEvaluationContext(
            instance_ref=None,
            last_tick_completion_time=None,
            last_run_key=last,
            cursor=cursor,
            repository_name=None,
            instance=instance,
            resources={"strandline": strandline},
            last_sensor_start_time=started,
        ) as context:
            result = SENSOR(context)
        assert isinstance(result, dg.SensorResult)
        return [request.run_key for request in result.run_requests or ()]

    first = run_keys(None, None)
    assert len(set(first)) == 2
    control.publish("2013-01-01T13:00:00")
    assert run_keys(None, None)[:2] == first

    others = [run_keys(None, first[-1]), run_keys(None, None, started=2.0), run_keys("{}", None)]
    for other in others:
        assert len(other) == 3
        assert not set(other) & set(first)


def test_partitions_of_another_length_begin_anew(
    control: ControlTable, strandline: StrandlineResource, instance: dg.DagsterInstance
) -> None:
    """The day in which the hours were told would be in neither."""

    def by(partitions: dg.TimeWindowPartitionsDefinition) -> dg.SensorDefinition:
        @dg.asset(partitions_def=partitions)
        def changed() -> None: ...

        return finalized_hours_sensor({"flights": changed})

    control.publish("2013-01-03T02:00:00")
    hourly = by(dg.HourlyPartitionsDefinition(start_date="2013-01-03-00:00"))
    hour = tick(hourly, strandline, instance)
    assert keys(hour) == ["2013-01-03-00:00", "2013-01-03-01:00"]
    control.publish("2013-01-05T01:00:00")
    daily = by(dg.DailyPartitionsDefinition(start_date="2013-01-02"))
    day = tick(daily, strandline, instance, hour.cursor)
    assert keys(day) == ["2013-01-02", "2013-01-03", "2013-01-04"]
    assert keys(tick(daily, strandline, instance, day.cursor)) == []
    control.publish("2013-01-06T01:00:00")
    in_oslo = by(dg.DailyPartitionsDefinition(start_date="2013-01-04", timezone="Europe/Oslo"))
    assert asked(in_oslo, strandline, instance, day.cursor) == ["2013-01-04", "2013-01-05"]


def test_a_cursor_that_tells_of_no_partitions_is_gone_on_with(
    control: ControlTable, strandline: StrandlineResource, instance: dg.DagsterInstance
) -> None:
    control.publish("2013-01-01T13:00:00")
    document = json.loads(str(tick(SENSOR, strandline, instance).cursor))
    del document["tables"]["flights"]["partitions"]
    control.publish("2013-01-01T14:00:00")
    found = tick(SENSOR, strandline, instance, json.dumps(document))
    assert keys(found) == ["2013-01-01-13:00"]
