package io.strandline.sim;

import io.strandline.lsn.LsnRange;
import io.strandline.port.SourcePoll;
import io.strandline.time.MappedCommit;
import java.time.Instant;
import java.util.List;

/**
 * What the source was when a batch was planned.
 *
 * @param poll what the look at it saw
 * @param measured what its mapping was then
 */
record Planned(SourcePoll poll, Gate.Measured measured) {

  Instant serverUtc() {
    return poll.clock().utc();
  }

  /** The mapped commits of a range. */
  List<MappedCommit> mapped(LsnRange range) {
    return measured.mapped().stream().filter(commit -> range.contains(commit.lsn())).toList();
  }
}
