"""Errors: one class a code, all below `StrandlineError`, and those of the engine's own process."""

from __future__ import annotations

import errno
import re
from collections.abc import Mapping, Sequence
from enum import Enum
from typing import TYPE_CHECKING, Any, ClassVar

if TYPE_CHECKING:
    from strandline._reports import Committed


class ErrorCode(str, Enum):
    """The cases that a caller handles differently; the names are Java's and the command line's."""

    INVALID_OPTIONS = "INVALID_OPTIONS"
    AUTHENTICATION_FAILED = "AUTHENTICATION_FAILED"
    DATABASE_NOT_FOUND = "DATABASE_NOT_FOUND"
    CAPTURE_INSTANCE_NOT_FOUND = "CAPTURE_INSTANCE_NOT_FOUND"
    PERMISSION_DENIED = "PERMISSION_DENIED"
    SOURCE_UNAVAILABLE = "SOURCE_UNAVAILABLE"
    NOT_READY = "NOT_READY"
    SOURCE_CHANGED = "SOURCE_CHANGED"
    DATA_LOSS = "DATA_LOSS"
    SCHEMA_CHANGED = "SCHEMA_CHANGED"
    UNSUPPORTED_TYPE = "UNSUPPORTED_TYPE"
    CLOCK_AHEAD = "CLOCK_AHEAD"
    CLOCK_REGRESSION = "CLOCK_REGRESSION"
    TARGET_NOT_WRITABLE = "TARGET_NOT_WRITABLE"
    FOREIGN_TABLE = "FOREIGN_TABLE"
    TARGET_CHANGED = "TARGET_CHANGED"
    CONCURRENT_INGEST = "CONCURRENT_INGEST"
    COMMIT_UNKNOWN = "COMMIT_UNKNOWN"
    STALE_PLAN = "STALE_PLAN"
    FACTS_UNAVAILABLE = "FACTS_UNAVAILABLE"
    CANCELLED = "CANCELLED"
    INTERNAL = "INTERNAL"

    @property
    def retryable(self) -> bool:
        """Whether the same call may succeed later without anyone changing anything."""
        return self in _RETRYABLE


_RETRYABLE = frozenset(
    {
        ErrorCode.SOURCE_UNAVAILABLE,
        ErrorCode.NOT_READY,
        ErrorCode.CONCURRENT_INGEST,
        ErrorCode.COMMIT_UNKNOWN,
        ErrorCode.FACTS_UNAVAILABLE,
        ErrorCode.CANCELLED,
    }
)


class StrandlineError(Exception):
    """Something that a caller can act on; its text holds no password, token or key value."""

    code: ClassVar[ErrorCode | None] = None
    """The code; `None` for what happened to the engine itself."""

    retryable: bool = False
    """Whether the same call may succeed later without anyone changing anything."""

    def __init__(
        self,
        message: str,
        remedy: str,
        details: Mapping[str, str] | None = None,
        batches: Sequence[Committed] = (),
    ) -> None:
        super().__init__(message)
        self.message = message
        """What happened, with values, and why."""
        self.remedy = remedy
        """What to do now."""
        self.details: dict[str, str] = dict(details or {})
        """Values of the message by name, such as `capture_instance`."""
        self.batches: tuple[Committed, ...] = tuple(batches)
        """What the same call had committed before."""

    def __str__(self) -> str:
        return f"{self.message}\nWhat to do: {self.remedy}"

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (type(self), dict(self.__dict__))

    def __eq__(self, other: object) -> bool:
        """Whether both say the same, as JSON objects; `batches` and `output` are not of those."""
        return (
            isinstance(other, StrandlineError)
            and type(self) is type(other)
            and self.to_dict() == other.to_dict()
        )

    def __hash__(self) -> int:
        return hash((type(self), self.message, self.remedy))

    def to_dict(self) -> dict[str, object]:
        """The error as a JSON object."""
        return {
            "code": self.code.value if self.code else type(self).__name__,
            "message": self.message,
            "remedy": self.remedy,
            "retryable": self.retryable,
            "details": dict(self.details),
        }


def _again(kind: type[StrandlineError], fields: dict[str, Any]) -> StrandlineError:
    """An error that has travelled to another process."""
    error = kind.__new__(kind, fields["message"])
    error.args = (fields["message"],)
    error.__dict__.update(fields)
    return error


class CodedError(StrandlineError):
    """An error with a code, which is the class's name in the words of Java."""

    by_code: ClassVar[dict[ErrorCode, type[CodedError]]] = {}

    def __init_subclass__(cls) -> None:
        words = re.sub(r"(?<!^)([A-Z])", r"_\1", cls.__name__.removesuffix("Error"))
        code = ErrorCode(words.upper())
        cls.code = code
        cls.retryable = code.retryable
        cls.by_code[code] = cls


class InvalidOptionsError(CodedError):
    """An option is missing, unknown, malformed or contradicts another."""


class AuthenticationFailedError(CodedError):
    """The server refused the login."""


class DatabaseNotFoundError(CodedError):
    """The database is not there or this login may not open it."""


class CaptureInstanceNotFoundError(CodedError):
    """The capture instance is not there or not visible to this login."""


class PermissionDeniedError(CodedError):
    """The login lacks a permission; the remedy names the GRANT."""


class SourceUnavailableError(CodedError):
    """The server cannot be reached or broke the connection."""


class NotReadyError(CodedError):
    """A reading session or replica is behind the plan or the state."""


class SourceChangedError(CodedError):
    """The source is not the one, or not the history, that the stream has read."""


class DataLossError(CodedError):
    """Changes were removed from the source before the stream read them."""


class SchemaChangedError(CodedError):
    """The captured columns no longer fit the table."""


class UnsupportedTypeError(CodedError):
    """Captured columns have types without a mapping; the message names all."""


class ClockAheadError(CodedError):
    """A commit time or the server's clock lies in the future."""


class ClockRegressionError(CodedError):
    """The server's clock went back further than allowed."""


class TargetNotWritableError(CodedError):
    """The table's location cannot be read or written."""


class ForeignTableError(CodedError):
    """A table at the location was not made by this stream."""


class TargetChangedError(CodedError):
    """The table's rows and its state have parted ways."""


class ConcurrentIngestError(CodedError):
    """Other callers of the stream won every attempt of this call."""


class CommitUnknownError(CodedError):
    """It could not be learned whether a commit happened; the next call finds out."""


class StalePlanError(CodedError):
    """The stream has moved on since the plan was made."""


class FactsUnavailableError(CodedError):
    """The facts of the last batch cannot be written, so no further batch is committed."""


class CancelledError(CodedError):
    """The caller cancelled the call."""


class InternalError(CodedError):
    """A defect of Strandline: an invariant does not hold."""


class WaitTimeoutError(StrandlineError, TimeoutError):
    """A period was still open when the time to wait for it was over."""

    retryable = True


class EngineError(StrandlineError):
    """The engine's Java process could not be started or used."""

    def __init__(self, message: str, remedy: str, output: Sequence[str] = ()) -> None:
        said = "".join(f"\n  {line}" for line in output)
        super().__init__(message + (f"; its last lines were:{said}" if said else ""), remedy)
        self.output = tuple(output)
        """The last lines that the process printed."""


class JavaNotFoundError(EngineError):
    """There is no `java` to start."""


class JavaVersionError(EngineError):
    """The `java` that was found is older than 17."""


class EngineStartError(EngineError):
    """The Java process ended, hung, or printed something else before it served."""


class EngineDiedError(EngineError):
    """The Java process ended or hung while it was in use; the next call starts another."""

    retryable = True


class EngineUnreachableError(EngineError):
    """This process has no file, port or memory left to reach the Java process, which goes on."""

    retryable = True


class EngineClosedError(EngineError):
    """The engine was closed before the call."""


_LACKS = frozenset({errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM, errno.EADDRNOTAVAIL})


def lacking(error: object) -> EngineUnreachableError | None:
    """The error of a process that lacks files, ports or memory, if that is what failed."""
    if not isinstance(error, OSError) or error.errno not in _LACKS:
        return None
    return EngineUnreachableError(
        f"this process cannot reach a Java process now: {error}",
        "close what is not needed, or allow more open files (ulimit -n), and call again",
    )


def error_of(error: Mapping[str, Any], batches: Sequence[Committed] = ()) -> StrandlineError:
    """The exception of an error's JSON object."""
    code, message = str(error["code"]), str(error["message"])
    kind = _kind_of(code)
    if kind is None:
        made = StrandlineError(f"{code}: {message}", str(error["remedy"]))
        # Only the engine of a later release knows it.
        made.retryable = error.get("retryable") is True
    else:
        made = kind(message, str(error["remedy"]))
        made.retryable = error.get("retryable", made.retryable) is True
    details: Mapping[str, Any] = error.get("details", {})
    made.details = {str(name): str(value) for name, value in details.items()}
    made.batches = tuple(batches)
    return made


def _kind_of(code: str) -> type[StrandlineError] | None:
    """The class of a code, or of a class's name where that has none."""
    if code in ErrorCode.__members__:
        return CodedError.by_code[ErrorCode(code)]
    kind = globals().get(code)
    if isinstance(kind, type) and issubclass(kind, StrandlineError) and kind.code is None:
        return kind
    return None
