"""Tasks wait until a period of a table or a group is final."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from math import ceil
from typing import TYPE_CHECKING, Any

from airflow.sdk import BaseSensorOperator, PokeReturnValue, conf, timezone
from airflow.sdk.exceptions import (
    AirflowException,
    AirflowFailException,
    AirflowSensorTimeout,
    AirflowSkipException,
)

from airflow_strandline.hooks.strandline import StrandlineHook, storage_of
from airflow_strandline.periods import instant, period_of_run, text
from airflow_strandline.triggers.finalized_until import FinalizedUntilTrigger
from airflow_strandline.verdicts import FINAL_WITH_GAP, OPEN, Answer, Document, answer

if TYPE_CHECKING:
    from airflow.sdk import Context

REASONS = (
    "data_loss",
    "schema_change",
    "ingestion_stopped",
    "capture_stalled",
    "capture_never_ran",
    "no_table",
    "another_table",
)
"""Codes of `explain` that a sensor may be told to fail on: time alone does not end them."""


class VerdictUnreadableError(RuntimeError):
    """The control table could not be read; a retry may help, so soft_fail does not hide it."""


class LookFailedError(RuntimeError):
    """A look has failed in a way that a retry may help, so soft_fail does not hide it."""


class FinalizedUntilSensor(BaseSensorOperator):
    """Waits until a period of a table, or of a group of tables, is final.

    The period is `start` and `end`; without them the hour of the run's partition key, else the
    run's data interval. With `end` alone it is the period of the table's length before it.

    Modes: `poke`, `reschedule` and `deferrable=True`, which occupies no worker. In all of them a
    timeout is an `AirflowSensorTimeout`, which is not retried, or a skip with `soft_fail`.

    :param table: canonical name of the table (its path below the warehouse)
    :param group: name of a group, instead of a table
    :param start: inclusive, ISO 8601 or an aware datetime (templated)
    :param end: exclusive, likewise
    :param control: path or URI of the control table; the connection's unless given
    :param strandline_conn_id: the connection; None if `control` says all there is to know
    :param on_gap: what `FINAL_WITH_GAP` does: `warn` goes on with a warning, `fail` fails at once
    :param fail_on: codes of `explain` (`data_loss`, `schema_change`, …) to fail at once on
    :param stream: options of the stream (`capture_instance`, `target`): an open period is then
        explained by asking the source, which starts a Java machine. Else by the verdict alone
    :param ask_every: how often the source is asked at most, with `stream`
    """

    template_fields: Sequence[str] = ("table", "group", "start", "end", "control", "stream")
    ui_color = "#d7ecf0"

    def __init__(
        self,
        *,
        table: str | None = None,
        group: str | None = None,
        start: str | datetime | None = None,
        end: str | datetime | None = None,
        control: str | None = None,
        strandline_conn_id: str | None = StrandlineHook.default_conn_name,
        on_gap: str = "warn",
        fail_on: Iterable[str] = (),
        stream: Mapping[str, Any] | None = None,
        ask_every: timedelta = timedelta(minutes=10),
        deferrable: bool = conf.getboolean("operators", "default_deferrable", fallback=False),
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self.table = table
        self.group = group
        self.start = start
        self.end = end
        self.control = control
        self.strandline_conn_id = strandline_conn_id
        self.on_gap = on_gap
        self.fail_on = list(fail_on)
        self.stream = dict(stream) if stream else None
        self.ask_every = ask_every
        self.deferrable = deferrable
        self._asked: datetime | None = None
        self._check()

    def _check(self) -> None:
        if (self.table is None) == (self.group is None):
            raise ValueError("name either a table or a group")
        if self.start is not None and self.end is None:
            raise ValueError("start needs end")
        for given in (self.start, self.end):
            if isinstance(given, datetime):
                instant(given)
        if self.ask_every <= timedelta(0):
            raise ValueError("ask_every is longer than nothing")
        if self.on_gap not in ("warn", "fail"):
            raise ValueError(f"on_gap is warn or fail, not {self.on_gap}")
        unknown = [code for code in self.fail_on if code not in REASONS]
        if unknown:
            raise ValueError(f"fail_on knows {', '.join(REASONS)}, not {', '.join(unknown)}")
        if self.fail_on and not self.stream:
            raise ValueError("fail_on asks the source, so it needs stream")
        if self.stream and self.group is not None:
            raise ValueError("stream is of one table, not of a group")

    # The three modes

    def execute(self, context: Context) -> Any:
        """Pokes; or with `deferrable` pokes once and then leaves it to the triggerer."""
        if not self.deferrable:
            return super().execute(context)
        return self._poke_or_defer(context, timezone.utcnow() + timedelta(seconds=self.timeout))

    def poke(self, context: Context) -> PokeReturnValue:
        """One look at the control table, and if asked for at the source."""
        found = self._look(context)
        if found.status == OPEN:
            if self._is_to_ask(context):
                self._ask_source(found)
            return PokeReturnValue(is_done=False)
        return PokeReturnValue(is_done=True, xcom_value=self._final(found.document))

    def execute_complete(self, context: Context, event: Document) -> Document:
        """Goes on where the triggerer has left off."""
        status = event["status"]
        if status == "timeout":
            raise AirflowSensorTimeout(f"not final within {self.timeout} seconds")
        if status == "ask" or (status == "error" and self.silent_fail):
            return self._poke_or_defer(context, instant(event["deadline"]))
        if status == "error":
            if self.never_fail:
                raise AirflowSkipException(f"never_fail: {event['message']}")
            raise VerdictUnreadableError(event["message"])
        return self._final(event)

    def _poke_or_defer(self, context: Context, deadline: datetime) -> Document:
        # What fails is treated as BaseSensorOperator treats it in the other modes.
        try:
            done = self.poke(context)
            left = deadline - timezone.utcnow()
            if not done and left <= timedelta(0):
                raise AirflowSensorTimeout(f"not final within {self.timeout} seconds")
        except (AirflowFailException, AirflowSensorTimeout) as failure:
            if self.soft_fail or self.never_fail:
                raise AirflowSkipException(f"soft_fail or never_fail: {failure}") from failure
            raise
        except Exception as failure:
            if self.never_fail:
                raise AirflowSkipException(f"never_fail: {failure}") from failure
            if not self.silent_fail:
                if isinstance(failure, AirflowException):
                    # Of a resumed task Airflow takes its own errors for soft ones.
                    raise LookFailedError(str(failure)) from failure
                raise
            self.log.exception("the look failed; silent_fail goes on")
            done, left = PokeReturnValue(is_done=False), deadline - timezone.utcnow()
        if done:
            return done.xcom_value or {}
        self._defer(context, deadline, left)
        raise AssertionError("defer always raises")

    def _defer(self, context: Context, deadline: datetime, left: timedelta) -> None:
        start, end = self._period(context)
        self.defer(
            trigger=FinalizedUntilTrigger(
                table=self._name,
                start=text(start) if start else None,
                end=text(end),
                control=self.control,
                strandline_conn_id=self.strandline_conn_id,
                poll_interval=self.poke_interval,
                deadline=text(deadline),
                ask_after=self.ask_every.total_seconds() if self.stream else None,
            ),
            method_name="execute_complete",
            # Without it Airflow would wait for ever.
            timeout=max(left, timedelta(seconds=1)),
        )

    # What one look does

    @property
    def _name(self) -> str:
        return f"group:{self.group}" if self.group is not None else str(self.table)

    def _period(self, context: Context) -> tuple[datetime | None, datetime]:
        if self.end is None:
            return period_of_run(context)
        return (instant(self.start) if self.start is not None else None), instant(self.end)

    def _look(self, context: Context) -> Answer:
        start, end = self._period(context)
        conn_id = self.strandline_conn_id
        connection = StrandlineHook.get_connection(conn_id) if conn_id else None
        verdict = storage_of(connection, self.control).verdict(self._name)
        found = answer(verdict, start, end)
        self.log.info(found.sentence)
        return found

    def _final(self, document: Document) -> Document:
        if document["status"] == FINAL_WITH_GAP:
            if self.on_gap == "fail":
                raise AirflowFailException(document["sentence"])
            self.log.warning(document["sentence"])
        return document

    def _is_to_ask(self, context: Context) -> bool:
        if not self.stream:
            return False
        if self.reschedule:
            # Nothing else is remembered from one look to the next.
            looks: int = context.get("task_reschedule_count", 0)
            return looks % ceil(self.ask_every.total_seconds() / (self.poke_interval or 1)) == 0
        now = timezone.utcnow()
        if self._asked is not None and now - self._asked < self.ask_every:
            return False
        self._asked = now
        return True

    def _ask_source(self, found: Answer) -> None:
        hook = StrandlineHook(self.strandline_conn_id or StrandlineHook.default_conn_name)
        with hook.stream(**(self.stream or {})) as stream:
            explained = stream.explain(found.start, found.end)
        self.log.info(explained.sentence)
        fatal = [reason.code for reason in explained.reasons if reason.code in self.fail_on]
        if fatal:
            raise AirflowFailException(f"{', '.join(fatal)}: {explained.sentence}")
