"""Reports: what a call of ingest, snapshot, commit or of a group did."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from typing import Any, ClassVar, TypeVar, cast

from strandline._documents import Document, Json, reading
from strandline._errors import StrandlineError, error_of
from strandline._verdicts import Granularity, LsnRange, Offset

R = TypeVar("R", bound="IngestReport")


class IdleReason(str, Enum):
    """Why a call had nothing to commit."""

    CAUGHT_UP = "caught_up"
    NOTHING_NEW = "nothing_new"
    CAPTURE_NEVER_RAN = "capture_never_ran"
    ENABLE_NOT_CAPTURED = "enable_not_captured"
    CAPTURE_STALLED = "capture_stalled"


@dataclass(frozen=True, kw_only=True)
class Facts(Document):
    """A row of the facts table: a batch, or an event; `None` where the column is NULL."""

    table_id: str | None = None
    app_id: str | None = None
    target: str | None = None
    generation: int | None = None
    batch_id: int | None = None
    event: str | None = None
    rows: int | None = None
    inserts: int | None = None
    updates: int | None = None
    deletes: int | None = None
    min_lsn: str | None = None
    max_lsn: str | None = None
    end_lsn: str | None = None
    min_commit_ts: datetime | None = None
    max_commit_ts: datetime | None = None
    end_commit_ts: datetime | None = None
    lost_from_ts: datetime | None = None
    lost_to_ts: datetime | None = None
    detail: str | None = None
    """JSON text."""
    source_max_commit_ts: datetime | None = None
    capture_lag_seconds: float | None = None
    ingestion_lag_seconds: float | None = None
    retention_watermark_ts: datetime | None = None
    retention_headroom_hours: float | None = None
    started_at: datetime | None = None
    written_at: datetime | None = None
    duration_ms: int | None = None
    source_rtt_ms: int | None = None
    source_wait_ms: int | None = None
    read_mb: float | None = None
    written_mb: float | None = None
    files: int | None = None


@dataclass(frozen=True, kw_only=True)
class IngestReport(Document):
    """What one call did, and how the stream stands after it."""

    ALWAYS: ClassVar[frozenset[str]] = frozenset(
        {"finalized_until", "source_max_lsn", "capture_lag_seconds"}
    )

    table: str
    app_id: str
    offset: Offset | None = None
    finalized_until: datetime | None = None
    granularity: Granularity
    verdict_pending: bool
    """A later verdict is not published yet; the next call does it."""
    source_max_lsn: str | None = None
    capture_lag_seconds: float | None = None
    """Age of the newest captured entry by the server's clock."""
    conflicts: int
    """How often another caller was first in this call."""
    warnings: tuple[str, ...] = ()

    @classmethod
    def from_dict(cls: type[R], document: Mapping[str, Any]) -> R:
        """The report of a JSON object, of the kind that it says; `ValueError` if it is none."""
        if cls is IngestReport:
            return cast("R", report_of(document))
        return super().from_dict(document)


@dataclass(frozen=True, kw_only=True)
class Committed(IngestReport):
    """A batch was committed."""

    TAG = ("outcome", "committed")

    batch_id: int
    range: LsnRange
    facts: Facts
    events: tuple[Facts, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Loaded(IngestReport):
    """The rows of the source table were loaded."""

    TAG = ("outcome", "loaded")

    snapshot_lsn: str
    events: tuple[Facts, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Idle(IngestReport):
    """There was nothing to commit."""

    TAG = ("outcome", "idle")

    reason: IdleReason


@dataclass(frozen=True, kw_only=True)
class DoneByAnother(IngestReport):
    """Another caller has committed what this call would have."""

    TAG = ("outcome", "done_by_another")


_OUTCOMES: dict[str, type[IngestReport]] = {
    "committed": Committed,
    "loaded": Loaded,
    "idle": Idle,
    "done_by_another": DoneByAnother,
}


def report_of(document: Mapping[str, Any]) -> IngestReport:
    """The report of a JSON object, by its outcome; `ValueError` if it is none."""
    with reading("a report"):
        kind = _OUTCOMES.get(document.get("outcome", ""))
    if kind is None:
        raise ValueError(f"a report has no outcome '{document.get('outcome')}'")
    return kind.from_dict(document)


def batches_of(documents: list[Json]) -> tuple[Committed, ...]:
    """The committed batches of a list of JSON objects."""
    return tuple(Committed.from_dict(each) for each in documents)


@dataclass(frozen=True)
class CatchUp:
    """What a call did that went on to the newest captured change."""

    last: IngestReport
    """The last call's report."""
    batches: tuple[Committed, ...]
    """Every batch that was committed, in order."""

    @property
    def rows(self) -> int:
        """Change rows of all batches."""
        return sum(batch.facts.rows or 0 for batch in self.batches)

    @property
    def finalized_until(self) -> datetime | None:
        """The published verdict after it."""
        return self.last.finalized_until

    def to_dict(self) -> Json:
        """The value as a JSON object: the last report and `batches`."""
        return {**self.last.to_dict(), "batches": [each.to_dict() for each in self.batches]}

    @classmethod
    def from_dict(cls, document: Mapping[str, Any]) -> CatchUp:
        """The value of a JSON object; `ValueError` if it is none."""
        with reading("CatchUp"):
            return cls(report_of(document), batches_of(document["batches"]))


@dataclass(frozen=True)
class FailedMember:
    """A member of a group whose call failed."""

    table: str
    app_id: str
    error: StrandlineError

    def to_dict(self) -> Json:
        """The value as a JSON object."""
        error = self.error.to_dict()
        return {"outcome": "failed", "table": self.table, "app_id": self.app_id, "error": error}

    @classmethod
    def from_dict(cls, document: Mapping[str, Any]) -> FailedMember:
        """The value of a JSON object; `ValueError` if it is none."""
        with reading("FailedMember"):
            return cls(document["table"], document["app_id"], error_of(document["error"]))


@dataclass(frozen=True)
class GroupReport:
    """What a round of a group did; a member that fails stops no other."""

    name: str
    finalized_until: datetime | None
    """The group's published verdict."""
    cut: Offset | None
    """Rows at or below it are one transactional state across the members."""
    error: StrandlineError | None
    """Why the group's row is not published; the next call publishes it."""
    members: tuple[IngestReport | FailedMember, ...]
    """In the order in which they were given."""

    @property
    def failed(self) -> tuple[FailedMember, ...]:
        """The members whose calls failed."""
        return tuple(each for each in self.members if isinstance(each, FailedMember))

    def to_dict(self) -> Json:
        """The value as a JSON object."""
        verdict = _GroupVerdict(group=self.name, finalized_until=self.finalized_until, cut=self.cut)
        document = verdict.to_dict()
        if self.error is not None:
            document["error"] = self.error.to_dict()
        document["members"] = [each.to_dict() for each in self.members]
        return document

    @classmethod
    def from_dict(cls, document: Mapping[str, Any]) -> GroupReport:
        """The value of a JSON object; `ValueError` if it is none."""
        verdict = _GroupVerdict.from_dict(document)
        with reading("GroupReport"):
            error = document.get("error")
            return cls(
                verdict.group,
                verdict.finalized_until,
                verdict.cut,
                error_of(error) if error else None,
                tuple(_member_of(member) for member in document["members"]),
            )


@dataclass(frozen=True, kw_only=True)
class _GroupVerdict(Document):
    ALWAYS: ClassVar[frozenset[str]] = frozenset({"finalized_until"})

    group: str
    finalized_until: datetime | None = None
    cut: Offset | None = None


def _member_of(document: Json) -> IngestReport | FailedMember:
    failed = document.get("outcome") == "failed"
    return FailedMember.from_dict(document) if failed else report_of(document)
