"""Measures the time from `Engine()` to the first verdict, with and without the class archive."""

import json
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import strandline
from strandline._archive import Archive
from strandline._java import Settings, find_jars, find_java

ROUNDS = 7
ARCHIVE_SECONDS = 120
MOST = 0.7


def main() -> None:
    """Prints seconds of both, medians of alternating rounds, and their ratio."""
    with tempfile.TemporaryDirectory() as folder:
        warehouse = Path(folder) / "warehouse"
        demo = Path(__file__).resolve().parents[1] / "bin" / "strandline"
        subprocess.run(
            [demo, "demo", "--json", "--folder", str(warehouse)],
            check=True,
            stdout=subprocess.DEVNULL,
        )
        make_archive()
        spans: dict[bool, list[float]] = {True: [], False: []}
        for _ in range(ROUNDS):
            for archive in (False, True):
                spans[archive].append(first_verdict(warehouse, archive))
    without, with_it = statistics.median(spans[False]), statistics.median(spans[True])
    print(
        f"Engine() to first verdict, median of {ROUNDS}: {without:.2f} s without the class archive,"
        f" {with_it:.2f} s with it, ratio {with_it / without:.2f}"
    )
    print(json.dumps({"without": without, "with": with_it, "ratio": with_it / without}))
    if with_it / without > MOST:
        sys.exit(f"the archive saves too little: the ratio may be {MOST} at most")


def make_archive() -> None:
    """Makes the archive and waits for it."""
    settings = Settings()
    archive = Archive(find_java(None), find_jars(None), settings.flags)
    end = time.monotonic() + ARCHIVE_SECONDS
    if archive.file() is None:
        archive.make()
    while archive.file() is None:
        if time.monotonic() > end:
            sys.exit("no archive was made")
        time.sleep(0.1)


def first_verdict(warehouse: Path, archive: bool) -> float:
    """Seconds from the engine to the verdict."""
    start = time.perf_counter()
    with strandline.Engine(warehouse=warehouse, archive=archive, progress=False) as engine:
        verdict = engine.verdict("flights")
        span = time.perf_counter() - start
    assert verdict.finalized_until is not None
    return span


if __name__ == "__main__":
    main()
