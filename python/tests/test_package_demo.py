"""The demo's last step: a program that waits on an hour."""

import subprocess
import sys
from datetime import timedelta

from children import environment
from commandline import DEADLINE_SECONDS, ROOT
from demos import Demo

from strandline._time import format_instant


def test_the_last_step_waits_on_an_hour_and_prints_it(demos: dict[str, Demo]) -> None:
    demo = demos["seed1"]
    end = demo.finalized_until
    ran = subprocess.run(
        [sys.executable, "-W", "error", ROOT / "python" / "demo.py", demo.bronze.parent],
        env=environment(),
        capture_output=True,
        text=True,
        timeout=DEADLINE_SECONDS,
        check=False,
    )
    start, until = format_instant(end - timedelta(hours=1)), format_instant(end)
    assert ran.returncode == 0, ran.stderr
    assert f"flights from {start} until {until}: FINAL\n" in ran.stdout


def test_it_is_the_last_step_of_make_demo() -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    recipe = makefile.split("\ndemo:")[1].split("\n\n")[0]
    assert recipe.splitlines()[-1].strip().startswith("$(PACKAGE)")
    assert "python/demo.py" in recipe.splitlines()[-1]
