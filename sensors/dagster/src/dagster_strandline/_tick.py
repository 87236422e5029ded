"""One tick of the sensor: which partitions have become final since the last one."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

import dagster as dg
from strandline import Finality, StrandlineError, Verdict

from dagster_strandline._cursor import Cursor, Place
from dagster_strandline._history import History
from dagster_strandline._partitions import spans_of, text, time_partitions, windows
from dagster_strandline._reading import NoAnswerError, Readings

FINALITY_TAG = "strandline/finality"
TABLE_TAG = "strandline/table"

_MARGIN_SECONDS = 20.0
_DAGSTERS_SECONDS = 60.0


def longest_tick() -> float:
    """How long a tick may take: 20 s less than Dagster waits for it, at least half of that."""
    given = os.environ.get("DAGSTER_SENSOR_GRPC_TIMEOUT_SECONDS") or os.environ.get(
        "DAGSTER_GRPC_TIMEOUT_SECONDS"
    )
    waits = float(given) if given else _DAGSTERS_SECONDS
    return max(waits - _MARGIN_SECONDS, waits / 2)


@dataclass(frozen=True)
class Target:
    """The assets that read a table."""

    table: str
    keys: tuple[dg.AssetKey, ...]
    partitions: dg.TimeWindowPartitionsDefinition

    @classmethod
    def of(cls, table: str, assets: Sequence[dg.AssetsDefinition]) -> Target:
        """The target of assets that have the same partitions of time."""
        partitions = [time_partitions(asset) for asset in assets]
        if not partitions or any(other != partitions[0] for other in partitions):
            raise dg.DagsterInvalidDefinitionError(
                f"the assets of table {table} need the same partitions, to be run together"
            )
        return cls(table, tuple(key for asset in assets for key in asset.keys), partitions[0])


@dataclass
class Tick:
    """What a tick finds; used once."""

    context: dg.SensorEvaluationContext
    verdict: Callable[[str], Verdict]
    readings: Readings
    targets: Mapping[str, Target]
    observed: Mapping[str, dg.AssetKey]
    max_runs: int
    skip_gaps: bool
    left: Callable[[], float]
    """The seconds that it may still take."""
    requests: list[dg.RunRequest] = field(default_factory=list)
    events: list[dg.AssetObservation] = field(default_factory=list)
    waiting: list[str] = field(default_factory=list)
    skipped: list[str] = field(default_factory=list)
    errors: dict[str, StrandlineError] = field(default_factory=dict)

    def run(self) -> dg.SensorResult:
        """Goes through the tables, beginning where the tick before left off."""
        self.cursor = self._cursor()
        self.history = History(self.context)
        self.state = _digest(self.context)
        order = list(self.targets)
        first = order.index(self.cursor.next) if self.cursor.next in order else 0
        stopped: str | None = None
        for number, table in enumerate(order[first:] + order[:first]):
            if self._is_full() or not self._look(self.targets[table], number == 0):
                stopped = table
                break
        if self.skipped:
            self.context.log.warning(
                f"{len(self.skipped)} not run, since on_gap is skip; the last: {self.skipped[-1]}"
            )
        if len(self.errors) == len(self.targets):
            # Nothing was found out; a failed tick keeps the cursor and is seen.
            raise next(iter(self.errors.values()))
        cursor = Cursor(
            {name: place for name, place in self.cursor.places.items() if name in self.targets},
            stopped,
        )
        return dg.SensorResult(
            run_requests=self.requests,
            asset_events=self.events,
            skip_reason=None if self.requests else self._reason(stopped),
            cursor=cursor.write(),
        )

    def _cursor(self) -> Cursor:
        try:
            return Cursor.read(self.context.cursor)
        except ValueError as error:
            self.context.log.warning(f"{error}; going on from what Dagster has materialized")
            return Cursor()

    def _is_full(self) -> bool:
        return len(self.requests) >= self.max_runs or self.left() <= 0

    def _look(self, target: Target, first: bool) -> bool:
        """Asks for a table's partitions; `False` if the next tick has to begin with it.

        So has one whose verdict did not come, unless it had a whole tick to come in.
        """
        try:
            verdict = self.readings.verdict(target.table, self.verdict, self.left())
        except StrandlineError as error:
            if isinstance(error, NoAnswerError) and not first:
                return False
            self.errors[target.table] = error
            self.context.log.error(f"{target.table}: {error}")
            return True
        if verdict.finalized_until is None:
            self.waiting.append(f"{target.table} has no verdict yet")
            return True
        place = self._place(target, verdict.finalized_until)
        place = self._ask(target, verdict, place)
        if place.known is not None and place.until >= place.known:
            place = replace(place, known=None)
        self.cursor = self.cursor.at(target.table, place)
        self.waiting.append(f"{target.table} is final until {text(verdict.finalized_until)}")
        return True

    def _place(self, target: Target, until: datetime) -> Place:
        """Where a table is; one whose partitions were of other spans of time begins anew."""
        place = self.cursor.places.get(target.table)
        spans = spans_of(target.partitions)
        if place is None or place.partitions not in (None, spans):
            return Place(target.partitions.start, until, spans)
        return replace(place, partitions=spans)

    def _ask(self, target: Target, verdict: Verdict, place: Place) -> Place:
        assert verdict.finalized_until is not None
        for key, window in windows(target.partitions, place.until, verdict.finalized_until):
            if self._is_full():
                break
            lost = place.known is not None and window.end <= place.known
            if not (lost and self.history.has(target.keys, key)):
                self._request(target, verdict, key, window)
            place = replace(place, until=window.end)
        return place

    def _request(self, target: Target, verdict: Verdict, key: str, window: dg.TimeWindow) -> None:
        period = verdict.of_period(window.start, window.end)
        if period.status is Finality.FINAL_WITH_GAP and self.skip_gaps:
            self.skipped.append(str(period))
            return
        self.requests.append(
            dg.RunRequest(
                run_key=f"{target.table}/{key}/{self.state}",
                partition_key=key,
                asset_selection=list(target.keys),
                tags={FINALITY_TAG: period.status.value, TABLE_TAG: target.table},
            )
        )
        bronze = self.observed.get(target.table)
        if bronze is not None and not self.history.knows(bronze, window.end):
            self.events.append(_observation(bronze, verdict, key, period.status))

    def _reason(self, stopped: str | None) -> str:
        parts = [*self.waiting[:5]]
        if len(self.waiting) > 5:
            parts.append(f"{len(self.waiting) - 5} more tables with nothing new")
        if self.errors:
            parts.append(f"not read, see the tick's log: {', '.join(sorted(self.errors)[:5])}")
        if stopped is not None:
            parts.append(f"out of time, the next tick goes on with {stopped}")
        return "; ".join(parts)


def _digest(context: dg.SensorEvaluationContext) -> str:
    """What a tick and its repetition have in common, and no other tick.

    Dagster runs a key once. It forgets a tick whose requests it has carried out when its daemon
    is killed before the cursor is kept, or when a tick has failed in their midst twice: the next
    one begins with the same cursor, last key and start of the sensor. A cursor that was set back
    on purpose has another last key.
    """
    state = [context.cursor, context.last_run_key, context.last_sensor_start_time]
    return hashlib.sha256(json.dumps(state).encode()).hexdigest()[:16]


def _observation(
    bronze: dg.AssetKey, verdict: Verdict, key: str, status: Finality
) -> dg.AssetObservation:
    metadata: dict[str, dg.MetadataValue] = {
        "hour": dg.MetadataValue.text(key),
        "finality": dg.MetadataValue.text(status.value),
    }
    if verdict.finalized_until is not None:
        metadata["finalized_until"] = dg.MetadataValue.timestamp(verdict.finalized_until)
    if verdict.end is not None:
        metadata["end_lsn"] = dg.MetadataValue.text(verdict.end.lsn)
    return dg.AssetObservation(
        asset_key=bronze,
        description=f"{key} was finalized without a materialization that tells of it: by a caller"
        " outside of Dagster, or by a run that failed later.",
        metadata=metadata,
    )
