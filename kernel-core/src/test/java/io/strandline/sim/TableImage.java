package io.strandline.sim;

import io.strandline.change.Operation;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/** The rows of the followed table by key, as its changes have made them. Not thread-safe. */
final class TableImage {

  private final NavigableMap<Long, Map<Integer, Object>> rows = new TreeMap<>();

  /** The rows of another image. */
  static TableImage of(Map<Long, Map<Integer, Object>> base) {
    TableImage image = new TableImage();
    image.rows.putAll(base);
    return image;
  }

  void apply(SourceCommit commit) {
    commit.changes().forEach(this::apply);
  }

  void apply(SourceChange change) {
    if (isGone(change.operation())) {
      rows.remove(key(change));
    } else {
      rows.put(key(change), change.values());
    }
  }

  private static boolean isGone(Operation operation) {
    return operation == Operation.DELETE || operation == Operation.UPDATE_BEFORE;
  }

  static Long key(SourceChange change) {
    return (Long) change.values().get(SourceTable.ID);
  }

  /** Values by column id, by key. */
  NavigableMap<Long, Map<Integer, Object>> rows() {
    return rows;
  }

  Optional<Map<Integer, Object>> row(Long key) {
    return Optional.ofNullable(rows.get(key));
  }
}
