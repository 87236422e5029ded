"""What the control table says, read by `strandline[verdict]` without a Java machine.

The package is imported when a table is read and not before: a file that only names a sensor must
stay quick to parse.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from airflow_strandline.periods import HOUR, text

if TYPE_CHECKING:
    from strandline import Verdict

LENGTHS = {"minute": timedelta(minutes=1), "hour": HOUR, "day": timedelta(days=1)}

OPEN = "open"
FINAL = "final"
FINAL_WITH_GAP = "final_with_gap"

Document = dict[str, Any]


def read_verdict(
    control: str, table: str, storage_options: Mapping[str, str] | None = None
) -> Verdict:
    """The verdict of a table, or of `group:<name>`; blocks on storage.

    It has no time before the first is published. A control table that is not there yet is no
    error: the first call of ingest makes it.
    """
    from strandline import Verdicts

    return Verdicts(control, storage_options=storage_options).verdict(table)


@dataclass(frozen=True)
class Answer:
    """Whether a period is final, and what is published. The period is in UTC, its end excluded."""

    start: datetime
    end: datetime
    status: str
    verdict: Verdict

    @property
    def sentence(self) -> str:
        """All of it in one sentence, in the words of `strandline explain`."""
        verdict = self.verdict
        period = f"{verdict.table} from {text(self.start)} until {text(self.end)} is "
        if verdict.finalized_until is None:
            return period + "open: no verdict is published."
        until = f"the table is final until {text(verdict.finalized_until)}."
        if self.status != FINAL_WITH_GAP:
            return f"{period}{self.status}: {until}"
        since = text(verdict.lossless_since) if verdict.lossless_since else "nowhere"
        return period + (
            f"final with a gap: the history has no gap only from {since} on; look for data_skipped"
            " and adopted events in the facts table."
        )

    @property
    def document(self) -> Document:
        """The same in plain values, as an XCom or an event carries it."""
        until, since = self.verdict.finalized_until, self.verdict.lossless_since
        return {
            "table": self.verdict.table,
            "start": text(self.start),
            "end": text(self.end),
            "status": self.status,
            "finalized_until": text(until) if until else None,
            "lossless_since": text(since) if since else None,
            "sentence": self.sentence,
        }


def answer(verdict: Verdict, start: datetime | None, end: datetime) -> Answer:
    """Whether a period is final; without a start it is the one of the table's length before end."""
    if start is None:
        start = end - (LENGTHS[verdict.granularity.value] if verdict.granularity else HOUR)
    found = verdict.of_period(start, end)
    return Answer(found.start, found.end, found.status.value, verdict)


def final_hours(verdict: Verdict, first: datetime | None, most: int) -> list[datetime]:
    """The beginnings of whole hours from `first` on that are final, at most so many.

    Without `first` it is the newest one alone. `first` in the midst of an hour begins at the next.
    """
    if verdict.finalized_until is None:
        return []
    until = verdict.finalized_until.replace(minute=0, second=0, microsecond=0)
    if first is None:
        return [until - HOUR]
    hour = first.replace(minute=0, second=0, microsecond=0)
    if hour < first:
        hour += HOUR
    count = min(most, max(0, (until - hour) // HOUR))
    return [hour + index * HOUR for index in range(count)]
