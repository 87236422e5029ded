package io.strandline.lab.cdc;

import io.strandline.lab.session.SqlException;
import io.strandline.lab.session.SqlMessage;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Cleans one change table: the watermark first, then the rows in batches, each its own transaction.
 *
 * <p>Documented, with the tie rule: among mapping rows of one end time the lowest LSN counts. A
 * batch that fails leaves the watermark where it was moved to (documented). One thread at a time.
 */
public final class Cleanup {

  /**
   * What a cleanup did.
   *
   * @param deleted change rows
   * @param failure message 22852 if a batch failed; {@code null} if all went well
   */
  public record Outcome(long deleted, @Nullable SqlMessage failure) {}

  private final CdcDatabase database;
  private final CaptureInstance instance;
  private final int majorVersion;

  public Cleanup(CdcDatabase database, CaptureInstance instance, int majorVersion) {
    this.database = database;
    this.instance = instance;
    this.majorVersion = majorVersion;
  }

  /**
   * Cleans to the end.
   *
   * @param lowWatermark a commit LSN of {@code lsn_time_mapping}; {@code null} to delete up to the
   *     current one
   * @param threshold rows a batch, at least 1
   * @param beforeBatch called with 1, 2, ... before each batch, outside any transaction
   * @throws SqlException 22964 for an LSN without a mapping row, 22957 for one below the current
   *     (from version 16; ignored before)
   */
  public Outcome run(@Nullable Lsn lowWatermark, int threshold, IntConsumer beforeBatch) {
    begin(lowWatermark);
    long deleted = 0;
    for (int batch = 1; remaining() > 0; batch++) {
      beforeBatch.accept(batch);
      if (database.switches().takeCleanupFailure()) {
        return new Outcome(deleted, failed(threshold));
      }
      deleted += deleteBatch(threshold);
    }
    finish();
    return new Outcome(deleted, null);
  }

  /** Moves the watermark; {@code null} leaves it. Errors as of {@link #run}. */
  public void begin(@Nullable Lsn lowWatermark) {
    if (lowWatermark != null) {
      moveWatermark(lowWatermark);
    }
  }

  /** How many rows are below the watermark. */
  public int remaining() {
    return instance.changes().countBelow(instance.startLsn(), Integer.MAX_VALUE);
  }

  /** Deletes one batch in a transaction of its own; how many rows it was. */
  public int deleteBatch(int threshold) {
    int[] deleted = {0};
    database
        .order()
        .publish(
            number -> {
              int count = instance.changes().countBelow(instance.startLsn(), threshold);
              long oldest = database.order().oldestSnapshot();
              instance.changes().deleteFirst(count, number, oldest);
              deleted[0] = count;
            });
    return deleted[0];
  }

  /** Mapping rows stay while any instance's watermark is at or below them (asserted on 2022). */
  public void finish() {
    database
        .order()
        .publish(
            number ->
                database.instances().stream()
                    .map(CaptureInstance::startLsn)
                    .min(Lsn::compareTo)
                    .ifPresent(
                        lowest ->
                            database
                                .times()
                                .deleteBelow(lowest, number, database.order().oldestSnapshot())));
  }

  private void moveWatermark(Lsn lowWatermark) {
    database
        .order()
        .publish(
            number -> {
              long horizon = database.order().last();
              LsnTimeEntry entry = database.times().find(lowWatermark, horizon);
              if (entry == null) {
                throw unmapped(lowWatermark);
              }
              if (lowWatermark.compareTo(instance.startLsn()) < 0 && majorVersion >= 16) {
                throw outside(lowWatermark, horizon);
              }
              instance.raiseStart(database.times().lowestTie(entry, horizon));
            });
  }

  private static SqlException unmapped(Lsn lsn) {
    return SqlException.of(
        22964,
        16,
        1,
        "LSN "
            + lsn
            + ", specified as the new low end point for change table cleanup must represent the"
            + " start_lsn value of a current entry in the cdc.lsn_time_mapping table. Choose an LSN"
            + " value that satisfies this requirement.");
  }

  private SqlException outside(Lsn lsn, long horizon) {
    return SqlException.of(
        22957,
        16,
        1,
        "LSN "
            + lsn
            + ", specified as the new low end point for the change table associated with capture"
            + " instance '"
            + instance.name()
            + "', is not within the Change Data Capture timeline ["
            + instance.startLsn()
            + ", "
            + database.times().max(horizon)
            + "].");
  }

  private SqlMessage failed(int threshold) {
    SqlMessage message =
        new SqlMessage(
            22852,
            10,
            1,
            "Could not delete change table entries made obsolete by a change in one or more low"
                + " water marks for capture instances of database "
                + database.name()
                + ". The failure occurred when executing the command 'delete top("
                + threshold
                + ") from [cdc].["
                + instance.changeTableName()
                + "]'. The error returned was 1205: 'Transaction was deadlocked on lock resources"
                + " with another process and has been chosen as the deadlock victim.'. Use the"
                + " action and error to determine the cause of the failure and resubmit the"
                + " request.",
            1);
    database.sessions().error(message, database.localNow());
    return message;
  }
}
