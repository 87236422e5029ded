"""pymssql: FreeTDS' db-lib with a Python face; it writes parameters into the statement itself."""

import importlib.metadata
from collections.abc import Sequence
from typing import Any

import pymssql

from clients.answers import Answer, Answered, Failure, Refused, Server, Session, Tells
from clients.canonical import value_of
from clients.markers import with_markers

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
            return _Session(
                pymssql.connect(
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
            )
        except pymssql.Error as error:
            raise Refused(_failure(error)) from error


class _Session:
    def __init__(self, connection: Any) -> None:
        self._connection = connection
        self._messages: list[tuple[int | None, str]] = []
        connection._conn.set_msghandler(self._hear)

    def _hear(
        self, state: int, severity: int, server: bytes, procedure: bytes, line: int, text: bytes
    ) -> None:
        self._messages.append((None, text.decode("utf-8", "replace")))

    def run(
        self,
        sql: str,
        parameters: Sequence[tuple[str, str | None]],
        times: int,
        headers: Sequence[Sequence[str]],
    ) -> Answer:
        answer = Answer()
        for _ in range(times):
            answer = Answer()
            self._messages = answer.messages
            with self._connection.cursor() as cursor:
                try:
                    if parameters:
                        values = tuple(value_of(kind, text) for kind, text in parameters)
                        cursor.execute(with_markers(sql, "%s"), values)
                    else:
                        cursor.execute(sql)
                    self._collect(cursor, answer)
                except pymssql.Error as error:
                    answer.error = _failure(error)
        return answer

    def _collect(self, cursor: Any, answer: Answer) -> None:
        while True:
            if cursor.description:
                names = [column[0] for column in cursor.description]
                result = Answered(names)
                answer.results.append(result)
                result.rows = [list(row) for row in cursor.fetchall()]
            if not cursor.nextset():
                return

    def close(self) -> None:
        self._connection.close()


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
