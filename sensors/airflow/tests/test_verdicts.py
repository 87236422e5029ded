"""Periods and verdicts, without Airflow."""

from datetime import datetime, timedelta, timezone
from pathlib import Path
from types import SimpleNamespace

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
    for other in ("2013-01-01", "us", "2013-01-01T14:00:00", "2013-1-1T14"):
        assert hour_of(other) is None


def test_a_run_says_which_period_it_is_for() -> None:
    keyed = {"dag_run": SimpleNamespace(partition_key="2013-01-01T14"), "data_interval_end": DAY}
    assert period_of_run(keyed) == (at(14), at(15))
    interval = {"data_interval_start": at(13), "data_interval_end": at(14)}
    assert period_of_run(interval) == (at(13), at(14))
    # Airflow 3's cron schedules have no interval: start and end are the moment of the run.
    moment = {"data_interval_start": at(14), "data_interval_end": at(14)}
    assert period_of_run(moment) == (None, at(14))
    for nothing in ({}, {"dag_run": SimpleNamespace(partition_key="us")}):
        with pytest.raises(NoPeriodError, match="give the task start and end"):
            period_of_run(nothing)
    assert at(14) - HOUR == at(13)
