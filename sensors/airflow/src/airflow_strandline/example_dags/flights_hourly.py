"""Ingest every five minutes; an hourly Dag waits until its hour is final.

Needs the connection `strandline_default` and STRANDLINE_WAREHOUSE, the folder of the tables.
"""

import os
from datetime import datetime, timedelta, timezone

from airflow.sdk import DAG, CronDataIntervalTimetable, task

from airflow_strandline.example_dags.counting import count_changes
from airflow_strandline.operators.ingest import IngestOperator
from airflow_strandline.sensors.finalized_until import FinalizedUntilSensor

TABLE = os.environ.get("STRANDLINE_WAREHOUSE", "/lake") + "/flights"

with DAG(
    dag_id="flights_ingest",
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
        retries=3,
        retry_delay=timedelta(minutes=1),
    )

with DAG(
    dag_id="flights_hourly",
    # A run's data interval is its hour.
    schedule=CronDataIntervalTimetable("0 * * * *", timezone="UTC"),
    start_date=datetime(2013, 1, 1, tzinfo=timezone.utc),
    catchup=False,
):

    @task
    def count(final: dict[str, str]) -> int:
        """Reads the hour, of which nothing is missing."""
        changes = count_changes(TABLE, final["start"], final["end"])
        print(f"{final['table']} has {changes} changes from {final['start']} on")
        return changes

    finalized = FinalizedUntilSensor(
        task_id="finalized",
        table="flights",
        deferrable=True,
        poke_interval=60,
        timeout=timedelta(hours=6),
        on_gap="fail",
        # A stream that has stopped will not go on by itself, so do not wait for it.
        fail_on=["data_loss", "schema_change"],
        stream={"capture_instance": "dbo_flights", "target": TABLE},
    )
    count(finalized.output)  # type: ignore[arg-type]
