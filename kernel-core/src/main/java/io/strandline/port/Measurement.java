package io.strandline.port;

import io.strandline.lsn.Lsn;
import io.strandline.time.CommitsAhead;
import io.strandline.time.MappedCommit;
import io.strandline.time.StepBack;
import java.util.List;
import java.util.Optional;

/**
 * How far a batch reaches.
 *
 * @param pieces what each piece of the request holds of the batch, in the request's order
 * @param end the last commit of the batch, in the time mapping: the newest of the range, or the
 *     last commit whose rows still fit
 * @param steps the steps back of the local clock from the newest mapping row at or below the
 *     range's start to {@code end}, in LSN order; commits of the range that are ahead of the clock
 *     are left out
 * @param ahead the commits up to {@code end} that are ahead of the server's clock; empty if none is
 *     or none was asked for
 */
public record Measurement(
    List<Count> pieces, MappedCommit end, List<StepBack> steps, Optional<CommitsAhead> ahead) {

  /**
   * A piece's share of the batch.
   *
   * @param rows change rows from the piece's start to the batch's end
   * @param minLsn the instance's retention watermark, read on the same session after the count;
   *     empty for unknown
   */
  public record Count(long rows, Optional<Lsn> minLsn) {}

  public Measurement {
    pieces = List.copyOf(pieces);
    steps = List.copyOf(steps);
  }

  /** Change rows of the batch. */
  public long rows() {
    return pieces.stream().mapToLong(Count::rows).sum();
  }
}
