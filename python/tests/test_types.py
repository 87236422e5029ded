"""Every value of every type, from the source into tables, whatever the zone of the process."""

from collections.abc import Iterator
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from commandline import Running
from engines import DeltaRs, Engine
from labs import Lab
from spark import Spark
from typevalues import type_columns, type_definitions

ZONES = ["UTC", "Europe/Stockholm", "America/New_York", "Asia/Kathmandu"]

MOST_CALLS = 60

TYPES = type_columns()

ROWS = 1 + max(len(column.values) for column in TYPES)


def script() -> str:
    """Makes the table, tracks it and writes every value."""
    definitions = ", ".join(f"{column.name} {column.sql_type} NULL" for column in TYPES)
    names = ", ".join(column.name for column in TYPES)
    batches = [
        *type_definitions(),
        f"CREATE TABLE dbo.typed (id int NOT NULL PRIMARY KEY, version rowversion, {definitions})",
        "EXEC sys.sp_cdc_enable_table @source_schema = N'dbo', @source_name = N'typed',"
        " @role_name = NULL",
        "GRANT SELECT ON dbo.typed TO reader",
        "GRANT SELECT ON cdc.dbo_typed_CT TO reader",
        "BEGIN TRANSACTION",
    ]
    for row in range(ROWS):
        values = ", ".join(column.sql(row) for column in TYPES)
        batches.append(f"INSERT INTO dbo.typed (id, {names}) VALUES ({row}, {values})")
    batches.append("COMMIT TRANSACTION")
    return "\nGO\n".join(batches) + "\nGO\n"


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Path]]:
    """A table of each zone in which a process ran."""
    folder = tmp_path_factory.mktemp("types")
    lab = Lab(folder, "--speed", "600")
    with lab.running:
        lab.await_start()
        file = folder / "typed.sql"
        file.write_text(script(), "utf-8")
        login = ["--url", lab.url, "--user", "sa", "--password-file", str(lab.sa_file)]
        with lab.start("sql", *login, str(file)) as call:
            finished = lab.finish(call)
            assert finished.code == 0, finished.err
        for number in range(MOST_CALLS):
            if list(ingest(lab, f"first-{number}", "UTC").glob("*.parquet")):
                break
        yield {zone: ingest(lab, zone.replace("/", "_"), zone) for zone in ZONES}


def ingest(lab: Lab, name: str, zone: str) -> Path:
    """Brings what is captured into a new table, by a process in a zone."""
    target = lab.warehouse / name / "typed"
    options = f"-Xmx1g -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Duser.timezone={zone}"
    with Running(
        lab.warehouse.parent / f"call-{name}",
        *["ingest", "--json", "--url", lab.url, "--user", "reader"],
        *["--password-file", str(lab.reader_file), "--capture-instance", "dbo_typed"],
        *["--target", str(target)],
        environment={"STRANDLINE_JAVA_OPTIONS": options, "TZ": zone},
    ) as call:
        assert call.finish().code == 0, call.err
    return target


def contents(table: Path) -> tuple[bytes, list[list[object]]]:
    """The pages of a table's only data file, and what its footer says of every column's values.

    The footer itself also lists encodings, in an order that differs from process to process.
    """
    (file,) = table.glob("*.parquet")
    content = file.read_bytes()
    footer = int.from_bytes(content[-8:-4], "little")
    metadata = pq.ParquetFile(file).metadata
    columns = [
        [metadata.row_group(group).column(column) for column in range(metadata.num_columns)]
        for group in range(metadata.num_row_groups)
    ]
    told = [column_facts(column) for group in columns for column in group]
    return content[: -8 - footer], told


def column_facts(column: pq.ColumnChunkMetaData) -> list[object]:
    """What a footer says of the values of one column."""
    statistics = column.statistics.to_dict() if column.is_stats_set else {}
    size = column.total_compressed_size
    return [column.path_in_schema, column.num_values, size, statistics, sorted(column.encodings)]


def test_b23_data_files_are_the_same_in_every_zone(tables: dict[str, Path]) -> None:
    pages, told = contents(tables["UTC"])
    assert len(pages) > 10_000
    assert len(told) > len(TYPES)
    for zone in ZONES:
        assert contents(tables[zone]) == (pages, told), zone


def test_columns_have_the_types_of_the_table_of_values(tables: dict[str, Path]) -> None:
    declared = dict(DeltaRs().columns(tables["UTC"]))
    assert declared["version"] == "binary"
    assert {column.name: declared[column.name] for column in TYPES} == {
        column.name: column.delta_type for column in TYPES
    }


def test_b29_every_value_is_read_back(tables: dict[str, Path], engine: Engine) -> None:
    assert_values(engine, tables["Europe/Stockholm"])


def test_b29_every_value_is_read_back_by_spark(tables: dict[str, Path], spark: Spark) -> None:
    assert_values(spark, tables["Asia/Kathmandu"])


def assert_values(engine: Engine, table: Path) -> None:
    """Asserts that an engine finds every value of the table of values."""
    names = ", ".join(column.name for column in TYPES)
    rows = engine.rows(f"SELECT id, version, {names} FROM {{t}} ORDER BY id", t=table)
    assert [row["id"] for row in rows] == list(range(ROWS))
    assert all(len(row["version"]) == 8 for row in rows)
    wrong = [
        (column.sql_type, column.sql(number), brief(row[column.name]))
        for number, row in enumerate(rows)
        for column in TYPES
        if row[column.name] != column.expected(number)
    ]
    assert wrong == []


def brief(value: object) -> str:
    return repr(value)[:80]
