package io.strandline.sim;

import io.strandline.error.ErrorCode;
import io.strandline.error.StrandlineException;
import io.strandline.port.ChangeSource;
import io.strandline.port.TableStore;
import io.strandline.report.Adoptable;
import io.strandline.report.Adopted;
import io.strandline.report.IdleReason;
import io.strandline.report.IngestReport;
import io.strandline.report.Progress;
import io.strandline.sim.Reach.Branch;
import io.strandline.state.StreamState;
import io.strandline.stream.Stream;
import io.strandline.stream.Streams;
import io.strandline.verdict.ControlRow;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** One run: a seed's worth of calls in rough weather, then calm, in which all must come right. */
final class Simulation {

  private static final int MOST_CALMING_CALLS = 200;

  /** Every so many seeds have callers that execute plans in splits. */
  private static final int SPLIT_SEEDS = 4;

  private final World world;
  private final Substitute substitute;
  private final OutcomeOracle outcomes;
  private final WayOut wayOut;
  private final boolean splits;
  private final SplitExecution execution;
  private int processes;

  Simulation(long seed, Substitute substitute, boolean traced) {
    this.world = new World(seed, traced);
    this.substitute = substitute;
    this.outcomes = new OutcomeOracle(world);
    this.wayOut = new WayOut(world);
    this.splits = seed % SPLIT_SEEDS == SPLIT_SEEDS / 2;
    this.execution =
        new SplitExecution(
            world,
            outcomes,
            this::process,
            this::call,
            (whole, given) -> substitute.results(whole, given, world));
  }

  World world() {
    return world;
  }

  /** Runs to the end. */
  void run() {
    for (int steps = world.draw().between(15, 40); steps > 0; steps--) {
      world.weather().betweenCalls();
      int callers = callers();
      List<Runnable> calls = new ArrayList<>();
      for (int i = 0; i < callers; i++) {
        if (splits && world.draw().coin()) {
          calls.add(execution::run);
        } else if (world.loads() && world.draw().perMille(250)) {
          Process process = process(Optional.empty());
          calls.add(() -> load(process));
        } else if (world.adopts()
            && world.bronze().isPresent()
            && world.draw().perMille(world.bronze().get().isHarmed() ? 900 : 250)) {
          Process process = process(Optional.empty());
          calls.add(() -> adopt(process));
        } else {
          Process process = process(Optional.empty());
          calls.add(() -> call(process));
        }
      }
      world.baton().run(calls);
    }
    end();
  }

  /** Two may adopt at once what one of them would. */
  private int callers() {
    boolean stopped = world.adopts() && world.bronze().filter(BronzeLog::isHarmed).isPresent();
    boolean several =
        world.chance(world.climate().concurrency()) || stopped && world.draw().perMille(800);
    return several ? world.draw().between(2, 4) : 1;
  }

  /**
   * The outcome of a call: neither if its process died.
   *
   * @param result what it returned
   * @param error the code of what it threw
   */
  record Outcome<T>(Optional<T> result, Optional<ErrorCode> error) {}

  private Outcome<IngestReport> call(Process process) {
    return call(
        process,
        stream -> {
          IngestReport report = stream.ingest();
          world.trace("%s: %s %s", process, report.getClass().getSimpleName(), reason(report));
          outcomes.reported(process, report);
          return report;
        });
  }

  /** Asks for the load by itself. */
  private void load(Process process) {
    call(
        process,
        stream -> {
          IngestReport report = stream.snapshot(Progress.none());
          world.trace("%s: load %s", process, report.getClass().getSimpleName());
          outcomes.reported(process, report);
          return report;
        });
  }

  private Outcome<Optional<Adopted>> adopt(Process process) {
    Outcome<Optional<Adopted>> outcome =
        call(
            process.adopting(),
            stream -> {
              Optional<Adopted> adopted = stream.adopt(Set.of(Adoptable.TARGET));
              world.trace("%s: adopt %s", process, adopted);
              outcomes.adopted(process, adopted);
              return adopted;
            });
    if (process.crashed()) {
      world.reach().count("crash in adopt");
    }
    return outcome;
  }

  private <T> Outcome<T> call(Process process, Function<Stream, T> body) {
    ChangeSource source = substitute.source(new SimSource(world.database(), process), world);
    TableStore store =
        substitute.store(new SimTableStore(world.warehouse(), process, world.clock()), world);
    Stream stream = Streams.of(source, store, world.options(), world.clock(), world::newId);
    try {
      return new Outcome<>(Optional.of(body.apply(stream)), Optional.empty());
    } catch (StrandlineException e) {
      if (process.crashed()) {
        // Another of its threads died, and with it the process, before anyone heard of this.
        countOrphans(process);
        return new Outcome<>(Optional.empty(), Optional.empty());
      }
      world.trace("%s: %s %s", process, e.code(), e.getMessage());
      outcomes.failed(process, e);
      return new Outcome<>(Optional.empty(), Optional.of(e.code()));
    } catch (CrashError e) {
      countOrphans(process);
      return new Outcome<>(Optional.empty(), Optional.empty());
    }
  }

  private Process process(Optional<Process> planner) {
    Process process = new Process(world, ++processes);
    planner.ifPresent(process::execute);
    return process;
  }

  private static String reason(IngestReport report) {
    return report instanceof IngestReport.Idle idle ? idle.reason().name() : "";
  }

  private void countOrphans(Process process) {
    if (process.written().stream().anyMatch(file -> !file.isCommitted() && !file.isDeleted())) {
      world.reach().count(Branch.FILES_ORPHANED);
    }
  }

  /** After calm calls the tables say what the source says, or the stream has stopped for cause. */
  private void end() {
    if (world.adopts() && world.bronze().isPresent() && world.draw().perMille(250)) {
      world.weather().harm();
    }
    world.calm();
    world.weather().clear();
    execution.commitWhatLies();
    wayOut.provideInstance();
    Outcome<IngestReport> last = goOn(calmCalls());
    world.weather().idle();
    last = goOn(calmCalls());
    BronzeLog log = world.bronze().orElseThrow(() -> new Violation("idle progress", "no table"));
    TableOracle table = world.oracles().table(log.tableId()).orElseThrow();
    table.verifyWhole();
    world.oracles().countClocks();
    if (table.isHarmed()) {
      verifyStop(last, ErrorCode.TARGET_CHANGED);
    } else if (last.error().equals(Optional.of(ErrorCode.SOURCE_CHANGED))) {
      Violation.unless(wayOut.isSourceLost(), "stop", "%s", last);
    } else {
      verifyProgress(last, table);
    }
  }

  /** Takes the way out of each stop that an operator has. */
  private Outcome<IngestReport> goOn(Outcome<IngestReport> stopped) {
    Outcome<IngestReport> last = stopped;
    for (int i = 0; i < WayOut.MOST && last.error().isPresent(); i++) {
      if (world.adopts() && last.error().get() == ErrorCode.TARGET_CHANGED) {
        adopt(process(Optional.empty()));
        world.reach().count(Branch.WAY_OUT_BY_ADOPTING);
      } else if (!wayOut.take(last.error().get())) {
        return last;
      }
      last = calmCalls();
    }
    return last;
  }

  private static boolean isOver(Outcome<IngestReport> outcome) {
    return outcome.error().isPresent()
        || outcome.result().filter(IngestReport.Idle.class::isInstance).isPresent();
  }

  private Outcome<IngestReport> calmCalls() {
    Outcome<IngestReport> last = calmCall();
    for (int i = 0; i < MOST_CALMING_CALLS && !isOver(last); i++) {
      last = calmCall();
    }
    return last;
  }

  private Outcome<IngestReport> calmCall() {
    return call(process(Optional.empty()));
  }

  private static void verifyStop(Outcome<IngestReport> last, ErrorCode expected) {
    Violation.unless(
        last.error().equals(Optional.of(expected)), "stop", "%s, not %s", last, expected);
  }

  private void verifyProgress(Outcome<IngestReport> last, TableOracle table) {
    StreamState state = table.state();
    boolean idle =
        last.result()
            .filter(IngestReport.Idle.class::isInstance)
            .map(report -> ((IngestReport.Idle) report).reason())
            .filter(r -> r == IdleReason.CAUGHT_UP || r == IdleReason.NOTHING_NEW)
            .isPresent();
    Violation.unless(idle, "idle progress", "the last call: %s", last);
    CommitTimes frontier = table.timesToTheEnd();
    Instant verdict = world.options().granularity().truncate(frontier.highest());
    ControlRow row =
        world.control().orElseThrow(() -> new Violation("idle progress", "no verdict"));
    Violation.unless(
        row.tableId().equals(table.log().tableId())
            && row.finalizedUntil().equals(Optional.of(verdict))
            && row.losslessSince().equals(state.losslessSince()),
        "idle progress",
        "published %s, not %s",
        row,
        verdict);
    world.oracles().facts().verifyComplete(table.log(), state.batchId());
  }
}
