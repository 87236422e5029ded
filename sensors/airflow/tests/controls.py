"""Control tables as the product writes them, for tests that need no product."""

import json
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pyarrow as pa
from deltalake import write_deltalake

T = timezone.utc
HOUR = timedelta(hours=1)
DAY = datetime(2013, 1, 1, tzinfo=T)

UTC = pa.timestamp("us", tz="UTC")
SCHEMA = pa.schema(
    [
        ("table_name", pa.string()),
        ("table_id", pa.string()),
        ("app_id", pa.string()),
        ("finalized_until", UTC),
        ("granularity", pa.string()),
        ("lossless_since", UTC),
        ("end_lsn", pa.string()),
        ("end_commit_ts", UTC),
        ("updated_at", UTC),
        ("applied_lsn", pa.string()),
        ("snapshot_lsn", pa.string()),
        ("open_snapshot_lsn", pa.string()),
        ("snapshot_wave", pa.int32()),
    ]
)


def at(hour: int, minute: int = 0) -> datetime:
    """A moment of the first of January 2013, UTC."""
    return DAY + hour * HOUR + timedelta(minutes=minute)


def publish(
    control: Path,
    until: datetime | None,
    *,
    table: str = "flights",
    since: datetime = DAY,
    granularity: str = "hour",
) -> None:
    """Writes a control table that holds the verdict of one table."""
    row = dict.fromkeys(SCHEMA.names) | {
        "table_name": table,
        "table_id": "00000000-0000-0000-0000-000000000001",
        "app_id": "dbo_flights",
        "finalized_until": until,
        "granularity": granularity,
        "lossless_since": since,
        "end_lsn": "0x0000002A000001F80003",
        "end_commit_ts": until,
        "updated_at": until,
    }
    control.parent.mkdir(parents=True, exist_ok=True)
    rows = pa.Table.from_pylist([row], schema=SCHEMA)
    first = not control.exists()
    write_deltalake(control, rows, mode="overwrite")
    if first:
        _mark(control / "_delta_log" / "00000000000000000000.json")


def _mark(log: Path) -> None:
    # deltalake writes no property that it does not know.
    actions = [json.loads(line) for line in log.read_text("utf-8").splitlines()]
    for action in actions:
        if "metaData" in action:
            action["metaData"]["configuration"]["strandline.table"] = "control/1"
    log.write_text("".join(json.dumps(action) + "\n" for action in actions), "utf-8")


def break_down(control: Path) -> None:
    """Makes a table that nobody can read."""
    log = control / "_delta_log"
    log.mkdir(parents=True)
    (log / "00000000000000000000.json").write_text("{", "utf-8")
