"""Hours of a table that became final, as events of an asset with a partition key each.

Which hours are to be told is derived from what Airflow has recorded and from the published verdict,
never from a report alone: a task that was killed between its commit and its end has told nothing,
and the next one tells it. Airflow records the events of a task together with its success, so none
is told twice as long as one task at a time tells of an asset.
"""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any

from airflow.sdk.exceptions import AirflowFailException

from airflow_strandline.periods import HOUR, hour_key, hour_of, instant, text
from airflow_strandline.verdicts import final_hours

if TYPE_CHECKING:
    from airflow.sdk import Asset, Context
    from strandline import Verdict

MOST_HOURS = 500
"""Events of one task; a longer backlog goes on with the next."""

NEWEST_EVENTS = 1000
"""Of these the latest hour is taken: more than one task tells, so it is among them."""

MOST_EVENTS = 100 * NEWEST_EVENTS
"""Looked through if others, such as watchers, have recorded so many since."""


def tell_hours(
    context: Context, asset: Asset, verdict: Verdict, since: str | datetime | None
) -> list[str]:
    """Adds an event to the task's outlet for each final hour that was not told; their keys."""
    told = last_hour_told(context, asset)
    first = told + HOUR if told is not None else _beginning(verdict, since)
    hours = final_hours(verdict, first, MOST_HOURS) if first is not None else []
    keys = [hour_key(hour) for hour in hours]
    if not keys:
        return []
    outlet: Any = context["outlet_events"][asset]
    outlet.extra = _extra(verdict)
    outlet.add_partitions(keys)
    return keys


def last_hour_told(context: Context, asset: Asset) -> datetime | None:
    """The latest hour of the asset's recorded events that these operators have told.

    Events of others count for nothing: one that somebody makes by hand, for an hour far ahead for
    example, would else leave out all hours before it.

    :raises AirflowFailException: too many events of others
    """
    most = NEWEST_EVENTS
    while most <= MOST_EVENTS:
        events: list[Any] = list(context["inlet_events"][asset].ascending(False).limit(most))
        hours = [hour for event in events if (hour := _hour_told(event)) is not None]
        if hours or len(events) < most:
            return max(hours, default=None)
        most *= 10
    raise AirflowFailException(
        f"none of the newest {MOST_EVENTS} events of {asset} tells of an hour, so which hours were"
        " told is not known: give the operator an asset that nothing else has as its outlet"
    )


def _hour_told(event: Any) -> datetime | None:
    """The hour that an event tells, if one of these operators has made it."""
    if not {"table", "finalized_until", "lossless_since"} <= event.extra.keys():
        return None
    return hour_of(event.partition_key) if event.partition_key else None


def _beginning(verdict: Verdict, since: str | datetime | None) -> datetime | None:
    """Where the first task begins: as told, else with the first whole hour of the history."""
    return instant(since) if since is not None else verdict.lossless_since


def _extra(verdict: Verdict) -> dict[str, Any]:
    until, whole = verdict.finalized_until, verdict.lossless_since
    return {
        "table": verdict.table,
        "finalized_until": text(until) if until else None,
        "lossless_since": text(whole) if whole else None,
        "end_lsn": verdict.end.lsn if verdict.end else None,
    }
