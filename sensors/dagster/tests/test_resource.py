"""The resource: secrets, places, and what it refuses."""

from __future__ import annotations

import subprocess
import sys
from datetime import datetime, timezone

import dagster as dg
import pytest
from dagster._core.remote_representation.external_data import RepositorySnap
from dagster._serdes import serialize_value

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
                warehouse="/lake", password=dg.EnvVar("STRANDLINE_PASSWORD")
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
