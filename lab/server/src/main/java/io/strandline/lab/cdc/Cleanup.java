package io.strandline.lab.cdc;

import io.strandline.lab.session.SqlException;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * {@code sys.sp_cdc_cleanup_change_table}: the watermark first, then the rows in batches.
 *
 * <p>Documented, with the tie rule: among mapping rows of one end time the lowest LSN counts.
 */
public final class Cleanup {

  private final CdcDatabase database;
  private final CaptureInstance instance;
  private final int majorVersion;

  public Cleanup(CdcDatabase database, CaptureInstance instance, int majorVersion) {
    this.database = database;
    this.instance = instance;
    this.majorVersion = majorVersion;
  }

  /**
   * Cleans one change table.
   *
   * @param lowWatermark a commit LSN of {@code lsn_time_mapping}; {@code null} to delete up to the
   *     current one
   * @param threshold rows a batch, at least 1
   * @param beforeBatch called with 1, 2, ... before each batch, outside any transaction
   * @return deleted change rows
   * @throws SqlException 22964 for an LSN without a mapping row, 22957 for one below the current
   *     (from version 16; ignored before)
   */
  public long run(@Nullable Lsn lowWatermark, int threshold, IntConsumer beforeBatch) {
    if (lowWatermark != null) {
      moveWatermark(lowWatermark);
    }
    long deleted = 0;
    Lsn watermark = instance.startLsn();
    for (int batch = 1; ; batch++) {
      int count = instance.changes().countBelow(watermark, threshold);
      if (count == 0) {
        break;
      }
      beforeBatch.accept(batch);
      database
          .order()
          .publish(
              number ->
                  instance
                      .changes()
                      .deleteFirst(
                          instance.changes().countBelow(watermark, threshold),
                          number,
                          database.order().oldestSnapshot()));
      deleted += count;
    }
    deleteTimes();
    return deleted;
  }

  private void moveWatermark(Lsn lowWatermark) {
    database
        .order()
        .publish(
            number -> {
              long horizon = database.order().last();
              LsnTimeEntry entry = database.times().find(lowWatermark, horizon);
              if (entry == null) {
                throw invalid(lowWatermark, horizon);
              }
              Lsn watermark = database.times().lowestTie(entry, horizon);
              if (watermark.compareTo(instance.startLsn()) >= 0) {
                instance.startLsn(watermark);
              } else if (majorVersion >= 16) {
                throw below(lowWatermark);
              }
            });
  }

  private SqlException invalid(Lsn lsn, long horizon) {
    return SqlException.of(
        22964,
        16,
        1,
        "LSN "
            + lsn
            + ", specified as the new low endpoint for the change table associated with capture"
            + " instance '"
            + instance.name()
            + "', is not within the Change Data Capture timeline ["
            + database.times().min(horizon)
            + ", "
            + database.times().max(horizon)
            + "].");
  }

  private SqlException below(Lsn lsn) {
    return SqlException.of(
        22957,
        16,
        1,
        "LSN "
            + lsn
            + ", specified as the new low endpoint for the change table associated with capture"
            + " instance '"
            + instance.name()
            + "', is lower than the current low endpoint "
            + instance.startLsn()
            + ".");
  }

  /** Mapping rows stay while any instance's watermark is at or below them (asserted on 2022). */
  private void deleteTimes() {
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
}
