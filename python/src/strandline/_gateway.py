"""The Java process of this process: started when it is first needed, and shared by all engines."""

from __future__ import annotations

import atexit
import contextlib
import os
import shutil
import subprocess
import threading
import time
import weakref
from collections import deque
from pathlib import Path
from typing import IO

from strandline._archive import Archive
from strandline._errors import (
    EngineDiedError,
    EngineStartError,
    InvalidOptionsError,
    lacking,
)
from strandline._java import (
    GATEWAY,
    Settings,
    command,
    environment,
    find_jars,
    find_java,
    private_folder,
    refuse_old,
)
from strandline._wire import Address, Wire, WireError

LAST_LINES = 50
LINE_LENGTH = 2000
_LOOK_SECONDS = 0.01
_END_SECONDS = 5.0


class Gateway:
    """A Java process that serves calls until it is closed or this process ends."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        java = find_java(settings.java)
        archive = None
        if settings.archive:
            archive = Archive(java, find_jars(settings.jars), settings.flags)
        mapping = archive.flags() if archive else []
        try:
            self._open(java, mapping)
        except EngineStartError:
            if archive is None or not mapping:
                raise
            archive.remove()
            self._open(java, [])
        if archive is not None and not mapping:
            archive.make()

    def _open(self, java: str, mapping: list[str]) -> None:
        folder = private_folder()
        try:
            file = folder / "connection.json"
            self._process = self._start(file, mapping)
            try:
                self._wire = Wire(self._await(file, java))
            except BaseException:
                self._kill()
                raise
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    def _start(self, file: Path, mapping: list[str]) -> subprocess.Popen[bytes]:
        line = [*command(self.settings, GATEWAY, mapping), "--connection-file", str(file)]
        try:
            with _spawning:
                process = subprocess.Popen(
                    line,
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.STDOUT,
                    env=environment(),
                    # Pipes without locks, which a thread might hold while another forks.
                    bufsize=0,
                    # Ctrl-C in a terminal is for this process, which then cancels the call.
                    start_new_session=True,
                )
                _processes.add(process)
        except OSError as error:
            raise lacking(error) or EngineStartError(
                f"{line[0]} could not be started: {error}", "name a java that can be executed"
            ) from error
        self._output: deque[str] = deque(maxlen=LAST_LINES)
        assert process.stdout is not None
        self._reader = threading.Thread(
            target=_keep_last, args=(process.stdout, self._output), name="strandline-output"
        )
        self._reader.daemon = True
        self._reader.start()
        return process

    def _await(self, file: Path, java: str) -> Address:
        end = time.monotonic() + self.settings.start_timeout
        while not file.exists():
            code = self._process.poll()
            if code is not None:
                self._reader.join(_END_SECONDS)
                refuse_old(java)
                raise EngineStartError(
                    f"the Java process ended with exit code {code} before it served",
                    f"look at what it printed, and whether {java} is a Java that can be used",
                    self.output,
                )
            if time.monotonic() > end:
                raise EngineStartError(
                    f"the Java process did not serve within {self.settings.start_timeout:g} s",
                    f"look at what it printed, and whether {java} is a Java that can be used;"
                    " start_timeout allows more time",
                    self.output,
                )
            time.sleep(_LOOK_SECONDS)
        try:
            return Address.read(file)
        except (OSError, ValueError) as error:
            raise lacking(error) or EngineStartError(
                f"the Java process told nothing that can be understood: {error}",
                f"look whether {java} is a Java, and the jars are of this release",
                self.output,
            ) from error

    @property
    def output(self) -> list[str]:
        """The last lines that the process has printed."""
        return list(self._output)

    @property
    def pid(self) -> int:
        """The Java process's id."""
        return self._process.pid

    @property
    def is_alive(self) -> bool:
        """Whether the process runs."""
        return self._process.poll() is None

    def call(self, request: str) -> str:
        """Sends a request and waits for the answer."""
        try:
            return self._wire.call(request)
        except WireError as error:
            reason = str(error)
        # It holds a password, and tools print the locals of a traceback.
        del request
        raise self._died(reason)

    def _died(self, reason: str) -> EngineDiedError:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(1.0)
        code = self._process.poll()
        if code is None:
            # It may be stopped or beyond memory; a process that does not answer is no use.
            self._kill()
            what = f"the Java process stopped answering ({reason}) and was ended"
        else:
            self._reader.join(1.0)
            how = f"signal {-code}" if code < 0 else f"exit code {code}"
            what = f"the Java process ended with {how}"
        return EngineDiedError(
            what,
            "call again: the next call starts another process, finds out what was committed, and"
            " goes on from there",
            self.output,
        )

    def close(self) -> None:
        """Ends the process, which closes its sessions within two seconds."""
        self._wire.close()
        if self._process.stdin is not None:
            with contextlib.suppress(OSError):
                self._process.stdin.close()
        try:
            self._process.wait(_END_SECONDS)
        except subprocess.TimeoutExpired:
            self._kill()
        self._reader.join(1.0)

    def _kill(self) -> None:
        self._process.kill()
        self._process.wait(_END_SECONDS)
        if self._process.stdin is not None:
            with contextlib.suppress(OSError):
                self._process.stdin.close()
        self._reader.join(1.0)

    def abandon(self) -> None:
        """Lets go of connections that belong to the process that this one was forked from."""
        self._wire.abandon()


_processes: weakref.WeakSet[subprocess.Popen[bytes]] = weakref.WeakSet()
"""Every process that was started here, those that do not serve yet included."""

_spawning = threading.RLock()
"""Is held while a process is started, and by a fork: between the two a pipe has no owner."""


def _abandon(process: subprocess.Popen[bytes]) -> None:
    """Lets go of a process that belongs to the process that this one was forked from."""
    # Nobody is to wait here for another's child.
    process.returncode = 0
    # As long as one end of its input is open anywhere, the Java process does not end.
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            with contextlib.suppress(OSError):
                pipe.close()


def _keep_last(stream: IO[bytes], lines: deque[str]) -> None:
    with (
        contextlib.suppress(OSError, ValueError),
        stream,
        open(stream.fileno(), "rb", closefd=False) as buffered,
    ):
        while line := buffered.readline(LINE_LENGTH):
            lines.append(line.decode("utf-8", "replace").rstrip())


class _Shared:
    """The process's gateway and who uses it."""

    def __init__(self) -> None:
        # A signal handler may close an engine while the interrupted thread starts a process.
        self.lock = threading.RLock()
        self.gateway: Gateway | None = None
        # Who is dropped without being closed uses it no more.
        self.users: weakref.WeakSet[object] = weakref.WeakSet()

    def obtain(self, user: object, settings: Settings) -> Gateway:
        with self.lock:
            if self.gateway is not None and not self._is_of_use(self.gateway, settings):
                self.end()
            if self.gateway is not None and self.gateway.settings != settings:
                raise InvalidOptionsError(
                    "another engine of this process uses a Java process with other settings",
                    "give all engines of a process the same java, jars, heap and java_options, or"
                    " close the other one first",
                )
            self.users.add(user)
            if self.gateway is None:
                try:
                    self.gateway = Gateway(settings)
                except BaseException as error:
                    self.users.discard(user)
                    if lack := lacking(error):
                        raise lack from error
                    raise
            return self.gateway

    def _is_of_use(self, gateway: Gateway, settings: Settings) -> bool:
        return gateway.is_alive and (len(self.users) > 0 or gateway.settings == settings)

    def release(self, user: object) -> None:
        with self.lock:
            self.users.discard(user)
            if not self.users:
                self.end()

    def end(self) -> None:
        gateway, self.gateway = self.gateway, None
        if gateway is not None:
            gateway.close()


shared = _Shared()
_owner = os.getpid()


def _after_fork() -> None:
    """A forked process has its own gateway when it first needs one."""
    global shared, _owner
    inherited, shared, _owner = shared.gateway, _Shared(), os.getpid()
    for process in list(_processes):
        _abandon(process)
    _processes.clear()
    if inherited is not None:
        inherited.abandon()
    _spawning.release()


def _at_exit() -> None:
    if os.getpid() == _owner:
        with shared.lock:
            shared.end()


os.register_at_fork(
    before=_spawning.acquire, after_in_parent=_spawning.release, after_in_child=_after_fork
)
atexit.register(_at_exit)
