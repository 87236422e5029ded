"""The queries of the monitoring page run as they stand, in the engines that the page names."""

import re
from pathlib import Path

import pytest
from demos import Demo
from engines import DuckDb, Row
from spark import Spark

PAGE = Path(__file__).parents[2] / "docs" / "guide" / "monitoring.md"
QUERIES = re.findall(r"```sql\n(.*?)```", PAGE.read_text(encoding="utf-8"), flags=re.DOTALL)
SPARK_ONLY = "unix_timestamp"
DUCKDB_ONLY = "delta_scan"


def named(query: str) -> str:
    """The query with the tables' names as the engines take them."""
    for facts in ("ops.strandline_facts", "delta_scan('warehouse/strandline_facts')"):
        query = query.replace(facts, "{f}")
    return query.replace("ops.strandline_control", "{c}")


def duckdb_rows(demo: Demo) -> list[list[Row]]:
    engine = DuckDb()
    return [
        engine.rows(named(query), f=demo.facts, c=demo.control)
        for query in QUERIES
        if SPARK_ONLY not in query
    ]


def spark_rows(demo: Demo, spark: Spark) -> list[list[Row]]:
    return [
        spark.rows(named(query), f=demo.facts, c=demo.control)
        for query in QUERIES
        if DUCKDB_ONLY not in query
    ]


def verify(demo: Demo, answers: list[list[Row]]) -> None:
    standing, danger, late, gaps, slow = answers
    (newest,) = standing
    assert newest["batch_id"] == demo.batches[-1]["batch_id"]
    assert newest["retention_headroom_hours"] == demo.batches[-1]["facts"]["retention_headroom_hours"]
    headroom = newest["retention_headroom_hours"]
    assert len(danger) == (1 if headroom is None or headroom < 24 else 0)
    # The runs are of 2013.
    assert [row["finalized_until"] for row in late] == [demo.finalized_until]
    assert gaps == []
    assert slow == []


def test_in_duckdb(complete: Demo) -> None:
    verify(complete, duckdb_rows(complete))


@pytest.mark.parametrize("run", ["seed1"])
def test_in_spark(demos: dict[str, Demo], spark: Spark, run: str) -> None:
    verify(demos[run], spark_rows(demos[run], spark))
