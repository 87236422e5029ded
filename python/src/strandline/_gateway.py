"""The Java process of this process: started when it is first needed, and shared by all engines."""

from __future__ import annotations

import atexit
import contextlib
import os
import shutil
import subprocess
import threading
import time
from collections import deque
from pathlib import Path
from typing import IO

from strandline._errors import EngineDiedError, EngineStartError, InvalidOptionsError
from strandline._java import GATEWAY, Archive, Settings, command, find_jars, private_folder
from strandline._java import find_java, refuse_old
from strandline._wire import Address, Wire, WireError

LAST_LINES = 50
LINE_LENGTH = 2000
_LOOK_SECONDS = 0.01
_END_SECONDS = 5.0
_ARCHIVE_SECONDS = 30.0


class Gateway:
    """A Java process that serves calls until it is closed or this process ends."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        java = find_java(settings.java)
        self._archive: Archive | None = None
        if settings.archive:
            self._archive = Archive(java, find_jars(settings.jars), settings.flags)
        folder = private_folder()
        try:
            file = folder / "connection.json"
            self._process = self._start(file)
            try:
                self._wire = Wire(self._await(file, java))
            except BaseException:
                self._kill()
                raise
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    def _start(self, file: Path) -> subprocess.Popen[bytes]:
        archive = self._archive.flags() if self._archive else []
        line = [*command(self.settings, GATEWAY, archive), "--connection-file", str(file)]
        environment = {key: text for key, text in os.environ.items() if key != _PASSWORD_VARIABLE}
        try:
            process = subprocess.Popen(
                line,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                env=environment,
                # Ctrl-C in a terminal is for this process, which then cancels the call.
                start_new_session=True,
            )
        except OSError as error:
            raise EngineStartError(
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
            raise EngineStartError(
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
            raise self._died(str(error)) from None

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
        making = self._archive is not None and self._archive.is_being_made
        try:
            self._process.wait(_ARCHIVE_SECONDS if making else _END_SECONDS)
            if self._archive is not None:
                self._archive.keep()
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
        if self._archive is not None:
            self._archive.drop()

    def abandon(self) -> None:
        """Lets go of a process that belongs to the process that this one was forked from."""
        self._wire.abandon()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    os.close(pipe.fileno())
        # Nobody is to wait here for another's child.
        self._process.returncode = 0


_PASSWORD_VARIABLE = "STRANDLINE_PASSWORD"
"""Of the command line; whatever can list a process's environment would read it."""


def _keep_last(stream: IO[bytes], lines: deque[str]) -> None:
    with contextlib.suppress(OSError, ValueError):
        while line := stream.readline(LINE_LENGTH):
            lines.append(line.decode("utf-8", "replace").rstrip())
        stream.close()


class _Shared:
    """The process's gateway and who uses it."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.gateway: Gateway | None = None
        self.users: set[int] = set()

    def obtain(self, user: int, settings: Settings) -> Gateway:
        with self.lock:
            if self.gateway is not None and not self.gateway.is_alive:
                self.gateway.close()
                self.gateway = None
            if self.gateway is None:
                self.gateway = Gateway(settings)
            elif self.gateway.settings != settings:
                raise InvalidOptionsError(
                    "another engine of this process uses a Java process with other settings",
                    "give all engines of a process the same java, jars, heap and java_options, or"
                    " close the other one first",
                )
            self.users.add(user)
            return self.gateway

    def release(self, user: int) -> None:
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
    if inherited is not None:
        inherited.abandon()


def _at_exit() -> None:
    if os.getpid() == _owner:
        with shared.lock:
            shared.end()


os.register_at_fork(after_in_child=_after_fork)
atexit.register(_at_exit)
