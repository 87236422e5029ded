"""One very big table: plan, write its splits on many workers, commit.

Needs the connection `strandline_default` and STRANDLINE_WAREHOUSE, the folder of the tables, which
all workers must reach.
"""

import os
from datetime import datetime, timezone
from typing import Any

from airflow.sdk import DAG, task

from airflow_strandline.hooks.strandline import StrandlineHook

STREAM: dict[str, Any] = {
    "capture_instance": "dbo_flights",
    "target": os.environ.get("STRANDLINE_WAREHOUSE", "/lake") + "/flights",
    # Splits of a batch at most; each has at least 50,000 rows.
    "num_partitions": 16,
    "max_rows_per_batch": 5_000_000,
}

with DAG(
    dag_id="flights_scale_out",
    schedule="0 * * * *",
    start_date=datetime(2013, 1, 1, tzinfo=timezone.utc),
    catchup=False,
    # Of two plans from one state, one would be stale.
    max_active_runs=1,
):

    @task
    def plan() -> dict[str, Any]:
        """The plan of the next batch, or the report of a call that found nothing to write."""
        from strandline import Plan

        with StrandlineHook().stream(**STREAM) as stream:
            planned = stream.plan()
        return (
            {"plan": planned.to_dict()}
            if isinstance(planned, Plan)
            else {"report": planned.to_dict()}
        )

    @task
    def splits(planned: dict[str, Any]) -> list[int]:
        """The numbers of its splits."""
        return list(range(planned["plan"]["splits"])) if "plan" in planned else []

    @task(retries=2)
    def write(planned: dict[str, Any], split: int) -> dict[str, Any]:
        """Writes one split; a retry writes it again, and the result that is returned counts."""
        from strandline import Plan

        with StrandlineHook().stream(**STREAM) as stream:
            return stream.write(Plan.from_dict(planned["plan"]), split).to_dict()

    # A batch without rows has no splits: the mapped task is then skipped, and the commit is not.
    @task(trigger_rule="none_failed", retries=2)
    def commit(planned: dict[str, Any], results: Any) -> dict[str, Any]:
        """Commits all or nothing; a retry finds its own commit."""
        from strandline import Plan, SplitResult

        if "plan" not in planned:
            report: dict[str, Any] = planned["report"]
            return report
        written = [SplitResult.from_dict(result) for result in results or []]
        with StrandlineHook().stream(**STREAM) as stream:
            return stream.commit(Plan.from_dict(planned["plan"]), written).to_dict()

    planned = plan()
    commit(planned, write.partial(planned=planned).expand(split=splits(planned)))  # type: ignore[arg-type]
