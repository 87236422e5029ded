"""A call from its request to its result, with progress, which Ctrl-C ends on both sides."""

from __future__ import annotations

import contextlib
import json
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol

from strandline._documents import Document, Json
from strandline._errors import (
    EngineDiedError,
    InternalError,
    InvalidOptionsError,
    StrandlineError,
    error_of,
)
from strandline._options import revealed
from strandline._reports import batches_of

FORMAT = 1
MOST_CHARACTERS = 20_000_000
"""Of a request; the gateway reads none that is longer."""
_FIRST_WAIT_SECONDS = 0.2
_WAIT_SECONDS = 1.0
_LOOK_SECONDS = 0.2
_CANCEL_SECONDS = 10.0


class Channel(Protocol):
    """What answers requests."""

    def call(self, request: str) -> str:
        """Sends a request, a JSON document, and waits for the answer, which is one as well."""
        ...


@dataclass(frozen=True, kw_only=True)
class Progress(Document):
    """How far a running call is."""

    ALWAYS: ClassVar[frozenset[str]] = frozenset({"expected", "percent", "remaining_seconds"})

    rows: int
    """Rows read of the running batch or table."""
    expected: int | None = None
    """Rows in all, of a table about; `None` for unknown."""
    percent: int | None = None
    """How much of the expected rows was read, 0 to 100; `None` while nothing is expected."""
    remaining_seconds: float | None = None
    """Time left if rows go on coming as they came; `None` for unknown."""
    batches: int = 0
    """Batches that the call has committed."""


Listener = Callable[[Progress], None]
"""Is told how far a call is, in the thread that made it."""


def request_of(
    call: str,
    options: Mapping[str, Any] | None = None,
    arguments: Json | None = None,
    **more: object,
) -> Json:
    """The document of a request, in which secrets are wrapped; what is `None` is left out."""
    request: Json = {"strandline": "request", "format": FORMAT, "call": call}
    parts = {"options": options, "arguments": arguments, **more}
    return request | {name: part for name, part in parts.items() if part is not None}


def result_of(answer: Json) -> Json:
    """The result of a done answer; raises the error of a failed one."""
    state = answer.get("state")
    if state == "done" and isinstance(answer.get("result"), dict):
        result: Json = answer["result"]
        return result
    if state == "failed":
        raise error_of(answer["error"], batches_of(answer.get("batches", [])))
    raise InternalError(
        f"the engine answered in the state '{state}'", "report this defect with the engine's log"
    )


def written(request: Json) -> str:
    """A request as it is sent; `InvalidOptionsError` if the gateway would not read it."""
    text = json.dumps(request, default=revealed)
    size = len(text)
    if size > MOST_CHARACTERS:
        # It holds a password, and tools print the locals of a traceback.
        del text
        raise InvalidOptionsError(
            f"the request has {size} characters, and {MOST_CHARACTERS} are the most",
            "send less: batches of fewer rows (max_rows_per_batch), groups of fewer streams;"
            " nothing was read or written",
        )
    return text


class Call:
    """One call; it is made by a thread of its own, so that its caller can be interrupted."""

    def __init__(self, channel: Channel, request: Json, listener: Listener | None) -> None:
        self._channel = channel
        self._request = request
        self._listener = listener
        self._done = threading.Event()
        self._cancelled = self._cancel_was_taken = False
        self._id: str | None = None
        self._progress: Progress | None = None
        self._answer: Json = {}
        self._failure: BaseException | None = None

    def result(self) -> Json:
        """Makes the call; whatever interrupts the wait cancels it in the engine as well."""
        thread = threading.Thread(target=self._run, name="strandline-call", daemon=True)
        told: Progress | None = None
        try:
            thread.start()
            while not self._done.wait(_LOOK_SECONDS):
                progress = self._progress
                if self._listener is not None and progress is not None and progress != told:
                    told = progress
                    self._listener(progress)
        except BaseException:
            self.cancel()
            self._done.wait(_CANCEL_SECONDS)
            raise
        if self._failure is not None:
            raise self._failure
        return result_of(self._answer)

    def cancel(self) -> None:
        """Asks the call to end, which it does within seconds; any thread may ask."""
        self._cancelled = True
        if self._id is not None:
            self._cancel(self._id)

    @property
    def is_done(self) -> bool:
        """Whether its answer or failure is there; takes no lock, for signal handlers."""
        return self._done.is_set()

    def _cancel(self, id: str) -> None:
        # It may have ended, one way or the other.
        with contextlib.suppress(StrandlineError):
            self._ask(request_of("cancel", id=id))
            self._cancel_was_taken = True

    def _run(self) -> None:
        try:
            answer = self._ask({**self._request, "wait_seconds": _FIRST_WAIT_SECONDS})
            while answer.get("state") == "running":
                self._progress = Progress.from_dict(answer["progress"])
                self._id = str(answer["id"])
                # It came before there was an id, or its own connection could not be opened.
                if self._cancelled and not self._cancel_was_taken:
                    self._cancel(self._id)
                answer = self._ask(request_of("poll", id=self._id, wait_seconds=_WAIT_SECONDS))
            self._answer = answer
        except BaseException as error:
            self._failure = error
        finally:
            self._done.set()

    def _ask(self, request: Json) -> Json:
        # Written where nothing but the connection sees it: tools print the locals of a traceback.
        text = self._channel.call(written(request))
        answer: Json = {}
        with contextlib.suppress(ValueError, TypeError):
            answer = dict(json.loads(text))
        if answer.get("strandline") != "response":
            raise EngineDiedError(
                "the engine's answer is no document of its protocol",
                "look whether the jars are of this release",
            )
        return answer
