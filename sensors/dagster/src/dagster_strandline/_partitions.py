"""Partitions of time, and which of them are final."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta, timezone

import dagster as dg

_SPAN = timedelta(days=30)


def time_partitions(asset: dg.AssetsDefinition) -> dg.TimeWindowPartitionsDefinition:
    """The hours, days, … of an asset."""
    found = asset.partitions_def
    if not isinstance(found, dg.TimeWindowPartitionsDefinition):
        names = ", ".join(sorted(key.to_user_string() for key in asset.keys))
        raise dg.DagsterInvalidDefinitionError(
            f"asset {names} has no partitions of time, so none of them can be"
            " final: give it dg.HourlyPartitionsDefinition(...), for example"
        )
    return found


def spans_of(partitions: dg.TimeWindowPartitionsDefinition) -> str:
    """Which spans of time they are, wherever they begin and end."""
    return f"{partitions.cron_schedule} {partitions.timezone}"


def windows(
    partitions: dg.TimeWindowPartitionsDefinition, since: datetime | None, until: datetime
) -> Iterator[tuple[str, dg.TimeWindow]]:
    """The partitions that begin at or after `since` and end at or before `until`, oldest first.

    Only those that Dagster has by now: a server's clock may be ahead of this one's, and a run of a
    partition that is not there yet would be refused.
    """
    start = max(since or partitions.start, partitions.start)
    newest = partitions.get_last_partition_key()
    if newest is None:
        return
    end = min(until, partitions.time_window_for_partition_key(newest).end)
    if start >= end:
        return
    while start < end:
        # Dagster lists all that begin in a span before the first can be looked at.
        span = dg.TimeWindow(start, min(start + _SPAN, end))
        for key in partitions.get_partition_keys_in_time_window(span):
            window = partitions.time_window_for_partition_key(key)
            if window.end > end:
                return
            yield key, window
        start = span.end


def text(at: datetime) -> str:
    """An instant for a person."""
    return f"{at.astimezone(timezone.utc):%Y-%m-%d %H:%M} UTC"
