"""The console command `strandline`: the command line of the jars."""

from __future__ import annotations

import os
import sys

from strandline._errors import EngineError
from strandline._java import COMMAND_LINE, Settings, command, readable

OPTIONS_VARIABLE = "STRANDLINE_JAVA_OPTIONS"
"""Options of the Java machine, as in a checkout."""


def main() -> int:
    """Becomes the command line's process."""
    line: list[str] = []
    try:
        settings = Settings(options=tuple(os.environ.get(OPTIONS_VARIABLE, "").split()))
        line = [*command(settings, COMMAND_LINE), *sys.argv[1:]]
        os.execve(line[0], line, readable())
    except EngineError as error:
        print(error, file=sys.stderr)
        return 1
    except OSError as error:
        print(f"{line[0]} could not be started: {error}", file=sys.stderr)
        return 1
