"""Waiting until a period is final."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import timedelta

from strandline._errors import CancelledError, InvalidOptionsError, WaitTimeoutError
from strandline._time import format_instant, seconds
from strandline._verdicts import PeriodVerdict

Span = float | timedelta
"""Seconds, or a timedelta."""

_LOOK_SECONDS = 0.2
_LONGEST_SLEEP_SECONDS = 86_400.0


class Pause:
    """The time between two questions, which another thread can end for good."""

    def __init__(self) -> None:
        self._cancelled = False

    def cancel(self) -> None:
        """Ends this pause, and all later ones at once; takes no lock, for signal handlers."""
        self._cancelled = True

    def sleep(self, span: float) -> None:
        """Waits; `CancelledError` if the wait was cancelled."""
        end = time.monotonic() + span
        while not self._cancelled:
            left = end - time.monotonic()
            if left <= 0:
                return
            time.sleep(min(left, _LOOK_SECONDS))
        raise CancelledError("the wait for a period was cancelled", "wait again")


def wait_until_final(
    ask: Callable[[], PeriodVerdict],
    timeout: Span | None,
    poll: Span,
    sleep: Callable[[float], None] = time.sleep,
    clock: Callable[[], float] = time.monotonic,
) -> PeriodVerdict:
    """Asks until the answer is not open; `WaitTimeoutError` when the time is over."""
    step = min(seconds(poll, "poll"), _LONGEST_SLEEP_SECONDS)
    if step <= 0:
        raise InvalidOptionsError(f"poll is {step:g} s", "give a span above 0")
    end = None if timeout is None else clock() + seconds(timeout, "timeout")
    while True:
        answer = ask()
        if answer:
            return answer
        left = step if end is None else min(step, end - clock())
        if left <= 0:
            raise WaitTimeoutError(_still_open(answer), "ask explain() what the period waits for")
        sleep(left)


def _still_open(answer: PeriodVerdict) -> str:
    until = "there is no verdict yet"
    if answer.finalized_until is not None:
        until = f"the verdict is {format_instant(answer.finalized_until)}"
    return f"{answer} still when the time to wait for it was over: {until}"
