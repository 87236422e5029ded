"""A server that never answers, and a call that waits for it."""

import socket
import threading
from collections.abc import Callable
from contextlib import suppress

from strandline import Engine

PASSWORD = "a password that nobody may see"


class SilentServer:
    """A server that takes a connection and never says a word."""

    def __init__(self) -> None:
        self.arrived, self.left = threading.Event(), threading.Event()
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._socket.getsockname()[1]
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def _serve(self) -> None:
        connection, _ = self._socket.accept()
        with connection, suppress(ConnectionError):
            while connection.recv(4096):
                self.arrived.set()
        self.left.set()

    def __enter__(self) -> "SilentServer":
        return self

    def __exit__(self, *_: object) -> None:
        self._thread.join(10)
        self._socket.close()

    def when_arrived(self, action: Callable[[], object]) -> None:
        """Does something as soon as somebody waits for an answer."""

        def run() -> None:
            self.arrived.wait(60)
            action()

        threading.Thread(target=run, daemon=True).start()


def hanging(engine: Engine, port: int) -> None:
    """A call that waits for a server for minutes."""
    engine.stream(
        url=f"jdbc:sqlserver://127.0.0.1:{port};databaseName=d",
        user="reader",
        password=PASSWORD,
        capture_instance="dbo_orders",
        target="/nowhere/orders",
        login_timeout="PT5M",
        source_retries=0,
    ).ingest()
