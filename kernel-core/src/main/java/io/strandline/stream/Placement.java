package io.strandline.stream;

import io.strandline.change.ChangeBatch;
import io.strandline.change.NullVectors;
import io.strandline.change.TableColumn;
import io.strandline.change.Vector;
import java.util.ArrayList;
import java.util.List;

/**
 * Where the columns that a reader delivers stand among the target's; the others are NULL.
 *
 * @param sources for each of the target's columns the reader's position; -1 for NULL
 */
record Placement(List<TableColumn> target, List<Integer> sources) {

  static Placement of(List<TableColumn> target, List<TableColumn> delivered) {
    List<Integer> sources = new ArrayList<>();
    for (TableColumn column : target) {
      int source = -1;
      for (int i = 0; i < delivered.size(); i++) {
        if (delivered.get(i).key().equals(column.key())) {
          source = i;
        }
      }
      sources.add(source);
    }
    return new Placement(target, sources);
  }

  /** The rows with a vector for each of the target's columns. */
  ChangeBatch arrange(ChangeBatch rows) {
    List<Vector> vectors = new ArrayList<>();
    for (int i = 0; i < target.size(); i++) {
      int source = sources.get(i);
      vectors.add(
          source < 0
              ? NullVectors.of(target.get(i).type(), rows.rows())
              : rows.captured().get(source));
    }
    return new ChangeBatch(
        rows.rows(),
        rows.startLsn(),
        rows.seqval(),
        rows.operation(),
        rows.commandId(),
        rows.commitLocal(),
        vectors);
  }
}
