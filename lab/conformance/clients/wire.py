"""A way through which a client reaches the server, and that sees whether it speaks TLS."""

import socket
import threading
from collections.abc import Callable
from contextlib import suppress

PRELOGIN = 0x12
"""The first byte of a packet of PRELOGIN and of the TLS handshake inside."""

TLS_RECORDS = range(0x14, 0x18)
"""First bytes of records of TLS; a login in the clear begins with 0x10."""

HEADER = 8
PIECE = 65536


class Wire:
    """Forwards connections to a server, and counts the plain and the encrypted ones."""

    def __init__(self, host: str, port: int) -> None:
        self._server = (host, port)
        self._listener = socket.create_server(("localhost", 0))
        self.plain = 0
        self.encrypted = 0
        self._lock = threading.Lock()
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def port(self) -> int:
        """Where it listens."""
        return int(self._listener.getsockname()[1])

    def close(self) -> None:
        """Takes no more connections."""
        self._listener.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                server = socket.create_connection(self._server)
                for source, target, look in [
                    (client, server, _Look(self._count)),
                    (server, client, None),
                ]:
                    threading.Thread(
                        target=_forward, args=(source, target, look), daemon=True
                    ).start()

    def _count(self, encrypted: bool) -> None:
        with self._lock:
            if encrypted:
                self.encrypted += 1
            else:
                self.plain += 1


class _Look:
    """Reads what a client sends until it logs in: by a packet in the clear, or by a TLS record."""

    def __init__(self, tell: Callable[[bool], None]) -> None:
        self._tell = tell
        self._bytes = bytearray()
        self._done = False

    def see(self, piece: bytes) -> None:
        if self._done:
            return
        self._bytes += piece
        while len(self._bytes) >= HEADER:
            if self._bytes[0] == PRELOGIN:
                length = int.from_bytes(self._bytes[2:4], "big")
                if len(self._bytes) < length:
                    return
                del self._bytes[:length]
                continue
            self._done = True
            self._tell(self._bytes[0] in TLS_RECORDS)
            return


def _forward(source: socket.socket, target: socket.socket, look: _Look | None) -> None:
    with suppress(OSError):
        while piece := source.recv(PIECE):
            if look:
                look.see(piece)
            target.sendall(piece)
    for end in (source, target):
        with suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)
        end.close()
