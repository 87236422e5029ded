"""Every T-SQL text of the project, read by two parsers that we did not write."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlglot
from commandline import ROOT, Running
from sqlfluff.core import FluffConfig, Linter
from sqlglot import exp
from sqlglot.errors import ErrorLevel, ParseError

SCRIPTS = sorted((ROOT / "sql").glob("*.sql"))

VARIABLES = {
    "DatabaseName": "sales",
    "Tables": "dbo.orders, dbo.lines",
    "CaptureInstance": "dbo_orders",
    "ReaderName": "strandline_reader",
    "READER_PASSWORD": "Not-a-real-1",
    "SourceSchema": "dbo",
    "SourceTable": "orders",
    "OldInstance": "dbo_orders",
    "NewInstance": "dbo_orders_2",
    "Columns": "*",
    "ReachedLsn": "none",
}

OPAQUE = ("PRINT ", "CREATE LOGIN ", "CREATE USER ", "ALTER DATABASE ")
"""What sqlglot knows as statements but does not take apart: it keeps them as text (`Command`)."""

SNAPSHOT = "SET TRANSACTION ISOLATION LEVEL SNAPSHOT"
"""sqlglot knows the other levels, not this one of SQL Server's."""

DOUBLED_BRACKET = "]]"
"""sqlfluff does not know that a bracket in a bracketed name is doubled; SQL Server does."""


@pytest.fixture(scope="session")
def texts(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The statements that are sent and the batches of the scripts, by name."""
    base = tmp_path_factory.mktemp("statements")
    variables = [word for name in VARIABLES for word in ("-v", f"{name}={VARIABLES[name]}")]
    with (
        Running(base / "sent", "statements") as sent,
        Running(base / "scripts", "statements", *variables, *map(str, SCRIPTS)) as scripts,
    ):
        return {**sent.finish().document(), **scripts.finish().document()}


def sqlglot_faults(text: str) -> Iterator[str]:
    """Why sqlglot does not read a text."""
    try:
        trees = sqlglot.parse(text, dialect="tsql", error_level=ErrorLevel.RAISE)
    except ParseError as error:
        yield str(error)
        return
    for tree in trees:
        for command in tree.find_all(exp.Command) if tree else []:
            statement = command.sql(dialect="tsql")
            if not statement.startswith(OPAQUE) or ";" in statement:
                yield f"not taken apart: {statement}"


@pytest.fixture(scope="session")
def linter() -> Linter:
    """sqlfluff for T-SQL without templates."""
    return Linter(FluffConfig(overrides={"dialect": "tsql", "templater": "raw"}))


def sqlfluff_faults(linter: Linter, text: str) -> Iterator[str]:
    """Why sqlfluff does not read a text."""
    parsed = linter.parse_string(text)
    yield from (str(violation) for violation in parsed.violations)
    variant = parsed.root_variant()
    if variant is None or variant.tree is None:
        yield "no tree"
    else:
        yield from (part.raw for part in variant.tree.recursive_crawl("unparsable"))


def test_all_texts_are_there(texts: dict[str, str]) -> None:
    """The product's, the checks' and those of every script."""
    assert [path.stem for path in SCRIPTS] == [
        "heartbeat",
        "reader_login",
        "setup",
        "switch_capture_instance",
    ]
    for path in SCRIPTS:
        assert any(name.startswith(path.name) for name in texts), path.name
    assert {"poll of dbo_orders", "measure of dbo_orders", "check max_lsn"} <= texts.keys()
    assert "@P1" in texts["changes of dbo_orders"]
    assert "c.[?]" in texts["changes of dbo_Situação"]


def test_sqlglot_reads_them(texts: dict[str, str]) -> None:
    faults = {name: list(sqlglot_faults(text)) for name, text in texts.items() if text != SNAPSHOT}
    assert {name: fault for name, fault in faults.items() if fault} == {}


def test_sqlfluff_reads_them(texts: dict[str, str], linter: Linter) -> None:
    faults = {
        name: list(sqlfluff_faults(linter, text))
        for name, text in texts.items()
        if DOUBLED_BRACKET not in text
    }
    assert {name: fault for name, fault in faults.items() if fault} == {}
    assert len(faults) > len(texts) - 6


def test_what_is_left_out_is_still_unknown(linter: Linter) -> None:
    """Once this fails, the texts that are left out above can be read."""
    assert list(sqlglot_faults(SNAPSHOT))
    assert list(sqlfluff_faults(linter, "SELECT [x]]y] FROM dbo.t;"))


BROKEN = {
    "a keyword": ("ORDER BY", "ORDRE BY"),
    "a name": ("FROM cdc.[dbo_orders_CT] AS c", "FROM AS AS c"),
    "a parenthesis": ("CAST(@P0", "(CAST(@P0"),
    "an operator": ("<= CAST", "<= = CAST"),
}

LENIENT = {
    "a bracket": ("binary(10))", "binary(10)"),
    "a comma too many": ("c.[__$seqval],", "c.[__$seqval],,"),
}
"""What sqlglot lets pass, so that one parser would not do."""


@pytest.mark.parametrize("how", BROKEN)
def test_a_broken_statement_is_caught_by_both(
    texts: dict[str, str], linter: Linter, how: str
) -> None:
    text = texts["changes of dbo_orders"]
    broken = text.replace(*BROKEN[how], 1)
    assert broken != text
    assert list(sqlglot_faults(broken))
    assert list(sqlfluff_faults(linter, broken))


@pytest.mark.parametrize("how", LENIENT)
def test_a_broken_statement_is_caught_by_one(
    texts: dict[str, str], linter: Linter, how: str
) -> None:
    text = texts["changes of dbo_orders"]
    broken = text.replace(*LENIENT[how], 1)
    assert broken != text
    assert list(sqlfluff_faults(linter, broken))


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_a_script_cut_in_a_block_is_caught_by_both(
    texts: dict[str, str], linter: Linter, script: Path
) -> None:
    batch = next(
        text for name, text in texts.items() if name.startswith(script.name) and "BEGIN" in text
    )
    cut = batch.replace("BEGIN", "BEGIN (", 1)
    assert list(sqlglot_faults(cut))
    assert list(sqlfluff_faults(linter, cut))


def test_a_statement_that_sqlglot_only_keeps_as_text_is_caught() -> None:
    assert list(sqlglot_faults("GRANT SELECT ON OBJECT::dbo.t TO x"))
    assert list(sqlglot_faults("BEGIN TRY SELECT 1; END TRY BEGIN CATCH SELECT 2; END CATCH"))


def test_scripts_hold_no_variable_in_a_comment() -> None:
    """sqlcmd's variants do not agree on whether it is replaced there."""
    for path in SCRIPTS:
        for line in path.read_text("utf-8").splitlines():
            assert "$(" not in line.partition("--")[2], f"{path.name}: {line}"


def test_scripts_are_plain_ascii_and_hold_no_password() -> None:
    for path in SCRIPTS:
        text = path.read_text("ascii")
        assert "\t" not in text
        assert "PASSWORD = N'" not in text.replace("PASSWORD = N'$(READER_PASSWORD)'", "")
    assert json.dumps(VARIABLES["READER_PASSWORD"]) not in "".join(
        path.read_text("ascii") for path in SCRIPTS
    )
