"""The sensor's cursor: up to where each table's partitions have been asked for."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from datetime import datetime, timezone
from typing import Any

_FORMAT = 1

_ABSURD = (OverflowError, RecursionError)
"""Of times before the first year, and of a thousand brackets."""


@dataclass(frozen=True)
class Place:
    """How far a table is.

    Partitions that end at or before `until` were asked for, or need not be. Those below `known`
    were final when the place was lost or had never been there: of these, what Dagster has is not
    asked for again. `partitions` says what was asked for: of other spans of time, days in place of
    hours for example, nothing was.
    """

    until: datetime
    known: datetime | None = None
    partitions: str | None = None


@dataclass(frozen=True)
class Cursor:
    """The places of all tables, and the table that the next tick begins with."""

    places: dict[str, Place] = field(default_factory=dict)
    next: str | None = None

    def at(self, table: str, place: Place) -> Cursor:
        """The same with a table's new place."""
        return replace(self, places={**self.places, table: place})

    def write(self) -> str:
        """The cursor's text."""
        document: dict[str, Any] = {
            "strandline": "finalized_hours",
            "format": _FORMAT,
            "tables": {
                name: {"until": _text(place.until)}
                | ({"known": _text(place.known)} if place.known else {})
                | ({"partitions": place.partitions} if place.partitions else {})
                for name, place in sorted(self.places.items())
            },
        }
        if self.next is not None:
            document["next"] = self.next
        return json.dumps(document, separators=(",", ":"))

    @classmethod
    def read(cls, text: str | None) -> Cursor:
        """The cursor of a text; `ValueError` if it is none, of another release for example."""
        if not text:
            return cls()
        try:
            document: Any = json.loads(text)
            if document["strandline"] != "finalized_hours" or document["format"] != _FORMAT:
                raise ValueError("it is another sensor's, or of another release")
            return cls(
                {str(name): _place(each) for name, each in document["tables"].items()},
                document.get("next"),
            )
        except (AttributeError, KeyError, TypeError, ValueError, *_ABSURD) as error:
            raise ValueError(f"the cursor cannot be read: {error}") from error


def _place(document: Any) -> Place:
    known = document.get("known")
    return Place(
        _instant(document["until"]),
        _instant(known) if known else None,
        document.get("partitions"),
    )


def _text(at: datetime) -> str:
    return at.astimezone(timezone.utc).isoformat()


def _instant(text: str) -> datetime:
    at = datetime.fromisoformat(text)
    if at.tzinfo is None:
        raise ValueError(f"{text} has no zone")
    return at.astimezone(timezone.utc)
