"""What Dagster already knows, asked at most once a tick."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

import dagster as dg

from dagster_strandline._report import FINALIZED_UNTIL

_PARTITION_TAG = "dagster/partition"
_MOST_RUNS = 1000
_UNFINISHED = [
    dg.DagsterRunStatus.QUEUED,
    dg.DagsterRunStatus.NOT_STARTED,
    dg.DagsterRunStatus.STARTING,
    dg.DagsterRunStatus.STARTED,
]


class History:
    """Materializations and runs of an instance."""

    def __init__(self, context: dg.SensorEvaluationContext) -> None:
        self._context = context
        self._materialized: dict[dg.AssetKey, set[str]] = {}
        self._running: set[tuple[dg.AssetKey, str]] | None = None
        self._finalized: dict[dg.AssetKey, datetime | None] = {}

    def has(self, keys: Sequence[dg.AssetKey], partition: str) -> bool:
        """Whether a partition is materialized, or about to be, for each of the assets."""
        return all(
            partition in self._partitions(key) or (key, partition) in self._runs() for key in keys
        )

    def knows(self, bronze: dg.AssetKey, end: datetime) -> bool:
        """Whether a materialization of a bronze asset has already told of a final period."""
        if bronze not in self._finalized:
            self._finalized[bronze] = self._latest(bronze)
        until = self._finalized[bronze]
        return until is not None and until >= end

    def _partitions(self, key: dg.AssetKey) -> set[str]:
        if key not in self._materialized:
            self._materialized[key] = set(self._context.instance.get_materialized_partitions(key))
        return self._materialized[key]

    def _runs(self) -> set[tuple[dg.AssetKey, str]]:
        if self._running is None:
            runs = self._context.instance.get_runs(
                dg.RunsFilter(statuses=_UNFINISHED), limit=_MOST_RUNS
            )
            self._running = {
                (key, run.tags[_PARTITION_TAG])
                for run in runs
                if _PARTITION_TAG in run.tags
                for key in run.asset_selection or ()
            }
        return self._running

    def _latest(self, bronze: dg.AssetKey) -> datetime | None:
        event = self._context.instance.get_latest_materialization_event(bronze)
        materialization = event.asset_materialization if event is not None else None
        if materialization is None:
            return None
        value = materialization.metadata.get(FINALIZED_UNTIL)
        if not isinstance(value, dg.TimestampMetadataValue) or value.value is None:
            return None
        return datetime.fromtimestamp(value.value).astimezone()
