"""How tables stand, and whether a source is ready."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from typing import ClassVar

from strandline._documents import Document
from strandline._reports import Facts
from strandline._verdicts import Granularity, Offset


@dataclass(frozen=True, kw_only=True)
class TableStatus(Document):
    """How a table of a control table stands; what is not known is `None`."""

    ALWAYS: ClassVar[frozenset[str]] = frozenset(
        {
            "finalized_until",
            "end_lsn",
            "end_commit_ts",
            "verdict_age_seconds",
            "seconds_since_last_batch",
            "capture_lag_seconds",
            "ingestion_lag_seconds",
            "retention_headroom_hours",
            "retention_headroom_hours_now",
            "last_batch",
            "last_event",
        }
    )

    table: str
    group: bool
    """Whether it is a group's row."""
    table_id: str
    app_id: str
    finalized_until: datetime | None = None
    granularity: Granularity
    lossless_since: datetime
    end_lsn: str | None = None
    end_commit_ts: datetime | None = None
    verdict_age_seconds: float | None = None
    seconds_since_last_batch: float | None = None
    capture_lag_seconds: float | None = None
    ingestion_lag_seconds: float | None = None
    retention_headroom_hours: float | None = None
    retention_headroom_hours_now: float | None = None
    last_batch: Facts | None = None
    last_event: Facts | None = None


@dataclass(frozen=True, kw_only=True)
class Status(Document):
    """How all tables of a control table stand."""

    ALWAYS: ClassVar[frozenset[str]] = frozenset({"as_of"})

    as_of: datetime | None = None
    """`None` without tables."""
    tables: tuple[TableStatus, ...] = ()


class FindingStatus(str, Enum):
    """What a check of a source found."""

    OK = "ok"
    WARNING = "warning"
    PROBLEM = "problem"
    UNKNOWN = "unknown"


@dataclass(frozen=True, kw_only=True)
class Finding(Document):
    """What one check found."""

    check: str
    """One of the checks that the guide on `doctor` lists, such as `capture_enabled`."""
    status: FindingStatus
    what: str
    fix: str | None = None


@dataclass(frozen=True, kw_only=True)
class Findings(Document):
    """What an examination of a source found."""

    checks: tuple[Finding, ...] = ()

    @property
    def problems(self) -> tuple[Finding, ...]:
        """The checks that must be mended before a stream can run."""
        return tuple(each for each in self.checks if each.status is FindingStatus.PROBLEM)


@dataclass(frozen=True, kw_only=True)
class Version(Document):
    """What serves the calls."""

    version: str
    java: str
    protocol: int


@dataclass(frozen=True, kw_only=True)
class Adopted(Document):
    """What was adopted; empty if there was nothing to adopt."""

    adopted: tuple[str, ...] = ()
    table: str | None = None
    offset: Offset | None = None
    lossless_since: datetime | None = None
