"""Ingestion tells of each hour that became final; a consumer runs once for each.

Needs the connection `strandline_default` and STRANDLINE_WAREHOUSE, the folder of the tables.
"""

import os
from datetime import datetime, timedelta, timezone
from typing import Any

from airflow.sdk import DAG, Asset, PartitionedAssetTimetable, task

from airflow_strandline.example_dags.counting import count_changes
from airflow_strandline.operators.ingest import IngestOperator
from airflow_strandline.periods import HOUR, hour_of, text

TABLE = os.environ.get("STRANDLINE_WAREHOUSE", "/lake") + "/flights"
FLIGHTS = Asset(name="flights", uri=f"file://{TABLE}")

with DAG(
    dag_id="flights_tell",
    schedule="*/5 * * * *",
    start_date=datetime(2013, 1, 1, tzinfo=timezone.utc),
    catchup=False,
    max_active_runs=1,
):
    IngestOperator(
        task_id="ingest",
        capture_instance="dbo_flights",
        target=TABLE,
        catch_up=True,
        asset=FLIGHTS,
        source_table="dbo.flights",
        retries=3,
        retry_delay=timedelta(minutes=1),
    )

with DAG(
    dag_id="flights_each_hour",
    schedule=PartitionedAssetTimetable(assets=FLIGHTS),
    start_date=datetime(2013, 1, 1, tzinfo=timezone.utc),
    catchup=False,
    # For runs by hand.
    params={"hour": "2013-01-01T06"},
):

    @task
    def count(dag_run: Any = None, params: dict[str, str] | None = None) -> int:
        """Reads the hour that the run is for."""
        key = getattr(dag_run, "partition_key", None) or (params or {})["hour"]
        hour = hour_of(key)
        if hour is None:
            raise ValueError(f"{key} is no hour")
        return count_changes(TABLE, text(hour), text(hour + HOUR))

    count()
