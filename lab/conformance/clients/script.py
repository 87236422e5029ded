"""Reads the conformance script: themes of steps, each a batch and what it must answer."""

import json
import re
from dataclasses import dataclass, field
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[1] / "script"

NULL = "NULL"
"""The cell of a NULL; a text of these letters would stand in quotes."""

QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"')


@dataclass(frozen=True)
class Column:
    """An expected column; without a type where the step leaves it open."""

    name: str
    type: str | None
    nullable: bool | None


@dataclass
class Result:
    """An expected result: columns, and cells as they are written in the script."""

    columns: list[Column]
    rows: list[list[str]] = field(default_factory=list)


@dataclass(frozen=True)
class Error:
    """An expected error; a star stands for anything."""

    number: str
    severity: str
    state: str
    text: str


@dataclass(frozen=True)
class Parameter:
    """A value with its T-SQL type, both as texts."""

    type: str
    value: str


@dataclass
class Step:
    """A batch of one session and what it must answer."""

    theme: str
    title: str
    tier: str
    session: str = "a"
    open: list[str] | None = None
    close: bool = False
    within: float = 0
    times: int = 1
    start: bool = False
    finish: bool = False
    parameters: list[Parameter] = field(default_factory=list)
    sql: str = ""
    results: list[Result] = field(default_factory=list)
    counts: list[int] = field(default_factory=list)
    messages: list[tuple[str, str]] = field(default_factory=list)
    error: Error | None = None


class Malformed(Exception):
    """A line of the script that says nothing."""


def load(folder: Path = FOLDER) -> list[tuple[str, list[Step]]]:
    """Every theme in order."""
    themes = (folder / "contents.txt").read_text("utf-8").split()
    return [(theme, parse(theme, (folder / f"{theme}.txt").read_text("utf-8"))) for theme in themes]


def parse(theme: str, text: str) -> list[Step]:
    """The steps of a theme."""
    steps: list[Step] = []
    for number, line in enumerate(text.splitlines(), 1):
        try:
            _line(theme, line, steps)
        except (IndexError, ValueError) as problem:
            raise Malformed(f"{theme}.txt:{number}: {line}") from problem
    for step in steps:
        step.sql = step.sql.rstrip("\n")
    return steps


def _line(theme: str, line: str, steps: list[Step]) -> None:
    if line.startswith("== "):
        tier, title = line[3:].split(": ", 1)
        if tier not in ("core", "full"):
            raise ValueError(tier)
        steps.append(Step(theme, title, tier))
    elif line.startswith("#"):
        pass
    elif not steps:
        if line:
            raise ValueError(line)
    elif line.startswith("@ "):
        _attribute(line[2:], steps[-1])
    elif line.startswith("? "):
        kind, value = line[2:].split(" ", 1)
        steps[-1].parameters.append(Parameter(kind, value))
    elif line.startswith("-> "):
        kind, rest = (line[3:] + " ").split(": ", 1)
        _expectation(kind, rest[:-1], steps[-1])
    else:
        steps[-1].sql += line + "\n"


def _attribute(text: str, step: Step) -> None:
    name, _, value = text.partition(": ")
    match name:
        case "session":
            step.session = value
        case "open":
            step.open = value.split(" ")
        case "within":
            step.within = float(value)
        case "times":
            step.times = int(value)
        case "close" | "start" | "finish":
            setattr(step, name, True)
        case _:
            raise ValueError(name)


def _expectation(kind: str, text: str, step: Step) -> None:
    match kind:
        case "columns":
            step.results.append(Result([_column(part) for part in text.split(" | ")]))
        case "row":
            step.results[-1].rows.append(text.split(" | "))
        case "count":
            step.counts.append(int(text))
        case "message":
            number, message = text.split(" ", 1)
            step.messages.append((number, message))
        case "error":
            number, severity, state, message = text.split(" ", 3)
            step.error = Error(number, severity, state, message)
        case _:
            raise ValueError(kind)


def _column(text: str) -> Column:
    quoted = QUOTED.match(text)
    name = json.loads(quoted[0]) if quoted else text.split(" ", 1)[0]
    rest = (text[quoted.end() :] if quoted else text[len(name) :]).strip()
    nullable = None
    if rest.endswith(" not null"):
        rest, nullable = rest.removesuffix(" not null"), False
    elif rest.endswith(" null"):
        rest, nullable = rest.removesuffix(" null"), True
    return Column(name, rest or None, nullable)
