package io.strandline.stream;

import io.strandline.lsn.Lsn;
import io.strandline.option.StreamOptions;
import io.strandline.plan.ClockCheck;
import io.strandline.plan.SourceCheck;
import io.strandline.port.ChangeSource;
import io.strandline.port.PollRequest;
import io.strandline.port.SourcePoll;
import io.strandline.state.StreamState;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/** Looks at the source once, and holds its clock against the reader's. */
record Look(ChangeSource source, StreamOptions options, InstantSource clock) {

  /**
   * The source as a stream sees it, its table found and its zone the stream's.
   *
   * @throws io.strandline.error.StrandlineException capture instance not found, clock ahead, source
   *     changed (another zone), invalid options (no zone)
   */
  SourcePoll poll(CallProgress call, StreamState state) {
    SourcePoll poll =
        poll(
            call,
            new PollRequest(
                options.captureInstance(),
                state.source().names(),
                state.offset().lsn(),
                state.highestMaxLsn()));
    SourceCheck.listed(options.captureInstance(), poll);
    ClockCheck.zone(poll.clock(), Optional.of(state));
    return poll;
  }

  /** The source at a position; tells the call what was seen. */
  SourcePoll poll(CallProgress call, List<String> known, Lsn position) {
    return poll(call, new PollRequest(options.captureInstance(), known, position));
  }

  private SourcePoll poll(CallProgress call, PollRequest request) {
    Instant before = clock.instant();
    SourcePoll poll = source.poll(request);
    Instant after = clock.instant();
    call.polled(poll, Duration.between(before, after));
    ClockCheck.verifyServer(poll.clock().utc(), after, options.clocks().maxDisagreement());
    return poll;
  }
}
