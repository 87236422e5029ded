"""The triggerer waits until a period is final."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from datetime import datetime, timezone
from typing import Any

from airflow.sdk import BaseHook
from airflow.triggers.base import BaseTrigger, TriggerEvent

from airflow_strandline.hooks.strandline import Storage, storage_of
from airflow_strandline.periods import instant
from airflow_strandline.verdicts import OPEN, answer

MOST_FAILURES = 5
"""Reads of the control table in a row that may fail before the task is told."""


async def storage_in_triggerer(conn_id: str | None, control: str | None) -> Storage:
    """Where the verdicts are, asked for without blocking the loop."""
    connection = await BaseHook.aget_connection(conn_id) if conn_id else None
    return storage_of(connection, control)


class FinalizedUntilTrigger(BaseTrigger):
    """Fires once: when a period is final, at the deadline, or when the source is to be asked.

    It reads the control table in a thread, so the triggerer's loop is never held up, and starts
    no Java machine. It writes nothing, so two of it at once do no harm.

    :param table: canonical name of the table, or `group:<name>`
    :param start: ISO 8601, inclusive; None for the period of the table's length before `end`
    :param end: ISO 8601, exclusive
    :param control: path or URI of the control table; the connection's unless given
    :param strandline_conn_id: connection that holds the storage's options; None for none
    :param poll_interval: seconds between two reads
    :param deadline: ISO 8601; the event then has the status `timeout`. None for no deadline
    :param ask_after: seconds after which the event has the status `ask`, so that a worker may
        ask the source why the period is open; None for never
    """

    def __init__(
        self,
        *,
        table: str,
        end: str,
        start: str | None = None,
        control: str | None = None,
        strandline_conn_id: str | None = None,
        poll_interval: float = 60.0,
        deadline: str | None = None,
        ask_after: float | None = None,
    ) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self.table = table
        self.start = start
        self.end = end
        self.control = control
        self.strandline_conn_id = strandline_conn_id
        self.poll_interval = poll_interval
        self.deadline = deadline
        self.ask_after = ask_after

    def serialize(self) -> tuple[str, dict[str, Any]]:
        """Plain values of JSON, none of them secret."""
        return (
            f"{type(self).__module__}.{type(self).__qualname__}",
            {
                "table": self.table,
                "start": self.start,
                "end": self.end,
                "control": self.control,
                "strandline_conn_id": self.strandline_conn_id,
                "poll_interval": self.poll_interval,
                "deadline": self.deadline,
                "ask_after": self.ask_after,
            },
        )

    async def run(self) -> AsyncIterator[TriggerEvent]:
        """Yields the one event."""
        try:
            yield TriggerEvent(await self._wait())
        except Exception as failure:
            # The task is to fail with the cause, not with the triggerer's general message.
            message = f"{type(failure).__name__}: {failure}"
            yield TriggerEvent(self._told("error") | {"message": message})

    async def _wait(self) -> dict[str, Any]:
        storage = await storage_in_triggerer(self.strandline_conn_id, self.control)
        start = instant(self.start) if self.start else None
        end = instant(self.end)
        loop = asyncio.get_running_loop()
        begun = loop.time()
        failures = 0
        while True:
            try:
                verdict = await asyncio.to_thread(storage.verdict, self.table)
                failures = 0
            except Exception:
                failures += 1
                if failures >= MOST_FAILURES:
                    raise
                self.log.warning("the control table cannot be read", exc_info=True)
            else:
                found = answer(verdict, start, end)
                if found.status != OPEN:
                    return found.document
                self.log.info(found.sentence)
            left = self._seconds_left()
            if left <= 0:
                return self._told("timeout")
            if self.ask_after is not None and loop.time() - begun >= self.ask_after:
                return self._told("ask")
            await asyncio.sleep(min(self.poll_interval, left))

    def _told(self, status: str) -> dict[str, Any]:
        # With the deadline: dag.test() passes nothing else on to the resumed task.
        return {"status": status, "deadline": self.deadline}

    def _seconds_left(self) -> float:
        if self.deadline is None:
            return float("inf")
        return (instant(self.deadline) - datetime.now(timezone.utc)).total_seconds()
