"""A fake engine for tests of programs that use Strandline: no Java, no source, no tables.

    engine = FakeEngine(warehouse="/lake")
    engine.set_verdict("orders", datetime(2013, 1, 1, 14, tzinfo=timezone.utc))
    engine.will("ingest", DataLossError("changes are gone", "begin anew"))

Requests and answers are the documents of the real protocol, so that what a program is given here is
made as it would be by the real engine.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable
from datetime import datetime, timedelta, timezone
from typing import Protocol

from strandline._calls import FORMAT, Channel
from strandline._documents import Json
from strandline._engine import Engine
from strandline._errors import InvalidOptionsError, StrandlineError
from strandline._names import table_name
from strandline._options import child, parent
from strandline._reports import Committed, Facts, Idle, IdleReason
from strandline._status import Version
from strandline._time import aware, format_instant, parse_instant
from strandline._verdicts import Granularity, LsnRange, Offset, Verdict

__all__ = ["Answer", "FakeEngine", "committed", "idle", "lsn"]

_EPOCH = datetime(2013, 1, 1, tzinfo=timezone.utc)


class Answer(Protocol):
    """What a call may answer: a report, a plan, findings, … of `strandline`."""

    def to_dict(self) -> Json:
        """The value as a JSON object."""
        ...


def lsn(number: int) -> str:
    """An LSN's text form."""
    return f"0x{number:020X}"


def committed(
    table: str = "orders",
    *,
    batch_id: int = 0,
    rows: int = 1,
    finalized_until: datetime | None = None,
    end: datetime = _EPOCH,
    warnings: tuple[str, ...] = (),
) -> Committed:
    """The report of a committed batch whose newest commit is of `end`."""
    return Committed(
        table=table,
        app_id=table,
        offset=Offset(lsn(batch_id + 2), end),
        finalized_until=finalized_until,
        granularity=Granularity.HOUR,
        verdict_pending=False,
        source_max_lsn=lsn(batch_id + 2),
        capture_lag_seconds=0.0,
        conflicts=0,
        warnings=warnings,
        batch_id=batch_id,
        range=LsnRange(lsn(batch_id + 1), lsn(batch_id + 2)),
        facts=Facts(
            table_id=f"id of {table}",
            app_id=table,
            target=table,
            generation=0,
            batch_id=batch_id,
            rows=rows,
            inserts=rows,
            updates=0,
            deletes=0,
            end_lsn=lsn(batch_id + 2),
            end_commit_ts=end,
        ),
    )


def idle(
    table: str = "orders",
    *,
    reason: IdleReason = IdleReason.CAUGHT_UP,
    finalized_until: datetime | None = None,
) -> Idle:
    """The report of a call that had nothing to commit."""
    return Idle(
        table=table,
        app_id=table,
        finalized_until=finalized_until,
        granularity=Granularity.HOUR,
        verdict_pending=False,
        conflicts=0,
        reason=reason,
    )


class FakeEngine(Engine):
    """An engine that answers what a test has told it, and else that there is nothing new."""

    @property
    def _fake(self) -> _FakeGateway:
        # Made when it is first asked: the engine takes what the real one takes, by its `__init__`.
        made: _FakeGateway = vars(self).setdefault("_made", _FakeGateway())
        return made

    @property
    def calls(self) -> list[str]:
        """The names of the calls that were made, in order."""
        return list(self._fake.calls)

    def set_verdict(
        self,
        table: str,
        finalized_until: datetime | None,
        *,
        granularity: Granularity = Granularity.HOUR,
        lossless_since: datetime = _EPOCH,
    ) -> None:
        """Publishes a table's verdict, by its name in the warehouse."""
        if finalized_until is not None:
            finalized_until = aware(finalized_until, "finalized_until")
        self._fake.verdicts[table] = Verdict(
            table=table,
            finalized_until=finalized_until,
            granularity=granularity,
            lossless_since=lossless_since,
            app_id=table,
            table_id=f"id of {table}",
        )

    def will(self, call: str, answer: Answer | StrandlineError) -> None:
        """Gives the next call of this name an answer or an error; several come in order."""
        if call not in self._fake.names:
            raise InvalidOptionsError(
                f"there is no call '{call}'", f"use one of {', '.join(sorted(self._fake.names))}"
            )
        self._fake.planned.setdefault(call, deque()).append(answer)

    def _channel(self) -> Channel:
        if self._closed:
            return super()._channel()
        return self._fake


class _FakeGateway:
    """Answers requests as the gateway does."""

    def __init__(self) -> None:
        self.calls: list[str] = []
        self.verdicts: dict[str, Verdict] = {}
        self.planned: dict[str, deque[Answer | StrandlineError]] = {}
        self._answers: dict[str, Callable[[Json, Json], Json]] = {
            "version": lambda _, __: Version(
                version="fake", java="none", protocol=FORMAT
            ).to_dict(),
            "ingest": self._idle,
            "ingest_all": lambda options, _: {**self._idle(options, _), "batches": []},
            "snapshot": self._idle,
            "plan": lambda options, _: {"report": self._idle(options, _)},
            "ingest_group": self._group,
            "adopt": self._adopt,
            "verdict": lambda _, arguments: self._verdict(arguments).to_dict(),
            "is_final": self._is_final,
            "explain": self._explain,
            "status": self._status,
            "doctor": lambda _, __: {"checks": []},
        }
        self.names = {*self._answers, "write", "commit"}

    def call(self, request: str) -> str:
        document: Json = json.loads(request)
        name = str(document["call"])
        self.calls.append(name)
        response: Json = {"strandline": "response", "format": FORMAT}
        try:
            result = self._result(name, document)
        except StrandlineError as error:
            if error.code is None:
                # Of the engine's own process, which tells none of them.
                raise
            failed = {**response, "state": "failed", "error": error.to_dict()}
            if error.batches:
                failed["batches"] = [batch.to_dict() for batch in error.batches]
            return json.dumps(failed)
        return json.dumps({**response, "state": "done", "result": result})

    def _result(self, name: str, document: Json) -> Json:
        if self.planned.get(name):
            answer = self.planned[name].popleft()
            if isinstance(answer, StrandlineError):
                raise answer
            return answer.to_dict()
        if name not in self._answers:
            raise InvalidOptionsError(
                f"the fake engine has no answer to '{name}'", f"tell it one: will('{name}', …)"
            )
        return self._answers[name](document.get("options", {}), document.get("arguments", {}))

    def _idle(self, options: Json, _: Json) -> Json:
        target = str(options["target"])
        warehouse = str(options.get("warehouse") or parent(target))
        name = table_name(target, warehouse)
        verdict = self.verdicts.get(name, Verdict(table=name))
        return idle(name, finalized_until=verdict.finalized_until).to_dict()

    def _adopt(self, _: Json, arguments: Json) -> Json:
        for what in arguments["what"]:
            if what not in ("source", "zone", "target"):
                raise InvalidOptionsError(
                    f"'{what}' cannot be adopted", "use source, zone or target"
                )
        return {"adopted": []}

    def _group(self, options: Json, arguments: Json) -> Json:
        members = [self._idle({**options, **each}, {}) for each in arguments["members"]]
        tables = [member["table"] for member in members]
        if not members:
            raise InvalidOptionsError("the group has no members", "correct the group")
        for table in tables:
            if tables.count(table) > 1:
                raise InvalidOptionsError(
                    f"table '{table}' is in the group twice", "correct the group"
                )
        times = [member["finalized_until"] for member in members]
        until = None if None in times else format_instant(min(map(parse_instant, times)))
        return {"group": arguments["name"], "finalized_until": until, "members": members}

    def _verdict(self, arguments: Json) -> Verdict:
        warehouse = str(arguments.get("warehouse") or parent(str(arguments["control"])))
        name = table_name(str(arguments["table"]), warehouse)
        return self.verdicts.get(name, Verdict(table=name))

    def _is_final(self, _: Json, arguments: Json) -> Json:
        start, end = (parse_instant(arguments[key]) for key in ("from", "until"))
        return self._verdict(arguments).of_period(start, end).to_dict()

    def _explain(self, options: Json, arguments: Json) -> Json:
        if options:
            target = str(options["target"])
            folder = str(options.get("warehouse") or parent(target))
            control = child(folder, "strandline_control")
            arguments = {**arguments, "table": target, "control": control, "warehouse": folder}
        answer = self._is_final({}, arguments)
        answer.setdefault("lossless_since", None)
        sentence = f"{answer['table']} is {answer['status'].replace('_', ' ')}."
        return {**answer, "reasons": [], "sentence": sentence}

    def _status(self, _: Json, __: Json) -> Json:
        tables = [
            {
                "group": name.startswith("group:"),
                "lossless_since": format_instant(_EPOCH),
                **verdict.to_dict(),
            }
            for name, verdict in sorted(self.verdicts.items())
        ]
        return {"as_of": format_instant(_EPOCH + timedelta(days=1)), "tables": tables}
