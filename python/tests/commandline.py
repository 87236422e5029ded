"""The product's command line, run as a process."""

import json
import os
import subprocess
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
STRANDLINE = ROOT / "bin" / "strandline"

DEADLINE_SECONDS = 300
"""A bound against hanging; no test measures speed."""

POLL_SECONDS = 0.05

Document = dict[str, Any]


@dataclass(frozen=True)
class Finished:
    """A process that ended."""

    code: int
    out: str
    err: str

    def document(self, code: int = 0) -> Document:
        """Its answer, which is exactly one JSON document on one line."""
        assert self.code == code, f"exit code {self.code}\n{self.out}\n{self.err}"
        (line,) = self.out.splitlines()
        document = json.loads(line)
        assert isinstance(document, dict)
        return document


class Running:
    """A process of the command line whose output goes to files; stopped by leaving it."""

    def __init__(
        self, folder: Path, *arguments: str, environment: Mapping[str, str] | None = None
    ) -> None:
        folder.mkdir(parents=True)
        self.arguments = arguments
        self._out = folder / "stdout"
        self._err = folder / "stderr"
        inherited = {
            key: value for key, value in os.environ.items() if key != "STRANDLINE_PASSWORD"
        }
        with self._out.open("wb") as out, self._err.open("wb") as err:
            self.process = subprocess.Popen(
                [STRANDLINE, *arguments],
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=err,
                env={**inherited, **(environment or {})},
            )

    def __enter__(self) -> "Running":
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(DEADLINE_SECONDS)

    @property
    def out(self) -> str:
        """What it has printed on stdout so far."""
        return self._out.read_text("utf-8")

    @property
    def err(self) -> str:
        """What it has printed on stderr so far."""
        return self._err.read_text("utf-8")

    def finish(self) -> Finished:
        """Waits for its end."""
        code = self.process.wait(DEADLINE_SECONDS)
        return Finished(code, self.out, self.err)

    def wait_until(self, condition: Callable[[], bool]) -> None:
        """Waits for a condition that the living process brings about."""

        def met_or_ended() -> bool:
            return condition() or self.process.poll() is not None

        wait_until(met_or_ended)
        assert condition(), f"ended with {self.process.poll()}\n{self.out}\n{self.err}"


def wait_until(condition: Callable[[], bool], seconds: float = DEADLINE_SECONDS) -> None:
    """Waits for a condition, at most so many seconds."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, f"not met within {seconds} s"
        time.sleep(POLL_SECONDS)


def instant(text: str) -> datetime:
    """An instant of a document, to the microsecond that tables hold."""
    at = datetime.fromisoformat(text)
    assert at.tzinfo is not None, text
    return at
