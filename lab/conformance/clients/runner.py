"""Runs the script's core through one client."""

import secrets
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from clients.answers import Answer, Client, Refused, Server, Session
from clients.compare import Bindings, differences
from clients.script import NULL, Step

POLL_SECONDS = 0.1
MOST_FAILURES = 40
"""A run that goes wrong from the start says so in a few lines."""


@dataclass
class Report:
    """What became of a run."""

    executed: int = 0
    failures: list[str] = field(default_factory=list)
    seconds: float = 0

    def document(self) -> dict[str, Any]:
        """As JSON holds it."""
        return {
            "executed": self.executed,
            "passed": self.executed - len(self.failures),
            "failures": self.failures,
            "seconds": round(self.seconds, 1),
        }


class Run:
    """One run: sessions by name, and what the script has named."""

    def __init__(self, client: Client, server: Server, user: str, password: str) -> None:
        identity = secrets.token_hex(4)
        self._client = client
        self._server = server
        self._sessions: dict[str, Session] = {}
        self._bindings = Bindings(
            {
                "user": user,
                "password": password,
                "database": f"strandline_conformance_{identity}",
                "login": f"strandline_reader_{identity}",
                "login_password": f"Aa1-{secrets.token_hex(12)}",
            }
        )

    def run(self, themes: Sequence[tuple[str, Sequence[Step]]]) -> Report:
        """Runs every core step; each theme begins with new sessions."""
        report = Report()
        begun = time.monotonic()
        fixed = set(self._bindings.values)
        for _, steps in themes:
            for step in steps:
                if step.tier == "core" and len(report.failures) < MOST_FAILURES:
                    report.executed += 1
                    found = self._step(step)
                    if found:
                        report.failures.append(f"{step.theme}: {step.title}: " + "; ".join(found))
            self._close()
            values = self._bindings.values
            self._bindings.values = {name: values[name] for name in fixed}
        report.seconds = time.monotonic() - begun
        return report

    def _step(self, step: Step) -> list[str]:
        end = time.monotonic() + step.within
        while True:
            try:
                answer = self._answer(step)
            except KeyError as missing:
                return [f"nothing has named {missing}"]
            found = differences(step, answer, self._client.tells, self._bindings)
            if not found or time.monotonic() > end:
                return found
            time.sleep(POLL_SECONDS)

    def _answer(self, step: Step) -> Answer:
        if step.close:
            self._sessions.pop(step.session).close()
            return Answer()
        try:
            session = self._session(step)
        except Refused as refused:
            return Answer(error=refused.failure)
        if not step.sql:
            return Answer()
        parameters = [
            (each.type, None if each.value == NULL else self._bindings.expand(each.value))
            for each in step.parameters
        ]
        headers = [[column.name for column in result.columns] for result in step.results]
        return session.run(self._bindings.expand(step.sql), parameters, step.times, headers)

    def _session(self, step: Step) -> Session:
        if step.session not in self._sessions:
            wanted = step.open or ["&{user}", "&{password}", "&{database}"]
            user, password, database = (self._bindings.expand(part) for part in wanted)
            opened = self._client.open(self._server, user, password, database)
            self._sessions[step.session] = opened
        return self._sessions[step.session]

    def _close(self) -> None:
        for session in self._sessions.values():
            session.close()
        self._sessions.clear()
