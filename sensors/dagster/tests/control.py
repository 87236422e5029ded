"""Control tables as the engine writes them."""

from __future__ import annotations

import json
import shutil
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

from arro3.core import Array, DataType, Table
from deltalake import write_deltalake

_TEXT = DataType.utf8()
_TIME = DataType.timestamp("us", tz="UTC")
_COLUMNS = {
    "table_name": _TEXT,
    "table_id": _TEXT,
    "app_id": _TEXT,
    "finalized_until": _TIME,
    "granularity": _TEXT,
    "lossless_since": _TIME,
    "end_lsn": _TEXT,
    "end_commit_ts": _TIME,
}


def utc(text: str) -> datetime:
    """An instant of an ISO 8601 text without a zone."""
    return datetime.fromisoformat(text).replace(tzinfo=timezone.utc)


class ControlTable:
    """The control table of a warehouse."""

    def __init__(self, warehouse: Path) -> None:
        self.warehouse = str(warehouse)
        self._rows: dict[str, dict[str, Any]] = {}

    def publish(
        self, until: str | None, table: str = "flights", since: str = "2013-01-01T00:00:00"
    ) -> None:
        """Publishes a table's verdict."""
        end = utc(until) if until else utc(since)
        self._rows[table] = {
            "table_name": table,
            "table_id": f"id of {table}",
            "app_id": table,
            "finalized_until": _micros(utc(until)) if until else None,
            "granularity": "hour",
            "lossless_since": _micros(utc(since)),
            "end_lsn": f"0x{int(end.timestamp()):020X}",
            "end_commit_ts": _micros(end),
        }
        rows = list(self._rows.values())
        columns = {
            name: Array([row[name] for row in rows], type=_wire(kind)).cast(kind)
            for name, kind in _COLUMNS.items()
        }
        table = Path(self.warehouse) / "strandline_control"
        shutil.rmtree(table, ignore_errors=True)
        write_deltalake(str(table), Table.from_pydict(columns))
        # deltalake writes no properties of others.
        log = table / "_delta_log" / "00000000000000000000.json"
        actions = [json.loads(line) for line in log.read_text("utf-8").splitlines()]
        for action in actions:
            if "metaData" in action:
                action["metaData"]["configuration"]["strandline.table"] = "control:1"
        log.write_text("\n".join(map(json.dumps, actions)), "utf-8")


def _wire(kind: DataType) -> DataType:
    return DataType.int64() if kind == _TIME else kind


def _micros(at: datetime) -> int:
    return int(at.timestamp()) * 1_000_000
