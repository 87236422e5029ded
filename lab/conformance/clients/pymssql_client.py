"""pymssql: FreeTDS' db-lib with a Python face; it writes parameters into the statement itself."""

import importlib.metadata

import pymssql

from clients.answers import Answer, Failure, Refused, Server, Session, Tells
from clients.dbapi import DbApiSession

DBLIB = "DB-Lib error message "
"""What db-lib appends to a server's text."""

# Else it raises what servers call a message.
pymssql._mssql.min_error_severity = 11


class Pymssql:
    """The client."""

    # It goes over changes without a result by itself, so that their counts are lost, and of a
    # refused connection it keeps what the one before was refused with.
    tells = Tells(counts="none", refusals=False)

    def version(self) -> str:
        return importlib.metadata.version("pymssql")

    def open(self, server: Server, user: str, password: str, database: str) -> Session:
        try:
            connection = pymssql.connect(
                server=server.host,
                port=str(server.port),
                user=user,
                password=password,
                database=database,
                autocommit=True,
                login_timeout=30,
                timeout=60,
                encryption="require" if server.tls else "off",
            )
        except pymssql.Error as error:
            raise Refused(_failure(error)) from error
        session = _Session(connection, "%s", pymssql.Error, _failure)
        connection._conn.set_msghandler(session.told)
        return session


class _Session(DbApiSession):
    _answer = Answer()

    def begin(self, answer: Answer) -> None:
        self._answer = answer

    def told(
        self, state: int, severity: int, server: bytes, procedure: bytes, line: int, text: bytes
    ) -> None:
        """What db-lib calls with every message."""
        self._answer.messages.append((None, text.decode("utf-8", "replace")))


def _failure(error: Exception) -> Failure:
    """What the face keeps is number and text; class and state are in what it caught."""
    arguments = error.args[0] if isinstance(error.args[0], tuple) else error.args
    number, text = arguments[0], arguments[-1]
    caught = error.__context__
    said = text.decode("utf-8", "replace") if isinstance(text, bytes) else str(text)
    return Failure(
        said.split(DBLIB, 1)[0],
        number if isinstance(number, int) else None,
        getattr(caught, "severity", None),
        getattr(caught, "state", None),
    )
