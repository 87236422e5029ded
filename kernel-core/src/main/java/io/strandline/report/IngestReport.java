package io.strandline.report;

import io.strandline.facts.FactsRow;
import io.strandline.lsn.LsnRange;
import io.strandline.state.LastBatch;
import io.strandline.state.SnapshotState;
import java.util.Optional;

/** What a call of {@code ingest()} did. Immutable. */
public sealed interface IngestReport {

  /** Where the stream stands after the call. */
  StreamStatus status();

  /**
   * A batch was committed.
   *
   * @param batchId the batch
   * @param range its commits
   * @param facts its facts, as its state holds them
   */
  record Committed(StreamStatus status, long batchId, LsnRange range, LastBatch facts)
      implements IngestReport {

    /** The batch's facts row. */
    public FactsRow row() {
      return facts.batch().orElseThrow();
    }
  }

  /**
   * The rows of the source table are in the table.
   *
   * @param snapshot what was loaded
   * @param facts the load's facts; empty if an earlier call loaded it
   */
  record Loaded(StreamStatus status, SnapshotState snapshot, Optional<LastBatch> facts)
      implements IngestReport {}

  /**
   * There was nothing to commit, and nothing was written but what an earlier call had left out.
   *
   * @param reason why
   */
  record Idle(StreamStatus status, IdleReason reason) implements IngestReport {}

  /** Another caller of the stream committed what this call had planned. */
  record DoneByAnother(StreamStatus status) implements IngestReport {}
}
