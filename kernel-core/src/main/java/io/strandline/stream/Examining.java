package io.strandline.stream;

import io.strandline.change.CaptureInstance;
import io.strandline.doctor.Examination;
import io.strandline.doctor.Finding;
import io.strandline.explain.Answer;
import io.strandline.lsn.Lsn;
import io.strandline.lsn.LsnRange;
import io.strandline.option.StreamOptions;
import io.strandline.port.BronzeHead;
import io.strandline.port.ChangeSource;
import io.strandline.port.InstanceView;
import io.strandline.port.MeasureRequest;
import io.strandline.port.Measurement;
import io.strandline.port.PollRequest;
import io.strandline.port.ServerInspector;
import io.strandline.port.ServerView;
import io.strandline.port.SourcePoll;
import io.strandline.port.TableStore;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/**
 * Asks a source what an examination needs: one look, a count of its newest instance and what is
 * open to the login beside; and the target, where the options name columns that its stream may have
 * been begun with.
 */
record Examining(
    ChangeSource source,
    ServerInspector server,
    TableStore store,
    StreamOptions options,
    InstantSource clock) {

  List<Finding> examine(String url) {
    Answer<SourcePoll> poll =
        Answer.of(() -> source.poll(new PollRequest(options.captureInstance(), Lsn.ZERO)));
    Answer<Measurement> changes =
        poll instanceof Answer.Given<SourcePoll> given
            ? changes(given.value())
            : new Answer.NotAsked<>();
    Answer<ServerView> view =
        Examination.isConnected(poll) ? Answer.of(() -> inspect(poll)) : new Answer.NotAsked<>();
    return new Examination(url, options, poll, changes, view, target(), clock.instant()).findings();
  }

  private Answer<BronzeHead> target() {
    boolean names =
        !options.columns().include().isEmpty() || !options.columns().exclude().isEmpty();
    return names ? Answer.of(() -> store.bronze(options.tables()).head()) : new Answer.NotAsked<>();
  }

  private ServerView inspect(Answer<SourcePoll> poll) {
    Optional<CaptureInstance> newest =
        poll instanceof Answer.Given<SourcePoll> given && !given.value().instances().isEmpty()
            ? Optional.of(newest(given.value()).instance())
            : Optional.empty();
    return server.inspect(
        newest.map(CaptureInstance::name).orElse(options.captureInstance()),
        newest.map(CaptureInstance::sourceObjectId));
  }

  private static InstanceView newest(SourcePoll poll) {
    return poll.instances().get(poll.instances().size() - 1);
  }

  private Answer<Measurement> changes(SourcePoll poll) {
    if (poll.instances().isEmpty() || poll.max().isEmpty()) {
      return new Answer.NotAsked<>();
    }
    InstanceView newest = newest(poll);
    Lsn max = poll.max().get().lsn();
    if (newest.minLsn().filter(min -> !min.isAfter(max)).isEmpty()) {
      return new Answer.NotAsked<>();
    }
    LsnRange kept = new LsnRange(newest.minLsn().get().previous(), max);
    return Answer.of(() -> source.measure(MeasureRequest.of(newest.name(), kept, 1)));
  }
}
