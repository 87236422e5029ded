"""One run under a real scheduler and triggerer, against the stand-in and its oracle."""

import csv
import io
import json
import os
import shutil
import sqlite3
import time
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest
from installation import Installation
from stand import CONNECTION, Lab, clock, connection_to, jars, running_lab, sql
from standalone import Standalone, standalone

from airflow_strandline.periods import HOUR, hour_key, hour_of

SECONDS_AN_HOUR = int(os.environ.get("STRANDLINE_SECONDS_AN_HOUR", "20"))
START = datetime(2013, 1, 1, 12, tzinfo=timezone.utc)
HOURS = 5
"""Hours that the gated consumer has to read."""

PAUSED_AT, STEPPED_AT, RESUMED_AT = 1.5, 2.5, 3.5
"""Hours after the start at which capture stops, reads once what is there, and goes on."""

DEATHS = 2
"""Tasks that are killed after their commit, when they were about to tell of hours."""

LONGEST = 1200 + HOURS * SECONDS_AN_HOUR

Change = tuple[str, str, int]


def oracle(lab: Lab, folder: Path) -> dict[str, set[Change]]:
    """Every change that the source has made, by the hour of its commit."""
    out = sql(lab, folder, "EXEC lab.changes @capture_instance = 'dbo_flights';\nGO\n")
    found: dict[str, set[Change]] = defaultdict(set)
    for row in csv.DictReader(io.StringIO(out), delimiter="\t", quoting=csv.QUOTE_NONE):
        change = ("0x" + row["start_lsn"], "0x" + row["seqval"], int(row["operation"]))
        found[row["commit_utc"][:13].replace(" ", "T")].add(change)
    return found


@dataclass
class Noted:
    """What the consumers found in each hour when they ran, and what the source had."""

    by: dict[str, dict[str, set[Change]]]
    truth: dict[str, set[Change]]
    keys: list[str | None]
    running: Standalone
    port: int
    warehouse: Path

    def incomplete(self, who: str) -> list[str]:
        """The hours in which a consumer saw something else than the source has."""
        return [hour for hour, found in sorted(self.by[who].items()) if found != self.truth[hour]]


def noted(home: Path, who: str) -> dict[str, set[Change]]:
    files = (home / "noted" / who).glob("*.json")
    return {
        file.stem: {(lsn, seqval, op) for lsn, seqval, op in json.loads(file.read_text("utf-8"))}
        for file in files
    }


def recorded_keys(home: Path) -> list[str | None]:
    """Partition keys of all events of the asset, as Airflow's database has them."""
    with sqlite3.connect(f"file:{home / 'airflow.db'}?mode=ro", uri=True) as database:
        query = (
            "SELECT e.partition_key FROM asset_event e JOIN asset a ON a.id = e.asset_id"
            " WHERE a.name = 'flights' ORDER BY e.partition_key"
        )
        return [row[0] for row in database.execute(query)]


@pytest.fixture(scope="module")
def run(
    tmp_path_factory: pytest.TempPathFactory, installed: Installation, database: Path
) -> Iterator[Noted]:
    """Airflow works at the stand-in's hours while capture is paused, delayed and resumed."""
    home = tmp_path_factory.mktemp("airflow")
    shutil.copy(database, home / "airflow.db")
    stand = tmp_path_factory.mktemp("stand")
    warehouse = stand / "warehouse"
    speed = 3600 / SECONDS_AN_HOUR
    lineage = {"type": "file", "log_file_path": str(home / "lineage.json"), "append": True}
    more = {
        "STRANDLINE_JARS": str(jars()),
        "AIRFLOW__OPENLINEAGE__TRANSPORT": json.dumps(lineage),
        # Of the Dag that asks for it.
        "AIRFLOW__OPENLINEAGE__SELECTIVE_ENABLE": "True",
    }
    # The connection must be known before the processes start, and the stand-in's port with it.
    begin = START - timedelta(minutes=30)
    arguments = ["--seed", "5", "--speed", str(speed), "--start", begin.isoformat()]
    with running_lab(stand, *arguments) as lab:
        sql(lab, stand, "EXEC lab.clock_speed @speed = 0;\nGO\n")
        more[CONNECTION] = json.dumps(connection_to(lab, warehouse))
        with standalone(home, installed, more) as running:
            yield work(lab, stand, warehouse, running, speed)
    assert running.processes() == []


def work(lab: Lab, stand: Path, warehouse: Path, running: Standalone, speed: float) -> Noted:
    sql(lab, stand, f"EXEC lab.clock_speed @speed = {speed};\nGO\n")
    now = clock(lab, stand)
    virtual_start = now.replace(minute=0, second=0, microsecond=0) + HOUR
    ahead = (virtual_start - now).total_seconds() / speed
    real_start = datetime.now(timezone.utc) + timedelta(seconds=ahead)
    world = {
        "seconds_an_hour": SECONDS_AN_HOUR,
        "real_start": real_start.isoformat(),
        "virtual_start": virtual_start.isoformat(),
        "warehouse": str(warehouse),
        "deaths": DEATHS,
    }
    (running.home / "world.json").write_text(json.dumps(world), "utf-8")
    shutil.copy(Path(__file__).with_name("real") / "hours.py", running.dags)

    def at(hours: float, script: str) -> None:
        due = real_start + timedelta(seconds=hours * SECONDS_AN_HOUR)
        time.sleep(max(0.0, (due - datetime.now(timezone.utc)).total_seconds()))
        sql(lab, stand, f"EXEC {script};\nGO\n")

    at(PAUSED_AT, "lab.capture_pause")
    at(STEPPED_AT, "lab.capture_step")
    at(RESUMED_AT, "lab.capture_resume")
    running.wait_until(
        lambda: min(len(noted(running.home, who)) for who in ("gated", "partitions")) >= HOURS,
        LONGEST,
    )
    running.pause()
    consumers = ("gated", "ungated", "partitions", "watched")
    by = {who: noted(running.home, who) for who in consumers}
    keys = recorded_keys(running.home)
    return Noted(by, oracle(lab, stand), keys, running, lab.port, warehouse)


def test_the_gated_consumer_never_sees_an_incomplete_hour(run: Noted) -> None:
    assert len(run.by["gated"]) >= HOURS
    assert sum(map(len, run.by["gated"].values())) > 0
    assert run.incomplete("gated") == []


def test_a_consumer_of_partitions_never_sees_one_either(run: Noted) -> None:
    assert len(run.by["partitions"]) >= HOURS
    assert run.incomplete("partitions") == []


def test_a_consumer_of_a_watched_asset_never_sees_one_either(run: Noted) -> None:
    watched = sorted(run.by["watched"])
    first = hour_of(watched[0])
    assert first is not None
    # None is left out, though several hours may have started one run.
    assert watched == [hour_key(first + n * HOUR) for n in range(len(watched))]
    assert run.incomplete("watched") == []


def test_without_a_gate_one_is_seen(run: Noted) -> None:
    """Else this run could not have shown anything."""
    assert run.incomplete("ungated") != []


def test_each_hour_was_told_once(run: Noted) -> None:
    keys = [str(key) for key in run.keys]
    first = hour_of(keys[0])
    assert first is not None
    assert keys == [hour_key(first + n * HOUR) for n in range(len(keys))]


def test_workers_were_killed_when_they_were_about_to_tell(run: Noted) -> None:
    """Else the tests of events could not have shown what kills do."""
    deaths = list((run.running.home / "deaths").iterdir())
    assert len(deaths) == DEATHS
    about_to_tell = {key for file in deaths for key in file.read_text("utf-8").split()}
    assert about_to_tell
    assert about_to_tell <= set(run.keys)


def test_openlineage_is_told_of_both_tables(run: Noted) -> None:
    lines = (run.running.home / "lineage.json").read_text("utf-8").splitlines()
    events = [json.loads(line) for line in lines]
    done = [
        event
        for event in events
        if event["job"]["name"] == "ingest.ingest" and event["eventType"] == "COMPLETE"
    ]
    assert done
    rows = 0
    for event in done:
        (source,), (bronze,) = event["inputs"], event["outputs"]
        assert source["namespace"] == f"mssql://localhost:{run.port}"
        assert source["name"] == "flights.dbo.flights"
        assert (bronze["namespace"], bronze["name"]) == ("file", f"{run.warehouse}/flights")
        rows += bronze["outputFacets"]["outputStatistics"]["rowCount"]
    assert rows > 0


def test_all_components_were_healthy_to_the_end(run: Noted) -> None:
    assert run.running.is_healthy()
