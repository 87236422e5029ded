"""The guide's code does what the guide says."""

from __future__ import annotations

from typing import Any

import dagster as dg

from control import ControlTable
from dagster_strandline import StrandlineResource
from guide import block


def test_the_definitions_of_the_guide_ask_for_final_hours(
    control: ControlTable, strandline: StrandlineResource, instance: dg.DagsterInstance
) -> None:
    # Dagster looks at the annotations of the code's functions, not at this file's.
    module: dict[str, Any] = {"__name__": "guide_code"}
    exec(compile(block("python"), "dagster.md", "exec", dont_inherit=True), module)
    defs = module["defs"]
    dg.Definitions.validate_loadable(defs)
    assert {key.to_user_string() for key in defs.resolve_asset_graph().get_all_asset_keys()} == {
        "bronze/orders",
        "orders_by_hour",
    }

    control.publish("2026-11-01T02:00:00", table="orders", since="2026-10-31T23:00:00")
    with dg.build_sensor_context(
        instance=instance, resources={"strandline": strandline}
    ) as context:
        found = defs.resolve_sensor_def("finalized_hours")(context)
    hours = [request.partition_key for request in found.run_requests]
    assert hours == ["2026-11-01-00:00", "2026-11-01-01:00"]

    defs = dg.Definitions(assets=[module["orders_by_hour"]], resources={"strandline": strandline})
    for hour, complete in [(hours[1], True), ("2026-11-01-02:00", False)]:
        job = defs.resolve_implicit_global_asset_job_def()
        done = job.execute_in_process(instance=instance, partition_key=hour, raise_on_error=False)
        assert done.success == complete
