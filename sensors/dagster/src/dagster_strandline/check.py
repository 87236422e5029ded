"""The check that a partition, or a whole table, is final: complete, whenever it was made."""

from collections.abc import Callable
from datetime import datetime, timedelta, timezone
from typing import Any, Literal

import dagster as dg
from strandline import Finality, PeriodVerdict, Verdict

from dagster_strandline._partitions import text, time_partitions
from dagster_strandline.resource import StrandlineResource


def _now() -> datetime:
    return datetime.now(timezone.utc)


def finalized_check(
    asset: dg.AssetsDefinition,
    table: str,
    *,
    name: str = "finalized",
    blocking: bool = False,
    on_gap: Literal["warn", "fail"] = "warn",
    max_lag: timedelta | None = None,
    automation_condition: dg.AutomationCondition[Any] | None = None,
    resource_key: str = "strandline",
    now: Callable[[], datetime] = _now,
) -> dg.AssetChecksDefinition:
    """A check of an asset that reads a table of the warehouse.

    For an asset with partitions of time it passes for a partition once the table's verdict has
    reached the partition's end, whenever the partition was materialized: a freshness policy looks
    at that time, this check at the data. History with a gap fails it as a warning, with
    `on_gap="fail"` as an error. For an asset without partitions it tells the verdict's lag, and
    fails if there is no verdict or the lag is above `max_lag`.
    """
    partitions = time_partitions(asset) if asset.partitions_def is not None else None
    if on_gap not in ("warn", "fail") or len(set(asset.keys)) != 1:
        raise dg.DagsterInvalidDefinitionError(
            f"check {name}: on_gap is warn or fail, and the asset is one"
        )

    @dg.asset_check(
        asset=asset,
        name=name,
        blocking=blocking,
        partitions_def=partitions,
        automation_condition=automation_condition,
        description="Whether nothing more will arrive: the table's published verdict.",
        required_resource_keys={resource_key},
    )
    def finalized(context: dg.AssetCheckExecutionContext) -> dg.AssetCheckResult:
        strandline: StrandlineResource = getattr(context.resources, resource_key)
        verdict = strandline.verdict(table)
        if partitions is not None:
            window = context.partition_time_window
            return _of_period(verdict, verdict.of_period(window.start, window.end), on_gap)
        return _of_table(verdict, now(), max_lag)

    return finalized


def _of_period(
    verdict: Verdict, period: PeriodVerdict, on_gap: Literal["warn", "fail"]
) -> dg.AssetCheckResult:
    gap = period.status is Finality.FINAL_WITH_GAP
    warn = gap and on_gap == "warn"
    said = str(period)
    if gap and verdict.lossless_since is not None:
        said += f": its history has a gap, or begins, before {text(verdict.lossless_since)}"
    elif not period:
        until = verdict.finalized_until
        said += f": the verdict is {text(until)}" if until else ": there is no verdict yet"
    return dg.AssetCheckResult(
        passed=period.status is Finality.FINAL,
        severity=dg.AssetCheckSeverity.WARN if warn else dg.AssetCheckSeverity.ERROR,
        description=said,
        metadata={**_metadata(verdict), "finality": period.status.value},
    )


def _of_table(verdict: Verdict, at: datetime, max_lag: timedelta | None) -> dg.AssetCheckResult:
    until = verdict.finalized_until
    if until is None:
        return dg.AssetCheckResult(passed=False, description=f"{verdict.table}: no verdict yet")
    lag = at - until
    return dg.AssetCheckResult(
        passed=max_lag is None or lag <= max_lag,
        description=f"{verdict.table} is final until {text(until)}",
        metadata={
            **_metadata(verdict),
            "lag_seconds": dg.MetadataValue.float(lag.total_seconds()),
        },
    )


def _metadata(verdict: Verdict) -> dict[str, Any]:
    metadata: dict[str, Any] = {"table": verdict.table}
    if verdict.finalized_until is not None:
        metadata["finalized_until"] = dg.MetadataValue.timestamp(verdict.finalized_until)
    if verdict.lossless_since is not None:
        metadata["lossless_since"] = dg.MetadataValue.timestamp(verdict.lossless_since)
    if verdict.end is not None:
        metadata["end_lsn"] = verdict.end.lsn
    return metadata
