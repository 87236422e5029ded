"""Runs of the demo: the document it printed and where its tables are."""

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from commandline import Document, instant


@dataclass(frozen=True)
class Demo:
    """A finished run."""

    document: Document

    @property
    def bronze(self) -> Path:
        return Path(self.document["tables"]["bronze"])

    @property
    def facts(self) -> Path:
        return Path(self.document["tables"]["facts"])

    @property
    def control(self) -> Path:
        return Path(self.document["tables"]["control"])

    @property
    def finalized_until(self) -> datetime:
        return instant(self.document["finalized_until"])

    @property
    def calls(self) -> list[Document]:
        return list(self.document["calls"])

    @property
    def batches(self) -> list[Document]:
        """The reports of the calls that committed."""
        return [call for call in self.calls if call["outcome"] == "committed"]

    @property
    def hours(self) -> list["Hour"]:
        return [Hour.of(hour) for hour in self.document["hours"]]


@dataclass(frozen=True)
class Hour:
    """What the document says of one hour."""

    start: datetime
    end: datetime
    rows: int
    source_rows: int
    status: str

    @staticmethod
    def of(hour: Document) -> "Hour":
        return Hour(
            instant(hour["from"]),
            instant(hour["until"]),
            hour["rows"],
            hour["source_rows"],
            hour["status"],
        )
