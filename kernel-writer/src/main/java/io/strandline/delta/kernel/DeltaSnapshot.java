package io.strandline.delta.kernel;

import io.delta.kernel.Snapshot;
import io.delta.kernel.engine.Engine;
import io.delta.kernel.internal.SnapshotImpl;
import io.delta.kernel.internal.util.FileNames;
import io.delta.kernel.types.StructType;
import io.delta.kernel.utils.FileStatus;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A table at one version. Immutable; reads more of the log when asked. */
public final class DeltaSnapshot {

  private final Engine engine;
  private final SnapshotImpl snapshot;

  DeltaSnapshot(Engine engine, Snapshot snapshot) {
    this.engine = engine;
    this.snapshot = (SnapshotImpl) snapshot;
  }

  /** The table's URI as Kernel resolved it. */
  public String path() {
    return snapshot.getPath();
  }

  /** The version. */
  public long version() {
    return snapshot.getVersion();
  }

  /** The Delta table's id. */
  public String tableId() {
    return snapshot.getMetadata().getId();
  }

  /** The columns by the names that readers use. */
  public StructType schema() {
    return snapshot.getSchema();
  }

  /**
   * Some of the columns by the names that data files use.
   *
   * @throws IllegalArgumentException if the table lacks one
   */
  public StructType physicalSchema(List<String> names) {
    return TableLayout.of(this, List.of()).physicalSchema(names);
  }

  /** Whether names in data files are mapped. */
  public boolean isNameMapped() {
    return "name".equals(properties().get("delta.columnMapping.mode"));
  }

  /** Whether types of columns may be widened. */
  public boolean allowsWidening() {
    return "true".equalsIgnoreCase(properties().get("delta.enableTypeWidening"));
  }

  /** The columns as the log spells them, in JSON. */
  public String schemaText() {
    return snapshot.getMetadata().getSchemaString();
  }

  /** The table's properties. */
  public Map<String, String> properties() {
    return snapshot.getTableProperties();
  }

  /** The document of a metadata domain. */
  public Optional<String> domain(String name) {
    return snapshot.getDomainMetadata(name);
  }

  /** The newest transaction version of an application, without a scan of data. */
  public Optional<Long> transaction(String appId) {
    return snapshot.getLatestTransactionVersion(engine, appId);
  }

  /** The newest commit's file if nothing is in it; told by the listing that found it. */
  public Optional<String> emptyCommit() {
    return snapshot.getLogSegment().getDeltas().stream()
        .filter(file -> file.getSize() == 0)
        .map(FileStatus::getPath)
        .filter(file -> FileNames.deltaVersion(file) == version())
        .findFirst();
  }

  SnapshotImpl kernel() {
    return snapshot;
  }
}
