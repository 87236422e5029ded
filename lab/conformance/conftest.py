"""Prints the table of clients below pytest's own summary."""

import pytest


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    # Imported late: while this file is read, the path of the tests is not set yet.
    from tests.test_conformance import TABLE

    if TABLE.exists():
        terminalreporter.section("clients")
        terminalreporter.write(TABLE.read_text("utf-8"))
