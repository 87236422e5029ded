"""`dagster dev` as a user starts it: web server, daemon and code server."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from commandline import ROOT, wait_until

import processes

EXAMPLE = ROOT / "sensors" / "dagster" / "example"
HOME_VARIABLE = "DAGSTER_HOME"
LOCATION = "flights_example.definitions"

_HOME = """
telemetry:
  enabled: false
run_queue:
  max_concurrent_runs: 2
  dequeue_interval_seconds: 1
"""

_START = """
mutation($sensor: SensorSelector!) {
  startSensor(sensorSelector: $sensor) { __typename ... on PythonError { message } }
}
"""

_ASSET = """
query($key: AssetKeyInput!, $limit: Int!) {
  assetOrError(assetKey: $key) {
    ... on Asset {
      assetMaterializations(limit: $limit) {
        partition
        metadataEntries {
          label
          ... on IntMetadataEntry { intRepr }
          ... on TextMetadataEntry { text }
        }
      }
      assetObservations(limit: $limit) { description }
    }
  }
}
"""

Told = dict[str, str]


class DagsterDev:
    """A running `dagster dev`."""

    def __init__(self, port: int, process: subprocess.Popen[bytes], home: Path, log: Path) -> None:
        self.url = f"http://127.0.0.1:{port}"
        self.process = process
        self.home = home
        self.log_file = log

    def alive(self) -> list[str]:
        """All that have come of it, the engine's Java included: number and command of each."""
        return processes.with_variable(HOME_VARIABLE, str(self.home))

    @property
    def log(self) -> str:
        """What it has printed so far."""
        return self.log_file.read_text("utf-8", "replace")

    def ask(self, query: str, **variables: Any) -> Any:
        """Asks its GraphQL server."""
        request = urllib.request.Request(
            f"{self.url}/graphql",
            json.dumps({"query": query, "variables": variables}).encode(),
            {"Content-Type": "application/json"},
        )
        with urllib.request.urlopen(request, timeout=120) as answer:
            document = json.load(answer)
        assert "errors" not in document, document
        return document["data"]

    def is_up(self) -> bool:
        """Whether it serves."""
        assert self.process.poll() is None, self.log
        try:
            with urllib.request.urlopen(f"{self.url}/server_info", timeout=10) as answer:
                return bool(answer.status == 200)
        except OSError:
            return False

    def start_sensor(self, name: str) -> None:
        """Switches a sensor on, as the web page does."""
        selector = {
            "repositoryLocationName": LOCATION,
            "repositoryName": "__repository__",
            "sensorName": name,
        }
        answer = self.ask(_START, sensor=selector)["startSensor"]
        assert answer["__typename"] == "Sensor", answer

    def materializations(self, *key: str) -> list[tuple[str | None, Told]]:
        """Partitions and metadata of an asset's newest materializations, the newest first."""
        return [
            (
                each["partition"],
                {entry["label"]: _text(entry) for entry in each["metadataEntries"]},
            )
            for each in self._asset(key).get("assetMaterializations", [])
        ]

    def observations(self, *key: str) -> list[str]:
        """What observations of an asset say."""
        return [each["description"] for each in self._asset(key).get("assetObservations", [])]

    def _asset(self, key: Sequence[str]) -> Any:
        return self.ask(_ASSET, key={"path": key}, limit=100)["assetOrError"]


def _text(entry: Mapping[str, Any]) -> str:
    return str(entry.get("text", entry.get("intRepr", "")))


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def _heeding_interrupts() -> Iterator[None]:
    """A process that is started meanwhile ends by SIGINT, also where a shell has it ignored.

    Shells do so for what they run in the background, and Dagster then ignores SIGTERM as well.
    """
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def dagster_dev(folder: Path, environment: Mapping[str, str]) -> Iterator[DagsterDev]:
    """Runs it with a home of its own; fails if a process of its is left at the end."""
    home = folder / "home"
    home.mkdir()
    (home / "dagster.yaml").write_text(_HOME, "utf-8")
    sources = [str(ROOT / part) for part in ("sensors/dagster/src", "python/src")]
    port = _free_port()
    log = folder / "dagster.log"
    with log.open("wb") as output, _heeding_interrupts():
        process = subprocess.Popen(
            [sys.executable, "-m", "dagster", "dev", "--host", "127.0.0.1", "--port", str(port)],
            cwd=EXAMPLE,
            env={
                **os.environ,
                **environment,
                HOME_VARIABLE: str(home),
                "PYTHONPATH": os.pathsep.join(sources),
            },
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    try:
        dagster = DagsterDev(port, process, home, log)
        wait_until(dagster.is_up)
        yield dagster
        process.send_signal(signal.SIGINT)
        process.wait(300)
        wait_until(lambda: not dagster.alive(), 60)
    finally:
        processes.kill(processes.with_variable(HOME_VARIABLE, str(home)))
        process.wait(60)
