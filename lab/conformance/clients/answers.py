"""What a client tells of a batch, and what every client must be able to do."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, Protocol


@dataclass
class Answered:
    """A result as a client gave it; types where it tells them."""

    names: list[str]
    types: list[str | None] = field(default_factory=list)
    nullable: list[bool | None] = field(default_factory=list)
    rows: list[list[object]] = field(default_factory=list)


@dataclass(frozen=True)
class Failure:
    """An error as a client gave it; None for what it does not tell."""

    text: str
    number: int | None = None
    severity: int | None = None
    state: int | None = None


@dataclass
class Answer:
    """All that came back of one batch."""

    results: list[Answered] = field(default_factory=list)
    counts: list[int] = field(default_factory=list)
    messages: list[tuple[int | None, str]] = field(default_factory=list)
    error: Failure | None = None


class Refused(Exception):
    """A connection that was not opened."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(failure.text)
        self.failure = failure


@dataclass(frozen=True)
class Tells:
    """What a client hands on of an answer; the rest cannot be compared through it."""

    types: bool = False
    nullable: bool = False
    counts: Literal["all", "first", "none"] = "all"
    """Which counts of a batch's changes it hands on."""
    zero_counts: bool = True
    hidden: frozenset[int] = frozenset()
    """Numbers of messages that it keeps to itself."""
    numbers: bool = True
    severities: bool = True
    refusals: bool = True
    """Whether it tells why a connection was refused."""
    scale: bool = True
    """Whether 1.10 comes as 1.10, not as 1.1."""
    doubles: bool = False
    """Whether decimals come as doubles."""
    minutes: bool = False
    """Whether times come to the minute only."""
    offsets: Literal["told", "utc", "local"] = "told"
    """How a time with an offset comes: with it, as UTC, or as local time without it."""
    digits: int = 6
    """Digits of a second."""
    results_before_error: bool = True
    """Whether a result before an error is handed on."""
    goes_on: bool = False
    """Whether it tells what came after an error."""


@dataclass(frozen=True)
class Server:
    """Where to connect."""

    host: str
    port: int
    tls: bool
    authority: Path | None
    """The certificate authority's PEM file; None to trust any certificate."""


class Session(Protocol):
    """A connection."""

    def run(
        self,
        sql: str,
        parameters: Sequence[tuple[str, str | None]],
        times: int,
        headers: Sequence[Sequence[str]],
    ) -> Answer:
        """Sends a batch, or a statement with parameters (type and value) so many times.

        The headers are the expected names of columns, for a client that does not tell where one
        result ends and the next begins. The answer is the last time's.
        """

    def close(self) -> None:
        """Ends it."""


class Client(Protocol):
    """A program or library that speaks to SQL Server."""

    tells: Tells

    def version(self) -> str:
        """Its version, from itself."""

    def open(self, server: Server, user: str, password: str, database: str) -> Session:
        """Connects; Refused if the server refuses."""
