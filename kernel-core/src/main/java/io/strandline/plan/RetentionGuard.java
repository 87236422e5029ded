package io.strandline.plan;

import io.strandline.error.CaptureInstanceNotFoundException;
import io.strandline.error.DataLossException;
import io.strandline.lsn.Lsn;
import io.strandline.lsn.LsnRange;
import java.util.Optional;

/**
 * Refuses a range whose first changes cleanup may have removed.
 *
 * <p>Cleanup moves the watermark before it deletes (documented), so a watermark at or below the
 * range's first LSN, read after the rows, proves that all of them were there.
 */
public final class RetentionGuard {

  private RetentionGuard() {}

  /**
   * Passes if the instance still held all of the range when {@code minLsn} was read.
   *
   * @param minLsn the instance's watermark; empty for unknown, which never passes
   * @throws DataLossException if the watermark is above the range's first LSN
   * @throws CaptureInstanceNotFoundException if the watermark is unknown
   */
  public static void verify(String captureInstance, LsnRange range, Optional<Lsn> minLsn) {
    if (minLsn.isEmpty()) {
      throw new CaptureInstanceNotFoundException(
          captureInstance
              + ": the server no longer tells which changes it holds (min_lsn is zero or NULL), so"
              + " the instance was disabled or this login lost its access to it",
          "check with sys.sp_cdc_help_change_data_capture that the instance is there and that the"
              + " login may SELECT the captured columns, then call again");
    }
    if (range.first().isBefore(minLsn.get())) {
      throw new DataLossException(
          captureInstance
              + ": change data from "
              + range.first()
              + " is gone (min_lsn is now "
              + minLsn.get()
              + "): purged by CDC cleanup before it was read",
          "nothing was committed; start a new table (another target) from the changes that are left,"
              + " and lengthen the CDC retention or call more often so that it does not happen again");
    }
  }
}
