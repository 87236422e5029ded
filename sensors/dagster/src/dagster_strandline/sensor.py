"""The sensor that asks for a run of each partition once its table says that it is final."""

import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

import dagster as dg

from dagster_strandline._reading import Readings
from dagster_strandline._tick import Target, Tick, longest_tick
from dagster_strandline.resource import StrandlineResource
from dagster_strandline.tables import KeyLike

Assets = dg.AssetsDefinition | Sequence[dg.AssetsDefinition]


def finalized_hours_sensor(
    tables: Mapping[str, Assets],
    *,
    name: str = "finalized_hours",
    observe: Mapping[str, KeyLike] | None = None,
    max_runs_a_tick: int = 25,
    on_gap: Literal["run", "skip"] = "run",
    minimum_interval_seconds: int = 30,
    default_status: dg.DefaultSensorStatus = dg.DefaultSensorStatus.STOPPED,
    tick_seconds: float | None = None,
    description: str | None = None,
    resource_key: str = "strandline",
    clock: Callable[[], float] = time.monotonic,
) -> dg.SensorDefinition:
    """A sensor with one run request a table and final partition, oldest first.

    `tables` has the assets that read a table of the warehouse (or of `group:<name>`), partitioned
    by hours or any other spans of time; those of one table have the same partitions and run
    together. An asset that reads several tables is listed under their group alone.
    `observe` names bronze assets, by table: an hour that was finalized without Dagster is recorded
    as an observation of that asset. Partitions that begin before the table's gapless history are
    run as any other, with the tag `strandline/finality`, unless `on_gap="skip"`.

    A tick asks for `max_runs_a_tick` runs at most and ends before Dagster gives it up, after
    `tick_seconds` (by default 20 s before that); the next one goes on from there. It reads control
    tables alone, without Java. A table that cannot be read, or does not answer, is logged and
    stops no other.
    """
    targets = {
        table: Target.of(table, [found] if isinstance(found, dg.AssetsDefinition) else found)
        for table, found in tables.items()
    }
    observed = {table: dg.AssetKey.from_coercible(key) for table, key in (observe or {}).items()}
    unknown = sorted(set(observed) - set(targets))
    if on_gap not in ("run", "skip"):
        raise dg.DagsterInvalidDefinitionError(f"sensor {name}: on_gap is run or skip")
    if unknown or max_runs_a_tick < 1 or not targets:
        raise dg.DagsterInvalidDefinitionError(
            f"sensor {name}: it needs tables, at least one run a tick, and observes only its tables"
            + (f"; unknown: {', '.join(unknown)}" if unknown else "")
        )
    keys = Counter(key for each in targets.values() for key in each.keys)
    twice = sorted(key.to_user_string() for key, times in keys.items() if times > 1)
    if twice:
        raise dg.DagsterInvalidDefinitionError(
            f"sensor {name}: {', '.join(twice)} would run when one of several tables is final;"
            " list an asset that reads several under their group, as group:<name>"
        )
    selection = dg.AssetSelection.assets(*keys)
    readings = Readings()

    @dg.sensor(
        name=name,
        target=selection,
        minimum_interval_seconds=minimum_interval_seconds,
        default_status=default_status,
        description=description
        or "Asks for a run of each partition once nothing more will arrive for it.",
        required_resource_keys={resource_key},
    )
    def finalized_hours(context: dg.SensorEvaluationContext, **_: Any) -> dg.SensorResult:
        began = clock()
        strandline: StrandlineResource = getattr(context.resources, resource_key)
        limit = longest_tick() if tick_seconds is None else tick_seconds
        tick = Tick(
            context=context,
            verdict=strandline.verdict,
            readings=readings,
            targets=targets,
            observed=observed,
            max_runs=max_runs_a_tick,
            skip_gaps=on_gap == "skip",
            left=lambda: limit - (clock() - began),
        )
        return tick.run()

    return finalized_hours
