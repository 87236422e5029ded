"""Rows of the facts table: one a committed batch, and true of the bronze table."""

from datetime import UTC, datetime, timedelta
from itertools import pairwise

from commandline import instant
from demos import Demo
from engines import Engine

BATCHES = "SELECT * FROM {f} WHERE event IS NULL ORDER BY batch_id"


def test_one_row_a_committed_batch(demo: Demo, engine: Engine) -> None:
    rows = engine.rows(BATCHES, f=demo.facts)
    assert [row["batch_id"] for row in rows] == list(range(len(rows)))
    assert [row["batch_id"] for row in rows] == [batch["batch_id"] for batch in demo.batches]


def test_no_events_in_an_untroubled_run(demo: Demo, engine: Engine) -> None:
    assert engine.rows("SELECT event FROM {f} WHERE event IS NOT NULL", f=demo.facts) == []


def test_rows_are_what_the_reports_said(demo: Demo, engine: Engine) -> None:
    for row, report in zip(engine.rows(BATCHES, f=demo.facts), demo.batches, strict=True):
        said = report["facts"]
        assert set(said) <= set(row)
        for name, value in row.items():
            if name == "written_at":
                continue  # only the row itself knows
            expected = said.get(name)
            if isinstance(value, datetime):
                expected = instant(said[name])
            assert value == expected, name


def test_rows_agree_with_bronze(demo: Demo, engine: Engine) -> None:
    in_bronze = {
        row.pop("batch_id"): row
        for row in engine.rows(
            "SELECT _batch_id AS batch_id, count(*) AS rows,"
            " sum(CASE WHEN _operation = 2 THEN 1 ELSE 0 END) AS inserts,"
            " sum(CASE WHEN _operation = 4 THEN 1 ELSE 0 END) AS updates,"
            " sum(CASE WHEN _operation = 1 THEN 1 ELSE 0 END) AS deletes,"
            " min(_start_lsn) AS min_lsn, max(_start_lsn) AS max_lsn,"
            " min(_commit_ts) AS min_commit_ts, max(_commit_ts) AS max_commit_ts"
            " FROM {b} GROUP BY _batch_id",
            b=demo.bronze,
        )
    }
    nothing = {
        **dict.fromkeys(("rows", "inserts", "updates", "deletes"), 0),
        **dict.fromkeys(("min_lsn", "max_lsn", "min_commit_ts", "max_commit_ts")),
    }
    batches = engine.rows(BATCHES, f=demo.facts)
    assert set(in_bronze) <= {row["batch_id"] for row in batches}
    for row in batches:
        expected = in_bronze.get(row["batch_id"], nothing)
        assert {name: row[name] for name in expected} == expected
    total = engine.row("SELECT count(*) AS n FROM {b}", b=demo.bronze)
    assert sum(row["rows"] for row in batches) == total["n"]


def test_batches_follow_one_another(demo: Demo, engine: Engine) -> None:
    rows = engine.rows(BATCHES, f=demo.facts)
    for before, row in pairwise(rows):
        assert row["end_lsn"] > before["end_lsn"]
        assert row["end_commit_ts"] >= before["end_commit_ts"]
    for row in rows:
        if row["rows"]:
            assert row["min_lsn"] <= row["max_lsn"] <= row["end_lsn"]
            assert row["min_commit_ts"] <= row["max_commit_ts"] <= row["end_commit_ts"]
    for before, report in pairwise(demo.batches):
        assert report["range"]["start"] == before["range"]["end"]


def test_measures_are_plausible(demo: Demo, engine: Engine) -> None:
    (bronze,) = {report["facts"]["table_id"] for report in demo.batches}
    earliest = datetime.now(UTC) - timedelta(hours=1)
    for row in engine.rows(BATCHES, f=demo.facts):
        identity = (row["table_id"], row["app_id"], row["target"], row["generation"])
        assert identity == (bronze, "dbo_flights", "flights", 0)
        assert earliest < row["started_at"] < row["written_at"] < datetime.now(UTC)
        assert row["duration_ms"] >= 0
        assert row["source_rtt_ms"] >= 0
        assert row["source_wait_ms"] >= 0
        assert row["capture_lag_seconds"] >= 0
        assert row["ingestion_lag_seconds"] >= 0
        assert row["retention_headroom_hours"] > 0
        assert (row["files"] > 0) == (row["rows"] > 0) == (row["written_mb"] > 0)
        assert (row["lost_from_ts"], row["lost_to_ts"]) == (None, None)


def test_the_newest_row_is_found_by_its_exact_time(demo: Demo, engine: Engine) -> None:
    """Statistics hold milliseconds and rows microseconds: the bound must be rounded up."""
    newest = engine.row("SELECT max(written_at) AS at FROM {f}", f=demo.facts)["at"]
    found = engine.rows(
        "SELECT batch_id FROM {f} WHERE written_at >="
        f" CAST('{newest.isoformat()}' AS TIMESTAMP WITH TIME ZONE)",
        f=demo.facts,
    )
    assert [row["batch_id"] for row in found] == [demo.batches[-1]["batch_id"]]
