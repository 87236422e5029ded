"""Ticks of the sensor, and what they are asked about."""

from __future__ import annotations

from datetime import datetime, timedelta

import dagster as dg

from dagster_strandline import StrandlineResource, finalized_hours_sensor

HOURLY = dg.HourlyPartitionsDefinition(start_date="2013-01-01-10:00")


@dg.asset(partitions_def=HOURLY)
def by_hour() -> None:
    """Reads a table by the hour."""


def reader(table: str) -> dg.AssetsDefinition:
    """An asset that reads a table by the hour."""

    @dg.asset(name=f"of_{table}", partitions_def=HOURLY)
    def by_hour() -> None: ...

    return by_hour


@dg.asset
def bronze() -> None:
    """Stands for a bronze table's asset."""


def tick(
    sensor: dg.SensorDefinition,
    strandline: StrandlineResource,
    instance: dg.DagsterInstance,
    cursor: str | None = None,
) -> dg.SensorResult:
    with dg.build_sensor_context(
        instance=instance, cursor=cursor, resources={"strandline": strandline}
    ) as context:
        result = sensor(context)
    assert isinstance(result, dg.SensorResult)
    return result


def keys(result: dg.SensorResult) -> list[str]:
    return [str(request.partition_key) for request in result.run_requests or ()]


def asked(
    sensor: dg.SensorDefinition,
    strandline: StrandlineResource,
    instance: dg.DagsterInstance,
    cursor: str | None = None,
) -> list[str]:
    """The hours of all ticks until one asks for nothing."""
    found: list[str] = []
    while now := keys(result := tick(sensor, strandline, instance, cursor)):
        found += now
        cursor = result.cursor
    return found


def hours(start: str, count: int) -> list[str]:
    first = datetime.fromisoformat(start)
    return [f"{first + timedelta(hours=i):%Y-%m-%d-%H:%M}" for i in range(count)]


def materialize(instance: dg.DagsterInstance, *partitions: str) -> None:
    for partition in partitions:
        instance.report_runless_asset_event(
            dg.AssetMaterialization(asset_key=by_hour.key, partition=partition)
        )


SENSOR = finalized_hours_sensor({"flights": by_hour}, max_runs_a_tick=10)
