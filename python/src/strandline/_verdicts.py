"""Verdicts: until when a table is final, and whether a period is."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum
from typing import ClassVar

from strandline._documents import Document, key
from strandline._time import format_instant, period


class Granularity(str, Enum):
    """Length of the periods that are finalized, in UTC."""

    MINUTE = "minute"
    HOUR = "hour"
    DAY = "day"


class Finality(str, Enum):
    """Whether a period is final; `OPEN` alone is false."""

    FINAL = "final"
    """Nothing more will arrive for the period, and nothing of it is missing."""
    FINAL_WITH_GAP = "final_with_gap"
    """Nothing more will arrive, but changes may be lost, or are older than the stream."""
    OPEN = "open"
    """Changes of the period may still arrive."""

    def __bool__(self) -> bool:
        return self is not Finality.OPEN


@dataclass(frozen=True)
class Offset(Document):
    """The last LSN processed and its commit time, UTC."""

    lsn: str
    commit_ts: datetime


@dataclass(frozen=True)
class LsnRange(Document):
    """A range of LSNs; the start is excluded, the end included."""

    start: str
    end: str


@dataclass(frozen=True, kw_only=True)
class PeriodVerdict(Document):
    """Whether a period of a table is final; true unless it is open."""

    ALWAYS: ClassVar[frozenset[str]] = frozenset({"finalized_until"})

    table: str
    start: datetime = field(metadata=key("from"))
    end: datetime = field(metadata=key("until"))
    """Exclusive."""
    status: Finality
    finalized_until: datetime | None = None
    lossless_since: datetime | None = None

    def __bool__(self) -> bool:
        return bool(self.status)

    def __str__(self) -> str:
        return (
            f"{self.table} from {format_instant(self.start)} until {format_instant(self.end)}:"
            f" {self.status.name}"
        )


@dataclass(frozen=True, kw_only=True)
class Verdict(Document):
    """A table's published verdict; all but the name is `None` before there is one."""

    ALWAYS: ClassVar[frozenset[str]] = frozenset({"finalized_until"})

    table: str
    """Canonical name: the path below the warehouse, else the URI; `group:<name>` of a group."""
    finalized_until: datetime | None = None
    """Every period that ends at or before it is complete."""
    granularity: Granularity | None = None
    lossless_since: datetime | None = None
    """The history has no gap from there on."""
    app_id: str | None = None
    table_id: str | None = None
    end: Offset | None = None
    """The offset that last moved the verdict."""

    def of_period(self, start: datetime, end: datetime) -> PeriodVerdict:
        """Whether a period, given by aware datetimes and without its end, is final."""
        first, last = period(start, end)
        status = Finality.FINAL
        if self.finalized_until is None or last > self.finalized_until:
            status = Finality.OPEN
        elif self.lossless_since is None or first < self.lossless_since:
            status = Finality.FINAL_WITH_GAP
        return PeriodVerdict(
            table=self.table,
            start=first,
            end=last,
            status=status,
            finalized_until=self.finalized_until,
            lossless_since=self.lossless_since,
        )


@dataclass(frozen=True, kw_only=True)
class Reason(Document):
    """One reason why a period is open, or has a gap."""

    code: str
    """One of the reasons that the guide on finalization lists, such as `capture_stalled`."""
    text: str
    remedy: str | None = None
    since: datetime | None = None
    until: datetime | None = None
    behind_seconds: float | None = None
    commits: int | None = None


@dataclass(frozen=True, kw_only=True)
class Explanation(Document):
    """Why a period is final or not."""

    ALWAYS: ClassVar[frozenset[str]] = frozenset({"finalized_until", "lossless_since"})

    table: str
    start: datetime = field(metadata=key("from"))
    end: datetime = field(metadata=key("until"))
    """Exclusive."""
    status: Finality
    finalized_until: datetime | None = None
    lossless_since: datetime | None = None
    reasons: tuple[Reason, ...] = ()
    """The most important first."""
    sentence: str
    """All of it in words for a person."""

    def __str__(self) -> str:
        return self.sentence
