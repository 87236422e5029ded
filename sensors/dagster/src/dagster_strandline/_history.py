"""What Dagster already knows, or is about to."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

import dagster as dg

from dagster_strandline._report import FINALIZED_UNTIL

_RUNS_AT_ONCE = 1000


class History:
    """Materializations and runs of an instance."""

    def __init__(self, context: dg.SensorEvaluationContext) -> None:
        self._context = context
        self._known: dict[dg.AssetKey, set[str]] = {}
        self._coming: dict[dg.AssetKey, bool] = {}
        self._finalized: dict[dg.AssetKey, datetime | None] = {}

    def has(self, keys: Sequence[dg.AssetKey], partition: str) -> bool:
        """Whether a partition is materialized, or about to be, for each of the assets."""
        return all(partition in self._partitions(key) for key in keys)

    def knows(self, bronze: dg.AssetKey, end: datetime) -> bool:
        """Whether a materialization of a bronze asset tells of a final period, or is about to."""
        if bronze not in self._coming:
            # In this order: of a run that ends meanwhile there is a materialization.
            planned = self._context.instance.get_latest_planned_materialization_info(bronze)
            self._coming[bronze] = planned is not None and bool(self._running([planned.run_id]))
            self._finalized[bronze] = self._latest(bronze)
        until = self._finalized[bronze]
        return self._coming[bronze] or (until is not None and until >= end)

    def _partitions(self, key: dg.AssetKey) -> set[str]:
        if key not in self._known:
            # In this order: what a run that ends meanwhile makes is among the materialized.
            self._known[key] = self._coming_partitions(key)
            self._known[key] |= self._context.instance.get_materialized_partitions(key)
        return self._known[key]

    def _coming_partitions(self, key: dg.AssetKey) -> set[str]:
        storage = self._context.instance.event_log_storage
        attempts = (
            storage.get_latest_asset_partition_materialization_attempts_without_materializations(
                key
            )
        )
        running = self._running(sorted({run_id for run_id, _ in attempts.values()}))
        return {partition for partition, (run_id, _) in attempts.items() if run_id in running}

    def _running(self, run_ids: Sequence[str]) -> set[str]:
        """Those of runs that have not ended."""
        found: set[str] = set()
        for first in range(0, len(run_ids), _RUNS_AT_ONCE):
            some = dg.RunsFilter(run_ids=run_ids[first : first + _RUNS_AT_ONCE])
            runs = self._context.instance.get_runs(some)
            found |= {run.run_id for run in runs if not run.is_finished}
        return found

    def _latest(self, bronze: dg.AssetKey) -> datetime | None:
        event = self._context.instance.get_latest_materialization_event(bronze)
        materialization = event.asset_materialization if event is not None else None
        if materialization is None:
            return None
        value = materialization.metadata.get(FINALIZED_UNTIL)
        if not isinstance(value, dg.TimestampMetadataValue) or value.value is None:
            return None
        return datetime.fromtimestamp(value.value).astimezone()
