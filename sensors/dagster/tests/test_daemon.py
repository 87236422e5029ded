"""The example under a real daemon and web server, and its asset's page in a browser."""

from __future__ import annotations

from pathlib import Path

import pytest
from commandline import wait_until

from browser import chromium, opened
from daemon import dagster_dev
from running import environment, running_lab, true_hours

HOURS = 3
BUSY_SECONDS = 900
"""A bound against hanging, on a machine that does much else."""

GATEWAY = "io.strandline.gateway"

# An hour passes in 20 seconds.
LAB = ["--speed", "180", "--start", "2013-01-01T09:55:00Z"]


def test_a_daemon_materializes_final_hours_and_the_page_tells(tmp_path: Path) -> None:
    with running_lab(tmp_path / "lab", *LAB) as lab:
        variables = environment(lab)
        with dagster_dev(tmp_path, variables) as dagster:
            dagster.start_sensor("ingest_again")
            dagster.start_sensor("finalized_hours")
            wait_until(lambda: any(GATEWAY in line for line in dagster.alive()))
            wait_until(
                lambda: len(dagster.materializations("flights_by_hour")) >= HOURS, BUSY_SECONDS
            )
            hours = dagster.materializations("flights_by_hour")
            _, ingested = dagster.materializations("bronze", "flights")[0]
            observed = dagster.observations("bronze", "flights")
            truth = true_hours(lab)
            browser = chromium()
            if browser is not None:
                page = f"{dagster.url}/assets/bronze/flights"
                with opened(browser, page, tmp_path / "profile") as asset:
                    asset.wait_for("finalized_until", "end_lsn", "0x0000", seconds=BUSY_SECONDS)
    partitions = [partition for partition, _ in hours]
    assert len(partitions) == len(set(partitions))
    assert {partition: int(told["dagster/partition_row_count"]) for partition, told in hours} == {
        partition: truth[str(partition)] for partition in partitions
    }
    assert ingested["table"] == "flights"
    assert not observed, "nobody else has finalized an hour"
    password = variables["STRANDLINE_PASSWORD"].encode()
    kept = [dagster.log_file, *(file for file in dagster.home.rglob("*") if file.is_file())]
    assert not [file for file in kept if password in file.read_bytes()]
    if browser is None:
        pytest.skip("no Chromium on the PATH: the page was not opened")
