"""The engine: streams, groups and questions, answered by one Java process."""

from __future__ import annotations

import os
import threading
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, cast

from strandline import _gateway
from strandline._calls import Call, Channel, Listener, request_of
from strandline._documents import Json
from strandline._errors import (
    EngineClosedError,
    EngineDiedError,
    EngineStartError,
    InvalidOptionsError,
)
from strandline._java import Settings
from strandline._options import Location, Options, absolute, checked, child, revealed
from strandline._progress import Bar, terminal
from strandline._reports import GroupReport
from strandline._status import Findings, Status, Version
from strandline._stream import Stream
from strandline._time import format_instant, period
from strandline._verdicts import Explanation, PeriodVerdict, Verdict
from strandline._waiting import Span, wait_until_final
from strandline._wire import Address, Wire, WireError

if TYPE_CHECKING:
    from typing_extensions import Self, Unpack


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
        self._settings = Settings(
            java,
            os.path.abspath(jars) if jars is not None else None,
            heap,
            tuple(java_options),
            start_timeout,
            archive,
        )
        self._connection_file = connection_file
        self._progress = progress
        self._lock = threading.Lock()
        self._calls: set[Call] = set()
        self._attached: tuple[int, Channel] | None = None
        self._closed = False

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
        self.cancel()
        if self._attached is not None and isinstance(self._attached[1], _Attached):
            self._attached[1].close()
        _gateway.shared.release(id(self))

    def cancel(self) -> None:
        """Asks all running calls to end with `CancelledError`; any thread may ask."""
        with self._lock:
            running = list(self._calls)
        for call in running:
            call.cancel()

    def stream(self, **options: Unpack[Options]) -> Stream:
        """The stream of a capture instance; its options win over the engine's."""
        return Stream(self, {**self._values, **checked(cast("dict[str, Any]", options))})

    def ingest_group(self, name: str, streams: Sequence[Stream]) -> GroupReport:
        """Commits one batch of each stream at once and publishes their common cut."""
        members = [
            {
                option: value
                for option, value in stream.options().items()
                if self._values.get(option) != value
            }
            for stream in streams
        ]
        arguments = {"name": name, "members": [revealed(member) for member in members]}
        common = {key: value for key, value in self._values.items() if key != "target"}
        return GroupReport.from_dict(
            self.call("ingest_group", revealed(common), arguments, f"group {name}")
        )

    def doctor(self, **options: Unpack[Options]) -> Findings:
        """Examines a source: whether a stream can run, and what to mend."""
        values = {**self._values, **checked(cast("dict[str, Any]", options))}
        return Findings.from_dict(self.call("doctor", revealed(values), name="doctor"))

    def verdict(
        self, table: str, *, control: Location | None = None, warehouse: Location | None = None
    ) -> Verdict:
        """A table's published verdict, by its name in the warehouse, its path or its URI.

        Asks the control table alone: by default `strandline_control` in the engine's warehouse.
        """
        arguments = {"table": table, **self._tables(control, warehouse)}
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
        return wait_until_final(
            lambda: self.is_final(table, start, end, control=control, warehouse=warehouse),
            timeout,
            poll,
        )

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
        return {"table": table, **bounds, **self._tables(control, warehouse)}

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
        options: Json | None = None,
        arguments: Json | None = None,
        name: str = "",
    ) -> Json:
        """Makes a call of the gateway's protocol and returns its result document."""
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
            return _gateway.shared.obtain(id(self), self._settings)
        with self._lock:
            if self._attached is None or self._attached[0] != os.getpid():
                # A forked process must not read the answers to its parent.
                self._attached = os.getpid(), _Attached(Path(self._connection_file))
            return self._attached[1]

    def __repr__(self) -> str:
        return f"<strandline.Engine{' closed' if self._closed else ''}>"


class _Attached:
    """A gateway that others have started and that many share."""

    def __init__(self, file: Path) -> None:
        try:
            self._wire = Wire(Address.read(file))
        except (OSError, ValueError) as error:
            raise EngineStartError(
                f"{file} does not tell how to reach a gateway: {error}",
                "start one that writes this file, or leave connection_file out",
            ) from error

    def call(self, request: str) -> str:
        try:
            return self._wire.call(request)
        except WireError as error:
            raise EngineDiedError(
                f"the shared gateway cannot be reached: {error}", "start it again, and call again"
            ) from None

    def close(self) -> None:
        self._wire.close()
