"""`dagster dev` as a user starts it: web server, daemon and code server."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from commandline import ROOT, wait_until

EXAMPLE = ROOT / "sensors" / "dagster" / "example"
LOCATION = "flights_example.definitions"

_HOME = """
telemetry:
  enabled: false
concurrency:
  runs:
    max_concurrent_runs: 1
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
    }
  }
}
"""

Told = dict[str, str]


class DagsterDev:
    """A running `dagster dev`."""

    def __init__(self, port: int, process: subprocess.Popen[bytes], log: Path) -> None:
        self.url = f"http://127.0.0.1:{port}"
        self.process = process
        self._log = log

    @property
    def log(self) -> str:
        """What it has printed so far."""
        return self._log.read_text("utf-8", "replace")

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
        asset = self.ask(_ASSET, key={"path": key}, limit=100)["assetOrError"]
        return [
            (
                each["partition"],
                {entry["label"]: _text(entry) for entry in each["metadataEntries"]},
            )
            for each in asset.get("assetMaterializations", [])
        ]


def _text(entry: Mapping[str, Any]) -> str:
    return str(entry.get("text", entry.get("intRepr", "")))


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _session(leader: int) -> list[str]:
    """The processes that a session has, but for ended ones."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text("utf-8").rpartition(")")[2].split()
            command = stat.with_name("cmdline").read_text("utf-8", "replace")
        except OSError:
            continue
        if int(fields[3]) == leader and fields[0] != "Z":
            found.append(f"{stat.parent.name} {command.replace(chr(0), ' ')}")
    return found


@contextmanager
def dagster_dev(folder: Path, environment: Mapping[str, str]) -> Iterator[DagsterDev]:
    """Runs it with a home of its own; fails if a process of its is left at the end."""
    home = folder / "home"
    home.mkdir()
    (home / "dagster.yaml").write_text(_HOME, "utf-8")
    sources = [str(ROOT / part) for part in ("sensors/dagster/src", "python/src")]
    port = _free_port()
    log = folder / "dagster.log"
    with log.open("wb") as output:
        process = subprocess.Popen(
            [sys.executable, "-m", "dagster", "dev", "--host", "127.0.0.1", "--port", str(port)],
            cwd=EXAMPLE,
            env={
                **os.environ,
                **environment,
                "DAGSTER_HOME": str(home),
                "PYTHONPATH": os.pathsep.join(sources),
            },
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    try:
        dagster = DagsterDev(port, process, log)
        wait_until(dagster.is_up)
        yield dagster
        process.send_signal(signal.SIGINT)
        process.wait(300)
        wait_until(lambda: not _session(process.pid), 60)
    finally:
        for left in _session(process.pid):
            os.kill(int(left.split()[0]), signal.SIGKILL)
        process.wait(60)
