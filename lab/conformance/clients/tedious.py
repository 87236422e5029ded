"""tedious: a client in JavaScript, by a process of Node.js that is told what to do."""

import itertools
import json
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from clients.answers import Answer, Answered, Failure, Refused, Server, Session, Tells

AGENT = Path(__file__).with_name("tedious_agent.js")


class Tedious:
    """The client."""

    # Decimals and money come as doubles, times as UTC instants.
    tells = Tells(types=True, nullable=True, doubles=True, offsets="utc", digits=7, goes_on=True)

    def __init__(self, packages: Path) -> None:
        self._process = subprocess.Popen(
            ["node", AGENT, packages], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self._names = itertools.count()

    def version(self) -> str:
        return str(self.ask(kind="version")["version"])

    def open(self, server: Server, user: str, password: str, database: str) -> Session:
        name = str(next(self._names))
        options = {
            "host": server.host,
            "port": server.port,
            "tls": server.tls,
            "authority": str(server.authority) if server.tls and server.authority else None,
            "user": user,
            "password": password,
            "database": database,
        }
        answer = self.ask(kind="open", session=name, options=options)
        if "refused" in answer:
            raise Refused(Failure(**answer["refused"]))
        return _Session(self, name)

    def ask(self, **message: object) -> dict[str, Any]:
        """Sends one request and waits for its answer."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(message) + "\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        if not line:
            raise ConnectionError(f"node ended with {self._process.wait(10)}")
        answer = json.loads(line)
        assert isinstance(answer, dict)
        return answer


class _Session:
    def __init__(self, client: Tedious, name: str) -> None:
        self._client = client
        self._name = name

    def run(
        self,
        sql: str,
        parameters: Sequence[tuple[str, str | None]],
        times: int,
        headers: Sequence[Sequence[str]],
    ) -> Answer:
        told = self._client.ask(
            kind="run", session=self._name, sql=sql, parameters=list(parameters), times=times
        )
        return Answer(
            [Answered(**result) for result in told["results"]],
            told["counts"],
            [(number, text) for number, text in told["messages"]],
            Failure(**told["error"]) if told["error"] else None,
        )

    def close(self) -> None:
        self._client.ask(kind="close", session=self._name)
