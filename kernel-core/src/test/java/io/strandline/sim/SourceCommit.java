package io.strandline.sim;

import io.strandline.lsn.Lsn;
import java.time.LocalDateTime;
import java.util.List;

/**
 * An entry of the source's log that capture has to record.
 *
 * @param kind whose it is
 * @param lsn commit LSN
 * @param local {@code tran_end_time}
 * @param changes of the followed table, in order
 */
record SourceCommit(Kind kind, Lsn lsn, LocalDateTime local, List<SourceChange> changes) {

  /** Whose a commit is. */
  enum Kind {
    /** Enables a capture instance. */
    ENABLE,
    /** Changes the followed table. */
    OURS,
    /** Changes another captured table. */
    OTHERS,
    /** An idle entry, which capture itself writes. */
    IDLE,
    /** Alters the followed table; not in the time mapping (measured). */
    DDL
  }
}
