"""The component: captured tables in YAML."""

import dagster as dg
from pydantic import Field

from dagster_strandline.check import finalized_check
from dagster_strandline.ingest import ingest_asset
from dagster_strandline.resource import StrandlineResource
from dagster_strandline.tables import CapturedTable

Options = dict[str, str | int | float | bool]


def _without_secrets(options: Options) -> Options:
    if "password" in options:
        raise dg.DagsterInvalidDefinitionError(
            "a password is not written among options: name its variable as password_variable"
        )
    return dict(options)


class SourceModel(dg.Model, dg.Resolvable):
    """A source and a warehouse; a secret is named, never written here."""

    warehouse: str = Field(description="Folder of the tables, a path or URI.")
    url: str | None = Field(default=None, description="JDBC URL of the source.")
    url_variable: str | None = Field(
        default=None, description="Environment variable with the JDBC URL, instead of url."
    )
    user: str | None = Field(default=None, description="Login name.")
    password_variable: str | None = Field(
        default=None, description="Environment variable with the login's password."
    )
    control: str | None = Field(
        default=None, description="Control table; by default strandline_control in the warehouse."
    )
    options: Options = Field(default={}, description="More options of all streams, in snake_case.")

    def resource(self) -> StrandlineResource:
        """The resource that it describes."""
        if self.url is not None and self.url_variable is not None:
            raise dg.DagsterInvalidDefinitionError("give url or url_variable, not both")
        return StrandlineResource(
            warehouse=self.warehouse,
            url=dg.EnvVar(self.url_variable) if self.url_variable else self.url,
            user=self.user,
            password=dg.EnvVar(self.password_variable) if self.password_variable else None,
            control=self.control,
            options={**_without_secrets(self.options)},
        )


class TableModel(dg.Model, dg.Resolvable):
    """A captured table."""

    name: str = Field(description="Path of the bronze table below the warehouse.")
    capture_instance: str = Field(description="Capture instance, such as dbo_orders.")
    key: str | None = Field(
        default=None, description="Asset key, parts apart by slashes; by default the name."
    )
    options: Options = Field(default={}, description="Options of this stream, in snake_case.")


class StrandlineTables(dg.Component, dg.Model, dg.Resolvable):
    """Bronze assets of captured tables, each with a check that tells the verdict's lag.

    With `source` it brings the resource too, else `resource_key` names one that is there. With
    `schedule` the tables are ingested together by that cron expression.
    """

    tables: list[TableModel]
    source: SourceModel | None = None
    resource_key: str = "strandline"
    group_name: str | None = "bronze"
    schedule: str | None = None
    until_caught_up: bool = True

    def build_defs(self, context: dg.ComponentLoadContext) -> dg.Definitions:
        """The definitions of all tables."""
        assets = [self._asset(table) for table in self.tables]
        schedules = []
        if self.schedule is not None:
            name = f"ingest_{self.resource_key}"
            schedules.append(
                dg.ScheduleDefinition(
                    name=f"{name}_schedule",
                    cron_schedule=self.schedule,
                    target=dg.define_asset_job(name, selection=dg.AssetSelection.assets(*assets)),
                    execution_timezone="UTC",
                )
            )
        return dg.Definitions(
            assets=assets,
            asset_checks=[
                finalized_check(asset, table.name, resource_key=self.resource_key)
                for asset, table in zip(assets, self.tables, strict=True)
            ],
            schedules=schedules,
            resources={self.resource_key: self.source.resource()} if self.source else {},
        )

    def _asset(self, table: TableModel) -> dg.AssetsDefinition:
        return ingest_asset(
            CapturedTable(table.name, table.capture_instance, _without_secrets(table.options)),
            key=table.key.split("/") if table.key else None,
            group_name=self.group_name,
            until_caught_up=self.until_caught_up,
            resource_key=self.resource_key,
        )
