"""Parameters by position: the script names them @p1, @p2, ... and uses each once, in order."""

import re

PARAMETER = re.compile(r"@p\d+\b")


def with_markers(sql: str, marker: str) -> str:
    """A statement with a client's own marker for each parameter."""
    return PARAMETER.sub(marker, sql)
