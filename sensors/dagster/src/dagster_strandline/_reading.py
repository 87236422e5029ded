"""Verdicts that are waited for no longer than a tick may take."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, wait
from threading import Thread

from strandline import StrandlineError, TargetNotWritableError, Verdict


class NoAnswerError(StrandlineError):
    """A read that has not ended within the time that it was given; it goes on."""


class Readings:
    """The reads of a sensor's verdicts, of which those that hang outlive the tick.

    A thread that waits for storage cannot be ended, so each read has one of its own, and a table
    whose read has not ended gets no second: there are no more threads than tables. What it brings
    in the end is the answer to the next tick that asks.
    """

    def __init__(self) -> None:
        self._unanswered: dict[str, Future[Verdict]] = {}

    def verdict(self, table: str, read: Callable[[str], Verdict], seconds: float) -> Verdict:
        """A table's verdict; `NoAnswerError` if it takes longer than so many seconds.

        A read that was under way before is not waited for again.
        """
        answer = self._unanswered.get(table)
        if answer is None:
            self._unanswered[table] = answer = _begun(table, read)
            wait([answer], seconds)
            if not answer.done():
                raise NoAnswerError(
                    f"the control table has not answered within {seconds:.3g} s",
                    "look whether its storage answers",
                )
        elif not answer.done():
            raise TargetNotWritableError(
                "the control table has not answered the question of an earlier tick yet",
                "look whether its storage answers; if it does, load the code location anew",
            )
        self._unanswered.pop(table, None)
        return answer.result()


def _begun(table: str, read: Callable[[str], Verdict]) -> Future[Verdict]:
    answer: Future[Verdict] = Future()

    def ask() -> None:
        try:
            answer.set_result(read(table))
        except BaseException as error:
            answer.set_exception(error)

    # Not one of a pool's: a process that ends does not wait for it.
    Thread(target=ask, name=f"strandline-verdict-{table}", daemon=True).start()
    return answer
