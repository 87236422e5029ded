"""Rows of the bronze table: none lost, none twice, values exact, in an order that text keeps."""

import csv
import re
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from pathlib import Path

import pytest
from commandline import ROOT
from demos import Demo
from engines import Engine, Row

DELETE, INSERT, BEFORE, AFTER = 1, 2, 3, 4

IN_ORDER = "SELECT * FROM {t} ORDER BY _start_lsn, _command_id, _seqval, _operation"

LSN = re.compile("0x[0-9A-F]{20}")

SOURCE_COLUMNS = [
    "flight_id",
    "carrier",
    "flight_no",
    "tail_number",
    "route",
    "flight_date",
    "scheduled_at",
    "departed_at",
    "departure_delay",
    "arrival_delay",
    "on_time",
    "air_minutes",
    "distance_m",
    "speed_kmh",
    "status",
]

METRES_A_MILE = 1609.344


def test_hours_are_what_the_document_says(demo: Demo, engine: Engine) -> None:
    counted = engine.rows(
        "SELECT date_trunc('hour', _commit_ts) AS hour, count(*) AS n FROM {t}"
        " WHERE _operation > 0 GROUP BY 1",
        t=demo.bronze,
    )
    by_hour = {row["hour"]: row["n"] for row in counted}
    assert len(demo.hours) >= 6
    assert {hour.start: by_hour.get(hour.start, 0) for hour in demo.hours} == {
        hour.start: hour.rows for hour in demo.hours
    }


def test_no_row_of_a_final_hour_is_missing(demo: Demo) -> None:
    final = [hour for hour in demo.hours if hour.status == "final"]
    assert final
    assert [hour.rows for hour in final] == [hour.source_rows for hour in final]
    assert any(hour.source_rows == 0 for hour in final), "an hour without a change is final too"
    assert any(hour.source_rows > 0 for hour in final)


def test_every_hour_is_final_unless_capture_stops(complete: Demo) -> None:
    assert {hour.status for hour in complete.hours} == {"final"}
    assert complete.document["capture_paused_at"] is None


def test_positions_are_text_that_sorts(demo: Demo, engine: Engine) -> None:
    rows = engine.rows(IN_ORDER, t=demo.bronze)
    assert all(LSN.fullmatch(row["_start_lsn"]) for row in rows)
    assert all(LSN.fullmatch(row["_seqval"]) for row in rows)
    # Python compares by code point, SQL Server binary(10) by byte: the same order.
    keys = [
        (row["_start_lsn"], row["_command_id"], row["_seqval"], row["_operation"]) for row in rows
    ]
    assert keys == sorted(keys)
    assert len(set(keys)) == len(keys)
    times = [row["_commit_ts"] for row in rows]
    assert times == sorted(times), "later commits have later times"


def test_a_commit_is_whole_in_one_batch(demo: Demo, engine: Engine) -> None:
    torn = engine.rows(
        "SELECT _start_lsn FROM {t} GROUP BY _start_lsn"
        " HAVING count(DISTINCT _batch_id) > 1 OR count(DISTINCT _commit_ts) > 1",
        t=demo.bronze,
    )
    assert torn == []


def test_changes_only_and_of_the_one_instance(demo: Demo, engine: Engine) -> None:
    row = engine.row(
        "SELECT min(_operation) AS least, max(_operation) AS most,"
        " min(_capture_instance) AS first, max(_capture_instance) AS last,"
        " count(_command_id) AS commands, count(_snapshot) AS snapshots, count(_chunk) AS chunks,"
        " count(*) AS n FROM {t}",
        t=demo.bronze,
    )
    assert (row["least"], row["most"]) == (DELETE, AFTER)
    assert (row["first"], row["last"]) == ("dbo_flights", "dbo_flights")
    assert (row["snapshots"], row["chunks"]) == (0, 0)
    assert row["commands"] == row["n"] > 100


def test_changes_replay_without_a_contradiction(demo: Demo, engine: Engine) -> None:
    """Each change fits what the changes before it left: nothing is missing and nothing is twice."""
    table: dict[int, Row] = {}
    opened: Row | None = None
    for row in engine.rows(IN_ORDER, t=demo.bronze):
        key, image = row["flight_id"], {name: row[name] for name in SOURCE_COLUMNS}
        assert (opened is None) == (row["_operation"] != AFTER), "images of updates come in pairs"
        match row["_operation"]:
            case 2:
                assert key not in table
                table[key] = image
            case 1:
                assert table.pop(key) == image
            case 3:
                assert table[key] == image
                opened = row
            case 4:
                assert opened is not None
                assert opened["flight_id"] == key
                assert opened["_seqval"] == row["_seqval"]
                assert image != table[key]
                table[key] = image
                opened = None
    assert opened is None
    assert table


def test_values_are_the_flights(demo: Demo, engine: Engine) -> None:
    flights = dict(read_flights())
    seen = set()
    for row in engine.rows("SELECT * FROM {t}", t=demo.bronze):
        flight = flights[row["flight_id"]]
        status = row["status"]
        seen.add(status)
        expected = {name: None if early(name, status) else flight[name] for name in flight}
        assert {name: row[name] for name in expected} == expected, status
    assert seen == {"scheduled", "delayed", "departed", "arrived"}


def test_values_have_the_types_of_their_columns(demo: Demo, engine: Engine) -> None:
    row = engine.rows(IN_ORDER.replace("ORDER", "WHERE status = 'arrived' ORDER"), t=demo.bronze)[0]
    assert type(row["departure_delay"]) is Decimal
    assert row["departure_delay"].as_tuple().exponent == -1
    assert type(row["flight_date"]) is date
    assert type(row["on_time"]) is bool
    assert type(row["speed_kmh"]) is float
    assert row["scheduled_at"].tzinfo is None, "a local time has no zone"
    assert row["_commit_ts"].tzinfo is UTC
    # New York is five hours behind in January; the row was entered within the day.
    behind = row["_commit_ts"].replace(tzinfo=None) - row["departed_at"]
    assert timedelta(hours=5) < behind < timedelta(hours=24)


@pytest.mark.parametrize("column", ["_commit_ts", "_start_lsn", "flight_id", "_batch_id"])
def test_files_skipped_by_statistics_hold_nothing_wanted(
    demo: Demo, engine: Engine, column: str
) -> None:
    """Every value is found by asking for it, whatever files an engine leaves out for it."""
    everything = engine.rows(f"SELECT {column} AS v FROM {{t}} ORDER BY 1", t=demo.bronze)
    wanted = [row["v"] for row in everything]
    for value in [wanted[0], wanted[-1], *wanted[:: len(wanted) // 10]]:
        found = engine.row(
            f"SELECT count(*) AS n FROM {{t}} WHERE {column} = {literal(value)}", t=demo.bronze
        )
        assert found["n"] == wanted.count(value), value


def literal(value: datetime | str | int) -> str:
    """A value in SQL."""
    if isinstance(value, datetime):
        return f"CAST('{value.isoformat()}' AS TIMESTAMP WITH TIME ZONE)"
    return repr(value)


def early(column: str, status: str) -> bool:
    """Whether a row of this status has no value in the column yet."""
    departing = ("departed_at", "departure_delay", "on_time")
    arriving = ("arrival_delay", "air_minutes", "speed_kmh")
    return (column in arriving and status != "arrived") or (
        column in departing and status not in ("departed", "arrived")
    )


def read_flights() -> Iterator[tuple[int, Row]]:
    """What the workload's data says of each flight, computed apart from the workload."""
    (resource,) = Path(ROOT, "lab", "server", "src", "main").rglob("flights-2013-01.csv")
    with resource.open(encoding="utf-8", newline="") as file:
        for line in csv.DictReader(file):
            yield int(line["flight_id"]), flight_of(line)


def flight_of(line: dict[str, str]) -> Row:
    """The columns of a flight that has arrived."""
    clock = int(line["sched_dep_time"])
    day = date(int(line["year"]), int(line["month"]), int(line["day"]))
    scheduled = datetime(day.year, day.month, day.day, clock // 100, clock % 100)
    delay, air = number(line["dep_delay"]), number(line["air_time"])
    arrival = number(line["arr_delay"])
    metres = int(line["distance"]) * METRES_A_MILE
    return {
        "carrier": line["carrier"],
        "flight_no": int(line["flight"]),
        "tail_number": line["tailnum"] or None,
        "route": f"{line['origin']} → {line['dest']}",
        "flight_date": day,
        "scheduled_at": scheduled,
        "departed_at": None if delay is None else scheduled + timedelta(minutes=delay),
        "departure_delay": None if delay is None else Decimal(delay),
        "arrival_delay": None if arrival is None else Decimal(arrival),
        "on_time": None if delay is None else delay < 15,
        "air_minutes": air,
        "distance_m": round(metres),
        "speed_kmh": None if air is None else metres / 1000 / (air / 60),
    }


def number(text: str) -> int | None:
    """A number of the data, if it is there."""
    return int(text) if text else None
