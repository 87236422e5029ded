"""Processes of this machine, to tell whether one is left."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path


def in_session(leader: int) -> list[str]:
    """Those of a session: number and command of each, but for ended ones."""
    return [_line(folder) for folder in _living() if _fields(folder)[3] == str(leader)]


def with_variable(name: str, value: str) -> list[str]:
    """Those that were started with a variable in their environment, whatever their session."""
    wanted = f"{name}={value}".encode()
    return [_line(folder) for folder in _living() if wanted in _bytes(folder / "environ")]


def kill(lines: list[str]) -> None:
    """Ends processes at once."""
    for line in lines:
        try:
            os.kill(int(line.split()[0]), signal.SIGKILL)
        except ProcessLookupError:
            continue


def _living() -> Iterator[Path]:
    for folder in Path("/proc").glob("[0-9]*"):
        if _fields(folder)[0] not in ("", "Z"):
            yield folder


def _fields(folder: Path) -> list[str]:
    """State, parent, group, session, … of a process; empty ones if it has ended."""
    return (
        _bytes(folder / "stat").decode("utf-8", "replace").rpartition(") ")[2].split() or [""] * 4
    )


def _line(folder: Path) -> str:
    command = (_bytes(folder / "cmdline").replace(b"\0", b" ")).decode("utf-8", "replace")
    return f"{folder.name} {command}"


def _bytes(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError:
        return b""
