"""Readers of Delta tables that this project did not write: delta-rs and DuckDB's extension.

Both run SQL, so that one question is put to both; they share no code that reads a Delta log with
the product, nor with each other.
"""

from abc import ABC, abstractmethod
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, ClassVar

import duckdb
import duckdb_extension_delta
import pyarrow as pa
from deltalake import DeltaTable, QueryBuilder

Row = dict[str, Any]
"""A row's values by column; instants are aware and in UTC, local times naive."""

Column = tuple[str, str]
"""A column's name and its type in the words of the Delta protocol."""


class Engine(ABC):
    """Answers SQL over Delta tables; a table is named in the text by its keyword in braces."""

    name: ClassVar[str]

    @abstractmethod
    def columns(self, table: Path) -> list[Column]:
        """The columns as the engine declares them, in order."""

    @abstractmethod
    def arrow(self, sql: str, **tables: Path) -> pa.Table:
        """The answer as the engine hands it to other programs."""

    def rows(self, sql: str, **tables: Path) -> list[Row]:
        """The answer's rows."""
        answer = self.arrow(sql, **tables)
        columns = {name: values(answer.column(name)) for name in answer.column_names}
        return [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]

    def row(self, sql: str, **tables: Path) -> Row:
        """The answer's only row."""
        (row,) = self.rows(sql, **tables)
        return row


class DeltaRs(Engine):
    """The Rust implementation of Delta, through its Python package and DataFusion."""

    name = "delta-rs"

    def columns(self, table: Path) -> list[Column]:
        fields = DeltaTable(table).schema().fields
        return [(field.name, str(getattr(field.type, "type", field.type))) for field in fields]

    def arrow(self, sql: str, **tables: Path) -> pa.Table:
        builder = QueryBuilder()
        for name, path in tables.items():
            builder = builder.register(name, DeltaTable(path))
        return pa.table(builder.execute(sql.format(**{name: name for name in tables})))


class DuckDb(Engine):
    """DuckDB with its delta extension, which is built on the Rust Delta Kernel."""

    name = "duckdb"

    TYPES: ClassVar[dict[str, str]] = {
        "VARCHAR": "string",
        "SMALLINT": "short",
        "INTEGER": "integer",
        "BIGINT": "long",
        "DOUBLE": "double",
        "BOOLEAN": "boolean",
        "DATE": "date",
        "DECIMAL(5,1)": "decimal(5,1)",
        "TIMESTAMP": "timestamp_ntz",
        "TIMESTAMP WITH TIME ZONE": "timestamp",
    }

    def __init__(self) -> None:
        # The extension comes as a package of the lock; nothing is downloaded while tests run.
        package = Path(str(duckdb_extension_delta.__file__)).parent
        (extension,) = package.glob(f"extensions/v{duckdb.__version__}/*.duckdb_extension")
        self._connection = duckdb.connect(config={"autoinstall_known_extensions": "false"})
        self._connection.execute(f"LOAD '{extension}'")
        self._connection.execute("SET TimeZone = 'UTC'")

    def columns(self, table: Path) -> list[Column]:
        described = self._connection.execute(f"DESCRIBE SELECT * FROM {scan(table)}").fetchall()
        return [(str(name), self.TYPES.get(kind, kind)) for name, kind, *_ in described]

    def arrow(self, sql: str, **tables: Path) -> pa.Table:
        scans = {name: scan(path) for name, path in tables.items()}
        return self._connection.execute(sql.format(**scans)).to_arrow_table()


def scan(table: Path) -> str:
    """DuckDB's name of a Delta table."""
    return f"delta_scan('{table}')"


def values(column: pa.ChunkedArray) -> list[Any]:
    """A column's values; instants without a look into the machine's time zone database."""
    if not (pa.types.is_timestamp(column.type) and column.type.tz):
        return list(column.to_pylist())
    assert column.type.tz in ("UTC", "Etc/UTC", "+00:00"), column.type
    naive: list[datetime | None] = column.cast(pa.timestamp("us")).to_pylist()
    return [None if at is None else at.replace(tzinfo=UTC) for at in naive]


def arrow_word(kind: pa.DataType) -> str:
    """An Arrow type in the words of the Delta protocol; widths of text offsets do not matter."""
    if pa.types.is_timestamp(kind):
        assert kind.unit == "us", kind
        return "timestamp" if kind.tz else "timestamp_ntz"
    if pa.types.is_decimal(kind):
        return f"decimal({kind.precision},{kind.scale})"
    words = {
        pa.string(): "string",
        pa.string_view(): "string",
        pa.large_string(): "string",
        pa.int16(): "short",
        pa.int32(): "integer",
        pa.int64(): "long",
        pa.float64(): "double",
        pa.bool_(): "boolean",
        pa.date32(): "date",
    }
    return words.get(kind, str(kind))
