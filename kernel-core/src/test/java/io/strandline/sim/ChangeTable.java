package io.strandline.sim;

import io.strandline.change.CaptureInstance;
import io.strandline.change.CapturedColumn;
import io.strandline.change.ColumnType;
import io.strandline.change.ColumnType.Kind;
import io.strandline.lsn.Lsn;
import io.strandline.lsn.LsnRange;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A capture instance with its change table and its retention watermark. */
final class ChangeTable {

  private static final List<CapturedColumn> COLUMNS =
      List.of(
          CapturedColumn.of("id", 1, "int", Optional.of(ColumnType.of(Kind.INT))),
          CapturedColumn.of("note", 2, "nvarchar(200)", Optional.of(ColumnType.of(Kind.STRING))));

  private final String name;
  private final int objectId;
  private final Lsn start;
  private final LocalDateTime created;
  private final List<SourceChange> rows = new ArrayList<>();
  private Optional<Lsn> minLsn = Optional.empty();

  ChangeTable(String name, int objectId, Lsn start, LocalDateTime created) {
    this.name = name;
    this.objectId = objectId;
    this.start = start;
    this.created = created;
  }

  /** The first LSN that the instance has ever held. */
  Lsn start() {
    return start;
  }

  /** Empty until capture has processed the enable (measured). */
  Optional<Lsn> minLsn() {
    return minLsn;
  }

  CaptureInstance catalogRow() {
    String table = name.substring("dbo_".length());
    return new CaptureInstance(
        name, "dbo", table, objectId, Optional.of(minLsn.orElse(start)), created, COLUMNS);
  }

  String name() {
    return name;
  }

  void capture(SourceCommit commit) {
    if (commit.lsn().equals(start)) {
      minLsn = Optional.of(start);
    }
    if (!commit.lsn().isBefore(start)) {
      rows.addAll(commit.changes());
    }
  }

  /** Moves the watermark forward; rows go later (documented). */
  void moveWatermark(Lsn watermark) {
    if (minLsn.isPresent() && minLsn.get().isBefore(watermark)) {
      minLsn = Optional.of(watermark);
    }
  }

  /** Deletes at most so many of the rows below the watermark. */
  int purge(int most) {
    int deleted = 0;
    while (deleted < most && !rows.isEmpty() && isBelowWatermark(rows.get(0))) {
      rows.remove(0);
      deleted++;
    }
    return deleted;
  }

  private boolean isBelowWatermark(SourceChange row) {
    return minLsn.isPresent() && row.startLsn().isBefore(minLsn.get());
  }

  /** The rows of a range that are still there, in order. */
  List<SourceChange> rows(LsnRange range) {
    return rows.stream().filter(row -> range.contains(row.startLsn())).toList();
  }
}
