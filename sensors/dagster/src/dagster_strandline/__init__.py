"""Dagster's assets, sensors and checks on tables that Strandline ingests.

Bronze assets ingest and have no partitions; assets by the hour are released by the sensor once the
table's published verdict says that nothing more will arrive for the hour.
"""

from dagster_shared.libraries import DagsterLibraryRegistry

from dagster_strandline.check import finalized_check
from dagster_strandline.component import StrandlineTables
from dagster_strandline.ingest import ingest_asset
from dagster_strandline.resource import StrandlineResource
from dagster_strandline.sensor import finalized_hours_sensor
from dagster_strandline.tables import CapturedTable
from dagster_strandline.version import __version__

__all__ = [
    "CapturedTable",
    "StrandlineResource",
    "StrandlineTables",
    "__version__",
    "finalized_check",
    "finalized_hours_sensor",
    "ingest_asset",
]

DagsterLibraryRegistry.register("dagster-strandline", __version__, is_dagster_package=False)
