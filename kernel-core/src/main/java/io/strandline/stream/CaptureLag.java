package io.strandline.stream;

import io.strandline.port.SourcePoll;
import io.strandline.state.StreamState;
import io.strandline.time.CarriedClock;
import io.strandline.time.IdleEntries;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Optional;

/** How far capture is behind, on the source's clock. */
final class CaptureLag {

  private static final double MILLIS_PER_SECOND = 1000;

  private CaptureLag() {}

  /** Whether capture has recorded nothing for longer than its idle entries take. */
  static boolean isStalled(StreamState state, SourcePoll poll) {
    Duration silence = Duration.between(state.offset().commitTs(), poll.clock().utc());
    return silence.compareTo(IdleEntries.STALL) > 0;
  }

  /** The server's clock less the commit time of {@code max_lsn}; empty if either is unknown. */
  static Optional<Double> seconds(SourcePoll poll) {
    Optional<ZoneId> zone = poll.clock().zone();
    if (zone.isEmpty() || poll.max().isEmpty()) {
      return Optional.empty();
    }
    CarriedClock max = CarriedClock.first(poll.max().get().local(), zone.get());
    return Optional.of(
        Duration.between(max.commitTs(), poll.clock().utc()).toMillis() / MILLIS_PER_SECOND);
  }
}
