package io.strandline.stream;

import io.strandline.doctor.Examination;
import io.strandline.doctor.Finding;
import io.strandline.explain.Answer;
import io.strandline.lsn.Lsn;
import io.strandline.lsn.LsnRange;
import io.strandline.option.StreamOptions;
import io.strandline.port.ChangeSource;
import io.strandline.port.InstanceView;
import io.strandline.port.MeasureRequest;
import io.strandline.port.Measurement;
import io.strandline.port.PollRequest;
import io.strandline.port.SourcePoll;
import java.time.InstantSource;
import java.util.List;

/** Asks a source what an examination needs: one look, and a count of its newest instance. */
record Examining(ChangeSource source, StreamOptions options, InstantSource clock) {

  List<Finding> examine(String url) {
    Answer<SourcePoll> poll =
        Answer.of(() -> source.poll(new PollRequest(options.captureInstance(), Lsn.ZERO)));
    Answer<Measurement> changes =
        poll instanceof Answer.Given<SourcePoll> given
            ? changes(given.value())
            : new Answer.NotAsked<>();
    return new Examination(url, options, poll, changes, clock.instant()).findings();
  }

  private Answer<Measurement> changes(SourcePoll poll) {
    if (poll.instances().isEmpty() || poll.max().isEmpty()) {
      return new Answer.NotAsked<>();
    }
    InstanceView newest = poll.instances().get(poll.instances().size() - 1);
    Lsn max = poll.max().get().lsn();
    if (newest.minLsn().filter(min -> !min.isAfter(max)).isEmpty()) {
      return new Answer.NotAsked<>();
    }
    LsnRange kept = new LsnRange(newest.minLsn().get().previous(), max);
    return Answer.of(() -> source.measure(MeasureRequest.of(newest.name(), kept, 1)));
  }
}
