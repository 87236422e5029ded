"""Commands of others on a bronze table: after some the stream goes on, after others it stops."""

import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pyarrow as pa
import pytest
from deltalake import DeltaTable, write_deltalake
from deltalog import log
from spark import Spark
from tablewriter import ID_AND_NAME, ROWS, TableWriter

BATCHES = 3

Command = Callable[[Path, Spark], object]


def sql(text: str) -> Command:
    """A statement of Spark SQL on the table {t}."""
    return lambda table, spark: spark.sql(text, t=table)


def statements(*texts: str) -> Command:
    """Statements one after another."""
    return lambda table, spark: [spark.sql(text, t=table) for text in texts]


@dataclass(frozen=True)
class Case:
    """A command and how many of the table's rows it leaves."""

    command: Command
    left: int = BATCHES * ROWS


def vacuum(table: Path, spark: Spark) -> None:
    DeltaTable(table).vacuum(retention_hours=0, dry_run=False, enforce_retention_duration=False)


def touch_events(table: Path, spark: Spark) -> None:
    """VACUUM must leave files alone that hold events beside the data."""
    kept = table / "_strandline" / "events-0.jsonl"
    kept.parent.mkdir()
    kept.write_text("{}\n", "utf-8")
    stray = table / "stray.parquet"
    stray.write_text("x", "utf-8")
    spark.sql("OPTIMIZE {t}", t=table)
    spark.sql("VACUUM {t} RETAIN 0 HOURS", t=table)
    assert kept.exists()
    assert not stray.exists()


MAP_NAMES = (
    "ALTER TABLE {t} SET TBLPROPERTIES ('delta.columnMapping.mode' = 'name',"
    " 'delta.minReaderVersion' = '2', 'delta.minWriterVersion' = '5')"
)

HARMLESS = {
    "optimize": Case(sql("OPTIMIZE {t}")),
    "zorder": Case(sql("OPTIMIZE {t} ZORDER BY (id)")),
    "delete rows": Case(sql("DELETE FROM {t} WHERE id IN (1, 2)"), 10),
    "delete a file": Case(sql("DELETE FROM {t} WHERE _batch_id = 0"), 8),
    "delete all": Case(sql("DELETE FROM {t}"), 0),
    "vacuum": Case(touch_events),
    "deletion vectors": Case(
        statements(
            "ALTER TABLE {t} SET TBLPROPERTIES ('delta.enableDeletionVectors' = true)",
            "DELETE FROM {t} WHERE id = 1",
        ),
        11,
    ),
    "purge": Case(
        statements(
            "ALTER TABLE {t} SET TBLPROPERTIES ('delta.enableDeletionVectors' = true)",
            "DELETE FROM {t} WHERE id = 1",
            "REORG TABLE {t} APPLY (PURGE)",
        ),
        11,
    ),
    "property": Case(sql("ALTER TABLE {t} SET TBLPROPERTIES ('note' = 'mine')")),
    "comment": Case(sql("ALTER TABLE {t} ALTER COLUMN id COMMENT 'the key'")),
    "add a column": Case(sql("ALTER TABLE {t} ADD COLUMN (mine STRING)")),
    "map names": Case(sql(MAP_NAMES)),
    "deltalake vacuum": Case(vacuum),
}


def append(table: DeltaTable) -> object:
    rows = pa.table({"id": pa.array([1], pa.int32()), "name": ["x"]})
    return write_deltalake(table, rows, mode="append", schema_mode="merge")


def overwrite(table: DeltaTable) -> object:
    rows = pa.table({"id": pa.array([1], pa.int32()), "name": ["x"]})
    return write_deltalake(table, rows, mode="overwrite", schema_mode="merge")


NOT_WRITTEN_BY_DELTALAKE: dict[str, Callable[[DeltaTable], object]] = {
    "append": append,
    "overwrite": overwrite,
    "restore": lambda table: table.restore(1),
    "delete": lambda table: table.delete("id = 1"),
    "compact": lambda table: table.optimize.compact(),
}


def clone(table: Path, spark: Spark) -> None:
    other = table.with_name("other")
    spark.sql("CREATE TABLE {o} USING delta AS SELECT * FROM {t}", o=other, t=table)
    spark.sql("DELETE FROM {t}", t=table)
    spark.sql("CREATE OR REPLACE TABLE {t} SHALLOW CLONE {o}", o=other, t=table)


def copy_back(table: Path, spark: Spark) -> None:
    """The folder as a backup of an earlier day has it."""
    newest = max(file.name for file in log(table).glob("*.json"))
    for file in log(table).iterdir():
        if file.name.startswith(newest.removesuffix(".json")):
            file.unlink()


HARMFUL: dict[str, Command] = {
    "restore": sql("RESTORE TABLE {t} TO VERSION AS OF 1"),
    "replace as": sql("CREATE OR REPLACE TABLE {t} USING delta AS SELECT 1 AS id"),
    "clone over": clone,
    "insert": sql("INSERT INTO {t} (id) VALUES (9)"),
    "insert overwrite": sql("INSERT OVERWRITE {t} SELECT * FROM {t}"),
    "update": sql("UPDATE {t} SET name = 'x' WHERE id = 1"),
    "truncate": sql("TRUNCATE TABLE {t}"),
    "merge": sql(
        "MERGE INTO {t} USING (SELECT 1 AS k) ON id = k WHEN MATCHED THEN UPDATE SET name = 'x'"
    ),
    "drop a column": statements(MAP_NAMES, "ALTER TABLE {t} DROP COLUMN name"),
    "rename a column": statements(MAP_NAMES, "ALTER TABLE {t} RENAME COLUMN name TO n"),
    "widen a column": statements(
        "ALTER TABLE {t} SET TBLPROPERTIES ('delta.enableTypeWidening' = true)",
        "ALTER TABLE {t} ALTER COLUMN id TYPE BIGINT",
    ),
    "copy back": copy_back,
}


@pytest.fixture(scope="module")
def original(writer: TableWriter, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A warehouse with one table of some batches."""
    warehouse = tmp_path_factory.mktemp("targets")
    for _ in range(BATCHES):
        writer.commit(warehouse / "orders", ID_AND_NAME)
    return warehouse


@pytest.fixture
def table(original: Path, tmp_path: Path) -> Path:
    """A copy of the whole warehouse, as after a move to another disk."""
    shutil.copytree(original, tmp_path / "warehouse")
    return tmp_path / "warehouse" / "orders"


@pytest.mark.parametrize("name", HARMLESS)
def test_the_stream_goes_on_after(
    name: str, table: Path, writer: TableWriter, spark: Spark
) -> None:
    case = HARMLESS[name]
    case.command(table, spark)

    writer.commit(table, ID_AND_NAME)
    writer.commit(table, ID_AND_NAME)

    counted = spark.row("SELECT count(*) AS n, count(DISTINCT id) AS ids FROM {t}", t=table)
    assert counted == {"n": case.left + 2 * ROWS, "ids": case.left + 2 * ROWS}


@pytest.mark.parametrize("name", HARMFUL)
def test_the_stream_stops_after(name: str, table: Path, writer: TableWriter, spark: Spark) -> None:
    HARMFUL[name](table, spark)
    before = listing(table.parent)

    answer = writer.ask(table, ID_AND_NAME)

    assert answer["outcome"] == "error", answer
    assert answer["code"] == "TARGET_CHANGED", answer
    assert listing(table.parent) == before


@pytest.mark.parametrize("name", NOT_WRITTEN_BY_DELTALAKE)
def test_deltalake_leaves_the_table_alone(name: str, table: Path, writer: TableWriter) -> None:
    """It does not write tables with the feature that holds the stream's state."""
    with pytest.raises(Exception, match="DomainMetadata"):
        NOT_WRITTEN_BY_DELTALAKE[name](DeltaTable(table))

    writer.commit(table, ID_AND_NAME)


def test_a_column_of_the_owners_holds_null_until_the_source_has_it(
    table: Path, writer: TableWriter, spark: Spark
) -> None:
    spark.sql("ALTER TABLE {t} ADD COLUMN (mine STRING AFTER id)", t=table)
    writer.commit(table, ID_AND_NAME)
    writer.commit(table, [*ID_AND_NAME, ("mine", "STRING")])

    rows = spark.rows("SELECT id, mine FROM {t} WHERE id >= 200 ORDER BY id", t=table)
    assert [row["mine"] for row in rows] == [None] * 8 + ["r400", "r401", "r402", "r403"]


def test_of_two_copies_of_a_table_only_one_goes_on(table: Path, writer: TableWriter) -> None:
    twin = table.with_name("twin")
    shutil.copytree(table, twin)
    writer.commit(table, ID_AND_NAME)
    before = listing(table.parent)

    answer = writer.ask(twin, ID_AND_NAME)

    assert answer["code"] == "TARGET_CHANGED", answer
    assert listing(table.parent) == before


def test_a_table_made_by_someone_else_in_its_place_is_foreign(
    table: Path, writer: TableWriter, spark: Spark
) -> None:
    shutil.rmtree(table)
    spark.sql("CREATE TABLE {t} USING delta AS SELECT 1 AS id", t=table)
    before = listing(table.parent)

    answer = writer.ask(table, ID_AND_NAME)

    assert answer["code"] == "FOREIGN_TABLE", answer
    assert listing(table.parent) == before


def listing(folder: Path) -> dict[str, int]:
    """Every file and its size."""
    return {
        str(file.relative_to(folder)): file.stat().st_size
        for file in folder.rglob("*")
        if file.is_file()
    }
