"""The example Dags: parsed as Airflow parses them, and run once each against the stand-in."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest
from commandline import wait_until
from dags import Run, of_partition, record, run_dag
from stand import CAPTURE, Lab, clock, connected_to, running_lab, sql
from strandline import Plan, SplitResult

from airflow_strandline.periods import HOUR, hour_key, hour_of, text

START = datetime(2013, 1, 1, 12, tzinfo=timezone.utc)
LEAST_SPLIT_ROWS = 50_000
FILES = ("flights_hourly", "flights_partitions", "flights_scale_out", "flights_group")


def folder() -> Path:
    import airflow_strandline.example_dags as examples

    return Path(examples.__file__).parent


@dataclass
class World:
    """The stand-in, the warehouse, and the Dags of the examples as Airflow's bag finds them."""

    lab: Lab
    folder: Path
    warehouse: Path
    dags: dict[str, Any]

    def run(self, dag_id: str, logical_date: datetime | None = None, **arguments: Any) -> Run:
        """One run of an example."""
        return Run(run_dag(self.dags[dag_id], logical_date, **arguments))

    def let_hours_pass(self, count: int) -> None:
        """So many hours pass, and capture reads what was committed in them."""
        script = f"EXEC lab.clock_advance @milliseconds = {count * 3_600_000};\nGO\n"
        sql(self.lab, self.folder, script + "EXEC lab.capture_step;\nGO\n")

    def rows(self, table: str, hour: datetime | None = None) -> int:
        """How many changes a bronze table has, or those of an hour."""
        from deltalake import DeltaTable

        columns = ["_operation", "_commit_ts"]
        rows = DeltaTable(self.warehouse / table).to_pyarrow_table(columns=columns).to_pylist()
        changes = [row["_commit_ts"] for row in rows if row["_operation"] > 0]
        return sum(hour is None or hour <= at < hour + HOUR for at in changes)

    def final_hours(self) -> list[datetime]:
        """The hours that the table of flights has whole."""
        from airflow_strandline.verdicts import final_hours, read_verdict

        verdict = read_verdict(str(self.warehouse / "strandline_control"), "flights")
        return final_hours(verdict, verdict.lossless_since, 1000)

    def busy_hour(self) -> datetime:
        """The first of them that has changes."""
        return next(hour for hour in self.final_hours() if self.rows("flights", hour))


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory, database: None) -> Iterator[World]:
    """One for all examples, since an asset has one place at a time; no time passes by itself."""
    from airflow.dag_processing.dagbag import DagBag

    place = tmp_path_factory.mktemp("examples")
    with (
        running_lab(place, "--seed", "4", "--speed", "1800", "--start", START.isoformat()) as lab,
        connected_to(lab, place / "warehouse"),
    ):
        bag = DagBag(str(folder()))
        assert bag.import_errors == {}
        for dag in bag.dags.values():
            record(dag)
        made = World(lab, place, place / "warehouse", dict(bag.dags))
        wait_until(lambda: clock(lab, place) > START + 4 * HOUR)
        sql(lab, place, "EXEC lab.clock_speed @speed = 0;\nGO\nEXEC lab.capture_step;\nGO\n")
        yield made


def test_the_hourly_consumer(world: World) -> None:
    assert world.run("flights_ingest").states == {"ingest": "success"}
    hour = world.busy_hour()
    # The data interval of this run is the hour that ends at its moment.
    done = world.run("flights_hourly", hour + HOUR)
    assert done.states == {"finalized": "success", "count": "success"}
    assert done.xcom("finalized")["start"] == text(hour)
    assert done.xcom("count") == world.rows("flights", hour)


def test_b61_the_partition_consumer_runs_for_each_hour(world: World) -> None:
    assert world.run("flights_tell").states == {"ingest": "success"}
    keys = [hour_key(hour) for hour in world.final_hours()]
    assert len(keys) >= 3
    assert waiting_runs("flights_each_hour") == keys
    for key in keys[:3]:
        with of_partition(key):
            done = world.run("flights_each_hour")
        assert done.states == {"count": "success"}
        assert done.xcom("count") == world.rows("flights", hour_of(key))


def waiting_runs(dag_id: str) -> list[str]:
    """The partitions that a scheduler would start a run for, one each."""
    from airflow.models.asset import AssetPartitionDagRun
    from airflow.utils.session import create_session
    from sqlalchemy import select

    query = select(AssetPartitionDagRun.partition_key)
    with create_session() as session:
        found = session.scalars(query.where(AssetPartitionDagRun.target_dag_id == dag_id))
        return sorted(str(key) for key in found)


def test_the_mapped_scale_out(world: World) -> None:
    before = world.rows("flights")
    world.let_hours_pass(2)
    done = world.run("flights_scale_out")
    assert done.states == dict.fromkeys(("plan", "splits", "write", "commit"), "success")
    report = done.xcom("commit")
    assert report["outcome"] == "committed"
    assert world.rows("flights") - before == report["facts"]["rows"] > 0


def test_the_mapped_scale_out_with_nothing_to_write(world: World) -> None:
    before = world.rows("flights")
    done = world.run("flights_scale_out")
    success = dict.fromkeys(("plan", "splits", "commit"), "success")
    assert done.states == success | {"write": "skipped"}
    assert done.xcom("commit")["outcome"] == "idle"
    assert world.rows("flights") == before


def test_many_tables_as_one_group(world: World) -> None:
    hour = world.busy_hour()
    params = {"start": text(hour), "end": text(hour + HOUR)}
    done = world.run("airport_group", run_conf=params)
    assert done.states == dict.fromkeys(("ingest", "finalized", "report"), "success")
    assert done.xcom("report").startswith(f"group:airport from {text(hour)} until")
    assert " is final: " in done.xcom("report")
    members = done.xcom("ingest")["members"]
    assert [member["table"] for member in members] == ["plans", "delays"]
    assert world.rows("plans") == world.rows("delays") > 0


def many_changes(world: World) -> int:
    """Changes more rows than three splits have at least; how many changes of rows that makes."""
    columns = "flight_id, carrier, flight_no, route, flight_date, scheduled_at, distance_m, status"
    rest = "'XX', 1, N'A', '2013-01-01', '2013-01-01T10:00:00', 1000, N'on time'"
    ids = range(1_000_000, 1_002_500)
    script = ""
    for first in ids[::500]:
        values = ", ".join(f"({each}, {rest})" for each in range(first, first + 500))
        script += f"INSERT INTO dbo.flights ({columns}) VALUES {values};\nGO\n"
    updates = range(2, 32)
    for number in updates:
        script += f"UPDATE dbo.flights SET flight_no = {number} WHERE flight_id >= {ids[0]};\nGO\n"
    sql(world.lab, world.folder, script + "EXEC lab.capture_step;\nGO\n")
    # An update is two changes, of before and after.
    return len(ids) + len(updates) * 2 * len(ids)


def test_the_mapped_scale_out_over_many_splits(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of which the second fails at first, after it was written."""
    from strandline import Stream

    before = world.rows("flights")
    expected = many_changes(world)
    assert expected >= 3 * LEAST_SPLIT_ROWS
    written: list[int] = []
    write = Stream.write

    def failing_once(stream: Stream, plan: Plan, split: int) -> SplitResult:
        result = write(stream, plan, split)
        written.append(split)
        if written.count(1) == 1 == split:
            raise RuntimeError("the worker is in trouble")
        return result

    monkeypatch.setattr(Stream, "write", failing_once)
    task = world.dags["flights_scale_out"].get_task("write")
    monkeypatch.setitem(task.partial_kwargs, "retry_delay", timedelta(0))
    done = world.run("flights_scale_out")
    assert done.states == dict.fromkeys(("plan", "splits", "write", "commit"), "success")
    assert sorted(written) == [0, 1, 1, 2]
    report = done.xcom("commit")
    assert report["outcome"] == "committed"
    assert report["facts"]["rows"] == world.rows("flights") - before == expected


def test_the_hourly_consumer_fails_at_once_where_the_stream_has_stopped(world: World) -> None:
    """The last one in this world: nothing ingests the table any more."""
    from airflow_strandline.hooks.strandline import StrandlineHook

    assert world.run("flights_ingest").states == {"ingest": "success"}
    hour = world.final_hours()[-1] + HOUR
    wider = "ALTER TABLE dbo.flights ALTER COLUMN air_minutes int NULL;\nGO\n"
    sql(world.lab, world.folder, wider)
    world.let_hours_pass(2)
    done = world.run("flights_hourly", hour + HOUR)
    assert done.states == {"finalized": "failed", "count": "upstream_failed"}
    assert done.tries("finalized") == 1
    with StrandlineHook().stream(**CAPTURE, target=str(world.warehouse / "flights")) as stream:
        codes = {reason.code for reason in stream.explain(hour, hour + HOUR).reasons}
    assert "schema_change" in codes
    assert "data_loss" not in codes


PARSE = """
import os, sys, time
import psutil
from airflow.dag_processing.dagbag import DagBag
from airflow.sdk import DAG, Asset, BaseOperator, BaseSensorOperator, task
from airflow.sdk import BaseHook, PartitionedAssetTimetable, CronDataIntervalTimetable
from airflow.sdk import PokeReturnValue, conf, timezone
import airflow.triggers.base, airflow.sdk.exceptions
loaded = set(sys.modules)
for name in sys.argv[1:]:
    # As Airflow's Dag processor, which forks a process for each file.
    if os.fork() == 0:
        used = time.process_time()
        bag = DagBag(name)
        seconds = time.process_time() - used
        heavy = ("strandline", "py4j", "deltalake", "pyarrow", "jpype")
        found = [name for name in set(sys.modules) - loaded if name.split(".")[0] in heavy]
        children = psutil.Process().children(recursive=True)
        print("parsed", seconds, len(bag.dags), bag.import_errors, found, children, flush=True)
        os._exit(0)
    os.wait()
"""


def test_a_file_parses_in_under_a_second_without_java(tmp_path: Path, database: None) -> None:
    """Beyond Airflow's own imports, in seconds of the processor: the machine may be busy."""
    places = [tmp_path / name for name in FILES]
    for place in places:
        place.mkdir()
        shutil.copy(folder() / f"{place.name}.py", place)
    command = [sys.executable, "-c", PARSE, *map(str, places)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=os.environ)
    parsed = [line.split(maxsplit=3) for line in done.stdout.splitlines() if "parsed " in line]
    assert len(parsed) == len(FILES), done.stdout
    for _, seconds, dags, rest in parsed:
        assert float(seconds) < 1
        assert (int(dags) > 0, rest) == (True, "{} [] []")
