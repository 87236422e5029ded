"""The guide's code."""

from __future__ import annotations

import re

from commandline import ROOT


def block(language: str) -> str:
    """The one block of code in a language."""
    text = (ROOT / "docs" / "guide" / "dagster.md").read_text("utf-8")
    (found,) = re.findall(rf"^```{language}\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    return str(found)
