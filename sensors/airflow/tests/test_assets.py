"""Which hours are told, by what Airflow has recorded of the asset."""

from collections.abc import Iterator
from datetime import datetime
from types import SimpleNamespace
from typing import Any

import pytest
from airflow.sdk.exceptions import AirflowFailException
from controls import DAY, HOUR, at
from strandline import Verdict

from airflow_strandline.assets import MOST_EVENTS, NEWEST_EVENTS, tell_hours
from airflow_strandline.periods import hour_key, text

ASSET: Any = "flights"


class Recorded:
    """Events of an asset as a task's inlet has them: a query, of which the newest can be asked."""

    def __init__(self, events: list[Any]) -> None:
        self.events = events
        self.most: int | None = None

    def ascending(self, ascending: bool) -> "Recorded":
        assert not ascending
        return self

    def limit(self, most: int) -> "Recorded":
        self.most = most
        return self

    def __iter__(self) -> Iterator[Any]:
        return iter(self.events[::-1][: self.most])


class Outlet:
    """The events that a task adds."""

    def __init__(self) -> None:
        self.extra: dict[str, Any] = {}
        self.keys: list[str] = []

    def add_partitions(self, keys: list[str]) -> None:
        self.keys += keys


def event(key: str | None, **extra: Any) -> Any:
    return SimpleNamespace(partition_key=key, extra=extra)


def ours(key: str) -> Any:
    return event(key, table="flights", finalized_until=text(at(0)), lossless_since=None)


def told(events: list[Any], until: datetime, since: datetime = DAY) -> list[str]:
    """The hours that a task tells after these events."""
    outlet = Outlet()
    context: Any = {"inlet_events": {ASSET: Recorded(events)}, "outlet_events": {ASSET: outlet}}
    verdict = Verdict(table="flights", finalized_until=until, lossless_since=since)
    keys = tell_hours(context, ASSET, verdict, None)
    assert outlet.keys == keys
    return keys


def hours(first: int, end: int) -> list[str]:
    return [hour_key(at(hour)) for hour in range(first, end)]


def test_the_hours_after_the_last_one_told_are_told() -> None:
    assert told([], at(3)) == hours(0, 3)
    assert told([ours("2013-01-01T01"), ours("2013-01-01T00")], at(4)) == hours(2, 4)


@pytest.mark.parametrize(
    "other",
    [
        # By hand in the user interface, for an hour that is not final yet or one far ahead.
        event("2013-01-01T03"),
        event("2030-01-01T00", from_rest_api=True),
        event("us"),
        # Of another task, or of a watcher.
        event(None, hours=7, rows=3),
        event(None, hours=[1, None, "2013-01-01T03"]),
        event(None, from_trigger=True, payload={"hour": "2013-01-01T03"}),
    ],
)
def test_events_of_others_neither_leave_out_an_hour_nor_stop_the_task(other: Any) -> None:
    assert told([ours("2013-01-01T00"), other], at(4)) == hours(1, 4)
    assert told([other], at(2)) == hours(0, 2)


def test_many_events_of_others_do_not_hide_what_was_told() -> None:
    others = [event(None)] * (NEWEST_EVENTS + 1)
    assert told([ours("2013-01-01T00"), *others], at(3)) == hours(1, 3)


def test_where_too_many_events_of_others_hide_it_nothing_is_told() -> None:
    with pytest.raises(AirflowFailException, match="nothing else has as its outlet"):
        told([ours("2013-01-01T00"), *[event(None)] * MOST_EVENTS], at(3))


def test_a_verdict_that_went_back_is_waited_for() -> None:
    """The table was made anew; its hours were told of the table before."""
    events = [ours(key) for key in hours(0, 6)]
    assert told(events, at(3), since=at(2)) == []
    assert told(events, at(7), since=at(2)) == hours(6, 7)


def test_a_backlog_of_months_is_told_in_parts() -> None:
    events: list[Any] = []
    found: list[str] = []
    while keys := told(events, at(24 * 60)):
        assert len(keys) <= 500
        assert len(found) < 24 * 60, "hours are told again"
        found += keys
        events += map(ours, keys)
    assert found == [hour_key(at(0) + n * HOUR) for n in range(24 * 60)]


def test_only_one_task_at_a_time_tells() -> None:
    """Two at once, of a run and of one that was cleared, would tell of the same hours."""
    from airflow.sdk import Asset

    from airflow_strandline.operators.ingest import IngestOperator

    def most(**arguments: Any) -> int | None:
        task = IngestOperator(
            task_id="ingest", capture_instance="dbo_flights", target="/lake/flights", **arguments
        )
        return task.max_active_tis_per_dag

    asset = Asset("flights")
    assert most(asset=asset) == 1
    assert most(asset=asset, max_active_tis_per_dag=2) == 2
    assert most() is None
