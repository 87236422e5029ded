"""The engine: streams, groups and questions, answered by one Java process."""

from __future__ import annotations

import os
import threading
import time
import weakref
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, NoReturn, cast

from strandline import _gateway
from strandline._calls import Call, Channel, Listener, request_of
from strandline._documents import Json
from strandline._errors import (
    CancelledError,
    EngineClosedError,
    EngineDiedError,
    EngineStartError,
    InvalidOptionsError,
    lacking,
)
from strandline._java import Settings
from strandline._options import Location, Options, absolute, checked, child, text_of
from strandline._progress import Bar, terminal
from strandline._reports import GroupReport
from strandline._status import Findings, Status, Version
from strandline._stream import Stream
from strandline._time import format_instant, period, seconds
from strandline._verdicts import Explanation, PeriodVerdict, Verdict
from strandline._waiting import Pause, Span, wait_until_final
from strandline._wire import Address, Wire, WireError

if TYPE_CHECKING:
    from typing_extensions import Self, Unpack

_END_SECONDS = 3.0
"""A cancelled call ends within two."""
_LOOK_SECONDS = 0.01


class Engine:
    """Runs Strandline in a Java process that all engines of this process share.

    The process is started by the first call, and ends when the last engine is closed or this
    process ends, however that comes. Options are those of streams and hold for all of the engine.
    Thread-safe; a forked process gets a Java process of its own.

    `java` names the `java` to start (17 or newer; else that of `JAVA_HOME`, else of the `PATH`),
    `heap` its largest heap, `java_options` more of its options, `jars` a folder of jars instead of
    the package's. `archive=False` does not keep loaded classes in the user's cache, which makes
    starts faster. `progress` is told how far calls are; `None` draws a bar on a terminal, `False`
    nothing. `connection_file` is that of a gateway that others have started, which is then used.
    """

    def __init__(
        self,
        *,
        java: str | None = None,
        jars: Location | None = None,
        heap: str = "1g",
        java_options: Sequence[str] = (),
        start_timeout: float = 60.0,
        archive: bool = True,
        connection_file: Location | None = None,
        progress: bool | Listener | None = None,
        **options: Unpack[Options],
    ) -> None:
        self._values = checked(cast("dict[str, Any]", options))
        if isinstance(java_options, str):
            raise InvalidOptionsError("java_options is one text", "give a list of options")
        self._settings = Settings(
            java,
            os.path.abspath(jars) if jars is not None else None,
            heap,
            tuple(java_options),
            seconds(start_timeout, "start_timeout"),
            archive,
        )
        self._connection_file = connection_file
        self._progress = progress
        self._closed = False
        self._attached: _Attached | None = None
        self._renew()
        _engines.add(self)

    def _renew(self) -> None:
        """Begins without calls and connections, such as in a forked process: those are others'."""
        # A signal handler may cancel while the interrupted thread holds it.
        self._lock = threading.RLock()
        self._calls: set[Call | Pause] = set()
        self._cancels = 0
        if self._attached is not None:
            self._attached.abandon()
        self._attached = None

    def __reduce__(self) -> NoReturn:
        raise TypeError(
            "an engine and its streams cannot be copied or sent to another process: make them there"
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Cancels what runs, and ends the Java process if no other engine uses it."""
        if self._closed:
            return
        self._closed = True
        self._let_end(self._cancel_running())
        if self._attached is not None:
            self._attached.close()
        _gateway.shared.release(self)

    def cancel(self) -> None:
        """Asks all running calls and waits to end with `CancelledError`; any thread may ask."""
        self._cancel_running()

    def _cancel_running(self) -> list[Call | Pause]:
        with self._lock:
            self._cancels += 1
            running = list(self._calls)
        for call in running:
            call.cancel()
        return running

    @staticmethod
    def _let_end(running: list[Call | Pause]) -> None:
        """Gives cancelled calls the time to hear of their end, before their connection goes."""
        end = time.monotonic() + _END_SECONDS
        calls = [call for call in running if isinstance(call, Call)]
        while not all(call.is_done for call in calls) and time.monotonic() < end:
            time.sleep(_LOOK_SECONDS)

    def stream(self, **options: Unpack[Options]) -> Stream:
        """The stream of a capture instance; its options win over the engine's."""
        return Stream(self, {**self._values, **checked(cast("dict[str, Any]", options))})

    def ingest_group(self, name: str, streams: Sequence[Stream]) -> GroupReport:
        """Commits one batch of each stream of this engine and publishes their common cut."""
        for stream in streams:
            if not isinstance(stream, Stream) or stream._engine is not self:  # pyright: ignore
                raise InvalidOptionsError(
                    f"{stream!r} is no stream of this engine", "make it with this engine's stream()"
                )
        members = [
            {
                option: value
                for option, value in stream.options().items()
                if self._values.get(option) != value
            }
            for stream in streams
        ]
        arguments = {"name": name, "members": members}
        common = {key: value for key, value in self._values.items() if key != "target"}
        return GroupReport.from_dict(self.call("ingest_group", common, arguments, f"group {name}"))

    def doctor(self, **options: Unpack[Options]) -> Findings:
        """Examines a source: whether a stream can run, and what to mend."""
        values = {**self._values, **checked(cast("dict[str, Any]", options))}
        return Findings.from_dict(self.call("doctor", values, name="doctor"))

    def verdict(
        self, table: str, *, control: Location | None = None, warehouse: Location | None = None
    ) -> Verdict:
        """A table's published verdict, by its name in the warehouse, its path or its URI.

        Asks the control table alone: by default `strandline_control` in the engine's warehouse.
        """
        arguments = {"table": text_of(table, "table"), **self._tables(control, warehouse)}
        return Verdict.from_dict(self.call("verdict", arguments=arguments, name=table))

    def is_final(
        self,
        table: str,
        start: datetime,
        end: datetime,
        *,
        control: Location | None = None,
        warehouse: Location | None = None,
    ) -> PeriodVerdict:
        """Whether a period, given by aware datetimes and without its end, is final.

        By the published verdict as far as the table's own log confirms it.
        """
        return PeriodVerdict.from_dict(
            self.call(
                "is_final",
                arguments=self._period(table, start, end, control, warehouse),
                name=table,
            )
        )

    def wait_until_final(
        self,
        table: str,
        start: datetime,
        end: datetime,
        *,
        timeout: Span | None = None,
        poll: Span = 10.0,
        control: Location | None = None,
        warehouse: Location | None = None,
    ) -> PeriodVerdict:
        """Waits until somebody's ingestion has made a period final; ingests nothing itself.

        Looks every `poll` seconds; `WaitTimeoutError` after `timeout` seconds.
        """
        pause = Pause()
        with self._lock:
            self._calls.add(pause)
        try:
            return wait_until_final(
                lambda: self.is_final(table, start, end, control=control, warehouse=warehouse),
                timeout,
                poll,
                pause.sleep,
            )
        finally:
            with self._lock:
                self._calls.discard(pause)

    def explain(
        self,
        table: str,
        start: datetime,
        end: datetime,
        *,
        control: Location | None = None,
        warehouse: Location | None = None,
    ) -> Explanation:
        """Why a period is final or not, as far as the tables alone tell; a stream knows more."""
        return Explanation.from_dict(
            self.call(
                "explain",
                arguments=self._period(table, start, end, control, warehouse),
                name=table,
            )
        )

    def status(
        self, *, control: Location | None = None, warehouse: Location | None = None
    ) -> Status:
        """How all tables of a control table stand."""
        return Status.from_dict(
            self.call("status", arguments=self._tables(control, warehouse), name="status")
        )

    def version(self) -> Version:
        """What serves the calls."""
        return Version.from_dict(self.call("version", name="version"))

    def _period(
        self,
        table: str,
        start: datetime,
        end: datetime,
        control: Location | None,
        warehouse: Location | None,
    ) -> Json:
        first, last = period(start, end)
        bounds = {"from": format_instant(first), "until": format_instant(last)}
        return {"table": text_of(table, "table"), **bounds, **self._tables(control, warehouse)}

    def _tables(self, control: Location | None, warehouse: Location | None) -> Json:
        folder = warehouse if warehouse is not None else self._values.get("warehouse")
        table = control if control is not None else self._values.get("control")
        if table is None and folder is None:
            raise InvalidOptionsError(
                "neither control nor warehouse is given", "name the control table, or its folder"
            )
        if table is None:
            table = child(absolute(cast("Location", folder)), "strandline_control")
        arguments = {"control": absolute(table)}
        return arguments if folder is None else {**arguments, "warehouse": absolute(folder)}

    def call(
        self,
        call: str,
        options: Mapping[str, Any] | None = None,
        arguments: Json | None = None,
        name: str = "",
    ) -> Json:
        """Makes a call of the gateway's protocol and returns its result document."""
        cancels = self._cancels
        channel = self._channel()
        bar: Bar | None = None
        listener = self._progress if callable(self._progress) else None
        if self._progress is None or self._progress is True:
            stream = terminal()
            bar = Bar(name, stream) if stream is not None else None
            listener = bar
        running = Call(channel, request_of(call, options, arguments), listener)
        with self._lock:
            self._calls.add(running)
        try:
            if self._cancels != cancels:
                raise CancelledError("the call was cancelled before it began", "call again")
            return running.result()
        finally:
            with self._lock:
                self._calls.discard(running)
            if bar is not None:
                bar.close()

    def _channel(self) -> Channel:
        if self._closed:
            raise EngineClosedError("the engine is closed", "open another one")
        if self._connection_file is None:
            gateway = _gateway.shared.obtain(self, self._settings)
            if self._closed:
                # By another thread or a signal handler, while the process was started.
                _gateway.shared.release(self)
                raise EngineClosedError("the engine was closed", "open another one")
            return gateway
        with self._lock:
            if self._attached is None:
                self._attached = _Attached(Path(self._connection_file))
            return self._attached

    def __repr__(self) -> str:
        return f"<strandline.Engine{' closed' if self._closed else ''}>"


class _Attached:
    """A gateway that others have started and that many share."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._lock = threading.RLock()
        self._wire: Wire | None = None
        self._connected()

    def _connected(self) -> Wire:
        with self._lock:
            if self._wire is None:
                try:
                    self._wire = Wire(Address.read(self._file))
                except (OSError, ValueError) as error:
                    raise lacking(error) or EngineStartError(
                        f"{self._file} does not tell how to reach a gateway: {error}",
                        "start one that writes this file, or leave connection_file out",
                    ) from error
            return self._wire

    def call(self, request: str) -> str:
        wire = self._connected()
        try:
            return wire.call(request)
        except WireError as error:
            reason = str(error)
        # It holds a password, and tools print the locals of a traceback.
        del request
        with self._lock:
            if self._wire is wire:
                # Whoever starts it again writes another port and token.
                self._wire = None
        wire.close()
        raise EngineDiedError(
            f"the shared gateway cannot be reached: {reason}", "start it again, and call again"
        )

    def close(self) -> None:
        with self._lock:
            if self._wire is not None:
                self._wire.close()

    def abandon(self) -> None:
        if self._wire is not None:
            self._wire.abandon()


_engines: weakref.WeakSet[Engine] = weakref.WeakSet()


def _after_fork() -> None:
    """A forked process must neither cancel its parent's calls nor read the answers to them."""
    for engine in list(_engines):
        engine._renew()  # pyright: ignore[reportPrivateUsage]


os.register_at_fork(after_in_child=_after_fork)
