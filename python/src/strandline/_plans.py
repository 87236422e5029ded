"""Plans and results: a batch as documents that several processes or machines execute."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from strandline._documents import Json, reading


@dataclass(frozen=True)
class Plan:
    """A planned batch; it holds no password, no URL and no value of a row."""

    document: Json
    """The plan itself, to be passed on as it is."""
    splits: int
    """How many splits are to be written, numbered from 0; 0 is committed without results."""

    def __hash__(self) -> int:
        return hash((str(self.document.get("plan")), self.splits))

    @property
    def id(self) -> str:
        """The plan's random id."""
        return str(self.document["plan"])

    @property
    def table(self) -> str:
        """The table's canonical name."""
        return str(self.document["table"])

    @property
    def rows(self) -> int:
        """Change rows of the batch."""
        return int(self.document["rows"])

    def to_dict(self) -> Json:
        """The value as a JSON object."""
        return {"plan": self.document, "splits": self.splits}

    @classmethod
    def from_dict(cls, document: Mapping[str, Any]) -> Plan:
        """The value of a JSON object; `ValueError` if it is none."""
        with reading("Plan"):
            plan: Mapping[str, Any] = document.get("plan") or {}
            if plan.get("strandline") != "plan" or not isinstance(document.get("splits"), int):
                raise ValueError("this is no plan")
            return cls(dict(plan), document["splits"])


@dataclass(frozen=True)
class SplitResult:
    """A written split of a plan, whose files no reader sees before the commit."""

    document: Json
    """The result itself, to be passed on as it is."""

    def __hash__(self) -> int:
        return hash((str(self.document.get("plan")), str(self.document.get("split"))))

    @property
    def plan_id(self) -> str:
        """The plan's id."""
        return str(self.document["plan"])

    @property
    def split(self) -> int:
        """The split's number."""
        return int(self.document["split"])

    @property
    def rows(self) -> int:
        """Change rows of the split."""
        return int(self.document["rows"])

    def to_dict(self) -> Json:
        """The value as a JSON object."""
        return self.document

    @classmethod
    def from_dict(cls, document: Mapping[str, Any]) -> SplitResult:
        """The value of a JSON object; `ValueError` if it is none."""
        with reading("SplitResult"):
            if document.get("strandline") != "split_result":
                raise ValueError("this is no result of a split")
            return cls(dict(document))
