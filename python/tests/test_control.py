"""The published verdict, and that it is never early."""

from datetime import timedelta
from itertools import pairwise

from commandline import instant
from conftest import PAUSED_AFTER_HOURS
from demos import Demo
from engines import Engine


def test_one_row_with_the_verdict(demo: Demo, engine: Engine) -> None:
    row = engine.row("SELECT * FROM {c}", c=demo.control)
    (table_id,) = {report["facts"]["table_id"] for report in demo.batches}
    identity = (row["table_name"], row["table_id"], row["app_id"], row["granularity"])
    assert identity == ("flights", table_id, "dbo_flights", "hour")
    assert row["finalized_until"] == demo.finalized_until
    assert row["lossless_since"] <= demo.hours[0].start
    later = ("applied_lsn", "snapshot_lsn", "open_snapshot_lsn", "snapshot_wave")
    assert [row[name] for name in later] == [None] * len(later)


def test_the_verdict_is_the_end_rounded_down(demo: Demo, engine: Engine) -> None:
    row = engine.row(
        "SELECT finalized_until, date_trunc('hour', end_commit_ts) AS hour FROM {c}",
        c=demo.control,
    )
    assert row["finalized_until"] == row["hour"]
    newest = engine.row(
        "SELECT date_trunc('hour', max(end_commit_ts)) AS hour FROM {f} WHERE event IS NULL",
        f=demo.facts,
    )
    assert row["finalized_until"] == newest["hour"]


def test_its_end_is_the_end_of_the_batch_that_moved_it(demo: Demo, engine: Engine) -> None:
    (row,) = engine.rows(
        "SELECT f.end_commit_ts AS in_facts, c.end_commit_ts AS in_control"
        " FROM {c} AS c JOIN {f} AS f ON f.end_lsn = c.end_lsn AND f.table_id = c.table_id"
        " WHERE f.event IS NULL",
        c=demo.control,
        f=demo.facts,
    )
    assert row["in_facts"] == row["in_control"]


def test_hours_are_open_from_the_verdict_on(demo: Demo) -> None:
    assert [hour.status for hour in demo.hours] == [
        "open" if hour.end > demo.finalized_until else "final" for hour in demo.hours
    ]


def test_an_hour_stays_open_while_capture_is_paused(paused: Demo, engine: Engine) -> None:
    first = paused.hours[0].start
    at = instant(paused.document["capture_paused_at"])
    assert at == first + timedelta(hours=PAUSED_AFTER_HOURS)
    assert paused.finalized_until < at
    assert paused.calls[-1]["outcome"] == "idle"
    assert paused.calls[-1]["reason"] == "capture_stalled"
    started = [hour for hour in paused.hours if hour.start >= paused.finalized_until]
    assert started == [hour for hour in paused.hours if hour.status == "open"]
    assert sum(hour.source_rows - hour.rows for hour in started) > 0, "why they may not be final"
    newest = engine.row("SELECT max(_commit_ts) AS at FROM {b}", b=paused.bronze)["at"]
    assert newest < at


def test_the_verdict_never_moves_back(demo: Demo) -> None:
    verdicts = [instant(call["finalized_until"]) for call in demo.calls]
    assert verdicts == sorted(verdicts)
    assert verdicts[-1] == demo.finalized_until
    assert not any(call["verdict_pending"] for call in demo.calls)


def test_nothing_arrives_in_a_final_period(demo: Demo, engine: Engine) -> None:
    """No batch holds a change from before the verdict of any batch before it."""
    first = {
        row["_batch_id"]: row["at"]
        for row in engine.rows(
            "SELECT _batch_id, min(_commit_ts) AS at FROM {b} GROUP BY _batch_id", b=demo.bronze
        )
    }
    for before, batch in pairwise(demo.batches):
        at = first.get(batch["batch_id"])
        assert at is None or at >= instant(before["finalized_until"])
