"""mssql-python: Microsoft's own, with its ODBC driver inside."""

from collections.abc import Sequence
from typing import Any

import mssql_python

from clients.answers import Answer, Answered, Failure, Refused, Server, Session, Tells
from clients.canonical import value_of
from clients.markers import with_markers

PREFIX = "[SQL Server]"


class MssqlPython:
    """The client."""

    # Its errors have a text and neither number, class nor state; its count stays that of the
    # first change of a batch.
    tells = Tells(counts="first", numbers=False, severities=False)

    def version(self) -> str:
        return str(mssql_python.__version__)

    def open(self, server: Server, user: str, password: str, database: str) -> Session:
        secured = "Encrypt=yes;TrustServerCertificate=yes" if server.tls else "Encrypt=no"
        try:
            return _Session(
                mssql_python.connect(
                    f"Server={server.host},{server.port};Database={database};"
                    f"Uid={user};Pwd={{{password}}};{secured}",
                    autocommit=True,
                    timeout=60,
                )
            )
        except mssql_python.Error as error:
            raise Refused(_failure(error)) from error


class _Session:
    def __init__(self, connection: Any) -> None:
        self._connection = connection

    def run(
        self,
        sql: str,
        parameters: Sequence[tuple[str, str | None]],
        times: int,
        headers: Sequence[Sequence[str]],
    ) -> Answer:
        answer = Answer()
        values = [value_of(kind, text) for kind, text in parameters]
        with self._connection.cursor() as cursor:
            for _ in range(times):
                answer = Answer()
                try:
                    if parameters:
                        cursor.execute(with_markers(sql, "?"), values)
                    else:
                        cursor.execute(sql)
                    self._collect(cursor, answer)
                except mssql_python.Error as error:
                    answer.error = _failure(error)
        return answer

    def _collect(self, cursor: Any, answer: Answer) -> None:
        while True:
            answer.messages += [(None, _bare(text)) for _, text in cursor.messages]
            if cursor.description:
                names = [column[0] for column in cursor.description]
                result = Answered(names)
                answer.results.append(result)
                result.rows = [list(row) for row in cursor.fetchall()]
            elif cursor.rowcount >= 0:
                answer.counts.append(cursor.rowcount)
            if not cursor.nextset():
                return

    def close(self) -> None:
        self._connection.close()


def _bare(text: str) -> str:
    return text.rsplit(PREFIX, 1)[-1]


def _failure(error: Exception) -> Failure:
    return Failure(_bare(str(getattr(error, "ddbc_error", error))))
