"""A real Airflow: all that `airflow standalone` runs."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any

import psutil
from installation import Installation

COMPONENTS = ("metadatabase", "scheduler", "triggerer", "dag_processor")
START_SECONDS = 300
"""A bound against hanging; it takes half a minute on a machine of its own."""

STOP_SECONDS = 120


def free_port() -> int:
    """A port that nobody listens on now."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])


class Standalone:
    """The processes and their temporary home."""

    def __init__(
        self, home: Path, installed: Installation, more: dict[str, str] | None = None
    ) -> None:
        self.home = home
        self.dags = home / "dags"
        self.dags.mkdir(parents=True)
        self._port = free_port()
        self._log = home / "standalone.log"
        self._environment = self._settings(installed) | (more or {})
        self._process: subprocess.Popen[bytes] | None = None

    def _settings(self, installed: Installation) -> dict[str, str]:
        url = f"http://localhost:{self._port}"
        bundle = {"classpath": "airflow.dag_processing.bundles.local.LocalDagBundle"}
        bundles = [{"name": "dags-folder", **bundle, "kwargs": {"refresh_interval": 1}}]
        settings = {
            "CORE__LOAD_EXAMPLES": "False",
            "CORE__DAGS_FOLDER": str(self.dags),
            "CORE__EXECUTOR": "LocalExecutor",
            "CORE__PARALLELISM": "4",
            "CORE__DAGS_ARE_PAUSED_AT_CREATION": "False",
            "CORE__SIMPLE_AUTH_MANAGER_ALL_ADMINS": "True",
            "CORE__EXECUTION_API_SERVER_URL": f"{url}/execution/",
            # A machine that has more to do answers slowly; that is no failure of a task.
            "WORKERS__EXECUTION_API_TIMEOUT": "60",
            "DATABASE__SQL_ALCHEMY_CONN": f"sqlite:///{self.home / 'airflow.db'}",
            "API__HOST": "127.0.0.1",
            "API__PORT": str(self._port),
            "API__BASE_URL": url,
            "API__WORKERS": "1",
            "API_AUTH__JWT_SECRET": os.urandom(32).hex(),
            "LOGGING__BASE_LOG_FOLDER": str(self.home / "logs"),
            "LOGGING__WORKER_LOG_SERVER_PORT": str(free_port()),
            "LOGGING__TRIGGER_LOG_SERVER_PORT": str(free_port()),
            "SCHEDULER__ENABLE_HEALTH_CHECK": "False",
            "DAG_PROCESSOR__DAG_BUNDLE_CONFIG_LIST": json.dumps(bundles),
            "DAG_PROCESSOR__BUNDLE_REFRESH_CHECK_INTERVAL": "1",
            "DAG_PROCESSOR__MIN_FILE_PROCESS_INTERVAL": "600",
        }
        inherited = {k: v for k, v in os.environ.items() if not k.startswith("AIRFLOW__")}
        return inherited | {
            "AIRFLOW_HOME": str(self.home),
            "PATH": f"{self._commands()}{os.pathsep}{os.environ['PATH']}",
            "PYTHONPATH": installed.pythonpath,
            **{f"AIRFLOW__{name}": value for name, value in settings.items()},
        }

    def _commands(self) -> Path:
        """A folder with the command `airflow`, by which `airflow standalone` starts the others.

        That of a virtual environment names the interpreter by the place where it was made.
        """
        folder = self.home / "bin"
        folder.mkdir()
        command = folder / "airflow"
        command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m airflow "$@"\n', "utf-8")
        command.chmod(0o700)
        return folder

    def __enter__(self) -> "Standalone":
        with self._log.open("wb") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "airflow", "standalone"],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                env=self._environment,
                cwd=self.home,
                start_new_session=True,
                # A shell lets its background jobs ignore Ctrl-C, and their children inherit that.
                preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
            )
        try:
            self.wait_until(self.is_healthy, START_SECONDS)
        except BaseException:
            self.stop()
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        left = self.stop()
        if error is None:
            assert left == [], f"processes were left: {left}"

    @property
    def log(self) -> str:
        """What its processes have printed."""
        return self._log.read_text("utf-8", "replace")

    def health(self) -> dict[str, str]:
        """What the health endpoint says of each component; empty before it answers."""
        url = f"http://127.0.0.1:{self._port}/api/v2/monitor/health"
        try:
            with urllib.request.urlopen(url, timeout=10) as answer:
                found = json.load(answer)
        except OSError:
            return {}
        return {name: (found.get(name) or {}).get("status") or "none" for name in COMPONENTS}

    def is_healthy(self) -> bool:
        """Whether all components are."""
        assert self._process is not None
        assert self._process.poll() is None, self.log[-4000:]
        return self.health() == dict.fromkeys(COMPONENTS, "healthy")

    def pause(self) -> None:
        """Pauses all Dags and waits for the tasks that run.

        When all is stopped at once, tasks look for the server of their reports until they give up.
        """
        token = self._asked("GET", "/auth/token")["access_token"]
        self._asked("PATCH", "/api/v2/dags?dag_id_pattern=%25", token, {"is_paused": True})
        busy = "&".join(f"state={state}" for state in ("running", "queued"))
        running = f"/api/v2/dags/~/dagRuns/~/taskInstances?limit=1&{busy}"
        self.wait_until(lambda: not self._asked("GET", running, token)["total_entries"], 300)

    def _asked(
        self, method: str, path: str, token: str = "", body: dict[str, Any] | None = None
    ) -> dict[str, Any]:
        """What the server of the interface answers."""
        headers = {"Content-Type": "application/json"}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        url = f"http://127.0.0.1:{self._port}{path}"
        data = json.dumps(body).encode() if body is not None else None
        request = urllib.request.Request(url, data, headers, method=method)
        with urllib.request.urlopen(request, timeout=60) as answer:
            found = json.load(answer)
        assert isinstance(found, dict)
        return found

    def wait_until(self, condition: Callable[[], bool], seconds: float) -> None:
        """Waits for a condition, at most so many seconds."""
        end = time.monotonic() + seconds
        while not condition():
            assert time.monotonic() < end, f"not within {seconds} s\n{self.log[-4000:]}"
            time.sleep(1)

    def processes(self) -> list[psutil.Process]:
        """Every process of the machine that has this home."""
        found = []
        for process in psutil.process_iter():
            try:
                if process.environ().get("AIRFLOW_HOME") == str(self.home):
                    found.append(process)
            except (psutil.Error, OSError):
                continue
        return [process for process in found if process.pid != os.getpid()]

    def stop(self) -> list[str]:
        """Ends it as Ctrl-C does; what was left after a while, which is then killed."""
        process = self._process
        if process is not None and process.poll() is None:
            process.send_signal(signal.SIGINT)
            try:
                process.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        _, alive = psutil.wait_procs(self.processes(), timeout=STOP_SECONDS)
        left = [described(each) for each in alive]
        for each in alive:
            try:
                each.kill()
            except psutil.Error:
                continue
        return left


def described(process: psutil.Process) -> str:
    """A process in words."""
    try:
        return f"{process.pid} {' '.join(process.cmdline())[:200]}"
    except psutil.Error:
        return str(process.pid)


@contextmanager
def standalone(
    home: Path, installed: Installation, more: dict[str, str] | None = None
) -> Iterator[Standalone]:
    """A running Airflow; leaving it fails if a process is left."""
    with Standalone(home, installed, more) as running:
        yield running
