"""python-tds: a client in Python alone."""

import importlib.metadata

import pytds

from clients.answers import Answer, Failure, Refused, Server, Session, Tells
from clients.dbapi import Cursor, DbApiSession

LOGIN_SECONDS = 6
"""It tries again for so long when a database cannot be opened, then gives the last refusal."""


class PythonTds:
    """The client."""

    # It hands on decimals without their scale's zeros.
    tells = Tells(scale=False)

    def version(self) -> str:
        return importlib.metadata.version("python-tds")

    def open(self, server: Server, user: str, password: str, database: str) -> Session:
        secured: dict[str, object] = {}
        if server.tls:
            # It speaks TLS only with an authority, and has no way to trust any certificate.
            secured = {"cafile": str(server.authority), "validate_host": True}
        try:
            connection = pytds.connect(
                dsn=server.host,
                port=server.port,
                user=user,
                password=password,
                database=database,
                autocommit=True,
                login_timeout=LOGIN_SECONDS,
                timeout=60,
                **secured,
            )
        except pytds.Error as error:
            raise Refused(_failure(error)) from error
        except TimeoutError as late:
            if not isinstance(late.__cause__, pytds.Error):
                raise
            raise Refused(_failure(late.__cause__)) from late
        return _Session(connection, "%s", pytds.Error, _failure, _given)


class _Session(DbApiSession):
    def hear(self, cursor: Cursor, answer: Answer) -> None:
        for _, told in cursor.messages or []:
            answer.messages.append((getattr(told, "number", None), getattr(told, "text", "")))


def _given(value: object) -> object:
    """It sends bytes as a text unless they are marked."""
    return pytds.Binary(value) if isinstance(value, bytes) else value


def _failure(error: Exception) -> Failure:
    return Failure(
        getattr(error, "text", str(error)),
        getattr(error, "number", None),
        getattr(error, "severity", None),
        getattr(error, "state", None),
    )
