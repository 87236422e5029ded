package io.strandline.plan;

import io.strandline.lsn.Lsn;
import io.strandline.port.Measurement;
import io.strandline.port.SourcePoll;
import io.strandline.state.StreamState;
import io.strandline.time.CarriedClock;
import io.strandline.time.ClockRegression;
import io.strandline.time.CommitClock;
import io.strandline.time.CommitTimeline;
import io.strandline.time.MappedCommit;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/** The commit clock at the places of a batch that its plan needs. Not thread-safe. */
final class ClockWalk {

  private final CommitTimeline timeline;
  private final MappedCommit last;
  private final NavigableMap<Lsn, MappedCommit> places = new TreeMap<>();
  private final Map<Lsn, CarriedClock> clocks = new HashMap<>();

  ClockWalk(StreamState state, SourcePoll poll, Measurement measured) {
    this.timeline =
        new CommitTimeline(
            new CommitClock(state.zone(), state.clock(), poll.clock().utc()),
            state.offset().lsn(),
            measured.steps(),
            measured.ahead());
    this.last = measured.end();
    measured.ahead().ifPresent(ahead -> ask(ahead.first()));
    ask(last);
  }

  /** Asks for the clock at a commit; none after the batch's end counts. */
  void ask(MappedCommit commit) {
    if (!commit.lsn().isAfter(last.lsn())) {
      places.put(commit.lsn(), commit);
    }
  }

  /** Walks through the range. */
  void run() {
    for (MappedCommit commit : places.values()) {
      timeline.at(commit);
      clocks.put(commit.lsn(), timeline.carried());
    }
  }

  /** The clock at a commit that was asked for. */
  Optional<CarriedClock> at(Lsn lsn) {
    return Optional.ofNullable(clocks.get(lsn));
  }

  CarriedClock end() {
    return clocks.getOrDefault(last.lsn(), timeline.carried());
  }

  List<ClockRegression> regressions() {
    return timeline.regressions();
  }

  Duration deepest() {
    return timeline.deepest();
  }
}
