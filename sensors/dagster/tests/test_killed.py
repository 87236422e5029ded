"""A daemon that is killed in the midst of a tick: each final hour gets one run all the same."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import dagster as dg
from commandline import ROOT, wait_until
from dagster._core.scheduler.instigation import TickStatus

import processes
from control import ControlTable
from daemon import HOME_VARIABLE
from ticks import hours

# Runs are created and wait; whether they can be executed is another test's.
HOME = """
telemetry:
  enabled: false
run_queue:
  max_concurrent_runs: 0
"""


@contextmanager
def daemon(home: Path, warehouse: str) -> Iterator[None]:
    """Dagster's daemon and its code server, which are killed in the end."""
    sources = ["sensors/dagster/src", "python/src", "sensors/dagster/tests"]
    with (home / "daemon.log").open("ab") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", "dagster._daemon", "run", "-m", "location"],
            env={
                **os.environ,
                HOME_VARIABLE: str(home),
                "STRANDLINE_WAREHOUSE": warehouse,
                "PYTHONPATH": os.pathsep.join(str(ROOT / each) for each in sources),
            },
            cwd=home,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
    try:
        yield
    finally:
        processes.kill(processes.with_variable(HOME_VARIABLE, str(home)))
        process.wait(60)


def test_a_daemon_that_is_killed_in_a_tick_runs_each_hour_once(
    tmp_path: Path, control: ControlTable
) -> None:
    final = "2013-01-01T11:00"
    control.publish(f"{final}:00")
    home = tmp_path / "home"
    home.mkdir()
    (home / "dagster.yaml").write_text(HOME, "utf-8")
    with dg.DagsterInstance.from_config(str(home)) as instance:

        def runs() -> list[str]:
            return sorted(run.tags["dagster/partition"] for run in instance.get_runs())

        def carried_out(status: TickStatus, requests: int) -> bool:
            (state,) = instance.all_instigator_state()
            ticks = instance.get_ticks(state.instigator_origin_id, state.selector_id)
            return any(tick.status is status and len(tick.run_keys) == requests for tick in ticks)

        def is_kept(until: str) -> bool:
            # A tick is carried out before its cursor is kept.
            states = instance.all_instigator_state()
            data = states[0].instigator_data if states else None
            return data is not None and f'"until":"{until}' in (data.cursor or "")

        for day in range(2, 7):
            with daemon(home, control.warehouse):
                wait_until(partial(is_kept, final))
                (before,) = instance.all_instigator_state()
                asked = runs()
                final = f"2013-01-0{day}T06:00"
                control.publish(f"{final}:00")
                wait_until(lambda asked=asked: len(runs()) > len(asked))
            expected = hours("2013-01-01T10:00", 24 * day - 28)
            if len(runs()) < len(expected):
                break
        assert len(runs()) < len(expected), "it was never killed before it had created all runs"
        requests = len(expected) - len(asked)
        with daemon(home, control.warehouse):
            wait_until(lambda: carried_out(TickStatus.SUCCESS, requests))
            assert runs() == expected

            # As if it had been killed before it kept the cursor.
            def asked_again() -> bool:
                instance.update_instigator_state(before)
                return carried_out(TickStatus.SKIPPED, requests)

            wait_until(asked_again)
        assert runs() == expected
