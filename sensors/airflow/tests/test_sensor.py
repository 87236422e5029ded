"""The sensor in its three modes, in Dags that dag.test() runs."""

from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from controls import at, publish
from dags import run

MODES: dict[str, dict[str, Any]] = {
    "poke": {"mode": "poke"},
    "reschedule": {"mode": "reschedule"},
    "deferrable": {"deferrable": True},
}

pytestmark = pytest.mark.usefixtures("database", "connected")


@pytest.fixture(params=MODES)
def mode(request: pytest.FixtureRequest) -> dict[str, Any]:
    """Each mode in turn."""
    return MODES[request.param]


def sensor(**arguments: Any) -> Any:
    from airflow_strandline.sensors.finalized_until import FinalizedUntilSensor

    period = {"start": "2013-01-01T14:00:00Z", "end": "2013-01-01T15:00:00Z"}
    given: dict[str, Any] = {
        "task_id": "wait",
        "table": "flights",
        "poke_interval": 0.2,
        "timeout": 60,
    }
    given["retry_delay"] = timedelta(0)
    return FinalizedUntilSensor(**(given | period | arguments))


def test_a_final_period_ends_the_wait(
    control: Path, mode: dict[str, Any], capfd: pytest.CaptureFixture[str]
) -> None:
    publish(control, at(15))
    done = run(lambda: sensor(**mode))
    assert (
        "flights from 2013-01-01T14:00:00Z until 2013-01-01T15:00:00Z is final: the table is"
        in (capfd.readouterr().out)
    )
    assert done.states == {"wait": "success"}
    assert done.xcom("wait")["finalized_until"] == "2013-01-01T15:00:00Z"


def test_b58_a_timeout_fails_once_and_is_not_retried(control: Path, mode: dict[str, Any]) -> None:
    publish(control, at(14))
    done = run(lambda: sensor(**mode, timeout=1, retries=3))
    assert done.states == {"wait": "failed"}
    assert done.tries("wait") == 1


def test_b58_a_timeout_skips_with_soft_fail(control: Path, mode: dict[str, Any]) -> None:
    publish(control, at(14))
    done = run(lambda: sensor(**mode, timeout=1, soft_fail=True))
    assert done.states == {"wait": "skipped"}


def test_it_waits_until_then(control: Path, mode: dict[str, Any]) -> None:
    import threading

    publish(control, at(14))
    timer = threading.Timer(2, publish, [control, at(15)])
    timer.start()
    done = run(lambda: sensor(**mode))
    timer.join()
    assert done.states == {"wait": "success"}


def test_a_gap_goes_on_with_a_warning(
    control: Path, mode: dict[str, Any], capfd: pytest.CaptureFixture[str]
) -> None:
    publish(control, at(15), since=at(14, 30))
    done = run(lambda: sensor(**mode))
    said = capfd.readouterr().out.splitlines()
    assert [line for line in said if "is final with a gap: " in line and "[warning" in line]
    assert done.states == {"wait": "success"}
    assert done.xcom("wait")["status"] == "final_with_gap"


def test_a_gap_fails_at_once_if_asked(control: Path, mode: dict[str, Any]) -> None:
    publish(control, at(15), since=at(14, 30))
    done = run(lambda: sensor(**mode, on_gap="fail", retries=3))
    assert done.states == {"wait": "failed"}
    assert done.tries("wait") == 1
    soft = run(lambda: sensor(**mode, on_gap="fail", soft_fail=True))
    assert soft.states == {"wait": "skipped"}


def test_a_gap_that_the_triggerer_finds_fails_as_well(control: Path) -> None:
    import threading

    publish(control, at(14))
    timer = threading.Timer(2, publish, [control, at(15)], {"since": at(14, 30)})
    timer.start()
    done = run(lambda: sensor(deferrable=True, on_gap="fail", retries=3))
    timer.join()
    assert done.states == {"wait": "failed"}
    assert done.tries("wait") == 1


def test_a_group_is_waited_for(control: Path, mode: dict[str, Any]) -> None:
    publish(control, at(15), table="group:sales")
    done = run(lambda: sensor(**mode, table=None, group="sales"))
    assert done.states == {"wait": "success"}
    assert done.xcom("wait")["table"] == "group:sales"


def test_unreadable_storage_is_no_soft_failure(control: Path, mode: dict[str, Any]) -> None:
    from controls import break_down

    break_down(control)
    done = run(lambda: sensor(**mode, soft_fail=True))
    assert done.states == {"wait": "failed"}


def test_the_period_of_a_run_is_its_data_interval(control: Path) -> None:
    from airflow.sdk import DAG
    from airflow.timetables.interval import CronDataIntervalTimetable
    from dags import Run, record, run_dag

    publish(control, at(15))
    timetable = CronDataIntervalTimetable("0 * * * *", timezone="UTC")
    start = datetime(2013, 1, 1)
    with DAG(dag_id="of_the_run", schedule=timetable, start_date=start) as dag:
        sensor(start=None, end=None)
    record(dag)
    done = Run(run_dag(dag, at(15)))
    assert done.states == {"wait": "success"}
    assert done.xcom("wait")["start"] == "2013-01-01T14:00:00Z"


def test_the_partition_of_a_cron_is_the_hour_that_it_names_in_its_zone(
    control: Path,
) -> None:
    from airflow.sdk import DAG, CronPartitionTimetable
    from airflow.serialization.encoders import coerce_to_core_timetable
    from dags import Run, of_partition, record, run_dag

    publish(control, at(15))
    timetable = CronPartitionTimetable("0 * * * *", timezone="Europe/Oslo")
    begin = datetime(2012, 12, 31)
    with DAG(dag_id="of_the_partition", schedule=timetable, start_date=begin) as dag:
        sensor(start=None, end=None)
    record(dag)
    # Local time, as Airflow's backfill gives it.
    bounds = {"earliest": at(15), "latest": at(15)}
    (info,) = coerce_to_core_timetable(timetable).iter_partition_dagrun_infos(**bounds)
    assert (info.partition_key, info.partition_date) == ("2013-01-01T15:00:00", at(14))
    with of_partition(info.partition_key, info.partition_date):
        done = Run(run_dag(dag, None))
    assert done.states == {"wait": "success"}
    assert done.xcom("wait")["start"] == "2013-01-01T14:00:00Z"


def test_a_run_without_a_period_fails_and_says_so(
    mode: dict[str, Any], caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    done = run(lambda: sensor(**mode, start=None, end=None))
    assert done.states == {"wait": "failed"}
    assert "give the task start and end" in capfd.readouterr().out + caplog.text


def test_start_and_end_are_templates(control: Path) -> None:
    publish(control, at(15))
    given = {"start": "{{ params.hour }}:00:00Z", "end": "2013-01-01T15:00:00Z"}
    done = run(lambda: sensor(**given, params={"hour": "2013-01-01T13"}))
    assert done.xcom("wait")["start"] == "2013-01-01T13:00:00Z"


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"table": None}, "either a table or a group"),
        ({"group": "sales"}, "either a table or a group"),
        ({"end": None}, "start needs end"),
        ({"on_gap": "ignore"}, "warn or fail"),
        ({"start": datetime(2013, 1, 1)}, "no time zone"),
        ({"end": datetime(2013, 1, 2)}, "no time zone"),
        ({"stream": {"target": "/x"}, "ask_every": timedelta(0)}, "ask_every"),
        ({"fail_on": ["bad_luck"], "stream": {"target": "/x"}}, "not bad_luck"),
        ({"fail_on": ["data_loss"]}, "needs stream"),
        ({"table": None, "group": "sales", "stream": {"target": "/x"}}, "not of a group"),
    ],
)
def test_wrong_arguments_fail_when_the_dag_is_parsed(wrong: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        sensor(**wrong)


def test_b58_airflows_own_timeout_of_a_deferral_is_a_sensor_timeout() -> None:
    """What the scheduler does to a task whose trigger has not fired in time."""
    from airflow.sdk.exceptions import AirflowSensorTimeout, AirflowSkipException
    from airflow.sdk.execution_time.comms import StartupDetails

    assert StartupDetails
    failed = {"error": "Trigger timeout"}
    with pytest.raises(AirflowSensorTimeout):
        sensor(deferrable=True).resume_execution("__fail__", failed, {})
    with pytest.raises(AirflowSkipException):
        sensor(deferrable=True, soft_fail=True).resume_execution("__fail__", failed, {})


def test_b58_a_deferral_has_the_sensors_timeout(control: Path) -> None:
    from airflow.sdk.exceptions import TaskDeferred

    publish(control, at(14))
    with pytest.raises(TaskDeferred) as deferred:
        sensor(deferrable=True, timeout=7200).execute({})
    assert deferred.value.method_name == "execute_complete"
    assert deferred.value.timeout is not None
    assert timedelta(seconds=7100) < deferred.value.timeout <= timedelta(seconds=7200)
