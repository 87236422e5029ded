"""The example project against the running stand-in, with the real engine, in this process."""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path

import dagster as dg
import pytest
from commandline import wait_until
from strandline import Engine

from dagster_strandline import CapturedTable, StrandlineResource, ingest_asset
from flights_example.definitions import defs, strandline
from running import command, environment, running_lab, true_hours

ENOUGH_HOURS = 3

# Half an hour before the first flight, so that changes come soon; an hour passes in 6 seconds.
LAB = ["--speed", "600", "--start", "2013-01-01T09:30:00Z"]


class Orchestration:
    """The example's jobs and sensor, run by hand in this process."""

    def __init__(self, instance: dg.DagsterInstance) -> None:
        self.instance = instance
        self.cursor: str | None = None
        self.rows: Counter[str] = Counter()
        """Rows by partition, as its materialization tells them."""
        self.whole = 0
        """Partitions without a gap."""

    def ingest(self) -> None:
        """A run of the bronze asset."""
        job = defs.resolve_job_def("ingest")
        assert job.execute_in_process(instance=self.instance).success

    def tick(self) -> dg.SensorResult:
        """A tick of the sensor."""
        with dg.build_sensor_context(
            instance=self.instance, cursor=self.cursor, resources={"strandline": strandline}
        ) as context:
            result = defs.resolve_sensor_def("finalized_hours")(context)
        assert isinstance(result, dg.SensorResult)
        self.cursor = result.cursor
        return result

    def follow(self) -> list[dg.AssetObservation]:
        """A tick, and the runs that it asks for; what it has observed."""
        found = self.tick()
        for request in found.run_requests or ():
            result = self.run(str(request.partition_key))
            assert result.success
            (event,) = result.get_asset_materialization_events()
            (check,) = result.get_asset_check_evaluations()
            # On a busy machine hours may pass before the stand-in's table is captured.
            assert check.passed or check.severity is dg.AssetCheckSeverity.WARN, check.description
            self.whole += check.passed
            rows = event.materialization.metadata["dagster/partition_row_count"].value
            assert event.partition not in self.rows
            self.rows[str(event.partition)] = int(str(rows))
        return [each for each in found.asset_events if isinstance(each, dg.AssetObservation)]

    def run(self, partition: str) -> dg.ExecuteInProcessResult:
        """A run of an hour and its check."""
        job = defs.resolve_implicit_global_asset_job_def()
        return job.execute_in_process(
            instance=self.instance,
            partition_key=partition,
            asset_selection=[dg.AssetKey("flights_by_hour")],
            raise_on_error=False,
        )


def test_hours_are_materialized_as_they_finalize(
    tmp_path: Path, instance: dg.DagsterInstance, monkeypatch: pytest.MonkeyPatch
) -> None:
    with running_lab(tmp_path, *LAB) as lab:
        for name, value in environment(lab).items():
            monkeypatch.setenv(name, value)
        dagster = Orchestration(instance)
        # While an engine is open, its Java process serves those of the runs too.
        serving = Engine(progress=False)
        assert serving.version().protocol == 1

        def enough_hours() -> bool:
            dagster.ingest()
            assert not dagster.follow()
            return dagster.whole >= ENOUGH_HOURS

        wait_until(enough_hours)
        assert next(iter(dagster.rows)) == "2013-01-01-10:00"

        # Hours that the command line has finalized are run like any other, and observed.
        observed: list[dg.AssetObservation] = []

        def seen() -> bool:
            lab.ingest("--all")
            observed.extend(dagster.follow())
            return bool(observed)

        wait_until(seen)
        assert [each.metadata["hour"].value for each in observed] == list(dagster.rows)[
            -len(observed) :
        ]

        # While capture is paused, changes go on at the source, and no further hour is final.
        command(lab, "EXEC lab.capture_pause")
        dagster.ingest()
        dagster.follow()
        final = len(dagster.rows)
        dagster.ingest()
        assert not dagster.tick().run_requests
        assert not dagster.run(first_open_hour()).success

        truth = true_hours(lab)
        assert final == len(dagster.rows)
        assert dict(dagster.rows) == {hour: truth[hour] for hour in dagster.rows}

        command(lab, "EXEC lab.capture_resume")
        command(lab, "ALTER TABLE dbo.flights ADD note varchar(10) NULL")
        said = stopped_at_a_schema_change(instance)
        assert said.metadata["code"].value == "SCHEMA_CHANGED"
        assert said.metadata["what_to_do"].value
        assert "dbo.flights" in str(said.description)

        serving.close()
        password = os.environ["STRANDLINE_PASSWORD"]
        assert not [line for line in lab.arguments if password in line]

    event = instance.get_latest_materialization_event(dg.AssetKey(["bronze", "flights"]))
    assert event is not None and event.asset_materialization is not None
    told = event.asset_materialization.metadata
    assert {"rows", "end_lsn", "finalized_until", "capture_lag_seconds", "report"} <= set(told)


def stopped_at_a_schema_change(instance: dg.DagsterInstance) -> dg.Failure:
    """How a run failed, at its first attempt, that may not go on over a new definition."""
    options = {"schema_change_policy": "fail"}
    strict = ingest_asset(CapturedTable("flights", "dbo_flights", options), key="strict")
    found: list[dg.DagsterEvent] = []

    def failed() -> bool:
        result = dg.materialize(
            [strict], resources={"strandline": strandline}, instance=instance, raise_on_error=False
        )
        assert not [event for event in result.all_events if event.is_step_up_for_retry]
        found.extend(event for event in result.all_events if event.is_step_failure)
        return bool(found)

    wait_until(failed)
    said = found[0].step_failure_data.user_failure_data
    assert said is not None
    return dg.Failure(said.description, said.metadata)


def first_open_hour() -> str:
    """The partition that the verdict has not reached."""
    resource = StrandlineResource(warehouse=os.environ["STRANDLINE_WAREHOUSE"])
    until = resource.verdict("flights").finalized_until
    assert until is not None
    return f"{until:%Y-%m-%d-%H:%M}"
