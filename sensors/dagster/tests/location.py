"""A code location that a daemon of its own loads: one sensor, which is on."""

import dagster as dg

from dagster_strandline import StrandlineResource, finalized_hours_sensor
from ticks import by_hour

defs = dg.Definitions(
    assets=[by_hour],
    sensors=[
        finalized_hours_sensor(
            {"flights": by_hour},
            minimum_interval_seconds=1,
            default_status=dg.DefaultSensorStatus.RUNNING,
        )
    ],
    resources={"strandline": StrandlineResource(warehouse=dg.EnvVar("STRANDLINE_WAREHOUSE"))},
)
