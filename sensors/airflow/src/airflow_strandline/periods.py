"""The period that a task waits for, and hours as partition keys."""

from collections.abc import Mapping
from datetime import datetime, timedelta, timezone
from typing import Any

HOUR = timedelta(hours=1)

HOUR_KEY = "%Y-%m-%dT%H"
"""Partition key of an hour, in UTC; the form of Airflow's own StartOfHourMapper."""


class NoPeriodError(ValueError):
    """Neither the task nor its run says which period is meant."""


def instant(value: str | datetime) -> datetime:
    """An instant in UTC; a text is ISO 8601. A time without a zone is refused."""
    at = value if isinstance(value, datetime) else datetime.fromisoformat(_plain(value))
    if at.tzinfo is None:
        raise ValueError(f"{value} has no time zone: write 2013-01-01T14:00:00Z")
    return at.astimezone(timezone.utc)


def _plain(text: str) -> str:
    # Python 3.10 does not know the Z of ISO 8601.
    text = text.strip()
    return text[:-1] + "+00:00" if text.endswith("Z") else text


def text(at: datetime) -> str:
    """ISO 8601 in UTC, as in the documents of the command line."""
    return at.astimezone(timezone.utc).isoformat().replace("+00:00", "Z")


def hour_key(at: datetime) -> str:
    """The partition key of the hour that begins at an instant."""
    return at.astimezone(timezone.utc).strftime(HOUR_KEY)


def hour_of(key: str) -> datetime | None:
    """The beginning of the hour that a partition key names; None if it names none."""
    try:
        at = datetime.strptime(key, HOUR_KEY).replace(tzinfo=timezone.utc)
    except ValueError:
        return None
    return at if hour_key(at) == key else None


def period_of_run(context: Mapping[str, Any]) -> tuple[datetime | None, datetime]:
    """The hour of the run's partition key, else its data interval.

    The start is None if the run has only a moment, as runs of Airflow 3's cron schedules do.
    """
    run = context.get("dag_run")
    key = getattr(run, "partition_key", None)
    hour = hour_of(key) if key else None
    if hour is not None:
        return hour, hour + HOUR
    start, end = context.get("data_interval_start"), context.get("data_interval_end")
    if end is None:
        raise NoPeriodError(
            "the run has neither an hour as its partition key nor a data interval, as runs started"
            " by hand or by assets may not: give the task start and end"
        )
    start = instant(start) if start is not None else None
    end = instant(end)
    return (start if start is not None and start < end else None), end
