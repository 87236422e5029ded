package io.strandline.sim;

import io.strandline.change.CaptureInstance;
import io.strandline.change.CapturedColumn;
import io.strandline.change.ColumnType.Kind;
import io.strandline.change.DdlChange;
import io.strandline.lsn.Lsn;
import io.strandline.lsn.LsnRange;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A capture instance with its change table, its retention watermark and its DDL history.
 *
 * <p>Beside the rows that are there it keeps all that it ever recorded, for oracles.
 */
final class ChangeTable {

  private static final int INSTANCES_A_TABLE = 2;

  private final String name;
  private final int objectId;
  private final Lsn start;
  private final LocalDateTime created;
  private final int parity;
  private final List<SourceColumn> columns;
  private final List<SourceChange> rows = new ArrayList<>();
  private final NavigableMap<Lsn, List<SourceChange>> history = new TreeMap<>();
  private final List<DdlChange> ddl = new ArrayList<>();
  private Optional<Lsn> minLsn = Optional.empty();
  private boolean disabled;

  /**
   * An instance that capture has not processed yet.
   *
   * @param parity 0 or 1: instances number the commands of a commit differently (measured)
   */
  ChangeTable(
      String name,
      int objectId,
      Lsn start,
      LocalDateTime created,
      List<SourceColumn> columns,
      int parity) {
    this.name = name;
    this.objectId = objectId;
    this.start = start;
    this.created = created;
    this.columns = new ArrayList<>(columns);
    this.parity = parity;
  }

  String name() {
    return name;
  }

  /** The first LSN that the instance has ever held. */
  Lsn start() {
    return start;
  }

  LocalDateTime created() {
    return created;
  }

  /** Empty until capture has processed the enable (measured), and after the disable. */
  Optional<Lsn> minLsn() {
    return minLsn;
  }

  int parity() {
    return parity;
  }

  boolean isDisabled() {
    return disabled;
  }

  /** Drops the change table and all that belongs to it. */
  void disable() {
    disabled = true;
    minLsn = Optional.empty();
    rows.clear();
    ddl.clear();
  }

  /** What it records, with the types of now. */
  List<SourceColumn> columns() {
    return List.copyOf(columns);
  }

  Optional<SourceColumn> column(String wanted) {
    return columns.stream().filter(column -> column.name().equals(wanted)).findFirst();
  }

  CaptureInstance catalogRow() {
    List<CapturedColumn> captured = new ArrayList<>();
    for (SourceColumn column : columns) {
      int ordinal = captured.size() + 1;
      captured.add(
          new CapturedColumn(
              column.name(),
              ordinal,
              column.id(),
              column.declaration(),
              Optional.of(column.type()),
              false,
              Optional.empty()));
    }
    boolean other = name.equals(SourceDatabase.OTHER);
    return new CaptureInstance(
        name,
        "dbo",
        other ? "stock" : "orders",
        objectId,
        Optional.of(minLsn.orElse(start)),
        created,
        captured);
  }

  /** Records a commit; a column's type changes with the statement that changes it (measured). */
  void capture(SourceCommit commit) {
    if (commit.lsn().equals(start)) {
      minLsn = Optional.of(start);
    }
    if (!commit.lsn().isBefore(start)) {
      List<SourceChange> recorded = recorded(commit);
      rows.addAll(recorded);
      history.put(commit.lsn(), recorded);
    }
  }

  private List<SourceChange> recorded(SourceCommit commit) {
    return commit.changes().stream()
        .filter(change -> change.only().isEmpty() || captures(change.only().get()))
        .map(change -> change.withCommand(change.commandId() * INSTANCES_A_TABLE - parity))
        .toList();
  }

  private boolean captures(int columnId) {
    return columns.stream().anyMatch(column -> column.id() == columnId);
  }

  /** Records a change of the table's definition that came after the enable. */
  void capture(DdlChange change, Optional<SourceColumn> altered) {
    if (change.lsn().isAfter(start)) {
      ddl.add(change);
      altered.ifPresent(a -> alter(a.id(), a.kind()));
    }
  }

  private void alter(int id, Kind kind) {
    columns.replaceAll(column -> column.id() == id ? column.as(kind) : column);
  }

  /** What it has recorded of the table's definition. */
  List<DdlChange> ddl() {
    return List.copyOf(ddl);
  }

  /** All that it ever recorded of a commit. */
  List<SourceChange> recordedOf(Lsn commit) {
    return history.getOrDefault(commit, List.of());
  }

  /** The last commits never happened. */
  void restore(Lsn last) {
    rows.removeIf(row -> row.startLsn().isAfter(last));
    history.tailMap(last, false).clear();
    ddl.removeIf(change -> change.lsn().isAfter(last));
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
