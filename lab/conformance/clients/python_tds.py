"""python-tds: a client in Python alone."""

import importlib.metadata
from collections.abc import Sequence
from typing import Any

import pytds

from clients.answers import Answer, Answered, Failure, Refused, Server, Session, Tells
from clients.canonical import value_of
from clients.markers import with_markers

LOGIN_SECONDS = 6
"""It tries again for so long when a database cannot be opened, then gives the last refusal."""


class PythonTds:
    """The client."""

    # It hands on decimals without their scale's zeros.
    tells = Tells(scale=False)

    def version(self) -> str:
        return importlib.metadata.version("python-tds")

    def open(self, server: Server, user: str, password: str, database: str) -> Session:
        secured = {"cafile": str(server.authority), "validate_host": True} if server.tls else {}
        try:
            return _Session(
                pytds.connect(
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
            )
        except pytds.Error as error:
            raise Refused(_failure(error)) from error
        except TimeoutError as late:
            if not isinstance(late.__cause__, pytds.Error):
                raise
            raise Refused(_failure(late.__cause__)) from late


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
        for _ in range(times):
            answer = Answer()
            with self._connection.cursor() as cursor:
                try:
                    if parameters:
                        values = tuple(_given(value_of(*each)) for each in parameters)
                        cursor.execute(with_markers(sql, "%s"), values)
                    else:
                        cursor.execute(sql)
                    self._collect(cursor, answer)
                except pytds.Error as error:
                    answer.error = _failure(error)
        return answer

    def _collect(self, cursor: Any, answer: Answer) -> None:
        while True:
            if cursor.description is not None:
                names = [column[0] for column in cursor.description]
                result = Answered(names)
                answer.results.append(result)
                result.rows = [list(row) for row in cursor.fetchall()]
            elif cursor.rowcount >= 0:
                answer.counts.append(cursor.rowcount)
            answer.messages += [
                (error.number, error.text) for _, error in cursor.messages or [] if error
            ]
            if not cursor.nextset():
                return

    def close(self) -> None:
        self._connection.close()


def _given(value: Any) -> Any:
    """It sends bytes as a text unless they are marked."""
    return pytds.Binary(value) if isinstance(value, bytes) else value


def _failure(error: Exception) -> Failure:
    return Failure(
        getattr(error, "text", str(error)),
        getattr(error, "number", None),
        getattr(error, "severity", None),
        getattr(error, "state", None),
    )
