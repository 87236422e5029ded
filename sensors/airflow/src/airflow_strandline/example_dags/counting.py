"""What the examples do with a period: they count its changes in the bronze table."""

from __future__ import annotations


def count_changes(table: str, start: str, end: str) -> int:
    """How many changes a bronze table has whose commits are in a period, given in ISO 8601."""
    from deltalake import DeltaTable, QueryBuilder

    # Snapshot rows have the operation 0; they are outside of every verdict.
    counted = (
        QueryBuilder()
        .register("changes", DeltaTable(table))
        .execute(
            "SELECT count(*) AS n FROM changes WHERE _operation > 0"
            f" AND _commit_ts >= '{start}' AND _commit_ts < '{end}'"
        )
        .read_all()
    )
    return int(counted.column("n")[0].as_py())
