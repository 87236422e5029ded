"""A stream: one capture instance that is ingested into one bronze table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Any

from strandline._documents import Json
from strandline._errors import InvalidOptionsError
from strandline._options import Values, absolute, child, parent
from strandline._plans import Plan, SplitResult
from strandline._reports import CatchUp, IngestReport, report_of
from strandline._status import Adopted
from strandline._time import format_instant, period
from strandline._verdicts import Explanation, PeriodVerdict, Verdict
from strandline._waiting import Span

if TYPE_CHECKING:
    from strandline._engine import Engine


class Stream:
    """A stream of an engine; thread-safe, and nothing is opened before a call.

    Errors are `StrandlineError`s. Ctrl-C ends a call here and in the engine, and leaves nothing
    half-written.
    """

    def __init__(self, engine: Engine, values: Values) -> None:
        if "target" not in values:
            raise InvalidOptionsError("target is required", "name the bronze table's path or URI")
        self._engine = engine
        self._values = dict(values)

    @property
    def target(self) -> str:
        """Path or URI of the bronze table."""
        return str(self._values["target"])

    @property
    def control(self) -> str:
        """Path or URI of the control table."""
        return str(self._values.get("control") or child(self._warehouse, "strandline_control"))

    @property
    def _warehouse(self) -> str:
        return str(self._values.get("warehouse") or parent(self.target))

    def options(self) -> Mapping[str, Any]:
        """The stream's options as they were given; secrets are wrapped."""
        return dict(self._values)

    def _call(self, call: str, arguments: Json | None = None, name: str | None = None) -> Json:
        return self._engine.call(call, self._values, arguments, name or self.target)

    def ingest(self) -> IngestReport:
        """Commits one batch, or says why there is none."""
        return report_of(self._call("ingest"))

    def ingest_all(self) -> CatchUp:
        """Commits batches up to the newest change that was captured when it began.

        An error that comes after the first batch holds those committed as `batches`.
        """
        return CatchUp.from_dict(self._call("ingest_all"))

    def snapshot(self) -> IngestReport:
        """Loads the rows of the source table, once."""
        return report_of(self._call("snapshot"))

    def plan(self) -> Plan | IngestReport:
        """Plans the next batch for other processes; the report of a call with nothing to write."""
        result = self._call("plan")
        return report_of(result["report"]) if "report" in result else Plan.from_dict(result)

    def write(self, plan: Plan, split: int) -> SplitResult:
        """Writes one split of a plan into files that no reader sees before the commit."""
        return SplitResult.from_dict(self._call("write", {"plan": plan.document, "split": split}))

    def commit(self, plan: Plan, results: Iterable[SplitResult]) -> IngestReport:
        """Commits a plan with exactly one result of each split, in any order."""
        documents = [result.document for result in results]
        return report_of(self._call("commit", {"plan": plan.document, "results": documents}))

    def adopt(self, *what: str) -> Adopted:
        """Goes on after a change that was made on purpose: of `source`, `zone` or `target`."""
        return Adopted.from_dict(self._call("adopt", {"what": list(what)}))

    def verdict(self) -> Verdict:
        """The table's published verdict; asks the control table alone."""
        return self._engine.verdict(
            absolute(self.target), control=self.control, warehouse=self._warehouse
        )

    def is_final(self, start: datetime, end: datetime) -> PeriodVerdict:
        """Whether a period, given by aware datetimes and without its end, is final."""
        return self._engine.is_final(
            absolute(self.target), start, end, control=self.control, warehouse=self._warehouse
        )

    def wait_until_final(
        self, start: datetime, end: datetime, *, timeout: Span | None = None, poll: Span = 10.0
    ) -> PeriodVerdict:
        """Waits until somebody's ingestion has made a period final; ingests nothing itself.

        Looks every `poll` seconds; `WaitTimeoutError` after `timeout` seconds.
        """
        return self._engine.wait_until_final(
            absolute(self.target),
            start,
            end,
            timeout=timeout,
            poll=poll,
            control=self.control,
            warehouse=self._warehouse,
        )

    def explain(self, start: datetime, end: datetime) -> Explanation:
        """Why a period is final or not; asks the source as well."""
        first, last = period(start, end)
        arguments = {"from": format_instant(first), "until": format_instant(last)}
        return Explanation.from_dict(self._call("explain", arguments))

    def __repr__(self) -> str:
        return f"Stream({self.target!r})"
