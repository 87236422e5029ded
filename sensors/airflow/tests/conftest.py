"""Airflow as it is installed from its packages, with the provider installed as a wheel."""

import json
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from installation import ROOT, Installation, airflow_home, install

# Before anything imports Airflow, which reads its settings once.
INSTALLED: Installation = install()
INSTALLED_HOME: Path = airflow_home(INSTALLED)
# And what the tests of the other Python packages know of the stand-in.
sys.path[:0] = [*map(str, INSTALLED.paths), str(ROOT / "python" / "tests")]


@pytest.fixture(scope="session")
def installed() -> Installation:
    """The provider's wheel, unpacked where processes find it."""
    return INSTALLED


@pytest.fixture(scope="session")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Airflow's own database, made by its migrations in the temporary home; a copy of it."""
    from airflow.utils.db import initdb

    initdb()
    copied = tmp_path_factory.mktemp("database") / "airflow.db"
    with (
        closing(sqlite3.connect(INSTALLED_HOME / "airflow.db")) as made,
        closing(sqlite3.connect(copied)) as copy,
    ):
        made.backup(copy)
    return copied


@pytest.fixture
def control(tmp_path: Path) -> Path:
    """Where a control table may be made."""
    return tmp_path / "warehouse" / "strandline_control"


@pytest.fixture
def connected(control: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The default connection, which knows the warehouse."""
    document = {"conn_type": "strandline", "extra": {"warehouse": str(control.parent)}}
    name = "AIRFLOW_CONN_STRANDLINE_DEFAULT"
    monkeypatch.setenv(name, json.dumps(document))
    from airflow.sdk.execution_time.cache import SecretCache

    SecretCache.reset()
    yield "strandline_default"
