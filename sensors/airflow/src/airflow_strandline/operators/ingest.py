"""Tasks that ingest."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import TYPE_CHECKING, Any

from airflow.sdk import BaseOperator

from airflow_strandline.assets import tell_hours
from airflow_strandline.errors import airflow_error
from airflow_strandline.hooks.strandline import StrandlineHook
from airflow_strandline.lineage import Ingested, change_table, lineage_of_ingest, source_of

if TYPE_CHECKING:
    from airflow.sdk import Asset, Context
    from strandline import Engine, Verdict

CANCEL_SECONDS = 0.5
"""Between two requests to cancel, of which the first may come before the call."""


class _EngineOperator(BaseOperator):
    """A task that calls the engine and then tells of the hours that became final."""

    ui_color = "#c4e3e8"

    def __init__(
        self,
        *,
        asset: Asset | None,
        since: str | datetime | None,
        control: str | None,
        strandline_conn_id: str,
        engine_options: Mapping[str, Any] | None,
        **kwargs: Any,
    ) -> None:
        if asset is not None:
            # Inlet too, since the asset's recorded events say what was told before.
            kwargs["outlets"] = [*_listed(kwargs.get("outlets")), asset]
            kwargs["inlets"] = [*_listed(kwargs.get("inlets")), asset]
            # Two at once would both tell of the same hours.
            kwargs.setdefault("max_active_tis_per_dag", 1)
        super().__init__(**kwargs)
        self.asset = asset
        self.since = since
        self.control = control
        self.strandline_conn_id = strandline_conn_id
        self.engine_options = engine_options
        self._engine: Engine | None = None
        self._ended = False
        self._source: tuple[str, str] | None = None

    @property
    def hook(self) -> StrandlineHook:
        """The connection."""
        return StrandlineHook(self.strandline_conn_id, engine_options=self.engine_options)

    def on_kill(self) -> None:
        """Cancels the running call, or the one about to begin; nothing is left half-written."""
        # Airflow calls this in a signal handler, where nothing may wait for the engine's locks.
        threading.Thread(target=self._cancel, daemon=True).start()

    def _cancel(self) -> None:
        while not self._ended:
            if self._engine is not None:
                self._engine.cancel()
            time.sleep(CANCEL_SECONDS)

    @contextmanager
    def _running(self) -> Iterator[Engine]:
        """The engine, as long as the task may be cancelled."""
        self._ended = False
        try:
            self._source = source_of(self.hook.get_connection(self.strandline_conn_id))
            with self.hook.engine() as engine:
                self._engine = engine
                yield engine
        finally:
            self._ended = True

    def _lineage(self, streams: Sequence[Ingested]) -> Any:
        # The connection is not asked for here, where only a copy of the task's process runs.
        return lineage_of_ingest(self._source, streams) if self._source is not None else None

    def _tell(self, context: Context, verdict: Verdict) -> None:
        if self.asset is None:
            return
        keys = tell_hours(context, self.asset, verdict, self.since)
        if keys:
            self.log.info("hours that became final: %s", ", ".join(keys))
        else:
            # An outlet without events would be one event without a key, which says nothing and
            # starts Dags that wait for the asset as such.
            self.outlets = [outlet for outlet in self.outlets if outlet != self.asset]


def _listed(given: Any) -> list[Any]:
    if given is None:
        return []
    return list(given) if isinstance(given, (list, tuple)) else [given]


class IngestOperator(_EngineOperator):
    """Ingests a capture instance into its bronze table; the XCom is the report.

    With an `asset` it emits one event for each hour that became final, with the hour as partition
    key (`2013-01-01T14`, UTC), exactly once: which hours were told is read from the asset's own
    recorded events, so neither a retry nor a kill loses or repeats one. Nothing is emitted if no
    hour became final. Only one task should emit for an asset.

    Errors that a retry cannot help (data loss, schema changes, wrong options, …) fail the task at
    once; the others are retried by Airflow.

    :param capture_instance: capture instance to follow (templated, as the next ones)
    :param target: path or URI of the bronze table
    :param options: more options of the stream, by their JSON names; they win over the connection's
    :param catch_up: go on until caught up with what was captured at the start; else one batch
    :param asset: tells of hours that became final
    :param since: first hour to tell of, if none was told before; else where the history begins
    :param source_table: `schema.table` of the source, for lineage alone
    :param control: control table; else the options', the connection's, or beside the target. In
        another folder than the target it wants a `warehouse`, the connection's or the options'
    :param engine_options: arguments of `strandline.Engine` such as `heap` and `java`
    """

    template_fields: Sequence[str] = (
        "capture_instance",
        "target",
        "options",
        "since",
        "control",
    )

    def __init__(
        self,
        *,
        capture_instance: str,
        target: str,
        options: Mapping[str, Any] | None = None,
        catch_up: bool = False,
        asset: Asset | None = None,
        since: str | datetime | None = None,
        source_table: str | None = None,
        control: str | None = None,
        strandline_conn_id: str = StrandlineHook.default_conn_name,
        engine_options: Mapping[str, Any] | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(
            asset=asset,
            since=since,
            control=control,
            strandline_conn_id=strandline_conn_id,
            engine_options=engine_options,
            **kwargs,
        )
        self.capture_instance = capture_instance
        self.target = target
        self.options = dict(options or {})
        self.catch_up = catch_up
        self.source_table = source_table
        self._report: dict[str, Any] | None = None

    def execute(self, context: Context) -> dict[str, Any]:
        """Ingests, and tells of hours."""
        with self._running() as engine:
            stream = engine.stream(**self._stream_options)
            report = stream.ingest_all() if self.catch_up else stream.ingest()
            control = stream.control
        self._report = report.to_dict()
        name = self._report["table"]
        self._tell(context, self.hook.storage(control).verdict(name))
        return self._report

    @property
    def _stream_options(self) -> dict[str, Any]:
        named = {"capture_instance": self.capture_instance, "target": self.target}
        chosen = {**self.options, **named}
        return {**chosen, "control": self.control} if self.control else chosen

    def get_openlineage_facets_on_complete(self, task_instance: Any) -> Any:
        """The change table, or the source table if it was named, and the bronze table."""
        table = self.source_table or change_table(self.capture_instance)
        return self._lineage([Ingested(table, self.target, self._report)])


class IngestGroupOperator(_EngineOperator):
    """Ingests one batch of each of several tables of one database and publishes their common cut.

    A member that fails stops no other; the task fails after all were called. With an `asset` it
    emits an event for each hour that became final for all members, as `IngestOperator` does.

    :param group: name of the group (templated, as the next one)
    :param members: options of each stream (`capture_instance`, `target`, …)
    :param control: control table of all members; else the connection's
    :param engine_options: arguments of `strandline.Engine` such as `heap` and `java`
    """

    template_fields: Sequence[str] = ("group", "members", "since", "control")

    def __init__(
        self,
        *,
        group: str,
        members: Sequence[Mapping[str, Any]],
        asset: Asset | None = None,
        since: str | datetime | None = None,
        control: str | None = None,
        strandline_conn_id: str = StrandlineHook.default_conn_name,
        engine_options: Mapping[str, Any] | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(
            asset=asset,
            since=since,
            control=control,
            strandline_conn_id=strandline_conn_id,
            engine_options=engine_options,
            **kwargs,
        )
        self.group = group
        self.members = [dict(member) for member in members]
        self._reports: list[dict[str, Any]] | None = None

    def execute(self, context: Context) -> dict[str, Any]:
        """Ingests, and tells of hours of the group."""
        more = {"control": self.control} if self.control else {}
        with self._running() as engine:
            streams = [engine.stream(**(member | more)) for member in self.members]
            report = engine.ingest_group(self.group, streams)
            control = streams[0].control
        self._reports = report.to_dict()["members"]
        failures = [member.error for member in report.failed]
        if report.error is not None:
            failures.append(report.error)
        for failure in failures:
            self.log.error(str(failure))
        if failures:
            # One that a retry may help is retried with the others, which then have less to do.
            retryable = [failure for failure in failures if failure.retryable]
            raise airflow_error((retryable or failures)[0]) from failures[0]
        self._tell(context, self.hook.storage(control).verdict(f"group:{self.group}"))
        return report.to_dict()

    def get_openlineage_facets_on_complete(self, task_instance: Any) -> Any:
        """The members' change tables and bronze tables."""
        reports: Sequence[dict[str, Any]] = self._reports or [{}] * len(self.members)
        return self._lineage(
            [
                Ingested(change_table(member["capture_instance"]), member["target"], report)
                for member, report in zip(self.members, reports, strict=True)
            ]
        )
