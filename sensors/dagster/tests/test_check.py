"""The check: complete or not, whenever a partition was materialized."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone
from typing import Any

import dagster as dg
import pytest

from control import ControlTable
from dagster_strandline import StrandlineResource, finalized_check

HOURLY = dg.HourlyPartitionsDefinition(start_date="2013-01-01-10:00")
HOUR = "2013-01-01-11:00"


@dg.asset(partitions_def=HOURLY)
def by_hour() -> None:
    """Reads a table by the hour."""


@dg.asset
def bronze() -> None:
    """Stands for a bronze table's asset."""


CHECK = finalized_check(by_hour, "flights")


def evaluated(
    asset: dg.AssetsDefinition,
    check: dg.AssetChecksDefinition,
    strandline: StrandlineResource,
    instance: dg.DagsterInstance,
    partition: str | None = None,
) -> dg.AssetCheckEvaluation:
    """Materializes an asset now, and runs its check."""
    result = dg.materialize(
        [asset, check],
        resources={"strandline": strandline},
        instance=instance,
        partition_key=partition,
    )
    (evaluation,) = result.get_asset_check_evaluations()
    return evaluation


def test_b64_a_partition_is_final_when_the_verdict_has_reached_its_end(
    control: ControlTable, strandline: StrandlineResource, instance: dg.DagsterInstance
) -> None:
    """A partition materialized just now, which a freshness policy calls good, is not complete."""
    control.publish("2013-01-01T11:00:00")
    fresh = evaluated(by_hour, CHECK, strandline, instance, HOUR)
    assert not fresh.passed
    assert fresh.severity is dg.AssetCheckSeverity.ERROR
    assert fresh.description == (
        "flights from 2013-01-01T11:00:00Z until 2013-01-01T12:00:00Z: OPEN:"
        " the verdict is 2013-01-01 11:00 UTC"
    )

    control.publish("2013-01-01T11:59:00")
    assert not evaluated(by_hour, CHECK, strandline, instance, HOUR).passed

    control.publish("2013-01-01T12:00:00")
    final = evaluated(by_hour, CHECK, strandline, instance, HOUR)
    assert final.passed
    assert final.partition == HOUR
    assert final.metadata["finalized_until"] == dg.MetadataValue.timestamp(
        datetime(2013, 1, 1, 12, tzinfo=timezone.utc)
    )


def test_b64_an_old_materialization_of_a_whole_hour_is_complete(
    control: ControlTable, strandline: StrandlineResource, instance: dg.DagsterInstance
) -> None:
    """The check alone tells, of a partition that nobody has made again."""
    instance.report_runless_asset_event(dg.AssetMaterialization(by_hour.key, partition=HOUR))
    alone = dg.define_asset_job(
        "alone", selection=dg.AssetSelection.checks(CHECK), partitions_def=HOURLY
    )
    job = dg.Definitions(
        assets=[by_hour],
        asset_checks=[CHECK],
        jobs=[alone],
        resources={"strandline": strandline},
    ).resolve_job_def("alone")

    def passed() -> bool:
        result = job.execute_in_process(instance=instance, tags={"dagster/partition": HOUR})
        assert not result.get_asset_materialization_events()
        (evaluation,) = result.get_asset_check_evaluations()
        return evaluation.passed

    control.publish("2013-01-01T11:00:00")
    assert not passed()
    control.publish("2013-01-01T12:00:00")
    assert passed()


@pytest.mark.parametrize(
    ("on_gap", "severity"),
    [("warn", dg.AssetCheckSeverity.WARN), ("fail", dg.AssetCheckSeverity.ERROR)],
)
def test_a_gap_in_the_history_is_told(
    control: ControlTable,
    strandline: StrandlineResource,
    instance: dg.DagsterInstance,
    on_gap: Any,
    severity: dg.AssetCheckSeverity,
) -> None:
    control.publish("2013-01-01T13:00:00", since="2013-01-01T11:30:00")
    check = finalized_check(by_hour, "flights", on_gap=on_gap)
    found = evaluated(by_hour, check, strandline, instance, HOUR)
    assert not found.passed
    assert found.severity is severity
    assert found.metadata["finality"].value == "final_with_gap"
    assert "2013-01-01 11:30 UTC" in str(found.description)


def test_b64_a_whole_table_tells_its_lag(
    control: ControlTable, strandline: StrandlineResource, instance: dg.DagsterInstance
) -> None:
    now = datetime(2013, 1, 1, 12, 30, tzinfo=timezone.utc)
    plain = finalized_check(bronze, "flights", now=lambda: now)
    strict = finalized_check(
        bronze, "flights", name="soon", max_lag=timedelta(minutes=45), now=lambda: now
    )
    assert not evaluated(bronze, plain, strandline, instance).passed

    control.publish("2013-01-01T11:00:00")
    found = evaluated(bronze, plain, strandline, instance)
    assert found.passed
    assert found.metadata["lag_seconds"].value == 5400.0
    assert not evaluated(bronze, strict, strandline, instance).passed

    control.publish("2013-01-01T12:00:00")
    assert evaluated(bronze, strict, strandline, instance).passed
