"""The component, as YAML."""

from __future__ import annotations

import traceback
from typing import Any

import dagster as dg
import pytest
import yaml
from dagster._core.remote_representation.external_data import RepositorySnap
from dagster._serdes import serialize_value
from dagster.components.testing import create_defs_folder_sandbox

from dagster_strandline import StrandlineTables

YAML = """
type: dagster_strandline.StrandlineTables
attributes:
  source:
    warehouse: /lake
    url: jdbc:sqlserver://sql1;databaseName=sales
    user: reader
    password_variable: SALES_PASSWORD
    options:
      num_partitions: 2
  tables:
    - name: orders
      capture_instance: dbo_orders
    - name: sales/order_lines
      capture_instance: dbo_order_lines
      key: bronze/lines
      options:
        max_rows_per_batch: 500000
  schedule: "*/5 * * * *"
"""


def loaded(text: str) -> dg.Definitions:
    document: Any = yaml.safe_load(text)
    with create_defs_folder_sandbox() as sandbox:
        path = sandbox.scaffold_component(
            component_cls=StrandlineTables, defs_yaml_contents=document
        )
        with sandbox.load_component_and_build_defs(defs_path=path) as (_, definitions):
            return definitions


def test_yaml_makes_assets_checks_a_schedule_and_the_resource(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("SALES_PASSWORD", "a-secret-word")
    definitions = loaded(YAML)
    graph = definitions.resolve_asset_graph()
    lines = dg.AssetKey(["bronze", "lines"])
    assert graph.get_all_asset_keys() == {dg.AssetKey("orders"), lines}
    assert graph.get(lines).group_name == "bronze"
    assert {key.name for key in graph.asset_check_keys} == {"finalized"}
    schedule = definitions.resolve_schedule_def("ingest_strandline_schedule")
    assert schedule.cron_schedule == "*/5 * * * *"
    assert "a-secret-word" not in repr(definitions)
    dg.Definitions.validate_loadable(definitions)


def test_yaml_may_name_variables_whose_text_dagster_then_shows(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("SALES_USER", "a-login")
    monkeypatch.setenv("SALES_CI", "dbo_orders_2")
    monkeypatch.setenv("SALES_PASSWORD", "a-secret-word")
    text = YAML.replace("user: reader", "user: '{{ env.SALES_USER }}'")
    text = text.replace(
        "capture_instance: dbo_orders\n", "capture_instance: '{{ env.SALES_CI }}'\n"
    )
    definitions = loaded(text.replace("num_partitions: 2", "app_id: '{{ env.SALES_CI }}'"))
    snapshot = serialize_value(RepositorySnap.from_def(definitions.get_repository_def()))
    assert "a-login" in snapshot
    assert "dbo_orders_2" in snapshot
    assert "{{" not in snapshot
    assert "SALES_PASSWORD" in snapshot
    assert "a-secret-word" not in snapshot


@pytest.mark.parametrize(
    ("change", "match"),
    [
        (("capture_instance: dbo_orders\n", "capture: dbo_orders\n"), "capture"),
        (("user: reader", "password: secret"), "password"),
        (("num_partitions: 2", "password: secret"), "password_variable"),
        (("num_partitions: 2", "password: '{{ env.SALES_PASSWORD }}'"), "password_variable"),
        (("max_rows_per_batch: 500000", "password: secret"), "password_variable"),
        (("user: reader", "url_variable: SALES_URL"), "not both"),
    ],
)
def test_yaml_that_is_wrong_is_refused(change: tuple[str, str], match: str) -> None:
    """A password cannot be written into it."""
    with pytest.raises(Exception, match="StrandlineTables") as refused:
        loaded(YAML.replace(*change, 1))
    assert match in "".join(traceback.format_exception(refused.value))
