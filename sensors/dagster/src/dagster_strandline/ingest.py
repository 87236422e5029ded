"""Assets that ingest: one unpartitioned bronze table each."""

from collections.abc import Mapping, Sequence
from typing import Any

import dagster as dg
from strandline import CatchUp, Committed, StrandlineError

from dagster_strandline._report import Before, metadata_of, metadata_of_error
from dagster_strandline.resource import StrandlineResource
from dagster_strandline.tables import CapturedTable, KeyLike


def ingest_asset(
    table: CapturedTable,
    *,
    key: KeyLike | None = None,
    until_caught_up: bool = True,
    max_retries: int = 3,
    retry_seconds: float = 30,
    deps: Sequence[dg.AssetDep | dg.AssetsDefinition | dg.AssetSpec | KeyLike] = (),
    description: str | None = None,
    group_name: str | None = None,
    owners: Sequence[str] | None = None,
    tags: Mapping[str, str] | None = None,
    pool: str | None = None,
    automation_condition: dg.AutomationCondition[Any] | None = None,
    freshness_policy: dg.FreshnessPolicy | None = None,
    resource_key: str = "strandline",
) -> dg.AssetsDefinition:
    """An asset whose materialization brings a bronze table up to the newest captured change.

    It has no partitions, since a call reads what has come, not an hour; assets by the hour are
    downstream, released by `finalized_hours_sensor`. With `until_caught_up=False` a run commits one
    batch at most. Errors that pass by themselves are tried again `max_retries` times after
    `retry_seconds`; any other fails the run at once, with what to do in its metadata. What a call
    had committed before an error is recorded as an observation.
    """
    asset_key = dg.AssetKey.from_coercible(key if key is not None else table.name.split("/"))

    @dg.asset(
        key=asset_key,
        deps=deps,
        description=description
        or f"Changes of the capture instance {table.capture_instance}, one row a change.",
        group_name=group_name,
        owners=owners,
        tags=tags,
        pool=pool,
        kinds={"sqlserver", "deltalake"},
        automation_condition=automation_condition,
        freshness_policy=freshness_policy,
        metadata={"capture_instance": table.capture_instance, "table": table.name},
        required_resource_keys={resource_key},
    )
    def ingest(context: dg.AssetExecutionContext) -> dg.MaterializeResult[Any]:
        strandline: StrandlineResource = getattr(context.resources, resource_key)
        try:
            stream = strandline.stream(table)
            done = stream.ingest_all() if until_caught_up else _once(stream.ingest())
        except StrandlineError as error:
            if error.batches:
                context.log_event(_observation(asset_key, error))
            raise failure_of(error, max_retries, retry_seconds) from error
        for warning in done.last.warnings:
            context.log.warning(warning)
        offset = done.last.offset
        return dg.MaterializeResult(
            metadata=metadata_of(done, _attempts_before(context, asset_key)),
            data_version=dg.DataVersion(offset.lsn) if offset is not None else None,
        )

    return ingest


def _once(report: Any) -> CatchUp:
    return CatchUp(report, (report,) if isinstance(report, Committed) else ())


def _observation(asset: dg.AssetKey, error: StrandlineError) -> dg.AssetObservation:
    return dg.AssetObservation(
        asset_key=asset,
        description="A call that ended with an error had committed batches before it.",
        metadata=metadata_of_error(error),
    )


def _attempts_before(context: dg.AssetExecutionContext, asset: dg.AssetKey) -> Before:
    """What attempts of this run's step have committed before they failed."""
    if context.retry_number == 0:
        return ()
    entries = context.instance.all_logs(
        context.run_id, of_type=dg.DagsterEventType.ASSET_OBSERVATION
    )
    observed = [entry.asset_observation for entry in entries]
    return [each.metadata for each in observed if each is not None and each.asset_key == asset]


def failure_of(
    error: StrandlineError, max_retries: int, retry_seconds: float
) -> dg.RetryRequested | dg.Failure:
    """What a step raises: a retry for what passes by itself, else a failure with what to do."""
    if error.retryable and max_retries > 0:
        return dg.RetryRequested(max_retries=max_retries, seconds_to_wait=retry_seconds)
    return dg.Failure(str(error), metadata=metadata_of_error(error), allow_retries=False)
