package io.strandline.state;

import io.strandline.lsn.Lsn;
import io.strandline.lsn.Offset;
import io.strandline.time.CarriedClock;
import io.strandline.time.MappedCommit;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Optional;

/**
 * The position of a stream: the domain metadata {@code strandline.stream} of its bronze table.
 *
 * @param appId the stream
 * @param tableId id of the Delta table that holds this state
 * @param generation 0, then one more each re-snapshot
 * @param batchId the last committed batch; {@link #CREATION} after creation
 * @param attempt random id of the attempt that committed it
 * @param offset the last processed LSN and the highest commit time carried to it
 * @param zone of the server's local clock
 * @param local raw local time of the offset's commit
 * @param utcOffset with which {@code local} was read
 * @param source identity of the source
 * @param anchor newest mapping row at or below the offset; empty if there was none
 * @param highestMaxLsn highest {@code max_lsn} seen
 * @param losslessSince the history has no gap from there on, UTC
 * @param snapshot the newest snapshot; empty if there is none
 * @param lastBatch facts of the last committed batch; empty after creation
 */
public record StreamState(
    String appId,
    String tableId,
    int generation,
    long batchId,
    String attempt,
    Offset offset,
    ZoneId zone,
    LocalDateTime local,
    ZoneOffset utcOffset,
    SourceIdentity source,
    Optional<MappedCommit> anchor,
    Lsn highestMaxLsn,
    Instant losslessSince,
    Optional<SnapshotState> snapshot,
    Optional<LastBatch> lastBatch) {

  /** The batch id of a table that was created and has no batch yet. */
  public static final long CREATION = -1;

  public StreamState {
    if (batchId < CREATION || lastBatch.isPresent() == (batchId == CREATION)) {
      throw new IllegalArgumentException(
          "batch " + batchId + (lastBatch.isPresent() ? " with facts" : " without facts"));
    }
  }

  /** The same state of a table that now has another Delta id. */
  public StreamState ofTable(String id) {
    return new StreamState(
        appId,
        id,
        generation,
        batchId,
        attempt,
        offset,
        zone,
        local,
        utcOffset,
        source,
        anchor,
        highestMaxLsn,
        losslessSince,
        snapshot,
        lastBatch);
  }

  /** The commit clock to go on with. */
  public CarriedClock clock() {
    return new CarriedClock(offset.commitTs(), local, utcOffset);
  }
}
