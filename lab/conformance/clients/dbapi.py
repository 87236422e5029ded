"""What Python's database modules have in common (PEP 249), and how an answer is collected."""

from collections.abc import Callable, Sequence
from types import TracebackType
from typing import Protocol

from clients.answers import Answer, Answered, Failure
from clients.canonical import value_of
from clients.markers import with_markers


class Cursor(Protocol):
    """A statement's execution."""

    description: Sequence[Sequence[object]] | None
    rowcount: int
    messages: Sequence[tuple[object, object]] | None

    def execute(self, operation: str, parameters: object = ...) -> object: ...

    def fetchall(self) -> Sequence[Sequence[object]]: ...

    def nextset(self) -> object: ...

    def __enter__(self) -> "Cursor": ...

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> object: ...


class Connection(Protocol):
    """A connection of such a module."""

    def cursor(self) -> Cursor: ...

    def close(self) -> None: ...


class DbApiSession:
    """A session of such a module.

    The marker stands for a parameter, `given` makes a value what the module sends, `failure` reads
    one of the module's errors.
    """

    def __init__(
        self,
        connection: Connection,
        marker: str,
        errors: type[Exception],
        failure: Callable[[Exception], Failure],
        given: Callable[[object], object] = lambda value: value,
    ) -> None:
        self._connection = connection
        self._marker = marker
        self._errors = errors
        self._failure = failure
        self._given = given

    def run(
        self,
        sql: str,
        parameters: Sequence[tuple[str, str | None]],
        times: int,
        headers: Sequence[Sequence[str]],
    ) -> Answer:
        answer = Answer()
        values = tuple(self._given(value_of(*each)) for each in parameters)
        with self._connection.cursor() as cursor:
            for _ in range(times):
                answer = Answer()
                self.begin(answer)
                try:
                    if parameters:
                        cursor.execute(with_markers(sql, self._marker), values)
                    else:
                        cursor.execute(sql)
                    self._collect(cursor, answer)
                except self._errors as error:
                    answer.error = self._failure(error)
        return answer

    def _collect(self, cursor: Cursor, answer: Answer) -> None:
        while True:
            self.hear(cursor, answer)
            if cursor.description:
                result = Answered([str(column[0]) for column in cursor.description])
                answer.results.append(result)
                result.rows = [list(row) for row in cursor.fetchall()]
            elif cursor.rowcount >= 0:
                answer.counts.append(cursor.rowcount)
            if not cursor.nextset():
                return

    def begin(self, answer: Answer) -> None:
        """Before an execution."""

    def hear(self, cursor: Cursor, answer: Answer) -> None:
        """Adds the messages that came with the current result."""

    def close(self) -> None:
        self._connection.close()
