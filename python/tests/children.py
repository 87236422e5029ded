"""Processes of Python that use the package, and what the machine shows of processes."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from commandline import DEADLINE_SECONDS, ROOT

SOURCES = ROOT / "python" / "src"
JARS = ROOT / "python" / "target" / "jars"


def environment(**more: str) -> dict[str, str]:
    """The environment of a process that uses the package of this checkout."""
    return {**os.environ, "PYTHONPATH": str(SOURCES), "STRANDLINE_JARS": str(JARS), **more}


class Child:
    """A process that runs a script and tells JSON documents, one a line; ended by leaving it."""

    def __init__(self, script: str, *arguments: str, **more: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-W", "error", "-c", script, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=environment(**more),
        )

    def __enter__(self) -> "Child":
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.communicate(timeout=DEADLINE_SECONDS)

    def told(self) -> Any:
        """The next document that it tells."""
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line:
            _, err = self.process.communicate(timeout=DEADLINE_SECONDS)
            raise AssertionError(f"ended with {self.process.returncode}\n{err}")
        return json.loads(line)

    def go_on(self) -> None:
        """Lets a script that reads a line go on."""
        assert self.process.stdin is not None
        self.process.stdin.write("\n")
        self.process.stdin.flush()

    def end(self) -> tuple[int, str]:
        """Waits for its end: exit code and what it printed as errors."""
        _, err = self.process.communicate(timeout=DEADLINE_SECONDS)
        return self.process.returncode, err


def is_running(pid: int) -> bool:
    """Whether a process is there and no zombie."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text("utf-8").rsplit(")", 1)[1].split()[0]
    except OSError:
        return False
    return state not in ("Z", "X")


def listening(pid: int) -> set[str]:
    """The addresses, in hex as the kernel tells them, that a process listens on."""
    sockets = set()
    for descriptor in Path(f"/proc/{pid}/fd").iterdir():
        try:
            sockets.add(str(descriptor.readlink()))
        except OSError:
            continue
    found = set()
    for table in ("tcp", "tcp6"):
        for line in Path(f"/proc/{pid}/net/{table}").read_text("utf-8").splitlines()[1:]:
            fields = line.split()
            if fields[3] == "0A" and f"socket:[{fields[9]}]" in sockets:
                found.add(fields[1].split(":")[0])
    return found
