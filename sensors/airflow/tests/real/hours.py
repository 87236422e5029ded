"""Dags of the run under a real scheduler: one ingests, one waits for each hour, one does not.

An hour of the stand-in takes a few seconds, so a data interval of that length stands for an hour;
world.json, which the test writes, says which instant is which.
"""

import json
import os
import signal
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

from airflow.providers.openlineage.utils.selective_enable import enable_lineage
from airflow.sdk import (
    DAG,
    Asset,
    AssetWatcher,
    DeltaDataIntervalTimetable,
    PartitionedAssetTimetable,
    task,
)

from airflow_strandline.operators.ingest import IngestOperator
from airflow_strandline.periods import HOUR, hour_key, hour_of, instant, text
from airflow_strandline.sensors.finalized_until import FinalizedUntilSensor
from airflow_strandline.triggers.finalized_hour import FinalizedHourTrigger

HOME = Path(os.environ["AIRFLOW_HOME"])
WORLD = json.loads((HOME / "world.json").read_text("utf-8"))
DEATHS = WORLD["deaths"]
STEP = timedelta(seconds=WORLD["seconds_an_hour"])
REAL_START = instant(WORLD["real_start"])
VIRTUAL_START = instant(WORLD["virtual_start"])
TABLE = WORLD["warehouse"] + "/flights"
FLIGHTS = Asset(name="flights", uri=f"file://{TABLE}")


def virtual(moment: datetime) -> str:
    """The beginning of the stand-in's hour that a data interval stands for."""
    # Airflow's own datetimes do not divide by spans.
    passed = moment.timestamp() - REAL_START.timestamp()
    return text(VIRTUAL_START + HOUR * round(passed / STEP.total_seconds()))


def note(who: str, start: str) -> None:
    """Writes down which changes of an hour the table has now."""
    from deltalake import DeltaTable, QueryBuilder
    from deltalake.exceptions import TableNotFoundError

    begin = instant(start)
    try:
        rows = (
            QueryBuilder()
            .register("changes", DeltaTable(TABLE))
            .execute(
                "SELECT _start_lsn, _seqval, _operation FROM changes WHERE _operation > 0"
                f" AND _commit_ts >= '{text(begin)}' AND _commit_ts < '{text(begin + HOUR)}'"
            )
            .read_all()
        )
        columns = [rows.column(name).to_pylist() for name in rows.column_names]
        found = sorted(list(row) for row in zip(*columns, strict=True))
    except TableNotFoundError:
        found = []
    folder = HOME / "noted" / who
    folder.mkdir(parents=True, exist_ok=True)
    draft = folder / f"{hour_key(begin)}.{os.getpid()}"
    draft.write_text(json.dumps(found), "utf-8")
    draft.rename(folder / f"{hour_key(begin)}.json")


def die_at_times(context: Any, _: Any) -> None:
    """What the machine does to workers: twice a task is killed that was about to tell of hours."""
    deaths = HOME / "deaths"
    deaths.mkdir(exist_ok=True)
    told = context["outlet_events"][FLIGHTS].partition_keys
    if told and len(list(deaths.iterdir())) < DEATHS:
        (deaths / str(os.getpid())).write_text(" ".join(sorted(told)), "utf-8")
        os.kill(os.getpid(), signal.SIGKILL)


COMMON: dict[str, Any] = {
    "start_date": REAL_START,
    "user_defined_macros": {"virtual": virtual},
    "default_args": {"retries": 5, "retry_delay": timedelta(seconds=2)},
}

with DAG(
    dag_id="ingest",
    schedule=DeltaDataIntervalTimetable(STEP / 2),
    catchup=False,
    max_active_runs=1,
    **COMMON,
) as ingest:
    IngestOperator(
        task_id="ingest",
        capture_instance="dbo_flights",
        target=TABLE,
        catch_up=True,
        asset=FLIGHTS,
        source_table="dbo.flights",
        post_execute=die_at_times,
    )
enable_lineage(ingest)

with DAG(
    dag_id="gated",
    schedule=DeltaDataIntervalTimetable(STEP),
    catchup=True,
    max_active_runs=16,
    **COMMON,
):

    @task
    def gated(final: dict[str, str]) -> None:
        """Reads an hour that is final."""
        note("gated", final["start"])

    finalized = FinalizedUntilSensor(
        task_id="finalized",
        table="flights",
        start="{{ virtual(data_interval_start) }}",
        end="{{ virtual(data_interval_end) }}",
        deferrable=True,
        poke_interval=2,
        timeout=timedelta(hours=1),
        on_gap="warn",
    )
    gated(finalized.output)  # type: ignore[arg-type]

with DAG(
    dag_id="ungated",
    schedule=DeltaDataIntervalTimetable(STEP),
    catchup=True,
    max_active_runs=16,
    **COMMON,
):

    @task
    def ungated(start: str) -> None:
        """Reads an hour when it is over by the clock, as people do without a verdict."""
        note("ungated", start)

    ungated("{{ virtual(data_interval_start) }}")

with DAG(
    dag_id="partitions",
    schedule=PartitionedAssetTimetable(assets=FLIGHTS),
    catchup=False,
    start_date=datetime(2013, 1, 1, tzinfo=timezone.utc),
):

    @task
    def partition(dag_run: Any = None) -> None:
        """Reads the hour that the run was started for."""
        hour = hour_of(dag_run.partition_key)
        assert hour is not None
        note("partitions", text(hour))

    partition()

WATCHED = Asset(
    name="watched",
    watchers=[
        AssetWatcher(
            name="hours",
            trigger=FinalizedHourTrigger(
                table="flights", strandline_conn_id="strandline_default", poll_interval=2
            ),
        )
    ],
)

with DAG(
    dag_id="watched",
    schedule=[WATCHED],
    catchup=False,
    start_date=datetime(2013, 1, 1, tzinfo=timezone.utc),
):

    @task
    def watched(triggering_asset_events: Any = None) -> None:
        """Reads all hours of the run: several events may start one."""
        for event in triggering_asset_events[WATCHED]:
            note("watched", event.extra["payload"]["start"])

    watched()
