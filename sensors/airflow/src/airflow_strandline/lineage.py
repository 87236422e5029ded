"""What OpenLineage is told, if its provider, which is optional, asks."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from airflow.providers.openlineage.extractors import OperatorLineage
    from airflow.sdk import Connection

DEFAULT_PORT = 1433


def lineage_of_ingest(
    source: tuple[str, str], table: str, target: str, report: dict[str, Any] | None
) -> OperatorLineage[Any, Any]:
    """A table of a source (see `source_of`) and the bronze table, with what was written."""
    from airflow.providers.openlineage.extractors import OperatorLineage
    from openlineage.client.event_v2 import InputDataset, OutputDataset

    namespace, database = source
    output_namespace, output_name = place_of(target)
    return OperatorLineage(
        inputs=[InputDataset(namespace=namespace, name=f"{database}.{table}")],
        outputs=[
            OutputDataset(
                namespace=output_namespace, name=output_name, outputFacets=_statistics(report)
            )
        ],
    )


def _statistics(report: dict[str, Any] | None) -> dict[str, Any]:
    from openlineage.client.facet_v2 import output_statistics_output_dataset as statistics

    whole = report or {}
    facts = [batch.get("facts") or {} for batch in whole.get("batches", [whole])]
    return {
        "outputStatistics": statistics.OutputStatisticsOutputDatasetFacet(
            rowCount=sum(each.get("rows") or 0 for each in facts),
            fileCount=sum(each.get("files") or 0 for each in facts),
        )
    }


def source_of(connection: Connection) -> tuple[str, str]:
    """Namespace and database of the source, by OpenLineage's naming of SQL Server."""
    url = connection.extra_dejson.get("url")
    if not url:
        port = connection.port or DEFAULT_PORT
        return f"mssql://{connection.host}:{port}", connection.schema or ""
    # Only host, port and database are taken: a URL may hold a password.
    address = re.match(r"jdbc:sqlserver://([^;\\:/]*)(?:\\[^;:]*)?(?::(\d+))?", url)
    named = re.search(r";\s*database(?:Name)?\s*=\s*(\{[^}]*\}|[^;]*)", url, re.IGNORECASE)
    host, given = address.groups() if address else ("", None)
    database = named.group(1).strip("{}") if named else ""
    return f"mssql://{host}:{given or DEFAULT_PORT}", database


def place_of(target: str) -> tuple[str, str]:
    """Namespace and name of a table's location, by OpenLineage's naming of files and objects."""
    parts = urlsplit(target)
    if not parts.scheme or parts.scheme == "file":
        return "file", parts.path if parts.scheme else target
    scheme = "s3" if parts.scheme == "s3a" else parts.scheme
    return f"{scheme}://{parts.netloc}", parts.path.strip("/")
