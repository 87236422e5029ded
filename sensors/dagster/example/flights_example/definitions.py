"""The example's code location.

It reads STRANDLINE_URL, STRANDLINE_PASSWORD and STRANDLINE_WAREHOUSE from the environment.
"""

from datetime import datetime

import dagster as dg
from deltalake import DeltaTable, QueryBuilder

from dagster_strandline import (
    CapturedTable,
    StrandlineResource,
    finalized_check,
    finalized_hours_sensor,
    ingest_asset,
)

HOURS = dg.HourlyPartitionsDefinition(start_date="2013-01-01-10:00", end_date="2013-02-01-00:00")

UNFINISHED = [
    dg.DagsterRunStatus.QUEUED,
    dg.DagsterRunStatus.NOT_STARTED,
    dg.DagsterRunStatus.STARTING,
    dg.DagsterRunStatus.STARTED,
]

strandline = StrandlineResource(
    url=dg.EnvVar("STRANDLINE_URL"),
    user="reader",
    password=dg.EnvVar("STRANDLINE_PASSWORD"),
    warehouse=dg.EnvVar("STRANDLINE_WAREHOUSE"),
)

flights = ingest_asset(
    CapturedTable("flights", "dbo_flights"), key=["bronze", "flights"], group_name="bronze"
)


@dg.asset(partitions_def=HOURS, deps=[flights], group_name="by_hour", kinds={"deltalake"})
def flights_by_hour(
    context: dg.AssetExecutionContext, strandline: StrandlineResource
) -> dg.MaterializeResult[None]:
    """Changes of flights, by the operation, in an hour that will never change again."""
    window = context.partition_time_window
    period = strandline.require_final("flights", window.start, window.end)
    counts = changes(f"{strandline.warehouse}/flights", window.start, window.end)
    return dg.MaterializeResult(
        metadata={
            "dagster/partition_row_count": sum(counts.values()),
            "inserts": counts.get(2, 0),
            "updates": counts.get(4, 0),
            "deletes": counts.get(1, 0),
            "finality": period.status.value,
        }
    )


def changes(table: str, start: datetime, end: datetime) -> dict[int, int]:
    """How many rows of each operation a bronze table has in a period."""
    query = QueryBuilder().register("flights", DeltaTable(table))
    found = query.execute(
        "SELECT _operation, count(*) AS rows FROM flights"
        " WHERE _operation > 0"
        f" AND _commit_ts >= '{start.isoformat()}' AND _commit_ts < '{end.isoformat()}'"
        " GROUP BY _operation"
    ).read_all()
    operations, rows = (found.column(name).to_pylist() for name in ("_operation", "rows"))
    return dict(zip(operations, rows, strict=True))


ingest = dg.define_asset_job("ingest", selection=[flights])


# The stand-in's hours pass in seconds; a real source has a schedule, such as */5 * * * *.
@dg.sensor(job=ingest, minimum_interval_seconds=5)
def ingest_again(context: dg.SensorEvaluationContext) -> dg.RunRequest | dg.SkipReason:
    """Calls again once the call before has ended."""
    filters = dg.RunsFilter(job_name="ingest", statuses=UNFINISHED)
    if context.instance.get_runs_count(filters):
        return dg.SkipReason("a call is running")
    return dg.RunRequest()


defs = dg.Definitions(
    assets=[flights, flights_by_hour],
    asset_checks=[finalized_check(flights_by_hour, "flights", blocking=True)],
    jobs=[ingest],
    sensors=[
        ingest_again,
        finalized_hours_sensor(
            {"flights": flights_by_hour},
            observe={"flights": flights.key},
            minimum_interval_seconds=5,
        ),
    ],
    resources={"strandline": strandline},
    executor=dg.in_process_executor,
)
