"""Processes as a user starts them: a server, calls that ingest from it, and questions."""

import signal
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from itertools import pairwise
from pathlib import Path

import pytest
from commandline import Document, instant
from deltalog import commits, log
from engines import Engine
from labs import Lab

FEW_ROWS = ["--max-rows-per-batch", "20"]

MANY_COMMITS = 35
"""More than three checkpoints."""

MOST_CALLS = 40


@dataclass
class Ingested:
    """A lab and every batch that calls of the product have committed from it."""

    lab: Lab
    documents: list[Document] = field(default_factory=list)
    batches: list[Document] = field(default_factory=list)

    @property
    def bronze(self) -> Path:
        return self.lab.warehouse / "flights"

    @property
    def facts(self) -> Path:
        return self.lab.warehouse / "strandline_facts"

    @property
    def control(self) -> Path:
        return self.lab.warehouse / "strandline_control"

    def add(self, document: Document) -> None:
        self.documents.append(document)
        if "batches" in document:
            self.batches += document["batches"]
        elif document["outcome"] == "committed":
            self.batches.append(document)


@pytest.fixture(scope="module")
def ingested(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ingested]:
    """Single calls, calls that catch up, and two callers at once, until there are many commits."""
    folder = tmp_path_factory.mktemp("served")
    lab = Lab(folder, "--workload", "flights", "--seed", "3", "--speed", "1500")
    with lab.running:
        lab.await_start()
        made = Ingested(lab)
        made.add(lab.ingest())
        made.add(lab.ingest(*FEW_ROWS))
        for _ in range(MOST_CALLS):
            made.add(lab.ingest("--all", *FEW_ROWS))
            if len(made.batches) >= MANY_COMMITS:
                break
        # Each takes all there is at once: of callers with many small batches, one may starve.
        with lab.start_ingest("--all") as one, lab.start_ingest("--all") as other:
            for call in (one, other):
                made.add(lab.finish(call).document())
        yield made


def test_the_password_file_is_its_owners_alone(ingested: Ingested) -> None:
    lab = ingested.lab
    for file in (lab.password_file, lab.reader_file, lab.sa_file):
        assert file.stat().st_mode & 0o777 == 0o600, file
    properties = dict(
        line.split("=", 1) for line in lab.password_file.read_text("utf-8").splitlines()
    )
    assert properties == {
        "sa": lab.sa_file.read_text("utf-8"),
        "reader": lab.reader_file.read_text("utf-8"),
    }
    assert properties["sa"] != properties["reader"]


def test_passwords_are_nowhere_else(ingested: Ingested) -> None:
    lab = ingested.lab
    printed = [*lab.texts, lab.running.out, lab.running.err]
    tables = [file.read_bytes() for file in lab.warehouse.rglob("*") if file.is_file()]
    assert any("ingest" in arguments and lab.url in arguments for arguments in lab.arguments)
    assert any("--workload" in arguments for arguments in lab.arguments)
    for file in (lab.sa_file, lab.reader_file):
        password = file.read_text("utf-8")
        assert len(password) >= 16
        assert not [text for text in printed if password in text]
        assert not [text for text in lab.arguments if password in text]
        assert not [content for content in tables if password.encode() in content]


def test_the_url_verifies_the_server(ingested: Ingested) -> None:
    assert f"localhost:{ingested.lab.port};" in ingested.lab.url
    assert "encrypt=true;trustServerCertificate=false" in ingested.lab.url


def test_batches_of_all_calls_follow_one_another(ingested: Ingested) -> None:
    batches = sorted(ingested.batches, key=lambda batch: int(batch["batch_id"]))
    assert len(batches) >= MANY_COMMITS
    assert [batch["batch_id"] for batch in batches] == list(range(len(batches)))
    assert all(
        before["range"]["end"] == batch["range"]["start"] for before, batch in pairwise(batches)
    )
    assert len(commits(ingested.bronze)) == len(batches) + 1, "and one that made the table"
    assert len(list(log(ingested.bronze).glob("*.checkpoint.parquet"))) >= 3


def test_engines_count_what_the_reports_said(ingested: Ingested, engine: Engine) -> None:
    reported = sum(batch["facts"]["rows"] for batch in ingested.batches)
    assert reported > 0
    counted = engine.row("SELECT count(*) AS n FROM {t}", t=ingested.bronze)
    assert counted["n"] == reported
    facts = engine.row(
        'SELECT count(*) AS n, sum("rows") AS total FROM {t} WHERE event IS NULL',
        t=ingested.facts,
    )
    assert (facts["n"], facts["total"]) == (len(ingested.batches), reported)


def test_the_verdict_is_asked_without_the_source(ingested: Ingested, engine: Engine) -> None:
    row = engine.row("SELECT * FROM {t}", t=ingested.control)
    said = ingested.lab.ask("verdict", "--json").document()
    newest = max(ingested.batches, key=lambda batch: int(batch["batch_id"]))
    until = instant(said["finalized_until"])
    assert until == row["finalized_until"] == instant(newest["finalized_until"])


def test_is_final_tells_by_its_exit_code(ingested: Ingested) -> None:
    lab = ingested.lab
    until = instant(lab.ask("verdict", "--json").document()["finalized_until"])
    hour = timedelta(hours=1)

    def period(start: int) -> list[str]:
        begin = until + start * hour
        return ["--from", begin.isoformat(), "--until", (begin + hour).isoformat()]

    assert lab.ask("is-final", *period(-1)).code == 0
    assert lab.ask("is-final", "--json", *period(-1)).document()["status"] == "final"
    assert lab.ask("is-final", *period(0)).code == 3
    assert lab.ask("is-final", "--json", *period(0)).document(code=3)["status"] == "open"


def test_an_error_is_one_document_too(ingested: Ingested) -> None:
    lab = ingested.lab
    wrong = lab.password_file.with_name("wrong")
    wrong.write_text("not the password of anybody", "utf-8")
    with lab.start_ingest(password_file=wrong) as call:
        finished = lab.finish(call)
    error = finished.document(code=1)["error"]
    assert error["code"]
    assert error["message"]
    assert error["remedy"]
    assert "not the password of anybody" not in finished.out + finished.err


def test_sigterm_ends_it_within_seconds(tmp_path: Path) -> None:
    lab = Lab(tmp_path / "stopped")
    with lab.running:
        lab.await_start()
        assert lab.is_listening()
        lab.running.process.send_signal(signal.SIGTERM)
        # What a Java virtual machine exits with after SIGTERM.
        assert lab.running.process.wait(timeout=15) == 128 + signal.SIGTERM
        assert not lab.is_listening()
        assert lab.running.err == ""
