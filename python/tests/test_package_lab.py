"""The package against the stand-in: ingest, verdicts with and without Java, and waiting."""

import json
import shutil
import threading
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from children import JARS, Child
from commandline import ROOT
from labs import Lab

from strandline import (
    AuthenticationFailedError,
    CatchUp,
    Committed,
    Engine,
    Finality,
    FindingStatus,
    ForeignTableError,
    Idle,
    InvalidOptionsError,
    Plan,
    SplitResult,
    StrandlineError,
    Stream,
    Verdicts,
    WaitTimeoutError,
)

HOUR = timedelta(hours=1)


class Source:
    """A stand-in with an engine of it."""

    def __init__(self, lab: Lab, engine: Engine) -> None:
        self.lab, self.engine = lab, engine
        self.control = lab.warehouse / "strandline_control"
        self.flights = engine.stream(
            capture_instance="dbo_flights", target=lab.warehouse / "flights"
        )
        self.caught_up = self.flights.ingest_all()
        lab.running.wait_until(self._is_hours_old)

    def _is_hours_old(self) -> bool:
        """Goes on; whether flights have begun, hours after the history, and two hours are final."""
        caught_up = self.flights.ingest_all()
        self.caught_up = caught_up if caught_up.rows else self.caught_up
        verdict = self.flights.verdict()
        return (
            self.caught_up.rows > 0
            and verdict.finalized_until is not None
            and verdict.lossless_since is not None
            and verdict.finalized_until - verdict.lossless_since >= 2 * HOUR
        )


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Source]:
    """A stand-in whose flights were ingested once."""
    lab = Lab(tmp_path_factory.mktemp("package"), *["--workload", "flights", "--speed", "1500"])
    with lab.running:
        lab.await_start()
        password = lab.reader_file.read_text("utf-8")
        with Engine(jars=JARS, url=lab.url, user="reader", password=password) as engine:
            yield Source(lab, engine)


def test_catching_up_tells_every_batch(source: Source) -> None:
    assert isinstance(source.caught_up, CatchUp)
    assert source.caught_up.rows == sum(b.facts.rows or 0 for b in source.caught_up.batches) > 0
    assert source.caught_up.finalized_until == source.flights.verdict().finalized_until


def test_verdicts_are_the_same_with_and_without_java(source: Source) -> None:
    with_java = source.flights.verdict()
    assert with_java.finalized_until is not None
    assert with_java.table == "flights"
    reader = Verdicts(source.control)
    assert reader.verdict("flights") == with_java
    assert reader.verdict(str(source.lab.warehouse / "flights")) == with_java
    assert reader.verdict(f"file:{source.lab.warehouse}/flights") == with_java
    until = with_java.finalized_until
    for start in (until - HOUR, until):
        period = source.flights.is_final(start, start + HOUR)
        assert reader.is_final("flights", start, start + HOUR) == period
        assert period.status is (Finality.FINAL if start < until else Finality.OPEN)


def test_a_table_without_verdict_is_open_for_both(source: Source) -> None:
    reader = Verdicts(source.control)
    for ask in (
        reader.verdict,
        lambda table: source.engine.verdict(table, control=source.control),
    ):
        assert ask("unknown").finalized_until is None
        assert ask("unknown").table == "unknown"
    assert Verdicts(source.lab.warehouse / "none").verdict("flights").finalized_until is None
    with pytest.raises(ForeignTableError):
        Verdicts(source.lab.warehouse / "strandline_facts").verdict("flights")


def test_only_java_asks_whether_the_table_is_the_one_of_the_verdict(
    source: Source, tmp_path: Path
) -> None:
    shutil.copytree(source.control, tmp_path / "strandline_control")
    until = source.flights.verdict().finalized_until
    assert until is not None
    asked = ("flights", until - HOUR, until)
    control = tmp_path / "strandline_control"
    assert Verdicts(control).is_final(*asked).status is Finality.FINAL
    assert source.engine.is_final(*asked, control=control).status is Finality.OPEN
    with pytest.raises(WaitTimeoutError):
        source.engine.wait_until_final(*asked, control=control, timeout=0)
    assert source.engine.verdict("flights", control=control).finalized_until == until


def test_waiting_for_an_hour_that_another_ingests(source: Source) -> None:
    until = source.flights.verdict().finalized_until
    assert until is not None
    with pytest.raises(WaitTimeoutError):
        source.flights.wait_until_final(until + 100 * HOUR, until + 101 * HOUR, timeout=0)
    stop = threading.Event()

    def ingest() -> None:
        while not stop.wait(1):
            source.flights.ingest_all()

    ingesting = threading.Thread(target=ingest)
    ingesting.start()
    try:
        answer = source.flights.wait_until_final(until, until + HOUR, timeout=240, poll=0.5)
        reader = Verdicts(source.control)
        assert reader.wait_until_final("flights", until, until + HOUR, timeout=60, poll=0.1)
    finally:
        stop.set()
        ingesting.join()
    assert answer.status is Finality.FINAL
    assert answer.finalized_until is not None
    assert answer.finalized_until >= until + HOUR


def test_explanations_say_why(source: Source) -> None:
    until = source.flights.verdict().finalized_until
    assert until is not None
    said = source.flights.explain(until + 100 * HOUR, until + 101 * HOUR)
    assert said.status is Finality.OPEN
    assert "period_not_over" in {reason.code for reason in said.reasons}
    assert "flights" in str(said)
    told = source.engine.explain("flights", until - HOUR, until, control=source.control)
    assert told.status is Finality.FINAL


def test_a_plan_is_executed_as_documents(source: Source) -> None:
    for _ in range(30):
        plan = source.flights.plan()
        if isinstance(plan, Plan):
            break
    assert isinstance(plan, Plan)
    again = Plan.from_dict(json.loads(json.dumps(plan.to_dict())))
    results = [source.flights.write(again, split) for split in range(again.splits)]
    travelled = [SplitResult.from_dict(json.loads(json.dumps(r.to_dict()))) for r in results]
    report = source.flights.commit(again, travelled)
    assert isinstance(report, Committed)
    assert report.facts.rows == plan.rows == sum(result.rows for result in results)


def test_a_group_has_a_verdict_of_its_own(source: Source) -> None:
    report = source.engine.ingest_group("all", [source.flights])
    assert not report.failed
    assert report.error is None
    assert isinstance(report.members[0], (Committed, Idle))
    by_name = source.engine.verdict("group:all", control=source.control)
    assert by_name.finalized_until == report.finalized_until
    assert Verdicts(source.control).verdict("group:all") == by_name


def test_status_and_doctor(source: Source) -> None:
    status = source.engine.status(control=source.control)
    flights = next(table for table in status.tables if table.table == "flights")
    assert flights.last_batch is not None
    assert flights.finalized_until == source.flights.verdict().finalized_until
    findings = source.engine.doctor(capture_instance="dbo_flights")
    assert findings.problems == ()
    assert {each.status for each in findings.checks} >= {FindingStatus.OK}


def test_errors_of_java_are_errors_by_code(source: Source) -> None:
    with pytest.raises(AuthenticationFailedError) as raised:
        source.engine.stream(
            capture_instance="dbo_flights", target="/nowhere/flights", password="wrong password"
        ).ingest()
    assert raised.value.remedy
    assert "wrong password" not in str(raised.value)
    with pytest.raises(InvalidOptionsError, match="maxRowsPerBatch"):
        Stream(source.engine, {**source.flights.options(), "max_rows_per_batch": 0}).ingest()
    assert issubclass(AuthenticationFailedError, StrandlineError)


def test_the_guides_first_program_runs(source: Source, tmp_path: Path) -> None:
    guide = (ROOT / "docs" / "guide" / "python.md").read_text("utf-8")
    program = guide.split("```python\n")[1].split("```")[0]
    (tmp_path / "lab-run").mkdir()
    password = source.lab.reader_file.read_text("utf-8")
    (tmp_path / "lab-run" / "passwords.reader").write_text(password, "utf-8")
    moved = f"import os; os.chdir({str(tmp_path)!r})\n"
    with Child(moved + program, URL=source.lab.url) as child:
        out, err = child.process.communicate(timeout=300)
    assert child.process.returncode == 0, err
    assert "FINAL" in out
    assert list((tmp_path / "warehouse").iterdir())
