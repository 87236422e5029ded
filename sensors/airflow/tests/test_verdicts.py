"""Periods and verdicts, without Airflow."""

from datetime import datetime, timedelta, timezone
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from controls import DAY, HOUR, at, publish
from strandline import ForeignTableError

from airflow_strandline.periods import (
    NoPeriodError,
    hour_key,
    hour_of,
    instant,
    period_of_run,
    text,
)
from airflow_strandline.verdicts import (
    FINAL,
    FINAL_WITH_GAP,
    OPEN,
    answer,
    final_hours,
    read_verdict,
)


@pytest.mark.parametrize(
    ("start", "end", "expected"),
    [
        (at(2), at(3), FINAL),
        (at(1), at(2), FINAL),
        (at(2), at(3, 1), OPEN),
        (at(0), at(3), FINAL_WITH_GAP),
        (at(0), at(4), OPEN),
        (None, at(3), FINAL),
    ],
)
def test_a_period_is_final_from_its_exclusive_end(
    control: Path, start: datetime | None, end: datetime, expected: str
) -> None:
    publish(control, at(3), since=at(1))
    found = answer(read_verdict(str(control), "flights"), start, end)
    assert found.status == expected
    assert found.document["status"] == expected


def test_what_is_not_published_is_open(control: Path) -> None:
    assert read_verdict(str(control), "flights").finalized_until is None
    publish(control, None)
    assert read_verdict(str(control), "orders").finalized_until is None
    found = answer(read_verdict(str(control), "flights"), at(1), at(2))
    assert found.status == OPEN
    assert found.sentence.endswith("open: no verdict is published.")


def test_sentences_are_those_of_explain(control: Path) -> None:
    publish(control, at(3))
    verdict = read_verdict(str(control), "flights")
    assert answer(verdict, at(2), at(3)).sentence == (
        "flights from 2013-01-01T02:00:00Z until 2013-01-01T03:00:00Z is final:"
        " the table is final until 2013-01-01T03:00:00Z."
    )


def test_without_a_start_the_granularity_counts(control: Path) -> None:
    publish(control, at(3), granularity="day")
    found = answer(read_verdict(str(control), "flights"), None, at(24))
    assert (found.start, found.end) == (DAY, at(24))


def test_a_backlog_of_hours_comes_in_parts(control: Path) -> None:
    assert final_hours(read_verdict(str(control), "flights"), at(0), 5) == []
    publish(control, at(3, 59))
    verdict = read_verdict(str(control), "flights")
    assert final_hours(verdict, at(0), 2) == [at(0), at(1)]
    assert final_hours(verdict, at(2), 2) == [at(2)]
    assert final_hours(verdict, at(0, 1), 5) == [at(1), at(2)]
    assert final_hours(verdict, at(3), 5) == []
    assert final_hours(verdict, None, 5) == [at(2)]


def test_another_table_is_not_taken_for_a_control_table(tmp_path: Path) -> None:
    import pyarrow as pa
    from deltalake import write_deltalake

    write_deltalake(tmp_path / "other", pa.table({"table_name": ["flights"]}))
    with pytest.raises(ForeignTableError, match="no control table"):
        read_verdict(str(tmp_path / "other"), "flights")


def test_a_local_time_is_refused() -> None:
    with pytest.raises(ValueError, match="no time zone"):
        instant("2013-01-01T14:00:00")
    with pytest.raises(ValueError, match="no time zone"):
        instant(datetime(2013, 1, 1))
    oslo = timezone(timedelta(hours=1))
    assert text(instant(datetime(2013, 1, 1, 15, tzinfo=oslo))) == "2013-01-01T14:00:00Z"
    assert instant("2013-01-01T14:00:00Z") == at(14)


def test_hours_are_keys_in_utc() -> None:
    assert hour_key(at(14)) == "2013-01-01T14"
    assert hour_of("2013-01-01T14") == at(14)


@pytest.mark.parametrize(
    "key",
    [
        "2013-01-01T14:00",
        # The default of CronPartitionTimetable.
        "2013-01-01T14:00:00",
        "2013-01-01T14:00:00Z",
        "2013-01-01T14:00:00+00:00",
        "2013-01-01T15:00:00+0100",
        "2013-01-01T09Z",
    ],
)
def test_the_full_timestamp_of_its_beginning_is_an_hour_too(key: str) -> None:
    assert hour_of(key) == (at(9) if key.endswith("09Z") else at(14))


@pytest.mark.parametrize(
    "key",
    [
        "us",
        "2013-01-01",
        "2013-1-1T14",
        "2013-01-01T24",
        "2013-01-01T14:30:00",
        "2013-01-01T14:00:01",
        "2013-01-01 14:00:00",
        "2013-01-01T14:00:00Z|us",
        "2013-01-01T14:00:00\n",
    ],
)
def test_other_keys_are_no_hours(key: str) -> None:
    assert hour_of(key) is None
    run = SimpleNamespace(partition_key=key, partition_date=None)
    # Not even with a data interval: the partition may be something else than its period.
    with pytest.raises(NoPeriodError, match="2013-01-01T14 or 2013-01-01T14:00:00, in UTC"):
        period_of_run({"dag_run": run, "data_interval_end": DAY})


def test_a_run_says_which_period_it_is_for() -> None:
    keyed = {"dag_run": SimpleNamespace(partition_key="2013-01-01T14"), "data_interval_end": DAY}
    assert period_of_run(keyed) == (at(14), at(15))
    interval = {"data_interval_start": at(13), "data_interval_end": at(14)}
    assert period_of_run(interval) == (at(13), at(14))
    # Airflow 3's cron schedules have no interval: start and end are the moment of the run.
    moment = {"data_interval_start": at(14), "data_interval_end": at(14)}
    assert period_of_run(moment) == (None, at(14))
    for nothing in ({}, {"dag_run": SimpleNamespace(partition_key=None)}):
        with pytest.raises(NoPeriodError, match="give the task start and end"):
            period_of_run(nothing)
    assert at(14) - HOUR == at(13)


def partitioned(key: str, date: datetime | None, cron: str | None, zone: str = "UTC") -> Any:
    """What a task is told by a run of `CronPartitionTimetable`; without a cron, of an asset."""
    timetable = SimpleNamespace(expression=cron, timezone=zone) if cron else SimpleNamespace()
    return {
        "dag_run": SimpleNamespace(partition_key=key, partition_date=date),
        "dag": SimpleNamespace(timetable=timetable),
    }


@pytest.mark.parametrize(
    ("key", "date", "cron", "zone"),
    [
        ("2013-01-01T14:00:00", at(14), "0 * * * *", "UTC"),
        # Keys are in the timetable's zone, which the partition's date shows and they do not.
        ("2013-01-01T15:00:00", at(14), "0 * * * *", "Europe/Oslo"),
        ("2013-01-01T15", at(14), "0 * * * *", "Europe/Oslo"),
        # A run may have a key without a date.
        ("2013-01-01T14:00:00", None, "0 * * * *", "UTC"),
        ("2013-01-01T14:00:00Z", None, "0 * * * *", "Europe/Oslo"),
        ("2013-01-01T14", None, None, "UTC"),
        # Some hours of the day, of which this is the last.
        ("2013-01-01T14:00:00", at(14), "0 6-14 * * *", "UTC"),
    ],
)
def test_the_hour_of_a_partitioned_run(
    key: str, date: datetime | None, cron: str | None, zone: str
) -> None:
    assert period_of_run(partitioned(key, date, cron, zone)) == (at(14), at(15))


@pytest.mark.parametrize("cron", ["0 0 * * *", "0 */12 * * *", "*/30 * * * *"])
def test_partitions_of_another_length_are_not_taken_for_an_hour(cron: str) -> None:
    """A day's key is written as that of its first hour; the rest of it would not be waited for."""
    with pytest.raises(NoPeriodError, match=r"is no hour.* give the task start and end"):
        period_of_run(partitioned("2013-01-01T00:00:00", DAY, cron))


def test_a_local_key_alone_is_not_taken_for_utc() -> None:
    """The key is all there is then, which two hours of autumn share."""
    run = partitioned("2013-01-01T14:00:00", None, "0 * * * *", "Europe/Oslo")
    with pytest.raises(NoPeriodError, match=r"local time of Europe/Oslo.*key_format with %z"):
        period_of_run(run)
