"""Columns of the three tables: names, order and types, as both engines see them."""

import pytest
from demos import Demo
from engines import Column, Engine, arrow_word

BRONZE: list[Column] = [
    ("_capture_instance", "string"),
    ("_start_lsn", "string"),
    ("_seqval", "string"),
    ("_operation", "integer"),
    ("_command_id", "integer"),
    ("_commit_ts", "timestamp"),
    ("flight_id", "integer"),
    ("carrier", "string"),
    ("flight_no", "short"),
    ("tail_number", "string"),
    ("route", "string"),
    ("flight_date", "date"),
    ("scheduled_at", "timestamp_ntz"),
    ("departed_at", "timestamp_ntz"),
    ("departure_delay", "decimal(5,1)"),
    ("arrival_delay", "decimal(5,1)"),
    ("on_time", "boolean"),
    ("air_minutes", "short"),
    ("distance_m", "long"),
    ("speed_kmh", "double"),
    ("status", "string"),
    ("_batch_id", "long"),
    ("_snapshot", "string"),
    ("_chunk", "integer"),
]

FACTS: list[Column] = [
    ("table_id", "string"),
    ("app_id", "string"),
    ("target", "string"),
    ("generation", "integer"),
    ("batch_id", "long"),
    ("event", "string"),
    ("rows", "long"),
    ("inserts", "long"),
    ("updates", "long"),
    ("deletes", "long"),
    ("min_lsn", "string"),
    ("max_lsn", "string"),
    ("end_lsn", "string"),
    ("min_commit_ts", "timestamp"),
    ("max_commit_ts", "timestamp"),
    ("end_commit_ts", "timestamp"),
    ("lost_from_ts", "timestamp"),
    ("lost_to_ts", "timestamp"),
    ("detail", "string"),
    ("source_max_commit_ts", "timestamp"),
    ("capture_lag_seconds", "double"),
    ("ingestion_lag_seconds", "double"),
    ("retention_watermark_ts", "timestamp"),
    ("retention_headroom_hours", "double"),
    ("started_at", "timestamp"),
    ("written_at", "timestamp"),
    ("duration_ms", "long"),
    ("source_rtt_ms", "long"),
    ("source_wait_ms", "long"),
    ("read_mb", "double"),
    ("written_mb", "double"),
    ("files", "integer"),
]

CONTROL: list[Column] = [
    ("table_name", "string"),
    ("table_id", "string"),
    ("app_id", "string"),
    ("finalized_until", "timestamp"),
    ("granularity", "string"),
    ("lossless_since", "timestamp"),
    ("end_lsn", "string"),
    ("end_commit_ts", "timestamp"),
    ("updated_at", "timestamp"),
    ("applied_lsn", "string"),
    ("snapshot_lsn", "string"),
    ("open_snapshot_lsn", "string"),
    ("snapshot_wave", "integer"),
]

TABLES = {"bronze": BRONZE, "facts": FACTS, "control": CONTROL}


@pytest.mark.parametrize("table", TABLES)
def test_declared_columns(demo: Demo, engine: Engine, table: str) -> None:
    assert engine.columns(getattr(demo, table)) == TABLES[table]


@pytest.mark.parametrize("table", TABLES)
def test_columns_of_what_is_read(demo: Demo, engine: Engine, table: str) -> None:
    answer = engine.arrow("SELECT * FROM {t}", t=getattr(demo, table))
    assert [(field.name, arrow_word(field.type)) for field in answer.schema] == TABLES[table]
