"""A Delta table's log as its files hold it."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

Action = dict[str, Any]

COMMIT = re.compile(r"\d{20}\.json")


def commits(table: Path) -> dict[int, list[Action]]:
    """The actions of every commit by its version."""
    files = sorted(file for file in log(table).iterdir() if COMMIT.fullmatch(file.name))
    return {
        int(file.stem): [json.loads(line) for line in file.read_text("utf-8").splitlines()]
        for file in files
    }


def actions(table: Path, kind: str) -> Iterator[Action]:
    """The actions of one kind, oldest first."""
    for commit in commits(table).values():
        yield from (action[kind] for action in commit if kind in action)


def log(table: Path) -> Path:
    """The folder of the log."""
    return table / "_delta_log"
