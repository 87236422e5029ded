"""The operator with the real engine, against the running stand-in."""

import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from controls import HOUR
from dags import Run, record, run, run_dag
from stand import CAPTURE, CONNECTION, Lab, connected_to, running_lab, sql

from airflow_strandline.periods import text

pytestmark = pytest.mark.usefixtures("database")


@dataclass
class World:
    """A stand-in and the warehouse of its tables."""

    lab: Lab
    folder: Path
    warehouse: Path

    def until(self, table: str) -> datetime:
        from airflow_strandline.verdicts import read_verdict

        until = read_verdict(str(self.warehouse / "strandline_control"), table).finalized_until
        assert until is not None
        return until


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    """A stand-in with some hours behind it."""
    folder = tmp_path_factory.mktemp("stand")
    start = ["--seed", "3", "--start", "2013-01-01T18:00:00Z"]
    with running_lab(folder, *start) as lab, connected_to(lab, folder / "warehouse"):
        world = World(lab, folder, folder / "warehouse")
        let_pass(world, 4)
        yield world


def ingesting(name: str, world: World, **arguments: Any) -> Any:
    """A Dag whose one task ingests into a table of its own and tells an asset of its own."""
    from airflow.sdk import DAG, Asset

    from airflow_strandline.operators.ingest import IngestOperator

    with DAG(dag_id=f"ingest_{name}", schedule=None) as dag:
        given: dict[str, Any] = {
            "task_id": "ingest",
            "target": str(world.warehouse / name),
            "options": {"app_id": name},
            "catch_up": True,
            "asset": Asset(name=name, uri=f"file://{world.warehouse}/{name}"),
            "retry_delay": timedelta(0),
        }
        IngestOperator(**(CAPTURE | given | arguments))
    record(dag)
    return dag


def told(name: str) -> list[str | None]:
    """Partition keys of the asset's events, in the order of their hours."""
    from airflow.models.asset import AssetEvent, AssetModel
    from airflow.utils.session import create_session
    from sqlalchemy import select

    with create_session() as session:
        query = select(AssetEvent).join(AssetEvent.asset).where(AssetModel.name == name)
        return sorted((event.partition_key for event in session.scalars(query)), key=str)


def hours(first: str, until: datetime) -> list[str]:
    """The keys of the hours from one on, before an instant."""
    from airflow_strandline.periods import hour_key, hour_of

    hour = hour_of(first)
    assert hour is not None
    return [hour_key(hour + n * HOUR) for n in range((until - hour) // HOUR)]


def let_pass(world: World, count: int) -> None:
    """So many hours pass at the stand-in, and its capture reads what was committed in them."""
    script = f"EXEC lab.clock_advance @milliseconds = {count * 3_600_000};\nGO\n"
    sql(world.lab, world.folder, script + "EXEC lab.capture_step;\nGO\n")


def failing_once() -> Callable[..., None]:
    """Fails a task after all its work, at the first try."""
    failures = iter([True])

    def fails(*_: Any, **__: Any) -> None:
        if next(failures, False):
            raise RuntimeError("the worker is in trouble")

    return fails


def test_b61_each_final_hour_is_told_once(world: World) -> None:
    dag = ingesting("once", world)
    first = Run(run_dag(dag))
    assert first.states == {"ingest": "success"}
    report = first.xcom("ingest")
    assert report["table"] == "once"
    assert sum(batch["facts"]["rows"] for batch in report["batches"]) > 0
    keys = told("once")
    assert keys and None not in keys
    assert keys == hours(str(keys[0]), world.until("once"))
    let_pass(world, 3)
    assert Run(run_dag(dag)).states == {"ingest": "success"}
    again = told("once")
    assert again == hours(str(keys[0]), world.until("once")), "none twice, none left out"
    assert len(again) >= len(keys) + 3, "several hours of one call are several events"


def test_a_call_without_a_final_hour_tells_nothing(world: World) -> None:
    again = {"retries": 1, "post_execute": failing_once()}
    done = Run(run_dag(ingesting("nothing", world, since="2030-01-01T00:00:00Z", **again)))
    assert done.states == {"ingest": "success"}
    assert done.tries("ingest") == 2
    assert told("nothing") == []


def test_the_first_hour_can_be_named(world: World) -> None:
    dag = ingesting("named", world, since="2013-01-01T15:00:00Z", catch_up=False)
    done = Run(run_dag(dag))
    assert done.xcom("ingest")["outcome"] == "committed"
    assert told("named") == hours("2013-01-01T15", world.until("named"))


def test_a_retry_after_the_commit_tells_once(world: World) -> None:
    dag = ingesting("retried", world, retries=2, post_execute=failing_once())
    done = Run(run_dag(dag))
    assert done.states == {"ingest": "success"}
    assert done.tries("ingest") == 2
    keys = told("retried")
    assert keys == hours(str(keys[0]), world.until("retried"))


def die(*_: Any, **__: Any) -> None:
    """What the machine does to a worker at times."""
    os.kill(os.getpid(), signal.SIGKILL)


KILLED = """
import sys
sys.path[:0] = {path!r}
from pathlib import Path
from types import SimpleNamespace
from test_ingest import World, die, ingesting
from dags import run_dag
world = World(None, None, Path({warehouse!r}))
run_dag(ingesting("killed", world, post_execute=die))
"""


def test_a_kill_after_the_commit_loses_no_hour(world: World) -> None:
    """The commit and the verdict are there, and Airflow has recorded nothing."""
    code = KILLED.format(path=sys.path[:8], warehouse=str(world.warehouse))
    killed = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=600
    )
    assert killed.returncode == -signal.SIGKILL, killed.stdout + killed.stderr
    before = world.until("killed")
    assert told("killed") == []
    assert Run(run_dag(ingesting("killed", world))).states == {"ingest": "success"}
    keys = told("killed")
    assert keys == hours(str(keys[0]), world.until("killed"))
    assert str(keys[0]) < before.strftime("%Y-%m-%dT%H"), "hours of the killed task are told"


CANCELLED = """
import sys
sys.path[:0] = {path!r}
from pathlib import Path
from test_ingest import World, ingesting
from dags import Run, run_dag
options = {{"login_timeout": "PT5M", "source_retries": 0}}
dag = ingesting("cancelled", World(None, None, Path({warehouse!r})), options=options)
print("states", Run(run_dag(dag)).states)
"""


def test_ending_a_task_cancels_its_call(world: World) -> None:
    """As Airflow's supervisor ends a task: by a signal, which calls on_kill."""
    code = CANCELLED.format(path=sys.path[:8], warehouse=str(world.warehouse))
    with socket.create_server(("127.0.0.1", 0)) as server:
        # A server that never says a word.
        url = f"jdbc:sqlserver://127.0.0.1:{server.getsockname()[1]};databaseName=flights"
        document = json.loads(os.environ[CONNECTION])
        document["extra"]["url"] = url
        environment = os.environ | {CONNECTION: json.dumps(document)}
        command = [sys.executable, "-c", code]
        pipe = subprocess.PIPE
        with subprocess.Popen(command, stdout=pipe, text=True, env=environment) as process:
            server.settimeout(120)
            connection, _ = server.accept()
            with connection:
                assert connection.recv(1)
                process.send_signal(signal.SIGTERM)
                out, _ = process.communicate(timeout=120)
    assert "CANCELLED: " in out
    assert "states {'ingest': 'failed'}" in out


def test_sentences_are_those_of_explain(world: World) -> None:
    from airflow_strandline.hooks.strandline import StrandlineHook
    from airflow_strandline.verdicts import answer

    until = world.until("named")
    hook = StrandlineHook()
    with hook.engine() as engine:
        explained = engine.explain("named", until - HOUR, until)
    assert answer(hook.verdict("named"), until - HOUR, until).sentence == explained.sentence


def test_a_wait_for_what_was_lost_fails_with_the_reason(
    world: World, capfd: pytest.CaptureFixture[str]
) -> None:
    from airflow_strandline.sensors.finalized_until import FinalizedUntilSensor

    let_pass(world, 2)
    newest = sql(world.lab, world.folder, "SELECT sys.fn_cdc_get_max_lsn() AS newest;\nGO\n")
    mark = newest.split()[newest.split().index("newest") + 1]
    clean_up = "EXEC sys.sp_cdc_cleanup_change_table @capture_instance = N'dbo_flights'"
    sql(world.lab, world.folder, f"{clean_up}, @low_water_mark = 0x{mark};\nGO\n")
    until = world.until("named")
    target = str(world.warehouse / "named")
    wait = {"table": "named", "start": until, "end": until + HOUR, "fail_on": ["data_loss"]}
    stream = CAPTURE | {"target": target, "app_id": "named"}
    done = run(lambda: FinalizedUntilSensor(task_id="wait", **wait, stream=stream, retries=2))
    assert done.states == {"wait": "failed"}
    assert done.tries("wait") == 1
    assert f"data_loss: named from {text(until)} until" in capfd.readouterr().out
    # Ingestion says it as well, and nobody tries it again.
    stopped = Run(run_dag(ingesting("named", world, retries=2)))
    assert (stopped.states, stopped.tries("ingest")) == ({"ingest": "failed"}, 1)
    assert "DATA_LOSS: " in capfd.readouterr().out


def test_openlineage_is_told_of_both_tables(world: World) -> None:
    from airflow.providers.openlineage.extractors.manager import ExtractorManager
    from airflow.utils.state import TaskInstanceState

    from airflow_strandline.lineage import source_of
    from airflow_strandline.operators.ingest import IngestOperator

    target = str(world.warehouse / "flights")
    task = IngestOperator(task_id="ingest", target=target, **CAPTURE)
    task._source = source_of(task.hook.get_connection("strandline_default"))
    task._report = {"outcome": "committed", "facts": {"rows": 3, "files": 1}}
    lineage = ExtractorManager().extract_metadata(
        dagrun=SimpleNamespace(run_id="a run"),
        task=task,
        task_instance_state=TaskInstanceState.SUCCESS,
        task_instance=None,
    )
    (source,), (bronze,) = lineage.inputs, lineage.outputs
    assert source.namespace == f"mssql://localhost:{world.lab.port}"
    assert source.name == "flights.cdc.dbo_flights_CT"
    assert (bronze.namespace, bronze.name) == ("file", target)
    assert bronze.outputFacets["outputStatistics"].rowCount == 3


def test_openlineage_is_told_of_all_tables_of_a_group() -> None:
    from airflow_strandline.operators.ingest import IngestGroupOperator

    members = [CAPTURE | {"target": f"s3a://lake/{name}"} for name in ("plans", "delays")]
    task = IngestGroupOperator(task_id="ingest", group="airport", members=members)
    assert task.get_openlineage_facets_on_complete(None) is None
    task._source = ("mssql://sql1:1433", "flights")
    task._reports = [{"facts": {"rows": 3, "files": 1}}, {"error": {"code": "DATA_LOSS"}}]
    lineage = task.get_openlineage_facets_on_complete(None)
    assert [source.name for source in lineage.inputs] == ["flights.cdc.dbo_flights_CT"]
    assert [(bronze.namespace, bronze.name) for bronze in lineage.outputs] == [
        ("s3://lake", "plans"),
        ("s3://lake", "delays"),
    ]
    written = [bronze.outputFacets["outputStatistics"].rowCount for bronze in lineage.outputs]
    assert written == [3, 0]
