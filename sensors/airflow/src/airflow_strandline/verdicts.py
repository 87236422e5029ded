"""What the control table says, read without a Java machine."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum
from typing import Any

from airflow_strandline.periods import HOUR, text

LENGTHS = {"minute": timedelta(minutes=1), "hour": HOUR, "day": timedelta(days=1)}

Document = dict[str, Any]


class Finality(str, Enum):
    """Whether a period of a table is final."""

    FINAL = "final"
    FINAL_WITH_GAP = "final_with_gap"
    OPEN = "open"


@dataclass(frozen=True)
class Verdict:
    """The published verdict of a table or of a group. All instants are aware, in UTC."""

    table: str
    finalized_until: datetime | None
    granularity: str
    lossless_since: datetime
    end_lsn: str | None


@dataclass(frozen=True)
class Answer:
    """Whether a period is final, and why not."""

    table: str
    start: datetime
    end: datetime
    finality: Finality
    verdict: Verdict | None

    @property
    def sentence(self) -> str:
        """All of it in one sentence, in the words of `strandline explain`."""
        period = f"{self.table} from {text(self.start)} until {text(self.end)} is "
        if self.verdict is None or self.verdict.finalized_until is None:
            return period + "open: no verdict is published."
        until = text(self.verdict.finalized_until)
        if self.finality is Finality.OPEN:
            return period + f"open: the table is final until {until}."
        if self.finality is Finality.FINAL:
            return period + f"final: the table is final until {until}."
        return period + (
            "final with a gap: the history has no gap only from"
            f" {text(self.verdict.lossless_since)} on; look for data_skipped and adopted events"
            " in the facts table."
        )

    @property
    def document(self) -> Document:
        """The same in plain values, as an XCom or an event carries it."""
        verdict = self.verdict
        until = verdict.finalized_until if verdict else None
        return {
            "table": self.table,
            "start": text(self.start),
            "end": text(self.end),
            "status": self.finality.value,
            "finalized_until": text(until) if until else None,
            "lossless_since": text(verdict.lossless_since) if verdict else None,
            "sentence": self.sentence,
        }


def read_verdict(
    control: str, table: str, storage_options: Mapping[str, str] | None = None
) -> Verdict | None:
    """The verdict of a table, or of `group:<name>`; None before the first. Blocks on storage.

    A control table that is not there yet is no error: the first call of ingest makes it.
    """
    # Imported late: a file that only names the sensor must stay quick to parse.
    from deltalake import DeltaTable
    from deltalake.exceptions import TableNotFoundError

    try:
        delta = DeltaTable(control, storage_options=dict(storage_options or {}) or None)
    except TableNotFoundError:
        return None
    if "strandline.table" not in delta.metadata().configuration:
        raise ValueError(f"{control} is not a control table of Strandline")
    rows = delta.to_pyarrow_table(filters=[("table_name", "=", table)]).to_pylist()
    if not rows:
        return None
    (row,) = rows
    return Verdict(
        table=table,
        finalized_until=row["finalized_until"],
        granularity=row["granularity"],
        lossless_since=row["lossless_since"],
        end_lsn=row["end_lsn"],
    )


def answer(verdict: Verdict | None, table: str, start: datetime | None, end: datetime) -> Answer:
    """Whether a period is final; without a start it is the one of the table's length before end."""
    if start is None:
        start = end - (LENGTHS[verdict.granularity] if verdict else HOUR)
    if start >= end:
        raise ValueError(f"the period ends at {text(end)}, not after {text(start)}")
    if verdict is None or verdict.finalized_until is None or end > verdict.finalized_until:
        finality = Finality.OPEN
    elif start < verdict.lossless_since:
        finality = Finality.FINAL_WITH_GAP
    else:
        finality = Finality.FINAL
    return Answer(table, start, end, finality, verdict)


def final_hours(verdict: Verdict | None, first: datetime | None, most: int) -> list[datetime]:
    """The beginnings of whole hours from `first` on that are final, at most so many.

    Without `first` it is the newest one alone. `first` in the midst of an hour begins at the next.
    """
    if verdict is None or verdict.finalized_until is None:
        return []
    until = verdict.finalized_until.replace(minute=0, second=0, microsecond=0)
    if first is None:
        return [until - HOUR]
    hour = first.replace(minute=0, second=0, microsecond=0)
    if hour < first:
        hour += HOUR
    count = min(most, max(0, (until - hour) // HOUR))
    return [hour + index * HOUR for index in range(count)]
