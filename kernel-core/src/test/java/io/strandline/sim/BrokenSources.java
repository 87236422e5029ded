package io.strandline.sim;

import io.strandline.change.ChangeBatch;
import io.strandline.check.PassingSource;
import io.strandline.lsn.Lsn;
import io.strandline.port.ChangeSource;
import io.strandline.port.MeasureRequest;
import io.strandline.port.Measurement;
import io.strandline.port.PollRequest;
import io.strandline.port.ReadRequest;
import io.strandline.port.ReadSession;
import io.strandline.port.SessionReader;
import io.strandline.port.SourcePoll;
import io.strandline.time.MappedCommit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What becomes of the product if it leaves out a care that it takes of the source. */
final class BrokenSources {

  private BrokenSources() {}

  /** {@code max_lsn} is taken from the change table, where no idle entries are. */
  static Substitute idleEntriesIgnored() {
    return source(
        (source, world) ->
            new PassingSource(source) {
              @Override
              public SourcePoll poll(PollRequest request) {
                SourcePoll poll = super.poll(request);
                Optional<MappedCommit> newest =
                    poll.max().flatMap(max -> newestWithRows(world.database(), max.lsn()));
                return new SourcePoll(
                    newest,
                    poll.clock(),
                    poll.server(),
                    poll.database(),
                    poll.brokerGuid(),
                    poll.readOnlyReplica(),
                    poll.atOrBelow(),
                    poll.above(),
                    poll.instances(),
                    poll.warnings());
              }
            });
  }

  private static Optional<MappedCommit> newestWithRows(SourceDatabase database, Lsn max) {
    return database.recorded().stream()
        .filter(commit -> !commit.changes().isEmpty() && !commit.lsn().isAfter(max))
        .reduce((before, after) -> after)
        .map(commit -> new MappedCommit(commit.lsn(), commit.local()));
  }

  /** The guard is asked before the first row instead of after the last. */
  static Substitute guardAfterReadDropped() {
    return source(
        (source, world) ->
            new PassingSource(source) {
              @Override
              public SessionReader<ChangeBatch> read(ReadRequest request) {
                SessionReader<ChangeBatch> reader = super.read(request);
                Optional<Lsn> before =
                    world.database().instance(request.instance().name()).orElseThrow().minLsn();
                return new Reader<>(reader) {
                  @Override
                  public Optional<Lsn> minLsnAfter() {
                    super.minLsnAfter();
                    return before;
                  }
                };
              }
            });
  }

  /** A range without rows passes on the guard that was asked before the count. */
  static Substitute guardBeforeCount() {
    return source(
        (source, world) ->
            new PassingSource(source) {
              private Optional<SourcePoll> before = Optional.empty();

              @Override
              public SourcePoll poll(PollRequest request) {
                before = Optional.of(super.poll(request));
                return before.get();
              }

              @Override
              public Measurement measure(MeasureRequest request) {
                Measurement measured = super.measure(request);
                List<Measurement.Count> counts = new ArrayList<>();
                for (int i = 0; i < measured.pieces().size(); i++) {
                  String name = request.pieces().get(i).captureInstance();
                  Optional<Lsn> min =
                      before.flatMap(poll -> poll.instance(name)).flatMap(view -> view.minLsn());
                  counts.add(new Measurement.Count(measured.pieces().get(i).rows(), min));
                }
                return new Measurement(counts, measured.end(), measured.steps(), measured.ahead());
              }
            });
  }

  /** The steps back of the clock are not asked for. */
  static Substitute stepsBackIgnored() {
    return source(
        (source, world) ->
            new PassingSource(source) {
              @Override
              public Measurement measure(MeasureRequest request) {
                Measurement measured = super.measure(request);
                return new Measurement(
                    measured.pieces(), measured.end(), List.of(), measured.ahead());
              }
            });
  }

  /** A reading session is not asked how far it is. */
  static Substitute laggingReplicaTrusted() {
    return source(
        (source, world) ->
            new PassingSource(source) {
              @Override
              public SessionReader<ChangeBatch> read(ReadRequest request) {
                return new Reader<>(super.read(request)) {
                  @Override
                  public ReadSession session() {
                    ReadSession session = super.session();
                    return new ReadSession(
                        session.database(),
                        session.brokerGuid(),
                        Optional.of(request.range().end()),
                        session.columns());
                  }
                };
              }
            });
  }

  /** Makes a source out of another in a world. */
  private interface Break {
    ChangeSource of(ChangeSource source, World world);
  }

  private static Substitute source(Break broken) {
    return new Substitute() {
      @Override
      public ChangeSource source(ChangeSource source, World world) {
        return broken.of(source, world);
      }
    };
  }
}
