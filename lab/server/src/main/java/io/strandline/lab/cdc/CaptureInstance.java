package io.strandline.lab.cdc;

import io.strandline.lab.session.SqlType;
import io.strandline.lab.store.Table;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A set of columns of a table whose changes are captured. */
public final class CaptureInstance {

  private final String name;
  private final int objectId;
  private final Table source;
  private final Lsn enabledAt;
  private final LocalDateTime createDate;
  private final @Nullable String role;
  private final @Nullable String indexName;
  private final List<CapturedColumn> indexColumns;
  private final boolean supportsNetChanges;
  private final @Nullable String filegroup;
  private final boolean partitionSwitch;
  private final int slot;
  private final ChangeTable changes;
  private volatile List<CapturedColumn> columns;
  private volatile Lsn startLsn;

  CaptureInstance(
      CaptureRequest request, int objectId, Lsn enabledAt, LocalDateTime createDate, int slot) {
    this.name = request.name();
    this.objectId = objectId;
    this.source = request.source();
    this.enabledAt = enabledAt;
    this.startLsn = enabledAt;
    this.createDate = createDate;
    this.role = request.role();
    this.indexName = request.indexName();
    this.indexColumns = List.copyOf(request.indexColumns());
    this.supportsNetChanges = request.supportsNetChanges();
    this.filegroup = request.filegroup();
    this.partitionSwitch = request.partitionSwitch();
    this.slot = slot;
    this.columns = List.copyOf(request.columns());
    this.changes = new ChangeTable(columns);
  }

  public String name() {
    return name;
  }

  /** The change table's name, without its schema. */
  public String changeTableName() {
    return name + "_CT";
  }

  /** The change table's object id. */
  public int objectId() {
    return objectId;
  }

  public Table source() {
    return source;
  }

  /** The commit LSN of the enable. */
  public Lsn enabledAt() {
    return enabledAt;
  }

  /** Server-local datetime. */
  public LocalDateTime createDate() {
    return createDate;
  }

  /** The gating role; {@code null} for none. */
  public @Nullable String role() {
    return role;
  }

  /** Whether partitions of the source may be switched. */
  public boolean partitionSwitch() {
    return partitionSwitch;
  }

  public @Nullable String indexName() {
    return indexName;
  }

  /** The columns that identify a row, in index order; empty without a unique index. */
  public List<CapturedColumn> indexColumns() {
    return indexColumns;
  }

  public boolean supportsNetChanges() {
    return supportsNetChanges;
  }

  /** The filegroup asked for; {@code null} for the default one. */
  public @Nullable String filegroup() {
    return filegroup;
  }

  /** 0 or 1: which of its table's two instances it is. */
  int slot() {
    return slot;
  }

  public ChangeTable changes() {
    return changes;
  }

  public List<CapturedColumn> columns() {
    return columns;
  }

  /** The low watermark. */
  public Lsn startLsn() {
    return startLsn;
  }

  /** Moves the low watermark up to {@code watermark}; never down. */
  void raiseStart(Lsn watermark) {
    if (watermark.compareTo(startLsn) > 0) {
      startLsn = watermark;
    }
  }

  /** The position of the column with a source column id; -1 if it is not captured. */
  int positionOf(int columnId) {
    List<CapturedColumn> current = columns;
    for (int i = 0; i < current.size(); i++) {
      if (current.get(i).columnId() == columnId) {
        return i;
      }
    }
    return -1;
  }

  void retype(int position, SqlType type) {
    List<CapturedColumn> changed = new ArrayList<>(columns);
    changed.set(position, changed.get(position).retyped(type));
    columns = List.copyOf(changed);
  }
}
