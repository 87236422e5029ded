package io.strandline.sim;

import io.strandline.change.CaptureInstance;
import io.strandline.change.CapturedColumn;
import io.strandline.change.ChangeBatch;
import io.strandline.change.DdlChange;
import io.strandline.change.TableColumn;
import io.strandline.check.PassingSource;
import io.strandline.lsn.Lsn;
import io.strandline.port.ChangeSource;
import io.strandline.port.InstanceView;
import io.strandline.port.MeasureRequest;
import io.strandline.port.Measurement;
import io.strandline.port.PollRequest;
import io.strandline.port.ReadRequest;
import io.strandline.port.ReadSession;
import io.strandline.port.SessionReader;
import io.strandline.port.SourcePoll;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** What becomes of the product if it plans carelessly over instances, watermarks and schemas. */
final class BrokenPlans {

  private BrokenPlans() {}

  /** A newer instance is not followed. */
  static Substitute newerInstanceIgnored() {
    return polls(views -> views.subList(0, Math.min(1, views.size())));
  }

  /** The newer instance takes over one LSN late, so its first commit comes from the older. */
  static Substitute cutOneLsnOff() {
    return polls(
        views -> {
          List<InstanceView> shifted = new ArrayList<>(views);
          if (views.size() > 1 && views.get(1).minLsn().isPresent()) {
            InstanceView newer = views.get(1);
            shifted.set(1, withMin(newer, newer.minLsn().map(Lsn::next)));
          }
          return shifted;
        });
  }

  /** The newer instance is read from where the older one begins. */
  static Substitute newerReadBeforeItsStart() {
    return polls(
        views ->
            views.size() < 2
                ? views
                : List.of(views.get(0), withMin(views.get(1), views.get(0).minLsn())));
  }

  private static InstanceView withMin(InstanceView view, Optional<Lsn> min) {
    return new InstanceView(view.instance(), min, view.watermarkLocal(), view.ddl());
  }

  /** A change of the definition is told where the batch ends, whenever it was. */
  static Substitute wholeDdlHistoryAgain() {
    return source(
        (source, world) ->
            new PassingSource(source) {
              @Override
              public SourcePoll poll(PollRequest request) {
                SourcePoll poll = super.poll(request);
                return with(poll, poll.instances().stream().map(v -> retold(v, world)).toList());
              }

              private InstanceView retold(InstanceView view, World in) {
                Optional<Lsn> max = in.database().max().map(commit -> commit.lsn());
                List<DdlChange> all =
                    in.database().instance(view.name()).stream()
                        .flatMap(table -> table.ddl().stream())
                        .map(ddl -> moved(ddl, max.orElse(ddl.lsn())))
                        .toList();
                return new InstanceView(view.instance(), view.minLsn(), view.watermarkLocal(), all);
              }
            });
  }

  private static DdlChange moved(DdlChange ddl, Lsn lsn) {
    return new DdlChange(lsn, ddl.local(), ddl.command(), ddl.changedType());
  }

  /** One guard, the older instance's, for all pieces. */
  static Substitute olderGuardForTheNewer() {
    return source(
        (source, world) ->
            new PassingSource(source) {
              private Optional<Lsn> older = Optional.empty();

              @Override
              public SourcePoll poll(PollRequest request) {
                SourcePoll poll = super.poll(request);
                older = poll.instances().stream().findFirst().flatMap(InstanceView::minLsn);
                List<InstanceView> guarded =
                    poll.instances().stream().map(view -> withMin(view, min(view))).toList();
                return with(poll, guarded);
              }

              private Optional<Lsn> min(InstanceView view) {
                // Where it takes over stays known; only what cleanup took of it is not asked.
                return view.minLsn().map(min -> older.map(o -> Lsn.min(o, min)).orElse(min));
              }

              @Override
              public Measurement measure(MeasureRequest request) {
                Measurement measured = super.measure(request);
                return new Measurement(
                    measured.pieces().stream()
                        .map(count -> new Measurement.Count(count.rows(), older.or(count::minLsn)))
                        .toList(),
                    measured.end(),
                    measured.steps(),
                    measured.ahead());
              }

              @Override
              public SessionReader<ChangeBatch> read(ReadRequest request) {
                return new Reader<>(super.read(request)) {
                  @Override
                  public Optional<Lsn> minLsnAfter() {
                    return super.minLsnAfter().map(min -> older.orElse(min));
                  }
                };
              }
            });
  }

  /** A reading session's columns are taken to be those of the plan. */
  static Substitute sessionsColumnsTrusted() {
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
                        session.database(), session.brokerGuid(), session.maxLsn(), planned());
                  }

                  private List<TableColumn> planned() {
                    Map<String, TableColumn> natural = new HashMap<>();
                    for (CapturedColumn column : request.instance().columns()) {
                      column
                          .type()
                          .ifPresent(
                              t -> natural.put(column.name(), new TableColumn(column.name(), t)));
                    }
                    return request.wanted().stream()
                        .map(column -> natural.getOrDefault(column.name(), column))
                        .toList();
                  }
                };
              }
            });
  }

  /** An instance is what its name is, with the watermark that was seen of it first. */
  static Substitute recreatedInstanceTakenForTheOld() {
    return new Substitute() {
      @Override
      public ChangeSource source(ChangeSource source, World world) {
        return new PassingSource(source) {
          private final Map<String, InstanceView> seen = world.remembered();

          @Override
          public SourcePoll poll(PollRequest request) {
            SourcePoll poll = super.poll(request);
            return with(poll, poll.instances().stream().map(this::first).toList());
          }

          private InstanceView first(InstanceView view) {
            if (view.minLsn().isEmpty()) {
              return view;
            }
            InstanceView first = seen.computeIfAbsent(view.name(), name -> view);
            LocalDateTime created = first.instance().created();
            return new InstanceView(
                created(view.instance(), created),
                created.equals(view.instance().created()) ? view.minLsn() : first.minLsn(),
                view.watermarkLocal(),
                view.ddl());
          }

          @Override
          public Measurement measure(MeasureRequest request) {
            Measurement measured = super.measure(request);
            List<Measurement.Count> counts = new ArrayList<>();
            for (int i = 0; i < measured.pieces().size(); i++) {
              Optional<Lsn> min = measured.pieces().get(i).minLsn();
              String name = request.pieces().get(i).captureInstance();
              counts.add(new Measurement.Count(measured.pieces().get(i).rows(), lower(name, min)));
            }
            return new Measurement(counts, measured.end(), measured.steps(), measured.ahead());
          }

          @Override
          public SessionReader<ChangeBatch> read(ReadRequest request) {
            return new Reader<>(super.read(request)) {
              @Override
              public Optional<Lsn> minLsnAfter() {
                return lower(request.instance().name(), super.minLsnAfter());
              }
            };
          }

          private Optional<Lsn> lower(String name, Optional<Lsn> min) {
            Optional<Lsn> first = Optional.ofNullable(seen.get(name)).flatMap(InstanceView::minLsn);
            return min.map(lsn -> first.map(f -> Lsn.min(f, lsn)).orElse(lsn));
          }
        };
      }
    };
  }

  private static CaptureInstance created(CaptureInstance instance, LocalDateTime created) {
    return new CaptureInstance(
        instance.name(),
        instance.sourceSchema(),
        instance.sourceTable(),
        instance.sourceObjectId(),
        instance.startLsn(),
        created,
        instance.columns());
  }

  /** The stream's last commit is not looked for, nor is {@code max_lsn} held against it. */
  static Substitute anchorNotLookedFor() {
    return source(
        (source, world) ->
            new PassingSource(source) {
              @Override
              public SourcePoll poll(PollRequest request) {
                SourcePoll poll = super.poll(request);
                return request.known().isEmpty()
                    ? poll
                    : new SourcePoll(
                        poll.max(),
                        poll.clock(),
                        poll.server(),
                        poll.database(),
                        poll.brokerGuid(),
                        poll.readOnlyReplica(),
                        Optional.empty(),
                        poll.above(),
                        poll.instances(),
                        poll.warnings());
              }
            });
  }

  /** Commits ahead of the server's clock are not told apart. */
  static Substitute aheadNotClamped() {
    return source(
        (source, world) ->
            new PassingSource(source) {
              @Override
              public Measurement measure(MeasureRequest request) {
                Measurement measured = super.measure(request);
                return new Measurement(
                    measured.pieces(), measured.end(), measured.steps(), Optional.empty());
              }
            });
  }

  private static Substitute polls(UnaryOperator<List<InstanceView>> change) {
    return source(
        (source, world) ->
            new PassingSource(source) {
              @Override
              public SourcePoll poll(PollRequest request) {
                SourcePoll poll = super.poll(request);
                return with(poll, change.apply(poll.instances()));
              }
            });
  }

  private static SourcePoll with(SourcePoll poll, List<InstanceView> instances) {
    return new SourcePoll(
        poll.max(),
        poll.clock(),
        poll.server(),
        poll.database(),
        poll.brokerGuid(),
        poll.readOnlyReplica(),
        poll.atOrBelow(),
        poll.above(),
        instances,
        poll.warnings());
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
