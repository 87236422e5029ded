"""JSON objects as frozen dataclasses and back, by the fields' types.

A field's key is its name unless its metadata say otherwise; keys that no field has are ignored, so
that a newer engine may say more.
"""

from __future__ import annotations

import contextlib
import dataclasses
import types
import typing
from collections.abc import Callable, Generator, Mapping
from datetime import datetime
from enum import Enum
from typing import Any, ClassVar, TypeVar, Union

from strandline._time import format_instant, parse_instant

Json = dict[str, Any]
"""A JSON object."""

D = TypeVar("D", bound="Document")


def key(name: str) -> Mapping[str, str]:
    """Metadata of a field whose key is not its name."""
    return {"key": name}


class Document:
    """A value that travels as a JSON object."""

    TAG: ClassVar[tuple[str, str] | None] = None
    """A key and its only value, by which kinds are told apart."""

    ALWAYS: ClassVar[frozenset[str]] = frozenset()
    """Keys that are written even if they are null; others are left out."""

    def to_dict(self) -> Json:
        """The value as a JSON object."""
        document: Json = dict([self.TAG]) if self.TAG else {}
        for name, at, _ in _plan(type(self)):
            value = getattr(self, name)
            if value is not None or at in self.ALWAYS:
                document[at] = _written(value)
        return document

    @classmethod
    def from_dict(cls: type[D], document: Mapping[str, Any]) -> D:
        """The value of a JSON object; `ValueError` if it is none."""
        values: dict[str, Any] = {}
        for name, at, read in _plan(cls):
            try:
                values[name] = read(document.get(at))
            except (TypeError, ValueError, KeyError, AttributeError) as error:
                raise ValueError(f"{cls.__name__}: '{at}' is wrong: {error}") from error
        return cls(**values)


@contextlib.contextmanager
def reading(kind: str) -> Generator[None, None, None]:
    """Turns what a wrong document makes its reader raise into `ValueError`."""
    try:
        yield
    except (TypeError, KeyError, AttributeError) as error:
        raise ValueError(f"{kind}: the document is wrong: {error!r}") from error


Reader = Callable[[Any], Any]


_plans: dict[type[Any], list[tuple[str, str, Reader]]] = {}


def _plan(kind: type[Any]) -> list[tuple[str, str, Reader]]:
    if kind not in _plans:
        _plans[kind] = _new_plan(kind)
    return _plans[kind]


def _new_plan(kind: type[Any]) -> list[tuple[str, str, Reader]]:
    hints = typing.get_type_hints(kind)
    fields = dataclasses.fields(kind)
    return [
        (field.name, field.metadata.get("key", field.name), _reader(hints[field.name]))
        for field in fields
    ]


def _reader(hint: Any) -> Reader:
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if origin in (Union, types.UnionType):
        (inner,) = [argument for argument in arguments if argument is not type(None)]
        read = _reader(inner)
        return lambda value: None if value is None else read(value)
    if origin is tuple:
        item = _reader(arguments[0])
        return lambda value: tuple(item(each) for each in _list(value))
    if origin is not None:
        return lambda value: dict(_exactly(dict, value))
    if issubclass(hint, Document):
        return lambda value: hint.from_dict(_exactly(dict, value))
    if issubclass(hint, Enum):
        return lambda value: hint(_exactly(str, value))
    if hint is datetime:
        return lambda value: parse_instant(_exactly(str, value))
    if hint is float:
        return lambda value: float(_number(value))
    return lambda value: _exactly(hint, value)


def _list(value: Any) -> list[Any]:
    """A list; one that is left out is empty."""
    return [] if value is None else _exactly(list, value)


def _number(value: Any) -> float:
    return value if isinstance(value, float) else _exactly(int, value)


def _exactly(kind: Any, value: Any) -> Any:
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise ValueError(f"{type(value).__name__} instead of {kind.__name__}")
    return value


def _written(value: Any) -> Any:
    if isinstance(value, Document):
        return value.to_dict()
    if isinstance(value, datetime):
        return format_instant(value)
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, tuple):
        return list(map(_written, value))  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]
    return value
