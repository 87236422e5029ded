"""The period that a task waits for, and hours as partition keys."""

import re
from collections.abc import Mapping
from datetime import datetime, timedelta, timezone
from typing import Any

HOUR = timedelta(hours=1)

HOUR_KEY = "%Y-%m-%dT%H"
"""Partition key of an hour, in UTC; the form of Airflow's own StartOfHourMapper."""


_HOUR_FORMS = re.compile(r"(\d{4}-\d\d-\d\dT\d\d)(?::00(?::00)?)?(Z|[+-]\d\d:?\d\d)?")
"""What is read as an hour: the key, or the full timestamp of the hour's beginning."""


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
    """The beginning of the hour that a partition key names, in UTC; None if it names none.

    The key is `2013-01-01T14`, or the full timestamp of an hour's beginning
    (`2013-01-01T14:00:00`, with or without a zone). Without a zone it is in UTC.
    """
    found = _moment(key)
    return _utc(found) if found is not None else None


def _moment(key: str) -> datetime | None:
    """The beginning of an hour as a key writes it, with a zone only if the key has one."""
    found = _HOUR_FORMS.fullmatch(key)
    if found is None:
        return None
    hour, zone = found.groups()
    try:
        if zone:
            return datetime.strptime(hour + zone, HOUR_KEY + "%z")
        return datetime.strptime(hour, HOUR_KEY)
    except ValueError:
        return None


def _utc(moment: datetime) -> datetime:
    return (moment if moment.tzinfo else moment.replace(tzinfo=timezone.utc)).astimezone(
        timezone.utc
    )


def period_of_run(context: Mapping[str, Any]) -> tuple[datetime | None, datetime]:
    """The hour of the run's partition key, else its data interval.

    The start is None if the run has only a moment, as runs of Airflow 3's cron schedules do.

    :raises NoPeriodError: the run has neither, or its partition is not an hour
    """
    run = context.get("dag_run")
    key = getattr(run, "partition_key", None)
    if key:
        hour = _hour_of_partition(key, getattr(run, "partition_date", None), context.get("dag"))
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


def _hour_of_partition(key: str, date: datetime | None, dag: Any) -> datetime:
    """The hour of a run's partition, of which Airflow may tell the date too."""
    found = _moment(key)
    timetable = getattr(dag, "timetable", None)
    cron = getattr(timetable, "expression", None)
    if found is None or (cron and not _has_hours(cron, found)):
        raise NoPeriodError(
            f"the run's partition {key} is no hour, whose key is written as 2013-01-01T14 or"
            " 2013-01-01T14:00:00, in UTC or with its zone: give the task start and end"
        )
    if date is not None:
        # Keys are written in the timetable's zone; this is the moment itself.
        return instant(date)
    zone = str(getattr(timetable, "timezone", None) or "UTC")
    if found.tzinfo is None and zone != "UTC":
        raise NoPeriodError(
            f"the run's partition {key} is a local time of {zone}, which may be two moments: give"
            " the timetable a key_format with %z or the zone UTC, or the task start and end"
        )
    return _utc(found)


def _has_hours(cron: str, moment: datetime) -> bool:
    """Whether a cron's partitions are hours there; else a key may name a day by its beginning."""
    from croniter import croniter

    at = moment.replace(tzinfo=None)
    after, before = croniter(cron, at).get_next(datetime), croniter(cron, at).get_prev(datetime)
    return HOUR in (after - at, at - before)
