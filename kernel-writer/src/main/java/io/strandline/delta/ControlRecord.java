package io.strandline.delta;

import io.delta.kernel.data.Row;
import io.strandline.change.ColumnType;
import io.strandline.change.ColumnType.Kind;
import io.strandline.change.TableColumn;
import io.strandline.lsn.Lsn;
import io.strandline.lsn.Offset;
import io.strandline.verdict.ControlRow;
import io.strandline.verdict.Granularity;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A row of the control table with the columns that a verdict does not carry.
 *
 * @param row the verdict
 * @param updatedAt when it was written, the reader's clock
 * @param appliedLsn to where silver holds the changes; empty for NULL
 * @param snapshotLsn stamp of the newest complete snapshot; empty for NULL
 * @param openSnapshotLsn stamp of the snapshot in progress; empty for NULL
 * @param snapshotWave its wave; empty for NULL
 */
record ControlRecord(
    ControlRow row,
    Instant updatedAt,
    Optional<String> appliedLsn,
    Optional<String> snapshotLsn,
    Optional<String> openSnapshotLsn,
    Optional<Integer> snapshotWave) {

  static final String TABLE_NAME = "table_name";

  /** The table's columns, in order. */
  static final List<TableColumn> COLUMNS =
      List.of(
          column(TABLE_NAME, Kind.STRING),
          column("table_id", Kind.STRING),
          column("app_id", Kind.STRING),
          column("finalized_until", Kind.TIMESTAMP),
          column("granularity", Kind.STRING),
          column("lossless_since", Kind.TIMESTAMP),
          column("end_lsn", Kind.STRING),
          column("end_commit_ts", Kind.TIMESTAMP),
          column("updated_at", Kind.TIMESTAMP),
          column("applied_lsn", Kind.STRING),
          column("snapshot_lsn", Kind.STRING),
          column("open_snapshot_lsn", Kind.STRING),
          column("snapshot_wave", Kind.INT));

  private static TableColumn column(String name, Kind kind) {
    return new TableColumn(name, ColumnType.of(kind));
  }

  /** A verdict over the record that is there, keeping the other columns of the same table. */
  static ControlRecord of(ControlRow row, Instant updatedAt, Optional<ControlRecord> current) {
    Optional<ControlRecord> same =
        current.filter(record -> record.row().tableId().equals(row.tableId()));
    return new ControlRecord(
        row,
        updatedAt,
        same.flatMap(ControlRecord::appliedLsn),
        same.flatMap(ControlRecord::snapshotLsn),
        same.flatMap(ControlRecord::openSnapshotLsn),
        same.flatMap(ControlRecord::snapshotWave));
  }

  /** A verdict as the table can hold it: instants to the microsecond. */
  static ControlRow storable(ControlRow row) {
    return new ControlRow(
        row.tableName(),
        row.tableId(),
        row.appId(),
        row.finalizedUntil().map(ControlRecord::storable),
        row.granularity(),
        storable(row.losslessSince()),
        row.end().map(end -> new Offset(end.lsn(), storable(end.commitTs()))));
  }

  private static Instant storable(Instant instant) {
    return instant.truncatedTo(ChronoUnit.MICROS);
  }

  /** The record of a row with {@link #COLUMNS}. */
  static ControlRecord read(Row row) {
    Reader reader = new Reader(row);
    return new ControlRecord(
        new ControlRow(
            reader.text(TABLE_NAME),
            reader.text("table_id"),
            reader.text("app_id"),
            reader.optionalInstant("finalized_until"),
            Granularity.parse(reader.text("granularity")),
            reader.instant("lossless_since"),
            reader
                .optionalText("end_lsn")
                .map(lsn -> new Offset(Lsn.parse(lsn), reader.instant("end_commit_ts")))),
        reader.instant("updated_at"),
        reader.optionalText("applied_lsn"),
        reader.optionalText("snapshot_lsn"),
        reader.optionalText("open_snapshot_lsn"),
        reader.optionalInt("snapshot_wave"));
  }

  /** The value of a column; null for NULL. */
  @Nullable Object value(TableColumn column) {
    return switch (column.name()) {
      case TABLE_NAME -> row.tableName();
      case "table_id" -> row.tableId();
      case "app_id" -> row.appId();
      case "finalized_until" -> row.finalizedUntil().orElse(null);
      case "granularity" -> row.granularity().text();
      case "lossless_since" -> row.losslessSince();
      case "end_lsn" -> row.end().map(end -> end.lsn().toString()).orElse(null);
      case "end_commit_ts" -> row.end().map(Offset::commitTs).orElse(null);
      case "updated_at" -> updatedAt;
      case "applied_lsn" -> appliedLsn.orElse(null);
      case "snapshot_lsn" -> snapshotLsn.orElse(null);
      case "open_snapshot_lsn" -> openSnapshotLsn.orElse(null);
      case "snapshot_wave" -> snapshotWave.orElse(null);
      default -> throw new IllegalArgumentException("no column " + column.name());
    };
  }

  /** The columns of a row by name. */
  private record Reader(Row row) {

    Optional<String> optionalText(String name) {
      return at(name).map(row::getString);
    }

    Optional<Integer> optionalInt(String name) {
      return at(name).map(row::getInt);
    }

    Optional<Instant> optionalInstant(String name) {
      return at(name).map(ordinal -> RowTable.instant(row.getLong(ordinal)));
    }

    String text(String name) {
      return optionalText(name).orElseThrow(() -> missing(name));
    }

    Instant instant(String name) {
      return optionalInstant(name).orElseThrow(() -> missing(name));
    }

    private Optional<Integer> at(String name) {
      int ordinal = row.getSchema().indexOf(name);
      return row.isNullAt(ordinal) ? Optional.empty() : Optional.of(ordinal);
    }

    private static IllegalStateException missing(String name) {
      return new IllegalStateException("a control row has no " + name);
    }
  }
}
