"""Holds an answer against a step."""

import json
import re
from collections.abc import Callable

from clients.answers import Answer, Answered, Failure, Tells
from clients.canonical import same, text_of
from clients.script import NULL, Column, Result, Step

CAPTURE = re.compile(r"&\{(\w+)\}")
EXPANDED = re.compile(r"&\{(?:repeat (\S+) (\d+)|(\w+))\}")
LONGEST = 120


class Bindings:
    """Names of the script and their values: the run's own, and what steps have captured."""

    def __init__(self, values: dict[str, str]) -> None:
        self.values = values

    def expand(self, text: str) -> str:
        """A text with the values of its names."""

        def value(found: re.Match[str]) -> str:
            piece, count, name = found.groups()
            return str(piece) * int(count) if piece else self.values[name]

        return EXPANDED.sub(value, text)


def differences(step: Step, answer: Answer, tells: Tells, bindings: Bindings) -> list[str]:
    """What is not as the step says; nothing if all is. Then what it captured is bound."""
    trial = Bindings(dict(bindings.values))
    found = [
        *_errors(step, answer.error, tells, trial.expand),
        *_results(step, answer, tells, trial),
        *_counts(step, answer, tells),
        *_messages(step, answer, tells, trial),
    ]
    if not found:
        bindings.values = trial.values
    return found


def _errors(
    step: Step, actual: Failure | None, tells: Tells, expand: Callable[[str], str]
) -> list[str]:
    expected = step.error
    if expected is None:
        return [f"error {actual}"] if actual else []
    if actual is None:
        return [f"no error, expected {expected}"]
    if step.open and not tells.refusals:
        return []
    told = [(expected.text, actual.text)]
    if tells.numbers:
        told.append((expected.number, str(actual.number)))
    if tells.severities:
        told += [(expected.severity, str(actual.severity)), (expected.state, str(actual.state))]
    if all(_fits(expand(pattern), text) for pattern, text in told):
        return []
    return [f"error {actual}, expected {expected}"]


def _fits(pattern: str, text: str) -> bool:
    """Whether a text is a pattern's, in which a star stands for anything."""
    return re.fullmatch(".*".join(map(re.escape, pattern.split("*"))), text, re.DOTALL) is not None


def _results(step: Step, answer: Answer, tells: Tells, bindings: Bindings) -> list[str]:
    actual = answer.results
    expected = step.results
    if step.error and not expected:
        actual = [result for result in actual if result.rows]
    elif step.error:
        if not tells.results_before_error:
            return []
        actual = actual[: len(expected)]
    if len(actual) != len(expected):
        return [f"{len(actual)} results, expected {len(expected)}: {[r.names for r in actual]}"]
    found: list[str] = []
    for wanted, told in zip(expected, actual, strict=True):
        found += _columns(wanted, told, tells) or _rows(wanted, told, tells, bindings)
    return found


def _columns(expected: Result, actual: Answered, tells: Tells) -> list[str]:
    names = [column.name for column in expected.columns]
    if names != actual.names:
        return [f"columns {actual.names}, expected {names}"]
    found: list[str] = []
    for at, column in enumerate(expected.columns):
        if tells.types and column.type and not _type_fits(column, actual.types[at]):
            found.append(f"column {column.name} is {actual.types[at]}, expected {column.type}")
        if tells.nullable and column.nullable not in (None, actual.nullable[at]):
            found.append(f"column {column.name} nullable {actual.nullable[at]}")
    return found


def _type_fits(column: Column, actual: str | None) -> bool:
    """Whether a type is as expected; lengths count only where both have one."""
    if actual is None or column.type is None:
        return True
    expected = column.type.replace("numeric", "decimal")
    if "(" not in expected or "(" not in actual:
        return expected.split("(")[0] == actual.split("(")[0]
    return expected == actual


def _rows(expected: Result, actual: Answered, tells: Tells, bindings: Bindings) -> list[str]:
    if len(expected.rows) != len(actual.rows):
        return [f"{len(actual.rows)} rows, expected {len(expected.rows)}: {actual.rows[:5]}"]
    found: list[str] = []
    for number, (cells, values) in enumerate(zip(expected.rows, actual.rows, strict=True), 1):
        for column, cell, value in zip(expected.columns, cells, values, strict=True):
            text = text_of(value)
            if not _cell_fits(cell, text, column.type, tells, bindings):
                shown = repr(text)[:LONGEST]
                wanted = bindings.expand(cell) if not CAPTURE.fullmatch(cell) else cell
                found.append(f"row {number}, {column.name}: {shown}, expected {wanted[:LONGEST]}")
    return found


def _cell_fits(
    cell: str, actual: str | None, kind: str | None, tells: Tells, bindings: Bindings
) -> bool:
    capture = CAPTURE.fullmatch(cell)
    if capture and capture[1] not in bindings.values:
        if actual is None:
            return False
        bare = kind is not None and "binary" in kind and not actual.startswith("0x")
        bindings.values[capture[1]] = "0x" + actual.upper() if bare else actual
        return True
    if cell == "?":
        return True
    if cell == NULL or actual is None:
        return cell == NULL and actual is None
    if cell == "*":
        return True
    text = bindings.expand(cell)
    return same(json.loads(text) if text.startswith('"') else text, actual, kind, tells)


def _counts(step: Step, answer: Answer, tells: Tells) -> list[str]:
    if tells.counts == "none" or (step.error and not tells.goes_on):
        return []
    expected, actual = step.counts, answer.counts
    if tells.counts == "first":
        expected, actual = expected[:1], actual[:1]
    if not tells.zero_counts:
        expected, actual = [n for n in expected if n], [n for n in actual if n]
    return [] if expected == actual else [f"counts {actual}, expected {expected}"]


def _messages(step: Step, answer: Answer, tells: Tells, bindings: Bindings) -> list[str]:
    left = iter(answer.messages)
    for number, text in step.messages:
        if int(number) in tells.hidden:
            continue
        expanded = bindings.expand(text)
        if not any(told in (None, int(number)) and said == expanded for told, said in left):
            return [f"messages {answer.messages}, expected {number} {expanded}"]
    return []
