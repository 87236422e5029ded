"""Spark with Delta's own library: the reference implementation, in one session for all tests."""

import hashlib
import os
import subprocess
from pathlib import Path
from typing import Any, ClassVar

import pyarrow as pa
from commandline import ROOT
from engines import Column, Engine
from pyspark.sql import SparkSession

POM = ROOT / "python" / "delta-spark" / "pom.xml"

GROUPS = "io.delta,io.unitycatalog"
"""What pyspark does not bring itself."""


def jars() -> list[Path]:
    """Delta's jars, fetched with Maven once a version of the file that names them."""
    identity = hashlib.sha256(POM.read_bytes()).hexdigest()[:16]
    folder = ROOT / ".cache" / "spark" / identity
    if not (folder / "complete").exists():
        copy = ["dependency:copy-dependencies", f"-DoutputDirectory={folder}"]
        maven = os.environ.get("MVN", "mvn -B -ntp").split()
        command = [*maven, "-q", "-f", str(POM), *copy, f"-DincludeGroupIds={GROUPS}"]
        subprocess.run(command, check=True)
        (folder / "complete").touch()
    return sorted(folder.glob("*.jar"))


def session(folder: Path) -> SparkSession:
    """A session on two cores; what it writes beside tables goes to the folder."""
    settings = {
        "spark.jars": ",".join(map(str, jars())),
        "spark.sql.extensions": "io.delta.sql.DeltaSparkSessionExtension",
        "spark.sql.catalog.spark_catalog": "org.apache.spark.sql.delta.catalog.DeltaCatalog",
        "spark.sql.warehouse.dir": str(folder / "warehouse"),
        "spark.sql.session.timeZone": "UTC",
        "spark.sql.shuffle.partitions": "1",
        "spark.databricks.delta.snapshotPartitions": "1",
        "spark.databricks.delta.retentionDurationCheck.enabled": "false",
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
        "spark.driver.host": "127.0.0.1",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.driver.extraJavaOptions": f"-Dderby.system.home={folder} -XX:+UseSerialGC",
    }
    builder: Any = SparkSession.builder
    made: SparkSession = builder.master("local[2]").config(map=settings).getOrCreate()
    made.sparkContext.setLogLevel("ERROR")
    return made


class Spark(Engine):
    """Spark SQL."""

    name = "spark"

    WORDS: ClassVar[dict[str, str]] = {
        "smallint": "short",
        "int": "integer",
        "bigint": "long",
    }

    def __init__(self, spark: SparkSession) -> None:
        self.spark = spark

    def sql(self, text: str, **tables: Path) -> list[Any]:
        """Runs a statement; a table is named by its keyword in braces."""
        return self.spark.sql(self._named(text, tables)).collect()

    def columns(self, table: Path) -> list[Column]:
        fields = self.spark.sql(f"SELECT * FROM {scan(table)}").schema.fields
        words = [(field.name, field.dataType.simpleString()) for field in fields]
        return [(name, self.WORDS.get(word, word)) for name, word in words]

    def arrow(self, sql: str, **tables: Path) -> pa.Table:
        return self.spark.sql(self._named(sql, tables)).toArrow()

    @staticmethod
    def _named(sql: str, tables: dict[str, Path]) -> str:
        return sql.format(**{name: scan(path) for name, path in tables.items()})


def scan(table: Path) -> str:
    """Spark's name of a Delta table."""
    return f"delta.`{table}`"
