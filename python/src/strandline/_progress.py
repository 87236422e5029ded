"""A bar that shows how far a call is, where a person is looking."""

from __future__ import annotations

import contextlib
import sys
import time
from typing import TextIO

from strandline._calls import Progress

_WIDTH = 24
_FIRST_SECONDS = 0.5
"""What ends sooner shows nothing."""


class Bar:
    """One line on a terminal, drawn over itself and wiped away at the end."""

    def __init__(self, name: str, stream: TextIO) -> None:
        self._name = name
        self._stream = stream
        self._start = time.monotonic()
        self._length = 0

    def __call__(self, progress: Progress) -> None:
        if time.monotonic() - self._start >= _FIRST_SECONDS:
            self._draw(f"{self._name} {text(progress)}")

    def _draw(self, line: str) -> None:
        # A terminal that was closed ends no call.
        with contextlib.suppress(OSError, ValueError):
            self._stream.write("\r" + line.ljust(self._length))
            self._stream.flush()
        self._length = len(line)

    def close(self) -> None:
        """Wipes the line away."""
        if self._length:
            self._draw("")
            with contextlib.suppress(OSError, ValueError):
                self._stream.write("\r")
                self._stream.flush()


def text(progress: Progress) -> str:
    """How far a call is, in words."""
    said = f"{progress.rows:,} rows"
    if progress.percent is not None and progress.expected is not None:
        filled = round(progress.percent / 100 * _WIDTH)
        bar = "#" * filled + "." * (_WIDTH - filled)
        said = f"[{bar}] {progress.percent:3}% {progress.rows:,} of {progress.expected:,} rows"
    if progress.remaining_seconds:
        said += f", about {progress.remaining_seconds:.0f} s left"
    return said + (f", {progress.batches} batches committed" if progress.batches else "")


def terminal() -> TextIO | None:
    """Where a bar can be drawn; `None` if nobody would see it."""
    stream: TextIO | None = sys.stderr
    with contextlib.suppress(OSError, ValueError):
        if stream is not None and stream.isatty():
            return stream
    return None
