"""Tables whose names are mapped, whose columns came later or grew wider, through every reader."""

import shutil
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path

import duckdb
import polars
import pytest
from engines import DeltaRs, DuckDb, Engine, Row
from spark import Spark
from tablewriter import ID_AND_NAME, Column, TableWriter

ODD = "[select] 100%, a=b;{c}(d)"
MAPPED: list[Column] = [*ID_AND_NAME, (ODD, "STRING")]
UNMAPPED_NAMES = [
    "a.b",
    "a.b.c",
    'say"x"',
    "it's",
    "a]b",
    "a[0]",
    "[select]",
    "$x",
    "a$1",
    "`tick`",
    "a``b",
    "?",
    ":x",
    "@p1",
    "--no",
    "/*x*/",
    "#t",
    "*",
    "%20",
    "%s",
    "a/b",
    "\\",
    "DOMAIN\\name",
    "NULL",
    "select",
    "_metadata",
    "<x>&amp",
    "a\rb",
    "\u0001",
    "\u00a0",
    "\u200b",
    "e\u0301",
    "Situação",
    "größe",
    "\u0130",
    "列",
    "שלום",
    "😀",
    "x" * 128,
    "😀" * 64,
]
"""Names that a table without mapped names can have; 128 UTF-16 code units are the most."""
MAPPED_NAMES = [
    ODD,
    "two words",
    " lead",
    "trail ",
    "a.b.c d",
    'say "x", it\'s',
    "{call x(?)}",
    "{fn now()}",
    "{d '2026-01-01'}",
    "a\tb",
    "a\r\nb",
    "c0=1/c1",
    "größe 😀",
    "(" * 128,
    *UNMAPPED_NAMES,
]
NARROW: list[Column] = [
    ("s", "SHORT"),
    ("i", "INT"),
    ("f", "FLOAT"),
    ("p", "DECIMAL", 5, 2),
    ("day", "DATE"),
]
WIDE: list[Column] = [
    ("s", "INT"),
    ("i", "LONG"),
    ("f", "DOUBLE"),
    ("p", "DECIMAL", 10, 4),
    ("day", "TIMESTAMP_NTZ"),
]

BATCH = [0, 1, 2, 3]
TEXTS = [f"r{i}" for i in BATCH] + [f"r{100 + i}" for i in BATCH]


@pytest.fixture(scope="module")
def tables(
    writer: TableWriter, spark: Spark, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[dict[str, Path]]:
    folder = tmp_path_factory.mktemp("columns with space")
    made = {name: folder / name for name in ("plain", "evolved", "mapped", "switched", "widened")}
    writer.commit(made["plain"], ID_AND_NAME)
    writer.commit(made["plain"], ID_AND_NAME, snapshot=True)

    made["percent"] = folder / "100%" / "a+b #1"
    writer.commit(made["percent"], ID_AND_NAME)

    writer.commit(made["evolved"], ID_AND_NAME)
    writer.commit(made["evolved"], [*ID_AND_NAME, ("price", "DECIMAL", 9, 2)])

    writer.commit(made["mapped"], MAPPED)
    writer.commit(made["mapped"], [*MAPPED, ("x y", "INT")])

    for name, odd in (("odd", MAPPED_NAMES), ("dotted", UNMAPPED_NAMES)):
        made[name] = folder / name
        writer.commit(made[name], [("id", "INT"), *[(column, "INT") for column in odd]])
        for column in odd:
            writer.commit(made[name], [("id", "INT"), (column, "INT")])

    writer.commit(made["switched"], ID_AND_NAME)
    refused = writer.ask(made["switched"], MAPPED)
    assert refused["code"] == "SCHEMA_CHANGED"
    assert "TBLPROPERTIES" in refused["remedy"]
    properties = refused["remedy"].split("TBLPROPERTIES ")[1].split(")")[0] + ")"
    spark.sql("ALTER TABLE {t} SET TBLPROPERTIES " + properties, t=made["switched"])
    writer.commit(made["switched"], MAPPED)

    writer.commit(made["widened"], NARROW)
    refused = writer.ask(made["widened"], WIDE)
    assert refused["code"] == "SCHEMA_CHANGED"
    properties = refused["remedy"].split("TBLPROPERTIES ")[1].split(")")[0] + ")"
    spark.sql("ALTER TABLE {t} SET TBLPROPERTIES " + properties, t=made["widened"])
    writer.commit(made["widened"], WIDE)
    yield made


def rows(engine: Engine, table: Path, columns: str) -> list[Row]:
    return engine.rows(f"SELECT {columns} FROM {{t}} ORDER BY _start_lsn", t=table)


@pytest.fixture(params=["delta-rs", "duckdb", "spark"])
def reader(request: pytest.FixtureRequest, spark: Spark) -> Engine:
    """Each engine in turn."""
    engines: dict[str, Engine] = {"delta-rs": DeltaRs(), "duckdb": DuckDb(), "spark": spark}
    return engines[request.param]


def test_rows_of_snapshots_have_a_stamp_and_no_sequence(
    reader: Engine, tables: dict[str, Path]
) -> None:
    assert_snapshot(reader, tables["plain"])


def test_b46_columns_that_came_later_are_null_before(
    reader: Engine, tables: dict[str, Path]
) -> None:
    assert_evolved(reader, tables["evolved"])


def test_b38_names_that_delta_forbids_are_mapped(reader: Engine, tables: dict[str, Path]) -> None:
    assert_mapped(reader, tables["mapped"])


@pytest.mark.parametrize(
    ("table", "names"), [("odd", MAPPED_NAMES), ("dotted", UNMAPPED_NAMES)], ids=["odd", "dotted"]
)
def test_b39_columns_of_any_name_are_read_back(
    reader: Engine, tables: dict[str, Path], table: str, names: list[str]
) -> None:
    assert_odd_names(reader, tables[table], names)


@pytest.mark.parametrize(
    ("table", "names"), [("odd", MAPPED_NAMES), ("dotted", UNMAPPED_NAMES)], ids=["odd", "dotted"]
)
def test_b39_odd_names_are_searched(
    reader: Engine, tables: dict[str, Path], table: str, names: list[str]
) -> None:
    searched = names
    if isinstance(reader, DuckDb):
        # Its extension takes a dot in a name for a path into a structure when it hands a condition
        # to the Delta Kernel; the values themselves it reads.
        searched = [name for name in names if "." not in name]
        for name in names:
            if "." in name:
                with pytest.raises(duckdb.IOException, match="Predicate references unknown column"):
                    assert_searched(reader, tables[table], [name], names)
    assert_searched(reader, tables[table], searched, names)


def test_b38_names_are_mapped_once_the_owner_allows_it(
    reader: Engine, tables: dict[str, Path]
) -> None:
    assert_switched(reader, tables["switched"])


def test_b49_other_engines_read_paths_with_blanks_and_percent_signs(
    reader: Engine, tables: dict[str, Path]
) -> None:
    assert " " in str(tables["plain"])
    (counted,) = reader.rows("SELECT count(*) AS n FROM {t}", t=tables["plain"])
    assert counted["n"] == 2 * len(BATCH)
    if isinstance(reader, DuckDb):
        # Its extension decodes a percent sign that stands for itself, into whatever byte: the
        # file is not found, and the message may not be UTF-8.
        with pytest.raises((duckdb.IOException, UnicodeDecodeError)):
            reader.rows("SELECT count(id) AS n FROM {t}", t=tables["percent"])
    else:
        (counted,) = reader.rows("SELECT count(id) AS n FROM {t}", t=tables["percent"])
        assert counted["n"] == len(BATCH)


def test_wider_types_hold_the_old_values(reader: Engine, tables: dict[str, Path]) -> None:
    columns = "s, i, f, p, cast(day AS {text}) AS day"
    if isinstance(reader, DeltaRs):
        with pytest.raises(Exception, match="TypeWidening"):
            rows(reader, tables["widened"], "s")
        return
    text = columns.format(text="string" if isinstance(reader, Spark) else "varchar")
    assert_widened(rows(reader, tables["widened"], text))


def test_polars_reads_tables_without_mapped_names_and_wider_types(
    tables: dict[str, Path], tmp_path: Path
) -> None:
    """It does not open a table below a folder whose name holds a blank."""
    for name in ("plain", "evolved", "dotted", "mapped", "widened"):
        shutil.copytree(tables[name], tmp_path / name)
    found = polars.scan_delta(str(tmp_path / "dotted")).sort("id").collect()
    for batch, name in enumerate(UNMAPPED_NAMES, start=1):
        own = found.filter(polars.col("id") >= 100)[name].drop_nulls().to_list()
        assert own == [100 * batch + i for i in BATCH], name
    for name in ("plain", "evolved"):
        assert polars.scan_delta(str(tmp_path / name)).collect().height == 2 * len(BATCH)
    with pytest.raises(Exception, match="column mapping"):
        polars.scan_delta(str(tmp_path / "mapped")).collect()
    with pytest.raises(Exception, match="typeWidening"):
        polars.scan_delta(str(tmp_path / "widened")).collect()


def assert_snapshot(engine: Engine, table: Path) -> None:
    found = engine.rows(
        "SELECT id, _seqval, _command_id, _snapshot, _chunk, _start_lsn FROM {t}"
        " WHERE _operation = 0 ORDER BY id",
        t=table,
    )
    assert [row["id"] for row in found] == [100 + i for i in BATCH]
    for row in found:
        assert row["_seqval"] is None
        assert row["_command_id"] is None
        assert row["_snapshot"] == row["_start_lsn"]
        assert row["_chunk"] == 0
    (changes,) = engine.rows("SELECT count(*) AS n FROM {t} WHERE _snapshot IS NULL", t=table)
    assert changes["n"] == len(BATCH)


def assert_evolved(engine: Engine, table: Path) -> None:
    found = rows(engine, table, "id, name, price")
    assert [row["id"] for row in found] == BATCH + [100 + i for i in BATCH]
    assert [row["price"] for row in found] == [None] * 4 + [Decimal(100 + i) / 100 for i in BATCH]
    assert len(engine.rows("SELECT id FROM {t} WHERE price >= 1.02", t=table)) == 2


def assert_mapped(engine: Engine, table: Path) -> None:
    odd = quoted(engine, ODD)
    later = quoted(engine, "x y")
    found = rows(engine, table, f"id, {odd} AS odd, {later} AS later")
    assert [row["odd"] for row in found] == TEXTS
    assert [row["later"] for row in found] == [None] * 4 + [100 + i for i in BATCH]
    (one,) = engine.rows(f"SELECT id FROM {{t}} WHERE {odd} = 'r102'", t=table)
    assert one["id"] == 102


def assert_odd_names(engine: Engine, table: Path, names: list[str]) -> None:
    """Asserts that batch n has values in column n alone, but for the first, which has all."""
    assert sorted(n for n, _ in engine.columns(table) if n in names) == sorted(names)
    columns = ", ".join(f"{quoted(engine, name)} AS c{i}" for i, name in enumerate(names))
    found = engine.rows(f"SELECT id, {columns} FROM {{t}} ORDER BY id", t=table)
    assert [row["id"] for row in found] == [
        100 * batch + i for batch in range(len(names) + 1) for i in BATCH
    ]
    for i, name in enumerate(names):
        values = [(row["id"], row[f"c{i}"]) for row in found if row[f"c{i}"] is not None]
        own = [100 * (i + 1) + number for number in BATCH]
        assert values == [(number, number) for number in [*BATCH, *own]], name


def assert_searched(engine: Engine, table: Path, names: list[str], columns: list[str]) -> None:
    """Asserts that a condition on each of these columns finds its one row."""
    numbers = {name: 100 * (columns.index(name) + 1) + 2 for name in names}
    found = engine.rows(
        " UNION ALL ".join(
            f"SELECT id FROM {{t}} WHERE {quoted(engine, name)} = {number}"
            for name, number in numbers.items()
        ),
        t=table,
    )
    assert sorted(row["id"] for row in found) == sorted(numbers.values())


def assert_switched(engine: Engine, table: Path) -> None:
    odd = quoted(engine, ODD)
    found = rows(engine, table, f"id, name, {odd} AS odd")
    assert [row["name"] for row in found] == TEXTS
    assert [row["odd"] for row in found] == [None] * 4 + [f"r{100 + i}" for i in BATCH]


def assert_widened(found: list[Row]) -> None:
    numbers = BATCH + [100 + i for i in BATCH]
    assert [row["s"] for row in found] == numbers
    assert [row["i"] for row in found] == numbers
    assert [row["f"] for row in found] == [number + 0.5 for number in numbers]
    assert [row["p"] for row in found] == [Decimal(i) / 100 for i in BATCH] + [
        Decimal(100 + i) / 10_000 for i in BATCH
    ]
    days = [row["day"] for row in found]
    assert days[1].startswith("1970-01-02 00:00:00")
    assert days[4].startswith("1970-01-01 00:00:00.0001")


def quoted(engine: Engine, name: str) -> str:
    """An identifier in the engine's SQL, its braces doubled for the naming of tables."""
    mark = "`" if isinstance(engine, Spark) else '"'
    return (mark + name.replace(mark, mark + mark) + mark).replace("{", "{{").replace("}", "}}")
