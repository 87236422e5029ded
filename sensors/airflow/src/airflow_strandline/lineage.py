"""What OpenLineage is told, if its provider, which is optional, asks."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from airflow_strandline.hooks.strandline import extra_of

if TYPE_CHECKING:
    from airflow.providers.openlineage.extractors import OperatorLineage
    from airflow.sdk import Connection

DEFAULT_PORT = 1433


@dataclass(frozen=True)
class Ingested:
    """A table of the source, its bronze table, and the report of a call, if one was made."""

    table: str
    target: str
    report: dict[str, Any] | None


def change_table(capture_instance: str) -> str:
    """The table of the source that holds the changes of a capture instance."""
    return f"cdc.{capture_instance}_CT"


def lineage_of_ingest(
    source: tuple[str, str], streams: Sequence[Ingested]
) -> OperatorLineage[Any, Any]:
    """Tables of a source (see `source_of`) and their bronze tables, with what was written."""
    from airflow.providers.openlineage.extractors import OperatorLineage
    from openlineage.client.event_v2 import InputDataset, OutputDataset

    namespace, database = source
    outputs = []
    for stream in streams:
        place, name = place_of(stream.target)
        facets = _statistics(stream.report)
        outputs.append(OutputDataset(namespace=place, name=name, outputFacets=facets))
    inputs = dict.fromkeys(f"{database}.{stream.table}" for stream in streams)
    return OperatorLineage(
        inputs=[InputDataset(namespace=namespace, name=name) for name in inputs], outputs=outputs
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
    url = extra_of(connection).get("url")
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
