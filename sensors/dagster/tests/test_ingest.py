"""Ingest assets: what a materialization tells, and what becomes of errors."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timezone
from typing import Any

import dagster as dg
import pytest
from strandline import CatchUp, DataLossError, SourceUnavailableError, Stream
from strandline.testing import FakeEngine, committed, idle, lsn

import dagster_strandline.resource
from dagster_strandline import CapturedTable, StrandlineResource, ingest_asset
from dagster_strandline._report import SHOWN_BATCHES

FINAL = datetime(2013, 1, 1, 14, tzinfo=timezone.utc)
COMMIT = datetime(2013, 1, 1, 14, 3, 7, tzinfo=timezone.utc)
FLIGHTS = CapturedTable("flights", "dbo_flights", {"max_rows_per_batch": 500})


class Engines:
    """The fake engines that resources open, and what they will answer."""

    def __init__(self) -> None:
        self.answers: list[tuple[str, Any]] = []
        self.opened: list[FakeEngine] = []
        self.given: list[dict[str, Any]] = []
        self.streams: list[dict[str, Any]] = []

    def open(self, **given: Any) -> FakeEngine:
        """In place of `Engine`."""
        self.given.append(given)
        settings = ("java", "jars", "heap", "progress")
        streams = self.streams

        class Recording(FakeEngine):
            def stream(self, **options: Any) -> Stream:
                streams.append(options)
                return super().stream(**options)

        engine = Recording(**{key: given[key] for key in given if key not in settings})
        for call, answer in self.answers:
            engine.will(call, answer)
        self.opened.append(engine)
        return engine


@pytest.fixture
def engines(monkeypatch: pytest.MonkeyPatch) -> Engines:
    """Fake engines instead of real ones."""
    made = Engines()
    monkeypatch.setattr(dagster_strandline.resource, "Engine", made.open)
    return made


def run(
    instance: dg.DagsterInstance, asset: dg.AssetsDefinition, **given: Any
) -> dg.ExecuteInProcessResult:
    resource = StrandlineResource(
        warehouse="/lake", url="jdbc:sqlserver://db", user="reader", password="secret", **given
    )
    return dg.materialize(
        [asset], resources={"strandline": resource}, instance=instance, raise_on_error=False
    )


def metadata(result: dg.ExecuteInProcessResult) -> dict[str, Any]:
    (event,) = result.get_asset_materialization_events()
    return {key: value.value for key, value in event.materialization.metadata.items()}


def test_a_materialization_tells_rows_offsets_verdict_and_lag(
    instance: dg.DagsterInstance, engines: Engines
) -> None:
    batches = (
        committed("flights", batch_id=0, rows=3, end=COMMIT, finalized_until=FINAL),
        committed("flights", batch_id=1, rows=4, end=COMMIT, finalized_until=FINAL),
    )
    late = replace(batches[1].facts, ingestion_lag_seconds=12.5)
    batches = (batches[0], replace(batches[1], facts=late))
    engines.answers = [("ingest_all", CatchUp(batches[1], batches))]
    result = run(instance, ingest_asset(FLIGHTS))

    assert result.success
    told = metadata(result)
    assert told["rows"] == 7
    assert told["batches"] == 2
    assert told["outcome"] == "committed"
    assert (told["start_lsn"], told["end_lsn"]) == (lsn(1), lsn(3))
    assert told["finalized_until"] == FINAL.timestamp()
    assert told["end_commit_ts"] == COMMIT.timestamp()
    assert told["capture_lag_seconds"] == 0.0
    assert told["ingestion_lag_seconds"] == 12.5
    assert told["report"].splitlines()[2] == (
        f"| 0 | 3 | 3 | 0 | 0 | 2013-01-01 14:03:07 | {lsn(2)} |"
    )
    assert told["report"].endswith("flights: committed, final until **2013-01-01 14:00 UTC**")
    (event,) = result.get_asset_materialization_events()
    assert event.materialization.partition is None
    assert (event.materialization.tags or {})["dagster/data_version"] == lsn(3)
    assert engines.opened[0].calls == ["ingest_all"]


def test_the_engine_gets_the_options_and_ends_with_the_run(
    instance: dg.DagsterInstance, engines: Engines
) -> None:
    more = {"num_partitions": 2, "max_rows_per_batch": 9}
    run(instance, ingest_asset(FLIGHTS), options=more, heap="2g", java="/j", jars="/jars")
    (given,) = engines.given
    assert given["num_partitions"] == 2
    assert (given["heap"], given["java"], given["jars"]) == ("2g", "/j", "/jars")
    assert given["warehouse"] == "/lake"
    assert given["control"] == "/lake/strandline_control"
    assert given["progress"] is False
    assert engines.streams == [
        {
            "capture_instance": "dbo_flights",
            "target": "/lake/flights",
            "max_rows_per_batch": 500,
        }
    ]
    assert repr(engines.opened[0]) == "<strandline.Engine closed>"


def test_variables_of_the_environment_may_stand_among_options(
    instance: dg.DagsterInstance, engines: Engines, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Dagster looks for them in a resource's own fields alone."""
    monkeypatch.setenv("SALES_ZONE", "Europe/Oslo")
    monkeypatch.setenv("SALES_READERS", "2")
    zone, readers = dg.EnvVar("SALES_ZONE"), dg.EnvVar.int("SALES_READERS")
    table = CapturedTable("flights", "dbo_flights", {"num_partitions": readers})
    assert run(instance, ingest_asset(table), options={"source_time_zone": zone}).success
    assert engines.given[0]["source_time_zone"] == "Europe/Oslo"
    assert engines.streams[0]["num_partitions"] == "2"

    outside = StrandlineResource(warehouse="/lake", options={"source_time_zone": zone})
    with outside.engine():
        assert engines.given[1]["source_time_zone"] == "Europe/Oslo"

    monkeypatch.delenv("SALES_ZONE")
    result = run(instance, ingest_asset(table), options={"source_time_zone": zone})
    (failure,) = [event for event in result.all_events if event.is_step_failure]
    said = failure.step_failure_data.user_failure_data
    assert said is not None
    assert said.metadata["code"].value == "INVALID_OPTIONS"
    assert "source_time_zone is the environment variable SALES_ZONE, which is not set" in str(
        said.description
    )
    assert len(engines.opened) == 2


def test_an_asset_is_what_its_project_makes_it(
    instance: dg.DagsterInstance, engines: Engines
) -> None:
    asset = ingest_asset(
        CapturedTable("sales/orders", "dbo_orders"),
        deps=["upstream"],
        group_name="bronze",
        owners=["team:data"],
        tags={"domain": "sales"},
        pool="sales",
        resource_key="sales_source",
    )
    spec = asset.get_asset_spec(dg.AssetKey(["sales", "orders"]))
    assert asset.partitions_def is None
    assert [dep.asset_key for dep in spec.deps] == [dg.AssetKey("upstream")]
    assert (spec.group_name, list(spec.owners)) == ("bronze", ["team:data"])
    assert spec.tags["domain"] == "sales"
    assert spec.kinds == {"sqlserver", "deltalake"}
    assert spec.metadata["capture_instance"] == "dbo_orders"
    assert asset.op.pool == "sales"
    resource = StrandlineResource(warehouse="s3://lake/", url="jdbc:sqlserver://db")
    assert dg.materialize([asset], resources={"sales_source": resource}, instance=instance).success
    assert engines.given[0]["control"] == "s3://lake/strandline_control"
    assert engines.streams[0]["target"] == "s3://lake/sales/orders"


def test_an_idle_call_says_why(instance: dg.DagsterInstance, engines: Engines) -> None:
    engines.answers = [("ingest_all", CatchUp(idle("flights", finalized_until=FINAL), ()))]
    told = metadata(run(instance, ingest_asset(FLIGHTS)))
    assert told["rows"] == 0
    assert told["outcome"] == "idle (caught_up)"
    assert told["report"] == ("flights: idle (caught_up), final until **2013-01-01 14:00 UTC**")
    assert "end_lsn" not in told


def test_one_batch_a_run_and_its_warnings(instance: dg.DagsterInstance, engines: Engines) -> None:
    engines.answers = [("ingest", committed("flights", rows=5, warnings=("a | b\nc",)))]
    told = metadata(run(instance, ingest_asset(FLIGHTS, until_caught_up=False)))
    assert told["rows"] == 5
    assert told["warnings"] == "- a \\| b c"
    assert engines.opened[0].calls == ["ingest"]


def test_a_report_of_many_batches_is_cut(instance: dg.DagsterInstance, engines: Engines) -> None:
    batches = tuple(committed("flights", batch_id=number) for number in range(100))
    engines.answers = [("ingest_all", CatchUp(batches[-1], batches))]
    report = metadata(run(instance, ingest_asset(FLIGHTS)))["report"]
    assert report.count("\n| ") == SHOWN_BATCHES
    assert f"{100 - SHOWN_BATCHES} earlier batches left out" in report
    assert "| 99 |" in report


def test_an_error_for_a_person_fails_at_once_and_says_what_to_do(
    instance: dg.DagsterInstance, engines: Engines
) -> None:
    error = DataLossError(
        "changes from 10:00 to 11:00 are gone",
        "load the table anew",
        {"table": "flights"},
        [committed("flights", rows=9)],
    )
    engines.answers = [("ingest_all", error)]
    result = run(instance, ingest_asset(FLIGHTS))
    assert not result.success
    (failure,) = [event for event in result.all_events if event.is_step_failure]
    said = failure.step_failure_data.user_failure_data
    assert said is not None
    assert "What to do: load the table anew" in str(said.description)
    assert said.metadata["code"].value == "DATA_LOSS"
    assert said.metadata["what_to_do"].value == "load the table anew"
    assert "| 0 | 9 |" in str(said.metadata["report"].value)
    (observed,) = instance.fetch_observations(dg.AssetKey("flights"), limit=10).records
    assert observed.asset_observation is not None
    assert observed.asset_observation.metadata["rows"].value == 9
    assert observed.asset_observation.metadata["code"].value == "DATA_LOSS"
    assert engines.opened[0].calls == ["ingest_all"]


def test_an_error_that_passes_is_tried_again(
    instance: dg.DagsterInstance, engines: Engines
) -> None:
    engines.answers = [
        ("ingest_all", SourceUnavailableError("the server is away", "wait")),
        ("ingest_all", CatchUp(committed("flights"), (committed("flights"),))),
    ]
    result = run(instance, ingest_asset(FLIGHTS, retry_seconds=0))
    assert result.success
    assert engines.opened[0].calls == ["ingest_all", "ingest_all"]


def test_a_run_tells_what_its_failed_attempts_have_committed(
    instance: dg.DagsterInstance, engines: Engines
) -> None:
    batches = [committed("flights", batch_id=number, rows=9) for number in (0, 1)]
    later = committed("flights", batch_id=2, rows=4)
    engines.answers = [
        ("ingest_all", SourceUnavailableError("the server is away", "wait", {}, batches[:1])),
        ("ingest_all", SourceUnavailableError("the server is away", "wait")),
        ("ingest_all", SourceUnavailableError("the server is away", "wait", {}, batches[1:])),
        ("ingest_all", CatchUp(later, (later,))),
    ]
    asset = ingest_asset(FLIGHTS, retry_seconds=0)
    told = metadata(run(instance, asset))
    assert (told["rows"], told["batches"]) == (22, 3)
    assert (told["start_lsn"], told["end_lsn"]) == (lsn(1), lsn(4))
    assert "| 2 | 4 |" in told["report"]
    assert told["report"].endswith("attempts before it, which failed: 2 batches, 18 rows")
    observed = instance.fetch_observations(asset.key, limit=10).records
    assert [record.asset_observation.metadata["rows"].value for record in observed] == [9, 9]

    engines.answers = [("ingest_all", CatchUp(later, (later,)))]
    assert metadata(run(instance, asset))["rows"] == 4, "of this run alone"


def test_no_retries_if_none_are_wanted(instance: dg.DagsterInstance, engines: Engines) -> None:
    engines.answers = [("ingest_all", SourceUnavailableError("the server is away", "wait"))]
    assert not run(instance, ingest_asset(FLIGHTS, max_retries=0)).success
    assert engines.opened[0].calls == ["ingest_all"]
