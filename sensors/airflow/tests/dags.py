"""Dags made by a test and run in one process, without scheduler and triggerer."""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from itertools import count
from typing import Any

import pendulum
import pytest

NUMBERS = count()

HANG_SECONDS = 300
"""A bound against hanging: dag.test() itself waits for ever; a run takes a few seconds."""


def run(build: Callable[[], Any], *, logical_date: datetime | None = None) -> "Run":
    """Runs the tasks that `build` makes, in a Dag of their own."""
    from airflow.sdk import DAG

    with DAG(dag_id=f"dag_{next(NUMBERS)}", schedule=None) as dag:
        build()
    record(dag)
    return Run(run_dag(dag, logical_date))


def record(dag: Any) -> None:
    """Puts a Dag that no file holds into Airflow's database, as a parse of its file would."""
    from airflow.dag_processing.bundles.manager import DagBundlesManager
    from airflow.dag_processing.collection import update_dag_parsing_results_in_db
    from airflow.serialization.serialized_objects import LazyDeserializedDAG
    from airflow.utils.session import create_session

    with create_session() as session:
        DagBundlesManager().sync_bundles_to_db(session=session)
        session.commit()
        dags = [LazyDeserializedDAG.from_dag(dag)]
        update_dag_parsing_results_in_db(
            "dags-folder", None, dags, {}, None, set(), session=session
        )


def run_dag(dag: Any, logical_date: datetime | None = None, **arguments: Any) -> Any:
    """One run of a Dag by dag.test()."""
    when = pendulum.instance(logical_date) if logical_date is not None else None
    with bounded(HANG_SECONDS):
        return dag.test(logical_date=when, **arguments)


@contextmanager
def of_partition(key: str, date: datetime | None = None) -> Iterator[None]:
    """Runs of Dags are of a partition meanwhile, of which dag.test() itself makes none."""
    from airflow.models import dagrun

    make = dagrun.get_or_create_dagrun

    def partitioned(**arguments: Any) -> Any:
        made = make(**arguments)
        made.partition_key, made.partition_date = key, date
        arguments["session"].commit()
        return made

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(dagrun, "get_or_create_dagrun", partitioned)
        yield


@contextmanager
def bounded(seconds: float) -> Iterator[None]:
    """Fails what does not end. A sensor or a trigger that never times out would hold up a test."""

    def fail(*_: Any) -> None:
        # No Exception, which Airflow would take for the task's and maybe try again.
        pytest.fail(f"it does not end within {seconds} seconds")

    before = signal.signal(signal.SIGALRM, fail)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


class Run:
    """What came of the one run."""

    def __init__(self, made: Any) -> None:
        self.dag_run = made

    @property
    def states(self) -> dict[str, str]:
        """State of each task by its id."""
        return {ti.task_id: str(ti.state) for ti in self.dag_run.get_task_instances()}

    def tries(self, task_id: str) -> int:
        """How often a task was tried."""
        (ti,) = [ti for ti in self.dag_run.get_task_instances() if ti.task_id == task_id]
        return int(ti.try_number)

    def xcom(self, task_id: str) -> Any:
        """What a task returned."""
        from airflow.models.xcom import XComModel

        found = XComModel.get_many(
            run_id=self.dag_run.run_id,
            key="return_value",
            dag_ids=self.dag_run.dag_id,
            task_ids=task_id,
        )
        from airflow.utils.session import create_session

        with create_session() as session:
            (row,) = session.scalars(found).all()
            return XComModel.deserialize_value(row)
