"""Writes docs/soak-report.md from what the long tests left in the build folders."""

import os
import pathlib
import platform
import re
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent
RESULTS = {
    "Simulation": ("kernel-core", "SimulationTest", "simulation.txt"),
    "Schedules from end to end": ("lab/checks", "EndToEndScheduleTest", "schedules.txt"),
    "Kills": ("lab/checks", "KillTest", "kills.txt"),
    "Kills over a changing history": ("lab/checks", "HistoryKillTest", "history-kills.txt"),
    "A quiet year": ("kernel-writer", "QuietYearTest", None),
    "Four processes on one stream": ("lab/checks", "ConcurrencyTest", None),
    "Racing puts to S3": ("kernel-writer", "S3LogStoreTest", None),
    "Two processes on S3": ("kernel-writer", "S3TablesTest", None),
    "A thousand control rows": ("kernel-writer", "ManyTablesTest", None),
    "Damaged messages": ("lab/server", "PacketFuzzTest", None),
    "Damaged statements": ("lab/server", "StatementFuzzTest", None),
}


def summary(module: str, test: str) -> str:
    """The runner's own line of a test class."""
    reports = ROOT / module / "target" / "surefire-reports"
    (report,) = reports.glob(f"*.{test}.txt")
    found = re.search(r"^(Tests run:.*?)( -- in.*)?$", report.read_text(), re.MULTILINE)
    if found is None:
        raise SystemExit(f"{report} has no summary: run 'make soak'")
    return found[1]


def version(*command: str) -> str:
    """The first line a command prints."""
    printed = subprocess.run(command, check=True, capture_output=True, text=True)
    return (printed.stdout or printed.stderr).splitlines()[0]


def main() -> None:
    commit = version("git", "-C", str(ROOT), "rev-parse", "--short", "HEAD")
    lines = [
        "# Soak report",
        "",
        f"The long forms of the tests at commit {commit}, on {os.cpu_count()} cores, "
        f"{platform.system()}, {version('java', '-version')}. Made by `make soak`.",
    ]
    for title, (module, test, file) in RESULTS.items():
        lines += ["", f"## {title}", "", f"`{test}`: {summary(module, test)}"]
        if file:
            text = (ROOT / module / "target" / file).read_text().rstrip()
            lines += ["", "```", text, "```"]
    (ROOT / "docs" / "soak-report.md").write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
