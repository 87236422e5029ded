"""The stand-in as a server and the connection to it; the engine's jars of this checkout."""

import csv
import io
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

from commandline import STRANDLINE, Running
from installation import ROOT
from labs import Lab

CONNECTION = "AIRFLOW_CONN_STRANDLINE_DEFAULT"
CAPTURE = {"capture_instance": "dbo_flights"}


def jars() -> Path:
    """The product's jars; built by `make build`."""
    subprocess.run([sys.executable, str(ROOT / "python" / "jars.py")], check=True)
    return ROOT / "python" / "target" / "jars"


def connection_to(lab: Lab, warehouse: Path) -> dict[str, Any]:
    """The connection as a user's form makes it."""
    return {
        "conn_type": "strandline",
        "login": "reader",
        "password": lab.reader_file.read_text("utf-8"),
        "extra": {"url": lab.url, "warehouse": str(warehouse)},
    }


@contextmanager
def running_lab(folder: Path, *arguments: str) -> Iterator[Lab]:
    """A stand-in that runs while it is used."""
    lab = Lab(folder, "--workload", "flights", *arguments)
    with lab.running:
        lab.await_start()
        yield lab


def sql(lab: Lab, folder: Path, script: str) -> str:
    """Runs a script as the stand-in's administrator; what it prints."""
    file = folder / f"script-{time.monotonic_ns()}.sql"
    file.write_text(script, "utf-8")
    login = ["--url", lab.url, "--user", "sa", "--password-file", str(lab.sa_file)]
    with Running(file.with_suffix(""), "sql", *login, str(file)) as process:
        finished = process.finish()
    assert finished.code == 0, f"{STRANDLINE} sql: {finished.err}"
    return finished.out


def clock(lab: Lab, folder: Path) -> datetime:
    """What time it is at the stand-in, in UTC."""
    out = sql(lab, folder, "EXEC lab.clock;\nGO\n")
    shown = next(csv.DictReader(io.StringIO(out[out.index("utc\t") :]), delimiter="\t"))
    return datetime.fromisoformat(shown["utc"][:26]).replace(tzinfo=timezone.utc)


@contextmanager
def connected_to(lab: Lab, warehouse: Path) -> Iterator[None]:
    """The default connection of this process and its children.

    The engines of this process share one Java process meanwhile, which saves its starts.
    """
    from airflow.sdk.execution_time.cache import SecretCache

    from airflow_strandline.hooks.strandline import StrandlineHook

    SecretCache.reset()
    set_ = {
        CONNECTION: json.dumps(connection_to(lab, warehouse)),
        "STRANDLINE_JARS": str(jars()),
        "STRANDLINE_WAREHOUSE": str(warehouse),
    }
    os.environ.update(set_)
    try:
        with StrandlineHook().get_conn() as engine:
            engine.version()
            yield
    finally:
        for name in set_:
            del os.environ[name]
