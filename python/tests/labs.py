"""The stand-in as a server of its own, and calls of the product against it."""

import socket
from collections.abc import Iterator
from pathlib import Path

from commandline import Document, Finished, Running

HOST = "localhost"


class Lab:
    """A stand-in that runs as a process; its files lie in one folder."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        self.password_file = folder / "passwords"
        self.warehouse = folder / "warehouse"
        self._folder = folder
        self._port_file = folder / "port"
        self._calls = 0
        self.texts: list[str] = []
        """All that calls of the product have printed."""
        self.arguments: set[str] = set()
        """The arguments of every process of this machine that was seen while one ran."""
        self.running = Running(
            folder / "lab",
            *["lab", "--port", "0", "--port-file", str(self._port_file)],
            *["--password-file", str(self.password_file), *arguments],
        )

    def await_start(self) -> None:
        """Waits until it takes connections and has said how to reach it."""
        self.running.wait_until(
            lambda: self._port_file.exists() and "password of reader" in self.running.out
        )

    @property
    def port(self) -> int:
        return int(self._port_file.read_text("utf-8"))

    @property
    def url(self) -> str:
        """The URL as it was printed."""
        (url,) = (
            line.removeprefix("url ")
            for line in self.running.out.splitlines()
            if line.startswith("url ")
        )
        return url

    @property
    def reader_file(self) -> Path:
        return self.password_file.with_name(self.password_file.name + ".reader")

    @property
    def sa_file(self) -> Path:
        return self.password_file.with_name(self.password_file.name + ".sa")

    def is_listening(self) -> bool:
        """Whether somebody takes connections on its port."""
        try:
            with socket.create_connection((HOST, self.port), timeout=5):
                return True
        except OSError:
            return False

    def start(self, *arguments: str) -> Running:
        """Starts a call of the product."""
        self._calls += 1
        return Running(self._folder / f"call-{self._calls}", *arguments)

    def start_ingest(self, *arguments: str, password_file: Path | None = None) -> Running:
        """Starts a call of ingest as the least-privileged login."""
        return self.start(
            *["ingest", "--json", "--url", self.url, "--user", "reader"],
            *["--password-file", str(password_file or self.reader_file)],
            *["--capture-instance", "dbo_flights"],
            *["--target", str(self.warehouse / "flights"), *arguments],
        )

    def ask(self, *arguments: str) -> Finished:
        """Asks the control table, without the source."""
        control = str(self.warehouse / "strandline_control")
        with self.start(*arguments, "--control", control, "--table", "flights") as call:
            return self.finish(call)

    def ingest(self, *arguments: str) -> Document:
        """A call of ingest that succeeds: its document."""
        with self.start_ingest(*arguments) as call:
            return self.finish(call).document()

    def finish(self, call: Running) -> Finished:
        """Waits for a call's end while looking at what others could see of it."""

        def look_and_ask() -> bool:
            self.arguments.update(arguments_of_all())
            return call.process.poll() is not None

        call.wait_until(look_and_ask)
        finished = call.finish()
        self.texts += [finished.out, finished.err]
        return finished


def arguments_of_all() -> Iterator[str]:
    """The arguments of every process, as `ps` shows them to every user of the machine."""
    for file in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            yield file.read_bytes().replace(b"\0", b" ").decode("utf-8", "replace")
        except OSError:
            continue  # it has ended
