"""Waiting until a period is final."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import timedelta
from typing import Union

from strandline._errors import InvalidOptionsError, WaitTimeoutError
from strandline._time import format_instant, seconds
from strandline._verdicts import PeriodVerdict

Span = Union[float, timedelta]
"""Seconds, or a timedelta."""


def wait_until_final(
    ask: Callable[[], PeriodVerdict],
    timeout: Span | None,
    poll: Span,
    sleep: Callable[[float], None] = time.sleep,
    clock: Callable[[], float] = time.monotonic,
) -> PeriodVerdict:
    """Asks until the answer is not open; `WaitTimeoutError` when the time is over."""
    step = seconds(poll)
    if step <= 0:
        raise InvalidOptionsError(f"poll is {step:g} s", "give a span above 0")
    end = None if timeout is None else clock() + seconds(timeout)
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
