"""Options by their Python names, which are those of JSON; docs/reference/options.md lists them."""

from __future__ import annotations

import math
import os
import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import timedelta
from pathlib import PurePath
from typing import Any, TypedDict

from strandline._errors import InvalidOptionsError

Location = str | os.PathLike[str]
"""A path or URI; a path is taken relative to this process's working directory."""

Duration = str | timedelta
"""A span, or ISO 8601 text such as `PT5M`, or `off` where the option allows it."""

Names = str | Sequence[str]
"""Column names, or text as the command line has it."""


class Options(TypedDict, total=False):
    """Options of a stream and its source."""

    url: str
    user: str
    password: str
    source_time_zone: str
    capture_instance: str
    target: Location
    app_id: str
    warehouse: Location
    facts: Location
    control: Location
    single_writer: bool
    granularity: str
    starting_lsn: str
    datetime_type: str
    include_columns: Names
    exclude_columns: Names
    max_rows_per_batch: int
    max_commits_per_batch: int | str
    num_partitions: int
    group_connections: int
    fail_on_data_loss: bool
    schema_change_policy: str
    bootstrap: bool
    snapshot_isolation: str
    lock_timeout: Duration
    idle_commit_interval: Duration
    max_clock_skew: Duration
    clock_ahead: str
    max_clock_regression: Duration
    max_clock_disagreement: Duration
    login_timeout: Duration
    query_timeout: Duration
    source_retries: int
    retry_delay: Duration


class Secret:
    """A value that nothing prints."""

    def __init__(self, value: str) -> None:
        self._value = value

    def reveal(self) -> str:
        """The value."""
        return self._value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Secret) and other._value == self._value

    def __hash__(self) -> int:
        return hash(self._value)

    def __repr__(self) -> str:
        return "***"


Values = Mapping[str, Any]
"""Checked options: texts, numbers and booleans; secrets are wrapped."""

_LOCATIONS = ("target", "warehouse", "facts", "control")
_SECRETS = ("password", "url")
"""A URL may hold a password among its properties."""


def checked(options: Mapping[str, Any]) -> dict[str, Any]:
    """Options as they are sent, with locations that do not depend on a working directory."""
    unknown = [name for name in options if name not in Options.__annotations__]
    if unknown:
        raise InvalidOptionsError(
            f"unknown option{'s' * (len(unknown) > 1)} {', '.join(sorted(unknown))}",
            "use the names of docs/reference/options.md in snake_case",
        )
    return {name: _value(name, value) for name, value in options.items() if value is not None}


def revealed(value: object) -> str:
    """A secret's value where JSON is written; only ever sent, never shown."""
    if isinstance(value, Secret):
        return value.reveal()
    raise _wrong("an argument", value)


def _value(name: str, value: Any) -> Any:
    if isinstance(value, Secret):
        return value
    if name in _SECRETS:
        if not isinstance(value, str):
            raise _wrong(name, value)
        return Secret(value)
    if name in _LOCATIONS:
        return absolute(value, name)
    if isinstance(value, timedelta):
        return _iso(value)
    if name in ("include_columns", "exclude_columns") and not isinstance(value, str):
        if isinstance(value, bytes) or not isinstance(value, Iterable):
            raise _wrong(name, value)
        columns: Iterable[Any] = value  # pyright: ignore[reportUnknownVariableType]
        return ",".join(_quoted(text_of(column, name)) for column in columns)
    if isinstance(value, float) and not math.isfinite(value):
        raise InvalidOptionsError(f"{name} is {value}", "give a number")
    if isinstance(value, (str, int, float, bool)):
        return value
    raise _wrong(name, value)


def _wrong(name: str, value: object) -> InvalidOptionsError:
    return InvalidOptionsError(
        f"{name} cannot be of type {type(value).__name__}",
        "give a text, a number, a boolean, for a location a Path or, for a duration, a timedelta",
    )


def text_of(value: object, name: str) -> str:
    """A value that has to be a text."""
    if not isinstance(value, str):
        raise InvalidOptionsError(f"{name} cannot be of type {type(value).__name__}", "give a text")
    _refuse_nul(value, name)
    return value


def _refuse_nul(text: str, name: str) -> None:
    if "\0" in text:
        raise InvalidOptionsError(f"{name} holds a NUL character", "correct the text")


def _iso(span: timedelta) -> str:
    """A span in ISO 8601."""
    micros = span // timedelta(microseconds=1)
    sign, micros = ("-", -micros) if micros < 0 else ("", micros)
    whole, rest = divmod(micros, 1_000_000)
    fraction = f".{rest:06}".rstrip("0") if rest else ""
    return f"PT{sign}{whole}{fraction}S"


def _quoted(column: str) -> str:
    """A column's name as lists of names have it."""
    if re.search(r"[,\[\]]", column) or column != column.strip():
        return "[" + column.replace("]", "]]") + "]"
    return column


def is_uri(location: str) -> bool:
    """Whether a location has a scheme."""
    return re.match(r"[A-Za-z][A-Za-z0-9+.-]*:", location) is not None


def absolute(location: Location, name: str = "a location") -> str:
    """A location that means the same in every process of this machine."""
    text: object = location
    if isinstance(location, os.PathLike):
        text = os.fspath(location)
    if not isinstance(text, str):
        raise _wrong(name, location)
    _refuse_nul(text, name)
    if isinstance(location, PurePath) or not is_uri(text):
        return os.path.abspath(text) if text.strip() else text
    return text


def parent(location: str) -> str:
    """The folder that holds a table."""
    trimmed = location.rstrip("/")
    folder, slash, _ = trimmed.rpartition("/")
    return (folder or "/") if slash else "."


def child(folder: str, name: str) -> str:
    """A table's place in a folder."""
    return folder + name if folder.endswith("/") else f"{folder}/{name}"
