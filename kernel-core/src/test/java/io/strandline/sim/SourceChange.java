package io.strandline.sim;

import io.strandline.change.Operation;
import io.strandline.lsn.Lsn;
import java.util.Map;
import java.util.Optional;

/**
 * A change of a row of the followed table.
 *
 * @param startLsn LSN of its commit
 * @param commandId order of its statement in the commit
 * @param seqval place in the log; both rows of an update share it
 * @param operation what it records
 * @param values by column id, a Long or a String; none for NULL
 * @param only the one column that an update touched; empty if it touched more
 */
record SourceChange(
    Lsn startLsn,
    int commandId,
    Lsn seqval,
    Operation operation,
    Map<Integer, Object> values,
    Optional<Integer> only) {

  SourceChange {
    values = Map.copyOf(values);
  }

  /** An insert of a key and a note, alone in its commit. */
  static SourceChange insert(Lsn lsn, long id) {
    Map<Integer, Object> values = Map.of(SourceTable.ID, id, SourceTable.NOTE, "note " + id);
    return new SourceChange(lsn, 1, lsn.previous(), Operation.INSERT, values, Optional.empty());
  }

  SourceChange withCommand(int id) {
    return new SourceChange(startLsn, id, seqval, operation, values, only);
  }
}
