"""What the tests share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import dagster as dg
import pytest

from control import ControlTable
from dagster_strandline import StrandlineResource


@pytest.fixture
def control(tmp_path: Path) -> ControlTable:
    """A control table, which is there after its first verdict."""
    return ControlTable(tmp_path / "warehouse")


@pytest.fixture
def strandline(control: ControlTable) -> StrandlineResource:
    """A resource without a source."""
    return StrandlineResource(warehouse=control.warehouse)


@pytest.fixture
def instance() -> Iterator[dg.DagsterInstance]:
    """An instance that is gone after the test."""
    with dg.DagsterInstance.ephemeral() as made:
        yield made
