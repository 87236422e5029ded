"""The triggerer watches a table for an asset: an event for each hour that becomes final."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from datetime import datetime
from typing import TYPE_CHECKING, Any

from airflow.triggers.base import BaseEventTrigger, TriggerEvent

from airflow_strandline.hooks.strandline import Storage
from airflow_strandline.periods import HOUR, hour_key, hour_of, instant, text
from airflow_strandline.triggers.finalized_until import MOST_FAILURES, storage_in_triggerer
from airflow_strandline.verdicts import final_hours

if TYPE_CHECKING:
    from strandline import Verdict

MOST_HOURS = 100
"""Events of one look; a longer backlog goes on with the next."""


class FinalizedHourTrigger(BaseEventTrigger):
    """For an `AssetWatcher`: fires once for each hour of a table or group that becomes final.

    Whoever ingests, Airflow or another scheduler: only the control table is read. The last hour
    told is kept in the asset's state store, so a restarted triggerer goes on there.
    A crash between an event and its note may repeat the event, never lose it. Without a store, or
    at the very first start, the newest final hour is the first to be told, or `since`.

    Events of a watcher carry no partition key; the hour is in the payload, and several events may
    start one run: a consumer goes through all of `triggering_asset_events`.

    :param table: canonical name of the table, or `group:<name>`
    :param control: path or URI of the control table; the connection's unless given
    :param strandline_conn_id: connection that holds the storage's options; None for none
    :param poll_interval: seconds between two reads
    :param since: ISO 8601; the first hour to tell of, if none was told before
    """

    def __init__(
        self,
        *,
        table: str,
        control: str | None = None,
        strandline_conn_id: str | None = None,
        poll_interval: float = 60.0,
        since: str | None = None,
    ) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self.table = table
        self.control = control
        self.strandline_conn_id = strandline_conn_id
        self.poll_interval = poll_interval
        self.since = since

    def serialize(self) -> tuple[str, dict[str, Any]]:
        """Plain values of JSON, none of them secret."""
        return (
            f"{type(self).__module__}.{type(self).__qualname__}",
            {
                "table": self.table,
                "control": self.control,
                "strandline_conn_id": self.strandline_conn_id,
                "poll_interval": self.poll_interval,
                "since": self.since,
            },
        )

    async def run(self) -> AsyncIterator[TriggerEvent]:
        """Yields an event for each hour, for ever."""
        storage = await storage_in_triggerer(self.strandline_conn_id, self.control)
        next_hour = await self._next_hour()
        failures = 0
        while True:
            verdict, failures = await self._look(storage, failures)
            hours = final_hours(verdict, next_hour, MOST_HOURS) if verdict else []
            for hour in hours:
                yield TriggerEvent(self._payload(hour, verdict))
                await self._note(hour)
                next_hour = hour + HOUR
            await asyncio.sleep(self.poll_interval)

    async def _look(self, storage: Storage, failures: int) -> tuple[Verdict | None, int]:
        try:
            return await asyncio.to_thread(storage.verdict, self.table), 0
        except Exception:
            # A trigger that raises is started again by Airflow, with a fresh connection.
            if failures + 1 >= MOST_FAILURES:
                raise
            self.log.warning("the control table cannot be read", exc_info=True)
            return None, failures + 1

    def _payload(self, hour: datetime, verdict: Verdict | None) -> dict[str, Any]:
        assert verdict is not None and verdict.finalized_until is not None
        since = verdict.lossless_since
        return {
            "table": self.table,
            "hour": hour_key(hour),
            "start": text(hour),
            "end": text(hour + HOUR),
            "finalized_until": text(verdict.finalized_until),
            "lossless_since": text(since) if since else None,
        }

    # What was told before

    @property
    def _key(self) -> str:
        return f"strandline:{self.table}"

    async def _next_hour(self) -> datetime | None:
        store = getattr(self, "asset_state_store", None)
        told = None
        if store is not None:
            try:
                told = await store.aget(self._key)
            except ValueError:
                # Several assets share this watcher: there is no one state.
                self.log.warning("no state is kept for a watcher of several assets")
        hour = hour_of(told) if isinstance(told, str) else None
        if hour is not None:
            return hour + HOUR
        return instant(self.since) if self.since else None

    async def _note(self, hour: datetime) -> None:
        store = getattr(self, "asset_state_store", None)
        if store is not None:
            try:
                await store.aset(self._key, hour_key(hour))
            except ValueError:
                self.log.debug("no state is kept for a watcher of several assets")
