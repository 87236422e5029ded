"""Values as texts: one form for every client."""

import datetime
import decimal
import re
import struct
import uuid

from clients.answers import Tells

DECIMALS = ("decimal", "numeric", "money", "smallmoney")
FLOATS = ("float", "real")
BYTES = ("binary", "varbinary", "image", "timestamp")
TIMES = ("date", "time", "datetime", "smalldatetime", "datetime2", "datetimeoffset")

WRITTEN = re.compile(
    r"(?:(\d{4})-(\d\d)-(\d\d))?[ T]?"
    r"(?:(\d\d):(\d\d)(?::(\d\d)(?:\.(\d+))?)?)?(?: ?([+-]\d\d:?\d\d|Z))?"
)
DBLIB = re.compile(r"([A-Z][a-z]{2}) +(\d+) (\d{1,4}) +(\d+):(\d\d)(?::\d\d(?:[.:]\d+)?)?([AP])M")
MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]


def text_of(value: object) -> str | None:
    """A value of Python as a text."""
    match value:
        case None | str():
            return value
        case bool():
            return "1" if value else "0"
        case bytes() | bytearray() | memoryview():
            return "0x" + bytes(value).hex().upper()
        case decimal.Decimal():
            return f"{value:f}"
        case uuid.UUID():
            return str(value).upper()
        case datetime.datetime() | datetime.date() | datetime.time():
            return str(value)
    return str(value)


def value_of(kind: str, text: str | None) -> object:
    """The value of Python that a parameter of a type is given as."""
    if text is None:
        return None
    match base(kind):
        case "int" | "bigint" | "smallint" | "tinyint":
            return int(text)
        case "bit":
            return text == "1"
        case "float" | "real":
            return float(text)
        case "decimal" | "numeric" | "money":
            return decimal.Decimal(text)
        case "varbinary" | "binary":
            return bytes.fromhex(text.removeprefix("0x"))
        case "datetime" | "datetime2":
            return datetime.datetime.fromisoformat(text)
        case "date":
            return datetime.date.fromisoformat(text)
    return text


def literal_of(kind: str, text: str | None) -> str:
    """A parameter's value as T-SQL writes it."""
    if text is None:
        return "NULL"
    if base(kind) in ("int", "bigint", "bit", "float", "decimal", "varbinary"):
        return text
    return "N'" + text.replace("'", "''") + "'"


def base(kind: str) -> str:
    """A type without its length."""
    return kind.split("(", 1)[0]


def same(expected: str, actual: str, kind: str | None, tells: Tells) -> bool:
    """Whether a client told the expected value, as exactly as it can."""
    family = base(kind) if kind else ""
    if family in DECIMALS and tells.doubles:
        return float(expected) == float(actual)
    if family in DECIMALS and not tells.scale:
        return decimal.Decimal(expected) == decimal.Decimal(actual)
    if family in FLOATS:
        return _float(expected, family) == _float(actual, family)
    if family in BYTES:
        return expected.removeprefix("0x") == actual.removeprefix("0x").upper()
    if family in TIMES:
        return _moment(expected, family, tells) == _moment(actual, family, tells)
    return expected == actual


def _float(text: str, family: str) -> float:
    value = float(text)
    return float(struct.unpack("<f", struct.pack("<f", value))[0]) if family == "real" else value


def _moment(text: str, family: str, tells: Tells) -> tuple[str, ...]:
    """Date, time, digits and offset of a written moment, cut to what the client can tell."""
    date, hours, seconds, fraction, offset = _written(text)
    if family == "datetimeoffset" and tells.offsets == "utc" and offset:
        date, hours = _utc(date, hours, offset)
    if family == "date":
        return (date,)
    if tells.minutes:
        return ("" if family == "time" else date, hours)
    parts = ["" if family == "time" else date, hours, seconds, fraction[: tells.digits].rstrip("0")]
    told = family == "datetimeoffset" and tells.offsets == "told"
    return (*parts, offset) if told else tuple(parts)


def _utc(date: str, hours: str, offset: str) -> tuple[str, str]:
    moment = datetime.datetime.fromisoformat(f"{date} {hours}:00{offset}")
    moved = moment.astimezone(datetime.UTC)
    return moved.strftime("%Y-%m-%d"), moved.strftime("%H:%M")


def _written(text: str) -> tuple[str, str, str, str, str]:
    dblib = DBLIB.fullmatch(text)
    if dblib:
        month, day, year, hour, minute, half = dblib.groups()
        date = f"{int(year):04}-{MONTHS.index(month) + 1:02}-{int(day):02}"
        hours = f"{int(hour) % 12 + (12 if half == 'P' else 0):02}:{minute}"
        return date, hours, "", "", ""
    found = WRITTEN.fullmatch(text)
    if not found:
        raise ValueError(f"no moment: {text}")
    year, month, day, hour, minute, second, fraction, offset = found.groups()
    date = f"{year}-{month}-{day}" if year else ""
    zone = (offset or "").replace("Z", "+00:00")
    return date, f"{hour or '00'}:{minute or '00'}", second or "00", fraction or "", zone
