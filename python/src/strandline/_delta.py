"""Verdicts read from the control table without Java, through `deltalake`."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Mapping
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

from strandline._errors import (
    ForeignTableError,
    InvalidOptionsError,
    StrandlineError,
    TargetNotWritableError,
)
from strandline._names import local_path, table_name
from strandline._options import Location, absolute, parent
from strandline._time import period
from strandline._verdicts import Granularity, Offset, PeriodVerdict, Verdict
from strandline._waiting import Span, wait_until_final

_KIND_PROPERTY = "strandline.table"
_COLUMNS = (
    "table_name, table_id, app_id, finalized_until, granularity, lossless_since, end_lsn,"
    " end_commit_ts"
)

_COLOUR = re.compile(r"\x1b\[[0-9;]*m")

_processes: set[int] = set()
"""Processes, this one and those it was forked from, that have used `deltalake`."""


class Verdicts:
    """The published verdicts of a control table; needs `strandline[verdict]` and no Java.

    Every question reads the control table anew, and it alone: unlike `Engine.is_final`, nothing
    here notices that a table was replaced, restored or changed by others since its verdict was
    published. Tables are named as in `Engine.verdict`. Thread-safe; a process that was forked from
    one that has asked cannot ask, for `deltalake` cannot.
    `storage_options` are those of `deltalake`, for object stores.
    """

    def __init__(
        self,
        control: Location,
        *,
        warehouse: Location | None = None,
        storage_options: Mapping[str, str] | None = None,
    ) -> None:
        self.control = absolute(control, "control")
        if not self.control.strip():
            raise InvalidOptionsError("control is empty", "name the control table")
        self._warehouse = absolute(warehouse) if warehouse is not None else parent(self.control)
        self._storage_options = _texts(storage_options or {})

    def verdict(self, table: str) -> Verdict:
        """A table's published verdict; without a time if none was published."""
        name = self.name(table)
        rows = self._rows(name)
        # Of two rows, which only another writer can have left, the one further on.
        rows.sort(key=lambda row: row["end_lsn"] or "")
        return _verdict(name, rows[-1] if rows else {})

    def is_final(self, table: str, start: datetime, end: datetime) -> PeriodVerdict:
        """Whether a period, given by aware datetimes and without its end, is final."""
        period(start, end)
        return self.verdict(table).of_period(start, end)

    def wait_until_final(
        self,
        table: str,
        start: datetime,
        end: datetime,
        *,
        timeout: Span | None = None,
        poll: Span = 10.0,
    ) -> PeriodVerdict:
        """Waits until somebody's ingestion has made a period final.

        Looks every `poll` seconds; `WaitTimeoutError` after `timeout` seconds.
        """
        return wait_until_final(lambda: self.is_final(table, start, end), timeout, poll)

    def name(self, table: str) -> str:
        """The canonical name of a table: the path below the warehouse, else the path or URI."""
        return table_name(table, self._warehouse)

    def _rows(self, name: str) -> list[dict[str, Any]]:
        try:
            from deltalake import DeltaTable, QueryBuilder
            from deltalake.exceptions import TableNotFoundError
        except ImportError as error:
            raise StrandlineError(
                "verdicts without Java are read by deltalake, which is not installed",
                "install strandline[verdict], or ask an Engine",
            ) from error
        if _processes - {os.getpid()}:
            raise StrandlineError(
                "deltalake was used before this process was forked, and cannot be used in it",
                "ask in one of both alone, begin processes by 'spawn', or ask an Engine",
            )
        _processes.add(os.getpid())
        quoted = name.replace("'", "''")
        try:
            table = DeltaTable(self.control, storage_options=self._storage_options)
            kind = table.metadata().configuration.get(_KIND_PROPERTY) or ""
            if not kind.startswith("control"):
                raise ForeignTableError(
                    f"the table at {self.control} is no control table: it lacks the property"
                    f" {_KIND_PROPERTY}",
                    "name the control table",
                )
            found: Any = (
                QueryBuilder()
                .register("control", table)
                .execute(f"SELECT {_COLUMNS} FROM control WHERE table_name = '{quoted}'")
                .read_all()
            )
        except TableNotFoundError as error:
            if (obstacle := _obstacle(self.control, error)) is None:
                return []
            raise _unreadable(self.control, obstacle) from error
        except StrandlineError:
            raise
        except Exception as error:
            # What fails while rows are read, a missing file for example, has no type of its own.
            obstacle = _obstacle(self.control, error) or _sentence(error)
            raise _unreadable(self.control, obstacle) from error
        columns: dict[str, list[Any]] = {
            column: found.column(column).to_pylist() for column in found.column_names
        }
        return [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]


def _texts(storage_options: Any) -> dict[str, str]:
    if isinstance(storage_options, Mapping):
        options: dict[Any, Any] = dict(storage_options)  # pyright: ignore[reportUnknownArgumentType]
        if all(isinstance(text, str) for pair in options.items() for text in pair):
            return options
    raise InvalidOptionsError(
        "storage_options are no texts by name", "give them as deltalake takes them"
    )


def _unreadable(control: str, cause: str) -> TargetNotWritableError:
    return TargetNotWritableError(
        f"the control table {control} cannot be read: {cause}",
        "check the location, its rights and the storage options",
    )


def _obstacle(control: str, error: Exception) -> str | None:
    """Why a table that `deltalake` does not find may be there all the same, or cannot be."""
    if "Unknown scheme" in str(error):
        return _sentence(error)
    try:
        if (path := local_path(control)) is not None and stat.S_ISREG(Path(path).stat().st_mode):
            return "it is a file, and a table is a folder"
    except FileNotFoundError:
        return None
    except NotADirectoryError:
        return "a part of it is a file, and a table is a folder"
    except OSError as refused:
        return str(refused)
    return None


def _sentence(error: Exception) -> str:
    """What `deltalake` says, without colours and in one line, nor the list of all that it knows."""
    text = _COLOUR.sub("", str(error)).partition(". Known schemes:")[0]
    return ": ".join(part for line in text.splitlines() if (part := line.strip(" \t\u21b3")))


def _verdict(name: str, row: Mapping[str, Any]) -> Verdict:
    lsn, at = row.get("end_lsn"), _instant(row.get("end_commit_ts"))
    granularity = row.get("granularity")
    return Verdict(
        table=name,
        finalized_until=_instant(row.get("finalized_until")),
        granularity=Granularity(granularity) if granularity else None,
        lossless_since=_instant(row.get("lossless_since")),
        app_id=row.get("app_id"),
        table_id=row.get("table_id"),
        end=Offset(lsn, at) if lsn is not None and at is not None else None,
    )


def _instant(value: datetime | None) -> datetime | None:
    return None if value is None else value.astimezone(timezone.utc)
