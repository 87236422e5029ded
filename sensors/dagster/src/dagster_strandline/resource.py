"""The resource: a source, a warehouse, and the engine between them."""

from datetime import datetime
from typing import Any

import dagster as dg
from pydantic import Field, PrivateAttr
from strandline import Engine, Finality, PeriodVerdict, Stream, Verdict, Verdicts

from dagster_strandline._environment import with_variables
from dagster_strandline.tables import CapturedTable


class StrandlineResource(dg.ConfigurableResource[Any]):
    """A source database and the warehouse that its tables are ingested into.

    Verdicts are read from the control table alone, without Java and without the source, so a
    resource for sensors and checks needs no more than `warehouse`. The first call of `engine()`
    starts Java, which ends with the run.
    """

    warehouse: str = Field(description="Folder of the tables, a path or URI.")
    url: str | None = Field(
        default=None, description="JDBC URL of the source, such as dg.EnvVar('STRANDLINE_URL')."
    )
    user: str | None = Field(default=None, description="Login name.")
    password: str | None = Field(
        default=None,
        description="Of the login: dg.EnvVar('STRANDLINE_PASSWORD'). Dagster shows a plain text"
        " to everyone who may see the resource.",
    )
    control: str | None = Field(
        default=None, description="Control table; by default strandline_control in the warehouse."
    )
    options: dict[str, Any] = Field(
        default={},
        description="More options of all streams, as docs/reference/options.md has them"
        " in snake_case. A value may be a dg.EnvVar.",
    )
    storage_options: dict[str, str] = Field(
        default={}, description="Of deltalake, to read the control table in an object store."
    )
    java: str | None = Field(default=None, description="The java to start; else JAVA_HOME, PATH.")
    jars: str | None = Field(default=None, description="Folder of jars, not those of the package.")
    heap: str = Field(default="1g", description="Largest heap of the engine's Java process.")

    _engine: Engine | None = PrivateAttr(default=None)

    def engine(self) -> Engine:
        """The engine of this run, opened by the first call."""
        if self._engine is None:
            given = {"url": self.url, "user": self.user, "password": self.password}
            options: Any = {
                **with_variables(self.options),
                **{name: value for name, value in given.items() if value is not None},
                "warehouse": self.warehouse,
                "control": self.control_location,
            }
            self._engine = Engine(
                java=self.java, jars=self.jars, heap=self.heap, progress=False, **options
            )
        return self._engine

    def stream(self, table: CapturedTable) -> Stream:
        """The stream of a captured table."""
        options: Any = {
            "capture_instance": table.capture_instance,
            "target": _child(self.warehouse, table.name),
            **with_variables(table.options),
        }
        return self.engine().stream(**options)

    @property
    def control_location(self) -> str:
        """Path or URI of the control table."""
        return self.control or _child(self.warehouse, "strandline_control")

    def verdict(self, table: str) -> Verdict:
        """The published verdict of a table of the warehouse, or of `group:<name>`."""
        verdicts = Verdicts(
            self.control_location,
            warehouse=self.warehouse,
            storage_options=self.storage_options,
        )
        return verdicts.verdict(table)

    def require_final(self, table: str, start: datetime, end: datetime) -> PeriodVerdict:
        """The verdict on a period that is final, with a gap or without; else the step fails."""
        period = self.verdict(table).of_period(start, end)
        if period.status is Finality.OPEN:
            raise dg.Failure(
                f"{period}: more may arrive. Run it when the sensor asks for it.",
                allow_retries=False,
            )
        return period

    def teardown_after_execution(self, context: dg.InitResourceContext) -> None:
        """Ends the engine, if it was opened."""
        if self._engine is not None:
            self._engine.close()
            self._engine = None


def _child(folder: str, name: str) -> str:
    return folder + name if folder.endswith("/") else f"{folder}/{name}"
