"""Py4J connections to a gateway, each used by one thread at a time."""

from __future__ import annotations

import json
import logging
import os
import socket
import threading
from collections import deque
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

from py4j.java_gateway import GatewayConnection, GatewayParameters
from py4j.protocol import (
    CALL_COMMAND_NAME,
    END_COMMAND_PART,
    ENTRY_POINT_OBJECT_ID,
    Py4JError,
    Py4JNetworkError,
    get_command_part,
    get_return_value,
)

from strandline._documents import Json
from strandline._errors import lacking

READ_TIMEOUT_SECONDS = 60.0
"""Far longer than any answer is waited for by a request."""

FORMAT = 1


class WireError(Exception):
    """The gateway could not be reached, or did not answer."""


@dataclass(frozen=True)
class Address:
    """Where a gateway listens."""

    port: int
    pid: int
    version: str
    token: str = field(repr=False)

    @classmethod
    def read(cls, file: Path) -> Address:
        """The address of a connection file; `ValueError` if it is none."""
        if file.stat().st_mode & 0o022:
            raise ValueError("others may write it, and passwords are sent to where it tells")
        document: Any = json.loads(file.read_text("utf-8"))
        if not isinstance(document, dict):
            raise ValueError("it is no connection file")
        document = cast("Json", document)
        if document.get("strandline") != "connection":
            raise ValueError("it is no connection file")
        if document.get("format") != FORMAT:
            raise ValueError(f"its format is {document.get('format')}, not {FORMAT}")
        try:
            return cls(
                int(document["port"]),
                int(document["pid"]),
                str(document["version"]),
                str(document["token"]),
            )
        except KeyError as error:
            raise ValueError(f"it has no {error}") from error


class _Discretion(logging.Filter):
    """Keeps Py4J from logging what this package sends, which may hold a password or the token."""

    def filter(self, record: logging.LogRecord) -> bool:
        return not getattr(_quiet, "on", False)


_quiet = threading.local()
logging.getLogger("py4j.java_gateway").addFilter(_Discretion())


class Wire:
    """A pool of connections to one gateway; thread-safe."""

    def __init__(self, address: Address) -> None:
        self._parameters = GatewayParameters(
            address="127.0.0.1",
            port=address.port,
            auth_token=address.token,
            read_timeout=READ_TIMEOUT_SECONDS,
        )
        self._free: deque[GatewayConnection] = deque()
        self._closed = False

    def call(self, request: str) -> str:
        """Sends a request and waits for the answer.

        `WireError` if the gateway is of no use; `EngineUnreachableError` if that cannot be known.
        """
        _quiet.on = True
        try:
            connection = self._borrow()
            try:
                answer = connection.send_command(
                    f"{CALL_COMMAND_NAME}{ENTRY_POINT_OBJECT_ID}\ncall\n"
                    f"{get_command_part(request)}{END_COMMAND_PART}"
                )
            except BaseException:
                _close(connection)
                raise
            self._give_back(connection)
            return str(get_return_value(answer, None, ENTRY_POINT_OBJECT_ID, "call"))
        except (Py4JError, Py4JNetworkError, OSError) as error:
            cause = getattr(error, "cause", None)
            if isinstance(cause, (socket.timeout, TimeoutError)):
                raise WireError(f"no answer within {READ_TIMEOUT_SECONDS:.0f} s") from None
            raise WireError(str(cause or error)) from None
        finally:
            _quiet.on = False

    def _borrow(self) -> GatewayConnection:
        try:
            return self._free.pop()
        except IndexError:
            try:
                connection = GatewayConnection(self._parameters)
                connection.start()
            except (Py4JNetworkError, OSError) as error:
                if lack := lacking(getattr(error, "cause", None) or error):
                    raise lack from None
                raise
            return connection

    def _give_back(self, connection: GatewayConnection) -> None:
        if self._closed:
            _close(connection)
        else:
            self._free.append(connection)

    def close(self) -> None:
        """Closes all connections that no call is using; those close after it."""
        self._closed = True
        while self._free:
            _close(self._free.pop())

    def abandon(self) -> None:
        """Lets go of connections that belong to the process that this one was forked from.

        To shut one down would end it there as well.
        """
        self._closed = True
        while self._free:
            connection = self._free.pop()
            # Before the connection is garbage, for Py4J shuts down the socket of one that is.
            os.close(connection.socket.detach())


def _close(connection: GatewayConnection) -> None:
    # Without a connection there is no stream, which Py4J's own closing takes for granted.
    if connection.is_connected:
        connection.close()
    else:
        connection.socket.close()
