"""What Dagster already knows, or is about to."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

import dagster as dg

from dagster_strandline._report import FINALIZED_UNTIL


class History:
    """Materializations and runs of an instance."""

    def __init__(self, context: dg.SensorEvaluationContext) -> None:
        self._context = context
        self._materialized: dict[dg.AssetKey, set[str]] = {}
        self._coming: dict[dg.AssetKey, bool] = {}
        self._finalized: dict[dg.AssetKey, datetime | None] = {}

    def has(self, keys: Sequence[dg.AssetKey], partition: str) -> bool:
        """Whether a partition is materialized, or about to be, for each of the assets."""
        return all(
            partition in self._partitions(key) or self._is_coming(key, partition) for key in keys
        )

    def knows(self, bronze: dg.AssetKey, end: datetime) -> bool:
        """Whether a materialization of a bronze asset tells of a final period, or is about to."""
        if bronze not in self._coming:
            # In this order: of a run that ends meanwhile there is a materialization.
            self._coming[bronze] = self._is_coming(bronze)
            self._finalized[bronze] = self._latest(bronze)
        until = self._finalized[bronze]
        return self._coming[bronze] or (until is not None and until >= end)

    def _partitions(self, key: dg.AssetKey) -> set[str]:
        if key not in self._materialized:
            self._materialized[key] = set(self._context.instance.get_materialized_partitions(key))
        return self._materialized[key]

    def _is_coming(self, key: dg.AssetKey, partition: str | None = None) -> bool:
        """Whether a run that has not ended is to materialize an asset."""
        planned = self._context.instance.get_latest_planned_materialization_info(key, partition)
        run = self._context.instance.get_run_by_id(planned.run_id) if planned else None
        return run is not None and not run.is_finished

    def _latest(self, bronze: dg.AssetKey) -> datetime | None:
        event = self._context.instance.get_latest_materialization_event(bronze)
        materialization = event.asset_materialization if event is not None else None
        if materialization is None:
            return None
        value = materialization.metadata.get(FINALIZED_UNTIL)
        if not isinstance(value, dg.TimestampMetadataValue) or value.value is None:
            return None
        return datetime.fromtimestamp(value.value).astimezone()
