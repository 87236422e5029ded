"""Many tables of one database as one group: one round, one cut, one verdict.

Needs the connection `strandline_default` and STRANDLINE_WAREHOUSE, the folder of the tables. The
stand-in tracks one table; it is taken twice here, with other columns.
"""

import os
from datetime import datetime, timedelta, timezone

from airflow.sdk import DAG, Asset, task

from airflow_strandline.operators.ingest import IngestGroupOperator
from airflow_strandline.sensors.finalized_until import FinalizedUntilSensor

WAREHOUSE = os.environ.get("STRANDLINE_WAREHOUSE", "/lake")
MEMBERS = [
    {
        "capture_instance": "dbo_flights",
        "app_id": "plans",
        "target": f"{WAREHOUSE}/plans",
        "exclude_columns": "departure_delay,arrival_delay",
    },
    {"capture_instance": "dbo_flights", "app_id": "delays", "target": f"{WAREHOUSE}/delays"},
]

with DAG(
    dag_id="airport_group",
    schedule="*/5 * * * *",
    start_date=datetime(2013, 1, 1, tzinfo=timezone.utc),
    catchup=False,
    max_active_runs=1,
    # The hour to wait for in runs by hand.
    params={"start": "2013-01-01T06:00:00Z", "end": "2013-01-01T07:00:00Z"},
):

    @task
    def report(final: dict[str, str]) -> str:
        """Both tables are complete for the hour."""
        return final["sentence"]

    ingest = IngestGroupOperator(
        task_id="ingest",
        group="airport",
        members=MEMBERS,
        asset=Asset(name="airport", uri=f"file://{WAREHOUSE}/airport"),
        retries=3,
        retry_delay=timedelta(minutes=1),
    )
    finalized = FinalizedUntilSensor(
        task_id="finalized",
        group="airport",
        start="{{ params.start }}",
        end="{{ params.end }}",
        mode="reschedule",
        poke_interval=60,
        timeout=timedelta(hours=1),
    )
    ingest >> finalized
    report(finalized.output)  # type: ignore[arg-type]
