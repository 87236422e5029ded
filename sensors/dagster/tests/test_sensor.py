"""The sensor: one run request a final hour, whatever becomes of ticks, cursors and tables."""

from __future__ import annotations

import json
from datetime import datetime, timedelta, timezone
from typing import Any

import dagster as dg
import pytest
from strandline import TargetNotWritableError, Verdict

from control import ControlTable
from dagster_strandline import StrandlineResource, finalized_check, finalized_hours_sensor
from ticks import HOURLY, SENSOR, asked, bronze, by_hour, hours, keys, materialize, reader, tick


@dg.multi_asset(specs=[dg.AssetSpec("one"), dg.AssetSpec("other")])
def several() -> tuple[int, int]:
    """Two assets without partitions."""
    return 1, 2


def test_asks_once_for_each_hour_as_it_becomes_final(
    control: ControlTable, strandline: StrandlineResource, instance: dg.DagsterInstance
) -> None:
    control.publish("2013-01-01T12:00:00")
    first = tick(SENSOR, strandline, instance)
    assert keys(first) == ["2013-01-01-10:00", "2013-01-01-11:00"]

    idle = tick(SENSOR, strandline, instance, first.cursor)
    assert keys(idle) == []
    assert idle.skip_reason is not None
    assert idle.skip_reason.skip_message == "flights is final until 2013-01-01 12:00 UTC"

    control.publish("2013-01-01T13:00:00")
    assert keys(tick(SENSOR, strandline, instance, idle.cursor)) == ["2013-01-01-12:00"]


def test_a_request_names_its_assets_and_finality(
    control: ControlTable, strandline: StrandlineResource, instance: dg.DagsterInstance
) -> None:
    control.publish("2013-01-01T12:00:00", since="2013-01-01T10:30:00")
    requests = tick(SENSOR, strandline, instance).run_requests or ()
    assert [request.tags["strandline/finality"] for request in requests] == [
        "final_with_gap",
        "final",
    ]
    assert all(request.asset_selection == [by_hour.key] for request in requests)


def test_hours_with_a_gap_can_be_left_out(
    control: ControlTable, strandline: StrandlineResource, instance: dg.DagsterInstance
) -> None:
    control.publish("2013-01-01T12:00:00", since="2013-01-01T10:30:00")
    careful = finalized_hours_sensor({"flights": by_hour}, on_gap="skip")
    assert asked(careful, strandline, instance) == ["2013-01-01-11:00"]


def test_a_sensor_may_read_another_resource_and_forgets_tables_that_it_lost(
    control: ControlTable, strandline: StrandlineResource, instance: dg.DagsterInstance
) -> None:
    control.publish("2013-01-01T11:00:00", table="gone")
    control.publish("2013-01-01T11:00:00")
    both = finalized_hours_sensor({"gone": reader("gone"), "flights": by_hour}, max_runs_a_tick=1)
    cursor = tick(both, strandline, instance).cursor
    document = json.loads(str(cursor))
    assert (list(document["tables"]), document["next"]) == (["gone"], "flights")

    other = finalized_hours_sensor({"flights": by_hour}, resource_key="sales")
    with dg.build_sensor_context(
        instance=instance,
        cursor=json.dumps({**document, "next": "gone"}),
        resources={"sales": strandline},
    ) as context:
        result = other(context)
    assert isinstance(result, dg.SensorResult)
    assert keys(result) == ["2013-01-01-10:00"]
    assert list(json.loads(str(result.cursor))["tables"]) == ["flights"]


def test_waits_for_a_first_verdict(
    control: ControlTable, strandline: StrandlineResource, instance: dg.DagsterInstance
) -> None:
    for until in (None, "2013-01-01T09:00:00", "2013-01-01T10:59:00"):
        control.publish(until)
        assert keys(tick(SENSOR, strandline, instance)) == []


def test_a_table_that_was_never_written_is_waited_for(
    strandline: StrandlineResource, instance: dg.DagsterInstance
) -> None:
    result = tick(SENSOR, strandline, instance)
    assert result.skip_reason is not None
    assert result.skip_reason.skip_message == "flights has no verdict yet"


def test_a_failed_tick_keeps_its_place(
    control: ControlTable,
    strandline: StrandlineResource,
    instance: dg.DagsterInstance,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    control.publish("2013-01-01T12:00:00")
    cursor = tick(SENSOR, strandline, instance).cursor
    control.publish("2013-01-01T13:00:00")
    with monkeypatch.context() as broken:
        broken.setattr(StrandlineResource, "verdict", _unreadable)
        with pytest.raises(TargetNotWritableError, match="a disk is away"):
            tick(SENSOR, strandline, instance, cursor)
    assert asked(SENSOR, strandline, instance, cursor) == ["2013-01-01-12:00"]


def _unreadable(self: StrandlineResource, table: str) -> Verdict:
    raise TargetNotWritableError("a disk is away", "bring it back")


def test_a_table_that_cannot_be_read_stops_no_other(
    control: ControlTable,
    strandline: StrandlineResource,
    instance: dg.DagsterInstance,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    control.publish("2013-01-01T11:00:00", table="other")
    real = StrandlineResource.verdict

    def verdict(self: StrandlineResource, table: str) -> Verdict:
        return _unreadable(self, table) if table == "flights" else real(self, table)

    monkeypatch.setattr(StrandlineResource, "verdict", verdict)
    sensor = finalized_hours_sensor({"flights": by_hour, "other": reader("other")})
    result = tick(sensor, strandline, instance)
    assert keys(result) == ["2013-01-01-10:00"]
    assert "flights" not in json.loads(str(result.cursor))["tables"]


def test_a_run_of_a_job_is_about_to_materialize_its_partition_until_it_has_failed(
    control: ControlTable, strandline: StrandlineResource, instance: dg.DagsterInstance
) -> None:
    """Dagster tells the assets of a whole job's run by their planned materializations alone."""
    job = dg.define_asset_job("hourly", selection=[by_hour], partitions_def=HOURLY)
    definitions = dg.Definitions(assets=[by_hour], jobs=[job])
    run = instance.create_run_for_job(
        definitions.resolve_job_def("hourly"),
        tags={"dagster/partition": "2013-01-01-10:00"},
        status=dg.DagsterRunStatus.STARTED,
    )
    assert run.asset_selection is None
    control.publish("2013-01-01T12:00:00")
    assert asked(SENSOR, strandline, instance) == ["2013-01-01-11:00"]
    instance.report_run_failed(run)
    assert asked(SENSOR, strandline, instance) == hours("2013-01-01T10:00", 2)


def test_what_was_known_when_the_cursor_was_lost_is_skipped_over_many_ticks(
    control: ControlTable, strandline: StrandlineResource, instance: dg.DagsterInstance
) -> None:
    control.publish("2013-01-03T10:00:00")
    materialize(instance, *hours("2013-01-02T10:00", 20))
    expected = hours("2013-01-01T10:00", 24) + hours("2013-01-03T06:00", 4)
    assert asked(SENSOR, strandline, instance) == expected


def test_an_hour_that_is_new_is_asked_for_although_it_was_materialized_too_early(
    control: ControlTable, strandline: StrandlineResource, instance: dg.DagsterInstance
) -> None:
    control.publish("2013-01-01T11:00:00")
    cursor = tick(SENSOR, strandline, instance).cursor
    materialize(instance, "2013-01-01-11:00")
    control.publish("2013-01-01T12:00:00")
    assert keys(tick(SENSOR, strandline, instance, cursor)) == ["2013-01-01-11:00"]


def test_a_verdict_of_a_newer_table_moves_nothing_back(
    control: ControlTable, strandline: StrandlineResource, instance: dg.DagsterInstance
) -> None:
    control.publish("2013-01-01T13:00:00")
    cursor = tick(SENSOR, strandline, instance).cursor
    for until in (None, "2013-01-01T11:00:00"):
        control.publish(until)
        result = tick(SENSOR, strandline, instance, cursor)
        assert keys(result) == []
        cursor = result.cursor
    control.publish("2013-01-01T14:00:00")
    assert keys(tick(SENSOR, strandline, instance, cursor)) == ["2013-01-01-13:00"]


def test_a_partition_that_dagster_has_not_yet_is_waited_for(
    control: ControlTable, strandline: StrandlineResource, instance: dg.DagsterInstance
) -> None:
    """The server's clock, which the verdict follows, may be ahead of this one's."""
    now = datetime.now(timezone.utc).replace(minute=0, second=0, microsecond=0)
    start = now - timedelta(hours=2)

    @dg.asset(partitions_def=dg.HourlyPartitionsDefinition(start_date=start))
    def recent() -> None: ...

    sensor = finalized_hours_sensor({"flights": recent})
    control.publish(f"{now + timedelta(hours=2):%Y-%m-%dT%H:%M:%S}")
    result = tick(sensor, strandline, instance)
    assert recent.partitions_def is not None
    assert set(keys(result)) <= set(recent.partitions_def.get_partition_keys())
    assert len(keys(result)) == 2


def test_days_and_other_zones_have_their_own_ends(
    control: ControlTable, strandline: StrandlineResource, instance: dg.DagsterInstance
) -> None:
    """The day of 10 March 2013 had 23 hours in New York, and ended at 04:00 UTC."""

    @dg.asset(
        partitions_def=dg.DailyPartitionsDefinition(
            start_date="2013-03-10", timezone="America/New_York"
        )
    )
    def daily() -> None: ...

    sensor = finalized_hours_sensor({"flights": daily})
    for until, expected in [("2013-03-11T03:00:00", []), ("2013-03-11T04:00:00", ["2013-03-10"])]:
        control.publish(until)
        assert keys(tick(sensor, strandline, instance)) == expected


@pytest.mark.parametrize(
    "define",
    [
        lambda: finalized_hours_sensor({"flights": bronze}),
        lambda: finalized_hours_sensor({}),
        lambda: finalized_hours_sensor({"flights": by_hour}, observe={"flihgts": "bronze"}),
        lambda: finalized_hours_sensor({"flights": by_hour}, max_runs_a_tick=0),
        lambda: finalized_hours_sensor({"flights": []}),
        lambda: finalized_hours_sensor({"flights": by_hour}, on_gap="fail"),  # type: ignore[arg-type]
        lambda: finalized_check(by_hour, "flights", on_gap="skip"),  # type: ignore[arg-type]
        # Of several assets in one there is no one key to be named in the message.
        lambda: finalized_hours_sensor({"flights": several}),
        lambda: finalized_check(several, "flights"),
        # It would run when one of the two is final; a group's verdict is of both.
        lambda: finalized_hours_sensor({"flights": by_hour, "planes": by_hour}),
    ],
)
def test_a_sensor_that_could_never_work_is_refused(define: Any) -> None:
    with pytest.raises(dg.DagsterInvalidDefinitionError):
        define()
