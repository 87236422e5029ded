"""mssql-python: Microsoft's own, with its ODBC driver inside."""

import mssql_python

from clients.answers import Answer, Failure, Refused, Server, Session, Tells
from clients.dbapi import Cursor, DbApiSession

PREFIX = "[SQL Server]"
"""What its driver puts before a server's text."""

# A closed connection has to be closed, or its database could not be dropped.
mssql_python.pooling(enabled=False)


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
            connection = mssql_python.connect(
                f"Server={server.host},{server.port};Database={database};"
                f"Uid={user};Pwd={{{password}}};{secured}",
                autocommit=True,
                timeout=60,
            )
        except mssql_python.Error as error:
            raise Refused(_failure(error)) from error
        return _Session(connection, "?", mssql_python.Error, _failure)


class _Session(DbApiSession):
    def hear(self, cursor: Cursor, answer: Answer) -> None:
        answer.messages += [(None, _bare(str(text))) for _, text in cursor.messages or []]


def _bare(text: str) -> str:
    return text.rsplit(PREFIX, 1)[-1]


def _failure(error: Exception) -> Failure:
    return Failure(_bare(str(getattr(error, "ddbc_error", error))))
