package io.strandline.port;

import io.strandline.lsn.Lsn;
import io.strandline.time.MappedCommit;
import io.strandline.time.StepBack;
import java.util.List;
import java.util.Optional;

/**
 * How far a batch reaches.
 *
 * @param rows change rows from the range's start to {@code end}
 * @param end the last commit of the batch, in the time mapping: the range's end, or the last commit
 *     whose rows still fit
 * @param steps the steps back of the local clock from the newest mapping row at or below the
 *     range's start to {@code end}, in LSN order
 * @param minLsn the instance's retention watermark, read on the same session after the count; empty
 *     for unknown
 */
public record Measurement(long rows, MappedCommit end, List<StepBack> steps, Optional<Lsn> minLsn) {

  public Measurement {
    steps = List.copyOf(steps);
  }
}
