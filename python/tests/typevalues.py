"""The table of values written by hand: what is written at the source and what tables must hold."""

import json
import struct
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from decimal import Decimal
from pathlib import Path

from commandline import ROOT


@dataclass(frozen=True)
class TypeColumn:
    """A type of the source with the expression and the expected text of each of its values."""

    name: str
    sql_type: str
    delta_type: str
    values: list[tuple[str, str]] = field(default_factory=list)

    def sql(self, row: int) -> str:
        """The expression of a row's value; NULL beyond the last."""
        return self.values[row][0] if row < len(self.values) else "NULL"

    def expected(self, row: int) -> object:
        """The value as an engine hands it to Python; None beyond the last."""
        return parsed(self.delta_type, self.values[row][1]) if row < len(self.values) else None


def lines() -> list[str]:
    """The file's lines but for comments and empty ones."""
    (file,) = Path(ROOT, "lab", "checks", "src", "test", "resources").rglob("types/values.txt")
    text = file.read_text("utf-8").splitlines()
    return [line for line in text if line and not line.startswith("#")]


def type_definitions() -> list[str]:
    """The statements that make the types which are not the server's own."""
    return [line for line in lines() if line.startswith("CREATE TYPE ")]


def type_columns() -> list[TypeColumn]:
    """All types, in the order of the file."""
    columns: dict[str, TypeColumn] = {}
    for line in lines():
        if line.startswith("CREATE TYPE "):
            continue
        sql_type, sql, delta_type, value = line.split(" | ")
        column = columns.setdefault(sql_type, TypeColumn(f"c{len(columns)}", sql_type, delta_type))
        column.values.append((sql, value))
    return list(columns.values())


def parsed(delta_type: str, text: str) -> object:
    """A value of a Delta type from its text."""
    literal, repeated = split(text)
    match delta_type.partition("(")[0]:
        case "boolean":
            return text == "true"
        case "short" | "integer" | "long":
            return int(text)
        case "float":
            return struct.unpack("f", struct.pack("f", float(text)))[0]
        case "double":
            return float(text)
        case "decimal":
            return Decimal(text)
        case "date":
            return date.fromisoformat(text)
        case "timestamp_ntz":
            return datetime.fromisoformat(text)
        case "timestamp":
            return datetime.fromisoformat(text).astimezone(UTC)
        case "string":
            return str(json.loads(literal)) * repeated
        case "binary":
            return bytes.fromhex(literal.removeprefix("0x")) * repeated
    raise AssertionError(f"no values of type {delta_type}")


def split(text: str) -> tuple[str, int]:
    """A literal and how often it is repeated, which stands behind it."""
    head, mark, times = text.rpartition(" * ")
    return (head, int(times)) if mark and times.isdigit() else (text, 1)
