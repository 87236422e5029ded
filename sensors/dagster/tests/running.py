"""The stand-in as a server, what it has truly committed, and the engine's jars."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from commandline import ROOT
from labs import Lab


@contextmanager
def running_lab(folder: Path, *arguments: str) -> Iterator[Lab]:
    """A stand-in with the flights workload, which runs while it is used."""
    folder.mkdir(parents=True, exist_ok=True)
    lab = Lab(folder, "--workload", "flights", *arguments)
    with lab.running:
        lab.await_start()
        yield lab


def environment(lab: Lab) -> dict[str, str]:
    """What the example reads; with the jars of this checkout, from `make build`."""
    subprocess.run([sys.executable, str(ROOT / "python" / "jars.py")], check=True)
    return {
        "STRANDLINE_URL": lab.url,
        "STRANDLINE_PASSWORD": lab.reader_file.read_text("utf-8").strip(),
        "STRANDLINE_WAREHOUSE": str(lab.warehouse),
        "STRANDLINE_JARS": str(ROOT / "python" / "target" / "jars"),
    }


def command(lab: Lab, sql: str) -> list[list[str]]:
    """Runs a statement as `sa`; the rows of its result, the names of columns first."""
    script = lab.warehouse.with_name("statement.sql")
    script.write_text(sql, "utf-8")
    arguments = ["--user", "sa", "--password-file", str(lab.sa_file), str(script)]
    with lab.start("sql", "--url", lab.url, *arguments) as call:
        done = lab.finish(call)
    assert done.code == 0, done.err
    return [line.split("\t") for line in done.out.splitlines()]


def true_hours(lab: Lab) -> Counter[str]:
    """Changes that the source has committed, by the hour's partition, told by commits alone."""
    columns, *rows = command(lab, "EXEC lab.changes N'dbo_flights'")
    at = columns.index("commit_utc")
    return Counter(f"{row[at][:10]}-{row[at][11:13]}:00" for row in rows)
