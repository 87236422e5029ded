"""The conformance script through every client, plain and encrypted, against one stand-in."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from clients.provision import CLIENTS
from clients.script import load
from clients.wire import Wire
from commandline import ROOT, STRANDLINE
from labs import Lab

JDBC = "mssql-jdbc"
FOLDER = Path(__file__).resolve().parents[1]
TABLE = ROOT / "lab" / "conformance" / "target" / "clients.txt"
MODES = {"plain": False, "TLS": True}
FEWEST_CLIENTS = 5
DEADLINE_SECONDS = 300
AT_ONCE = 3

RUNS = [(client, mode) for client in (JDBC, *CLIENTS) for mode in MODES]


@dataclass(frozen=True)
class Ran:
    """What a client said, and what was seen on the wire."""

    document: dict[str, Any]
    plain: int
    encrypted: int

    @property
    def missing(self) -> str | None:
        """What this machine lacks for the client."""
        missing = self.document.get("missing")
        return None if missing is None else str(missing)

    @property
    def passed(self) -> bool:
        """Whether it ran and every answer was as the script expects."""
        return self.document.get("failures") == []


def steps(client: str) -> int:
    """How many steps a client has to execute: Microsoft's for Java all, the others the core."""
    return sum(client == JDBC or step.tier == "core" for _, theme in load() for step in theme)


@pytest.fixture(scope="session")
def runs(
    tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest
) -> Iterator[dict[tuple[str, str], Ran]]:
    """Every client in both modes, a few at once; the table of them is printed at the end."""
    lab = Lab(tmp_path_factory.mktemp("conformance"))
    with lab.running:
        lab.await_start()
        with ThreadPoolExecutor(AT_ONCE) as pool:
            made = dict(zip(RUNS, pool.map(lambda run: ask(lab, *run), RUNS), strict=True))
    table = table_of(made)
    TABLE.parent.mkdir(exist_ok=True)
    TABLE.write_text(table, "utf-8")
    yield made
    capture = request.config.pluginmanager.get_plugin("capturemanager")
    assert capture is not None
    with capture.global_and_fixture_disabled():
        print("\n\n" + table)


def ask(lab: Lab, client: str, mode: str) -> Ran:
    """Runs one client in a process of its own."""
    wire = Wire("localhost", lab.port)
    command = (
        jdbc(lab, wire, mode)
        if client == JDBC
        else [
            *[sys.executable, "-m", "clients", "--client", client, "--port", str(wire.port)],
            *["--password-file", str(lab.sa_file)],
            *(["--tls", "--authority", str(authority(lab))] if MODES[mode] else []),
        ]
    )
    try:
        ended = subprocess.run(
            command,
            env={**os.environ, "PYTHONPATH": str(FOLDER)},
            cwd=FOLDER,
            capture_output=True,
            text=True,
            timeout=DEADLINE_SECONDS,
        )
        lines = [line for line in ended.stdout.splitlines() if line.startswith("{")]
        document = json.loads(lines[-1]) if lines else {"broken": ended.stdout + ended.stderr}
    except subprocess.TimeoutExpired as late:
        document = {"broken": f"no end within {DEADLINE_SECONDS} s: {late.stderr!r}"}
    finally:
        wire.close()
    return Ran(document, wire.plain, wire.encrypted)


def jdbc(lab: Lab, wire: Wire, mode: str) -> list[str]:
    """The call of the command line that runs the script through Microsoft's driver for Java."""
    url = lab.url.replace(f":{lab.port};", f":{wire.port};")
    if not MODES[mode]:
        url = f"jdbc:sqlserver://localhost:{wire.port};encrypt=false"
    return [
        *[str(STRANDLINE), "conformance", "--json", "--url", url, "--user", "sa"],
        *["--password-file", str(lab.sa_file)],
    ]


def authority(lab: Lab) -> Path:
    """The stand-in's certificate authority."""
    return lab.sa_file.with_name("strandline-lab-ca.pem")


def table_of(runs: dict[tuple[str, str], Ran]) -> str:
    """A line a run."""
    lines = [f"{'client':14} {'version':14} {'mode':6} {'passed':>10} {'seconds':>8}"]
    for (client, mode), ran in runs.items():
        said = ran.document
        if ran.missing:
            lines.append(f"{client:14} {'-':14} {mode:6} SKIPPED: {ran.missing}")
            continue
        counted = f"{said.get('passed', 0)}/{steps(client)}"
        version = str(said.get("version", "-"))
        lines.append(
            f"{client:14} {version:14} {mode:6} {counted:>10} {said.get('seconds', 0):8.1f}"
            + (" BROKEN" if "broken" in said else "")
        )
    lines.append(f"{len(passed(runs))} of {len(CLIENTS) + 1} clients ran as the script expects")
    return "\n".join(lines) + "\n"


def passed(runs: dict[tuple[str, str], Ran]) -> set[str]:
    """The clients whose answers were as expected in both modes."""
    clients = {client for client, _ in runs}
    return {client for client in clients if all(runs[client, mode].passed for mode in MODES)}


@pytest.mark.parametrize(("client", "mode"), RUNS, ids=[f"{c}-{m}" for c, m in RUNS])
def test_answers_are_as_the_script_says(
    runs: dict[tuple[str, str], Ran], client: str, mode: str
) -> None:
    ran = runs[client, mode]
    if ran.missing:
        # On this project's own machines nothing may be missing; .ci/run says so.
        assert os.environ.get("STRANDLINE_CLIENTS") != "all", ran.missing
        pytest.skip(f"{client} cannot run on this machine: {ran.missing}")
    assert "broken" not in ran.document, ran.document["broken"]
    assert ran.document["failures"] == []
    assert ran.document["executed"] == steps(client)
    connections = (ran.plain, ran.encrypted)
    assert min(connections) == 0, f"plain and encrypted connections: {connections}"
    assert (ran.encrypted if MODES[mode] else ran.plain) > 0, connections


def test_at_least_five_clients_ran(runs: dict[tuple[str, str], Ran]) -> None:
    assert len(passed(runs)) >= FEWEST_CLIENTS, f"only {sorted(passed(runs))} ran"


def test_the_script_is_not_empty() -> None:
    assert steps(JDBC) > steps("pymssql") > 300
