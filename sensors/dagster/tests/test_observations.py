"""Observations of hours that were finalized without a run of Dagster."""

from __future__ import annotations

from datetime import datetime, timezone
from typing import Any

import dagster as dg

from control import ControlTable
from dagster_strandline import StrandlineResource, finalized_hours_sensor
from ticks import bronze, by_hour, hours, keys, tick


def observed(result: dg.SensorResult) -> list[Any]:
    return [event.metadata["hour"].value for event in result.asset_events]


def test_hours_that_another_caller_finalized_are_observed(
    control: ControlTable, strandline: StrandlineResource, instance: dg.DagsterInstance
) -> None:
    sensor = finalized_hours_sensor({"flights": by_hour}, observe={"flights": "bronze"})
    control.publish("2013-01-01T12:00:00")
    instance.report_runless_asset_event(
        dg.AssetMaterialization(
            asset_key=bronze.key,
            metadata={
                "finalized_until": dg.MetadataValue.timestamp(
                    datetime(2013, 1, 1, 11, tzinfo=timezone.utc)
                )
            },
        )
    )
    result = tick(sensor, strandline, instance)
    assert keys(result) == ["2013-01-01-10:00", "2013-01-01-11:00"]
    assert observed(result) == ["2013-01-01-11:00"]
    (event,) = result.asset_events
    assert isinstance(event, dg.AssetObservation)
    assert event.asset_key == bronze.key
    assert event.metadata["finality"].value == "final"
    assert observed(tick(sensor, strandline, instance, result.cursor)) == []


def test_hours_that_a_run_is_about_to_tell_of_are_not_observed(
    control: ControlTable, strandline: StrandlineResource, instance: dg.DagsterInstance
) -> None:
    """A verdict is published before the run that ingested has ended."""
    sensor = finalized_hours_sensor({"flights": by_hour}, observe={"flights": "bronze"})
    job = dg.define_asset_job("ingest", selection=[bronze])
    run = instance.create_run_for_job(
        dg.Definitions(assets=[bronze], jobs=[job]).resolve_job_def("ingest"),
        status=dg.DagsterRunStatus.STARTED,
    )
    control.publish("2013-01-01T12:00:00")
    assert observed(tick(sensor, strandline, instance)) == []
    instance.report_run_failed(run)
    assert observed(tick(sensor, strandline, instance)) == hours("2013-01-01T10:00", 2)


def test_an_observation_is_kept_by_the_instance(
    control: ControlTable, strandline: StrandlineResource, instance: dg.DagsterInstance
) -> None:
    sensor = finalized_hours_sensor({"flights": by_hour}, observe={"flights": "bronze"})
    control.publish("2013-01-01T12:00:00")
    for event in tick(sensor, strandline, instance).asset_events:
        assert isinstance(event, dg.AssetObservation)
        instance.report_runless_asset_event(event)
    records = instance.fetch_observations(bronze.key, limit=10).records
    assert len(records) == 2
