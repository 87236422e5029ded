package io.strandline.sim;

import io.strandline.change.Operation;
import io.strandline.lsn.Lsn;
import java.util.Optional;

/**
 * A row of a change table.
 *
 * @param startLsn LSN of its commit
 * @param commandId order of its statement in the commit
 * @param seqval place in the log; both rows of an update share it
 * @param operation what it records
 * @param id the key column
 * @param text the other captured column, unique over the history unless NULL
 */
record SourceChange(
    Lsn startLsn, int commandId, Lsn seqval, Operation operation, int id, Optional<String> text) {}
