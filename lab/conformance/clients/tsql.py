"""FreeTDS by its program tsql, one process a session."""

import os
import re
import subprocess
import threading
import time
import uuid
from collections.abc import Sequence
from pathlib import Path

from clients.answers import Answer, Answered, Failure, Refused, Server, Session, Tells
from clients.canonical import literal_of
from clients.script import NULL

FIELD = "\x1f"
RECORD = "\x1e"
DEADLINE_SECONDS = 60
POLL_SECONDS = 0.002

MOST_OF_MESSAGES = 10
"""The severity up to which it is no error."""

LEFT_OVER = re.compile(r"^(?:\(\d+ rows? affected\)\n|\d+> )+")
MESSAGE = re.compile(
    r'Msg (\d+) \(severity (\d+), state (\d+)\) from [^\n]*\n\t"(.*?)"\n(?=Msg |\Z|[^\t])',
    re.DOTALL,
)


class FreeTds:
    """The client; parameters go by sp_executesql, since tsql has none."""

    # tsql prints times to the minute, as its system-wide locale file says, no counts of changes
    # and no change of the database.
    tells = Tells(counts="none", hidden=frozenset({5701}), minutes=True, offsets="local")

    def __init__(self, program: str, environment: dict[str, str], folder: Path) -> None:
        self._program = program
        self._environment = {**os.environ, **environment, "LC_ALL": "C.UTF-8"}
        self._folder = folder
        self._sessions = 0

    def version(self) -> str:
        printed = subprocess.run(
            [self._program, "-C"], env=self._environment, capture_output=True, text=True, check=True
        )
        found = re.search(r"Version: freetds v(\S+)", printed.stdout)
        return found[1] if found else "unknown"

    def open(self, server: Server, user: str, password: str, database: str) -> Session:
        self._sessions += 1
        configuration = self._folder / f"freetds-{self._sessions}.conf"
        lines = [
            "[global]",
            "tds version = 7.4",
            "client charset = UTF-8",
            "text size = 2147483647",
            "[server]",
            f"host = {server.host}",
            f"port = {server.port}",
            f"encryption = {'require' if server.tls else 'off'}",
        ]
        if server.tls and server.authority:
            lines += [f"ca file = {server.authority}", "check certificate hostname = yes"]
        configuration.write_text("\n".join(lines) + "\n", "utf-8")
        command = ["stdbuf", "-o0", self._program, "-S", "server", "-U", user, "-D", database]
        return _Session(
            [*command, "-t", FIELD, "-r", RECORD],
            {**self._environment, "FREETDSCONF": str(configuration)},
            password,
        )


class _Session:
    def __init__(self, command: list[str], environment: dict[str, str], password: str) -> None:
        # Without a terminal it asks for the password on its input, so that no argument has it.
        self._process = subprocess.Popen(
            command,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
        self._out = bytearray()
        self._err = bytearray()
        self._drains = []
        for stream, into in [(self._process.stdout, self._out), (self._process.stderr, self._err)]:
            assert stream is not None
            drain = threading.Thread(target=_drain, args=(stream.fileno(), into), daemon=True)
            drain.start()
            self._drains.append(drain)
        self._send(password + "\n")
        answer = self.run("", [], 1, [])
        if answer.error or self._process.poll() is not None:
            self.close()
            said = "; ".join(text for _, text in answer.messages)
            raise Refused(answer.error or Failure(said))

    def run(
        self,
        sql: str,
        parameters: Sequence[tuple[str, str | None]],
        times: int,
        headers: Sequence[Sequence[str]],
    ) -> Answer:
        answer = Answer()
        for _ in range(times):
            self._send(_text(sql, parameters) + "\ngo\n")
            mark = uuid.uuid4().hex
            self._send(f"PRINT N'{mark}'\nSELECT N'{mark}' AS mark\ngo\n")
            said = self._until(self._err, f"{mark}\n")
            printed = self._until(self._out, f"mark{RECORD}{mark}{RECORD}")
            answer = Answer(_results(printed, headers))
            _hear(said, answer)
        return answer

    def _send(self, text: str) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(text.encode("utf-8"))
            self._process.stdin.flush()
        except BrokenPipeError:
            pass  # it has ended and said why

    def _until(self, output: bytearray, mark: str) -> str:
        """Takes what an output has before a mark, or all of it once the program has ended."""
        end = time.monotonic() + DEADLINE_SECONDS
        while (found := output.find(mark.encode())) < 0:
            if self._process.poll() is not None:
                for thread in self._drains:
                    thread.join(DEADLINE_SECONDS)
                return output.decode("utf-8")
            if time.monotonic() > end:
                raise TimeoutError(f"tsql said nothing: {self._out!r} {self._err!r}")
            time.sleep(POLL_SECONDS)
        taken = output[:found].decode("utf-8")
        del output[: found + len(mark)]
        return taken

    def close(self) -> None:
        self._send("exit\n")
        try:
            self._process.wait(5)
        except subprocess.TimeoutExpired:
            self._process.kill()


def _drain(descriptor: int, into: bytearray) -> None:
    while piece := os.read(descriptor, 65536):
        into += piece


def _text(sql: str, parameters: Sequence[tuple[str, str | None]]) -> str:
    if not parameters:
        return sql
    declared = ", ".join(f"@p{at} {kind}" for at, (kind, _) in enumerate(parameters, 1))
    given = ", ".join(
        f"@p{at} = {literal_of(kind, text)}" for at, (kind, text) in enumerate(parameters, 1)
    )
    quoted = sql.replace("'", "''")
    return f"EXEC sp_executesql N'{quoted}', N'{declared}', {given}"


def _results(printed: str, headers: Sequence[Sequence[str]]) -> list[Answered]:
    """The records as results: tsql does not tell where one begins, so an expected header does."""
    results: list[Answered] = []
    left = [list(header) for header in headers]
    for record in printed.split(RECORD)[:-1]:
        # Before it stand the count of what came before, and prompts.
        fields = LEFT_OVER.sub("", record).split(FIELD)
        if not results or (left and fields == left[0]):
            results.append(Answered(fields))
            left = left[1:]
        else:
            results[-1].rows.append([None if field == NULL else field for field in fields])
    return results


def _hear(said: str, answer: Answer) -> None:
    """Reads what it said: errors, and messages, which above severity 0 look like errors."""
    for number, severity, state, text in MESSAGE.findall(said):
        if int(severity) <= MOST_OF_MESSAGES:
            answer.messages.append((int(number), text))
        elif answer.error is None:
            answer.error = Failure(text, int(number), int(severity), int(state))
    answer.messages += [(None, line) for line in MESSAGE.sub("", said).splitlines()]
