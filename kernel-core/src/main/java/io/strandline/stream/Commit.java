package io.strandline.stream;

import io.strandline.change.TableColumn;
import io.strandline.error.CommitUnknownException;
import io.strandline.error.StrandlineException;
import io.strandline.port.BronzeHead;
import io.strandline.port.BronzeTable;
import io.strandline.port.CommitOutcome;
import io.strandline.port.WrittenFiles;
import io.strandline.state.StreamState;
import java.util.List;

/** Commits files and a state, and finds out what became of a commit whose answer was lost. */
final class Commit {

  private final BronzeTable bronze;

  Commit(BronzeTable bronze) {
    this.bronze = bronze;
  }

  /**
   * Commits; false if another caller was first, whereupon the files are deleted.
   *
   * @param captured the table's columns for captured values after the commit
   * @throws CommitUnknownException if it may or may not have happened
   */
  boolean happens(
      BronzeHead.Present table, List<TableColumn> captured, WrittenFiles files, StreamState next) {
    boolean happened;
    try {
      happened = happensKeepingFiles(table, captured, files, next);
    } catch (CommitUnknownException e) {
      throw e;
    } catch (StrandlineException e) {
      bronze.discard(files);
      throw e;
    }
    if (!happened) {
      bronze.discard(files);
    }
    return happened;
  }

  /** As {@link #happens}, for files that are not this call's own: none is deleted. */
  boolean happensKeepingFiles(
      BronzeHead.Present table, List<TableColumn> captured, WrittenFiles files, StreamState next) {
    CommitOutcome outcome = bronze.commit(table, captured, files, next);
    return outcome instanceof CommitOutcome.Committed
        || outcome instanceof CommitOutcome.Unknown unknown
            && happened(table, next, unknown.cause());
  }

  /** What the log says of an attempt whose outcome is unknown. */
  private boolean happened(BronzeHead.Present table, StreamState next, RuntimeException cause) {
    BronzeTable.Fate fate;
    try {
      fate = bronze.fateOf(table, next);
    } catch (StrandlineException e) {
      cause.addSuppressed(e);
      fate = BronzeTable.Fate.OPEN;
    }
    if (fate == BronzeTable.Fate.OPEN) {
      throw new CommitUnknownException(
          "commit " + next.batchId() + " may or may not have happened: " + cause.getMessage(),
          "call again: the next call reads the table's state and goes on from there",
          cause);
    }
    return fate == BronzeTable.Fate.COMMITTED;
  }
}
