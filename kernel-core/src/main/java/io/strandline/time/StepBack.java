package io.strandline.time;

import io.strandline.lsn.Lsn;
import java.time.LocalDateTime;

/**
 * Two neighbours of {@code cdc.lsn_time_mapping} between which the server's local clock went back.
 *
 * @param previous LSN of the earlier commit
 * @param lsn LSN of the later commit
 * @param before local time of the earlier commit
 * @param after local time of the later commit, before {@code before}
 */
public record StepBack(Lsn previous, Lsn lsn, LocalDateTime before, LocalDateTime after) {

  public StepBack {
    if (!after.isBefore(before)) {
      throw new IllegalArgumentException("no step back from " + before + " to " + after);
    }
  }
}
