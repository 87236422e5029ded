package io.strandline.port;

import io.strandline.verdict.ControlRow;
import java.util.List;
import java.util.Optional;

/**
 * The published verdicts, one row a table.
 *
 * <p>Thread-safe, in one process and among several. Every call may throw a {@link
 * io.strandline.error.StrandlineException}: target not writable, foreign table.
 */
public interface ControlTable {

  /** Creates the table unless it is there. */
  void createIfAbsent();

  /** A table's row; empty if there is none, or no control table. */
  Optional<ControlRow> read(String tableName);

  /** Every row, groups' included, by name; none if there is no control table. */
  List<ControlRow> all();

  /**
   * Publishes a row over the one that is there, by {@link ControlRow#over}; writes nothing if
   * readers would see no difference.
   *
   * @return the row that is there afterwards
   */
  ControlRow publish(ControlRow row);
}
