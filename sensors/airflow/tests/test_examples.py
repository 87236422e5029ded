"""The example Dags: parsed as Airflow parses them, and run once each against the stand-in."""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest
from dags import Run, record, run_dag
from stand import Lab, connected_to, running_lab

START = datetime(2013, 1, 1, 15, 30, tzinfo=timezone.utc)
FILES = ("flights_hourly", "flights_partitions", "flights_scale_out", "flights_group")


def folder() -> Path:
    import airflow_strandline.example_dags as examples

    return Path(examples.__file__).parent


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    """A stand-in in which an hour takes ten seconds."""
    place = tmp_path_factory.mktemp("examples")
    arguments = ["--seed", "4", "--speed", "360", "--start", START.isoformat()]
    with running_lab(place, *arguments) as running:
        yield running


@pytest.fixture
def connected(lab: Lab, tmp_path: Path, database: None) -> Iterator[Path]:
    """A warehouse for each test."""
    with connected_to(lab, tmp_path / "warehouse"):
        yield tmp_path / "warehouse"


def dags() -> dict[str, Any]:
    """The Dags of the examples as Airflow's bag finds them."""
    from airflow.dag_processing.dagbag import DagBag

    bag = DagBag(str(folder()))
    assert bag.import_errors == {}
    for dag in bag.dags.values():
        record(dag)
    return dict(bag.dags)


def read(path: Path) -> int:
    """Change rows of a bronze table."""
    from deltalake import DeltaTable

    return int(DeltaTable(path).to_pyarrow_table(columns=["_operation"]).num_rows)


def test_the_hourly_consumer(connected: Path) -> None:
    found = dags()
    assert Run(run_dag(found["flights_ingest"])).states == {"ingest": "success"}
    # The history begins within 14:00 at the latest: hour 15 is whole, and final at some time.
    hour = datetime(2013, 1, 1, 16, tzinfo=timezone.utc)
    end = time.monotonic() + 300
    while True:
        # A run of 17:00 is for the hour that ends then.
        assert Run(run_dag(found["flights_ingest"])).states == {"ingest": "success"}
        from airflow_strandline.verdicts import read_verdict

        until = read_verdict(str(connected / "strandline_control"), "flights").finalized_until
        if until is not None and until >= hour + timedelta(hours=1):
            break
        assert time.monotonic() < end
        time.sleep(5)
    done = Run(run_dag(found["flights_hourly"], hour + timedelta(hours=1)))
    assert done.states == {"finalized": "success", "count": "success"}
    assert done.xcom("count") > 0
    assert done.xcom("finalized")["start"] == "2013-01-01T16:00:00Z"


def test_the_partition_consumer(connected: Path) -> None:
    found = dags()
    assert Run(run_dag(found["flights_tell"])).states == {"ingest": "success"}
    done = Run(run_dag(found["flights_each_hour"]))
    assert done.states == {"count": "success"}
    assert done.xcom("count") >= 0


def test_the_mapped_scale_out(connected: Path) -> None:
    found = dags()
    dag = found["flights_scale_out"]
    done = Run(run_dag(dag))
    assert set(done.states.values()) <= {"success", "skipped"}, done.states
    report = done.xcom("commit")
    assert report["outcome"] == "committed"
    assert read(connected / "flights") == report["facts"]["rows"] > 0


def test_many_tables_as_one_group(connected: Path) -> None:
    dag = dags()["airport_group"]
    params = {"start": "2013-01-01T14:00:00Z", "end": "2013-01-01T15:00:00Z"}
    done = Run(run_dag(dag, run_conf=params))
    assert done.states == dict.fromkeys(("ingest", "finalized", "report"), "success")
    assert "group:airport" in done.xcom("report")
    members = done.xcom("ingest")["members"]
    assert [member["table"] for member in members] == ["plans", "delays"]
    assert read(connected / "plans") == read(connected / "delays") > 0


PARSE = """
import sys, time
from airflow.dag_processing.dagbag import DagBag
from airflow.sdk import DAG, Asset, BaseOperator, BaseSensorOperator, task
from airflow.sdk import BaseHook, PartitionedAssetTimetable, CronDataIntervalTimetable
from airflow.sdk import PokeReturnValue, conf, timezone
import airflow.triggers.base, airflow.sdk.exceptions
loaded = set(sys.modules)
begun, used = time.perf_counter(), time.process_time()
bag = DagBag(sys.argv[1])
print(time.process_time() - used)
import psutil
print(bag.import_errors)
heavy = ("strandline", "py4j", "deltalake", "pyarrow", "jpype")
print([name for name in set(sys.modules) - loaded if name.split(".")[0] in heavy])
print([child.name() for child in psutil.Process().children(recursive=True)])
"""


def test_a_file_parses_in_under_a_second_without_java(tmp_path: Path, database: None) -> None:
    """Beyond Airflow's own imports, in seconds of the processor: the machine may be busy."""
    for name in FILES:
        place = tmp_path / name
        place.mkdir()
        shutil.copy(folder() / f"{name}.py", place)
        code = [sys.executable, "-c", PARSE, str(place)]
        done = subprocess.run(code, capture_output=True, text=True, check=True, env=os.environ)
        seconds, *rest = done.stdout.splitlines()[-4:]
        assert float(seconds) < 1, name
        assert rest == ["{}", "[]", "[]"], name
