package io.strandline.stream;

import io.strandline.lsn.Lsn;
import io.strandline.option.StreamOptions;
import io.strandline.plan.ClockCheck;
import io.strandline.plan.InstanceOrder;
import io.strandline.plan.SourceCheck;
import io.strandline.port.ChangeSource;
import io.strandline.port.PollRequest;
import io.strandline.port.SourcePoll;
import io.strandline.state.SourceIdentity;
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
                state.highestMaxLsn()),
            Optional.of(state.source()));
    SourceCheck.listed(options.captureInstance(), poll);
    ClockCheck.zone(poll.clock(), Optional.of(state));
    return poll;
  }

  /** The source at a position, to a stream that has seen what is known of it. */
  SourcePoll poll(CallProgress call, Optional<SourceIdentity> known, Lsn position) {
    List<String> names = known.map(SourceIdentity::names).orElse(List.of());
    return poll(call, new PollRequest(options.captureInstance(), names, position), known);
  }

  /** Looks, and tells the call what was seen. */
  private SourcePoll poll(CallProgress call, PollRequest request, Optional<SourceIdentity> known) {
    Instant before = clock.instant();
    SourcePoll listed = source.poll(request);
    Instant after = clock.instant();
    SourcePoll poll = InstanceOrder.of(listed, known);
    call.polled(poll, Duration.between(before, after));
    ClockCheck.verifyServer(poll.clock().utc(), after, options.clocks().maxDisagreement());
    return poll;
  }
}
