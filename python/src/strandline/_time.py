"""Instants: aware, in UTC, to the microsecond that tables hold."""

from __future__ import annotations

import math
import re
from datetime import datetime, timedelta, timezone

from strandline._errors import InvalidOptionsError

_INSTANT = re.compile(r"(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?Z")


def parse_instant(text: str) -> datetime:
    """An instant as documents write it; digits below the microsecond are cut."""
    match = _INSTANT.fullmatch(text)
    if match is None:
        raise ValueError(f"'{text}' is no instant in UTC")
    *parts, second, fraction = match.groups()
    year, month, day, hour, minute = (int(part) for part in parts)
    micros = int((fraction or "").ljust(6, "0")[:6] or 0)
    return datetime(year, month, day, hour, minute, int(second or 0), micros, tzinfo=timezone.utc)


def format_instant(at: datetime) -> str:
    """An instant as documents write it: no fraction, or three or six digits of one."""
    utc = at.astimezone(timezone.utc)
    text = utc.strftime("%Y-%m-%dT%H:%M:%S").rjust(19, "0")
    micros = utc.microsecond
    if micros == 0:
        return f"{text}Z"
    return f"{text}.{micros // 1000:03}Z" if micros % 1000 == 0 else f"{text}.{micros:06}Z"


def aware(at: datetime, what: str) -> datetime:
    """The same instant in UTC; a local time is refused."""
    if not isinstance(at, datetime):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise InvalidOptionsError(
            f"{what} cannot be of type {type(at).__name__}", "give a datetime with a zone"
        )
    if at.tzinfo is None or at.utcoffset() is None:
        raise InvalidOptionsError(
            f"{what} {at.isoformat()} is a local time, which may mean several instants",
            "give it a zone, such as tzinfo=timezone.utc",
        )
    try:
        return at.astimezone(timezone.utc)
    except OverflowError:
        raise InvalidOptionsError(
            f"{what} {at.isoformat()} is outside the years 1 to 9999 in UTC", "give another time"
        ) from None


def period(start: datetime, end: datetime) -> tuple[datetime, datetime]:
    """A period's bounds in UTC, the second one exclusive."""
    first, last = aware(start, "start"), aware(end, "end")
    if first >= last:
        raise InvalidOptionsError(
            f"the period ends at {format_instant(last)}, not after {format_instant(first)}",
            "give the end of the period, which is exclusive, after its start",
        )
    return first, last


def seconds(span: float | timedelta, what: str) -> float:
    """A span in seconds, which may be infinite."""
    if isinstance(span, timedelta):
        return span.total_seconds()
    if not isinstance(span, (int, float)) or math.isnan(span):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise InvalidOptionsError(f"{what} is {span!r}", "give seconds or a timedelta")
    return float(span)
