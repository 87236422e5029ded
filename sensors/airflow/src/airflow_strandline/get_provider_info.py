"""What Airflow asks a provider for; imports nothing, since Airflow reads it in every process."""

from typing import Any

INTEGRATION = "Strandline"
OPTIONAL_TEXT = {"type": ["string", "null"]}


def get_provider_info() -> dict[str, Any]:
    """The provider's name, modules and connection type."""
    return {
        "package-name": "airflow-provider-strandline",
        "name": INTEGRATION,
        "description": "Moves SQL Server's change data capture into Delta tables and waits until"
        " hours are final.",
        "integrations": [
            {
                "integration-name": INTEGRATION,
                "tags": ["service"],
            }
        ],
        "hooks": [_modules("airflow_strandline.hooks.strandline")],
        "operators": [_modules("airflow_strandline.operators.ingest")],
        "sensors": [_modules("airflow_strandline.sensors.finalized_until")],
        "triggers": [
            _modules(
                "airflow_strandline.triggers.finalized_until",
                "airflow_strandline.triggers.finalized_hour",
            )
        ],
        "connection-types": [_connection_type()],
    }


def _modules(*names: str) -> dict[str, Any]:
    return {"integration-name": INTEGRATION, "python-modules": list(names)}


def _connection_type() -> dict[str, Any]:
    return {
        "connection-type": "strandline",
        "hook-name": INTEGRATION,
        "hook-class-name": "airflow_strandline.hooks.strandline.StrandlineHook",
        "ui-field-behaviour": {
            "hidden-fields": [],
            "relabeling": {"schema": "Database", "login": "User"},
            "placeholders": {
                "host": "sql1.example.net",
                "port": "1433",
                "login": "reader",
                "extra": '{"options": {"source_time_zone": "Europe/Stockholm"},'
                ' "storage_options": {"AWS_REGION": "eu-north-1"}}',
            },
        },
        "conn-fields": {
            "url": {
                "label": "JDBC URL",
                "description": "instead of host, port and database, with all its properties",
                "schema": OPTIONAL_TEXT,
            },
            "warehouse": {
                "label": "Warehouse",
                "description": "folder or URI that table names are relative to",
                "schema": OPTIONAL_TEXT,
            },
            "control": {
                "label": "Control table",
                "description": "path or URI; strandline_control in the warehouse unless given",
                "schema": OPTIONAL_TEXT,
            },
        },
    }
