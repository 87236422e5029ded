package io.strandline.snapshot;

import java.util.List;

/**
 * A source table as a snapshot reads it.
 *
 * @param captureInstance the instance whose columns are read and whose watermark guards the stamp
 * @param schema its schema's name
 * @param name its name, which may have changed since the instance was made
 * @param objectId its object id
 * @param columns those wanted, in the order wanted
 * @param key by which it can be cut
 */
public record SnapshotTable(
    String captureInstance,
    String schema,
    String name,
    int objectId,
    List<SnapshotColumn> columns,
    SnapshotKey key) {

  public SnapshotTable {
    columns = List.copyOf(columns);
  }
}
