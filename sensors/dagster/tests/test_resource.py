"""The resource: secrets, places, and what it refuses."""

from __future__ import annotations

import subprocess
import sys
from datetime import datetime, timezone

import dagster as dg
import pytest
from dagster._core.remote_representation.external_data import RepositorySnap
from dagster._serdes import serialize_value
from strandline import Verdict

import dagster_strandline.resource
from control import ControlTable
from dagster_strandline import CapturedTable, StrandlineResource, ingest_asset

TEN, ELEVEN = (datetime(2013, 1, 1, hour, tzinfo=timezone.utc) for hour in (10, 11))


def test_a_password_of_the_environment_is_in_no_definition(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What the web server gets to see of a code location."""
    monkeypatch.setenv("STRANDLINE_PASSWORD", "a-secret-word")
    definitions = dg.Definitions(
        assets=[ingest_asset(CapturedTable("flights", "dbo_flights"))],
        resources={
            "strandline": StrandlineResource(
                warehouse="/lake",
                password=dg.EnvVar("STRANDLINE_PASSWORD"),
                options={"source_time_zone": dg.EnvVar("STRANDLINE_PASSWORD")},
            )
        },
    )
    snapshot = serialize_value(RepositorySnap.from_def(definitions.get_repository_def()))
    assert "STRANDLINE_PASSWORD" in snapshot
    assert "a-secret-word" not in snapshot


def test_an_open_hour_is_refused(control: ControlTable, strandline: StrandlineResource) -> None:
    control.publish("2013-01-01T10:30:00")
    with pytest.raises(dg.Failure, match="OPEN: more may arrive"):
        strandline.require_final("flights", TEN, ELEVEN)
    control.publish("2013-01-01T11:00:00")
    assert strandline.require_final("flights", TEN, ELEVEN)


def test_a_group_and_a_control_table_elsewhere(
    control: ControlTable, strandline: StrandlineResource
) -> None:
    control.publish("2013-01-01T11:00:00", table="group:sales")
    elsewhere = StrandlineResource(
        warehouse="/somewhere", control=f"{control.warehouse}/strandline_control"
    )
    assert elsewhere.verdict("group:sales").finalized_until == ELEVEN


def test_verdicts_in_an_object_store_get_its_options(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, str | None, dict[str, str]]] = []

    class Recorded:
        def __init__(
            self, control: str, *, warehouse: str | None, storage_options: dict[str, str]
        ) -> None:
            asked.append((control, warehouse, storage_options))

        def verdict(self, table: str) -> Verdict:
            return Verdict(table=table)

    monkeypatch.setattr(dagster_strandline.resource, "Verdicts", Recorded)
    options = {"AWS_REGION": "eu-north-1"}
    resource = StrandlineResource(warehouse="s3://lake", storage_options=options)
    assert resource.verdict("orders").table == "orders"
    assert asked == [("s3://lake/strandline_control", "s3://lake", options)]


def test_loading_definitions_does_not_load_what_reads_tables() -> None:
    """A code location is loaded often; Delta is for runs and ticks."""
    code = (
        "import sys, dagster_strandline as ds\n"
        "ds.ingest_asset(ds.CapturedTable('flights', 'dbo_flights'))\n"
        "print('deltalake' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", code],
        env={"PYTHONPATH": ":".join(sys.path), "PATH": ""},
        capture_output=True,
        text=True,
        timeout=300,
        check=True,
    )
    assert done.stdout.strip() == "False"
