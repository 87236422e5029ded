package io.strandline.delta.kernel;

import io.delta.kernel.data.Row;
import io.delta.kernel.internal.actions.AddFile;
import io.delta.kernel.internal.actions.SingleAction;
import io.delta.kernel.internal.data.GenericRow;
import io.delta.kernel.internal.fs.Path;
import io.delta.kernel.internal.util.VectorUtils;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A data file that is written and not yet committed.
 *
 * @param path URI
 * @param name path relative to the table
 * @param size in bytes
 * @param modifiedAt milliseconds since 1970-01-01T00:00Z
 * @param rows in the file
 * @param statistics as the log has them, JSON; empty for a file that another process has written
 * @param layout hash of the names of its columns
 */
public record DataFile(
    String path,
    String name,
    long size,
    long modifiedAt,
    long rows,
    Optional<String> statistics,
    String layout) {

  DataFile with(String known) {
    return new DataFile(path, name, size, modifiedAt, rows, Optional.of(known), layout);
  }

  /** The action that adds the file to its table. */
  Row addition() {
    Map<Integer, Object> values = new HashMap<>();
    put(values, "path", new Path(name).toUri().toString());
    put(values, "partitionValues", VectorUtils.stringStringMapValue(Map.of()));
    put(values, "size", size);
    put(values, "modificationTime", modifiedAt);
    put(values, "dataChange", true);
    put(values, "stats", statistics.orElseThrow());
    return SingleAction.createAddFileSingleAction(new GenericRow(AddFile.FULL_SCHEMA, values));
  }

  private static void put(Map<Integer, Object> values, String field, Object value) {
    values.put(AddFile.FULL_SCHEMA.indexOf(field), value);
  }
}
