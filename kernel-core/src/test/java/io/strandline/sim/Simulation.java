package io.strandline.sim;

import io.strandline.error.ErrorCode;
import io.strandline.error.StrandlineException;
import io.strandline.port.ChangeSource;
import io.strandline.port.TableStore;
import io.strandline.report.IdleReason;
import io.strandline.report.IngestReport;
import io.strandline.sim.Reach.Branch;
import io.strandline.state.StreamState;
import io.strandline.stream.Stream;
import io.strandline.stream.Streams;
import io.strandline.verdict.ControlRow;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** One run: a seed's worth of calls in rough weather, then calm, in which all must come right. */
final class Simulation {

  private static final int MOST_CALMING_CALLS = 200;

  private final World world;
  private final Substitute substitute;
  private final OutcomeOracle outcomes;
  private final WayOut wayOut;
  private int processes;

  Simulation(long seed, Substitute substitute, boolean traced) {
    this.world = new World(seed, traced);
    this.substitute = substitute;
    this.outcomes = new OutcomeOracle(world);
    this.wayOut = new WayOut(world);
  }

  World world() {
    return world;
  }

  /** Runs to the end. */
  void run() {
    for (int steps = world.draw().between(15, 40); steps > 0; steps--) {
      world.weather().betweenCalls();
      int callers = world.chance(world.climate().concurrency()) ? world.draw().between(2, 4) : 1;
      List<Runnable> calls = new ArrayList<>();
      for (int i = 0; i < callers; i++) {
        Process process = new Process(world, ++processes);
        calls.add(() -> call(process));
      }
      world.baton().run(calls);
    }
    end();
  }

  /** The outcome of a call: a report, or an error of which the code is kept. */
  private record Outcome(Optional<IngestReport> report, Optional<ErrorCode> error) {}

  private Optional<Outcome> call(Process process) {
    ChangeSource source = substitute.source(new SimSource(world.database(), process), world);
    TableStore store =
        substitute.store(new SimTableStore(world.warehouse(), process, world.clock()), world);
    Stream stream = Streams.of(source, store, world.options(), world.clock(), world::newId);
    try {
      IngestReport report = stream.ingest();
      world.trace("%s: %s %s", process, report.getClass().getSimpleName(), reason(report));
      outcomes.reported(process, report);
      return Optional.of(new Outcome(Optional.of(report), Optional.empty()));
    } catch (StrandlineException e) {
      if (process.crashed()) {
        // Another of its threads died, and with it the process, before anyone heard of this.
        countOrphans(process);
        return Optional.empty();
      }
      world.trace("%s: %s", process, e.code());
      outcomes.failed(process, e);
      return Optional.of(new Outcome(Optional.empty(), Optional.of(e.code())));
    } catch (CrashError e) {
      countOrphans(process);
      return Optional.empty();
    }
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
    world.calm();
    world.weather().clear();
    wayOut.provideInstance();
    Outcome last = goOn(calmCalls());
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
  private Outcome goOn(Outcome stopped) {
    Outcome last = stopped;
    for (int i = 0; i < WayOut.MOST && last.error().isPresent(); i++) {
      if (!wayOut.take(last.error().get())) {
        return last;
      }
      last = calmCalls();
    }
    return last;
  }

  private static boolean isOver(Outcome outcome) {
    return outcome.error().isPresent()
        || outcome.report().filter(IngestReport.Idle.class::isInstance).isPresent();
  }

  private Outcome calmCalls() {
    Outcome last = calmCall();
    for (int i = 0; i < MOST_CALMING_CALLS && !isOver(last); i++) {
      last = calmCall();
    }
    return last;
  }

  private Outcome calmCall() {
    return call(new Process(world, ++processes)).orElseThrow();
  }

  private static void verifyStop(Outcome last, ErrorCode expected) {
    Violation.unless(
        last.error().equals(Optional.of(expected)), "stop", "%s, not %s", last, expected);
  }

  private void verifyProgress(Outcome last, TableOracle table) {
    StreamState state = table.state();
    boolean idle =
        last.report()
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
