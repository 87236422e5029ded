package io.strandline.sim;

import io.strandline.check.Draw;
import io.strandline.error.ErrorCode;
import io.strandline.plan.PlanDocument;
import io.strandline.plan.Split;
import io.strandline.plan.SplitResult;
import io.strandline.report.IngestReport;
import io.strandline.report.Planned;
import io.strandline.report.Progress;
import io.strandline.sim.Reach.Branch;
import io.strandline.stream.Stream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * Plans that are made, written and committed by processes of their own: each step has its own
 * connections, any of them may die, and what one left lying another may take up.
 */
final class SplitExecution {

  private static final int MOST_LYING = 3;

  /** A step of a split execution. */
  enum Step {
    PLAN,
    WRITE,
    COMMIT
  }

  /** What is wrong with the results that a coordinator hands to a commit. */
  enum Muddle {
    LOST,
    REPEATED,
    MIXED,
    VANISHED
  }

  /** Runs a step of one process; what it says is judged already. */
  interface Caller {
    <T> Simulation.Outcome<T> call(Process process, Function<Stream, T> step);
  }

  private final World world;
  private final Draw draw;
  private final OutcomeOracle outcomes;
  private final Function<Optional<Process>, Process> processes;
  private final Caller caller;
  private final BiFunction<List<SplitResult>, List<SplitResult>, List<SplitResult>> carelessness;
  private final List<Errand> lying = new ArrayList<>();

  /**
   * Executions in a world.
   *
   * @param processes makes a process, which executes another's plan if there is one
   * @param carelessness what a commit takes instead of the results that it is given, which come
   *     second; first is one result of each split
   */
  SplitExecution(
      World world,
      OutcomeOracle outcomes,
      Function<Optional<Process>, Process> processes,
      Caller caller,
      BiFunction<List<SplitResult>, List<SplitResult>, List<SplitResult>> carelessness) {
    this.world = world;
    this.draw = world.draw();
    this.outcomes = outcomes;
    this.processes = processes;
    this.caller = caller;
    this.carelessness = carelessness;
  }

  /** A coordinator does as much as it lives to do, of a new plan or of one left lying. */
  void run() {
    if (world.weather().upheavals().isRestored()) {
      // What was read before is nobody's history any more, and no commit can know it.
      lying.clear();
    }
    Optional<Errand> errand = lying.isEmpty() || draw.coin() ? plan() : Optional.of(takeUp());
    if (errand.isEmpty() || leaves() || !writeAll(errand.get()) || leaves()) {
      return;
    }
    commit(errand.get());
  }

  /** Whoever holds a plan commits it at last. */
  void commitWhatLies() {
    if (!world.weather().upheavals().isRestored()) {
      List.copyOf(lying).stream().filter(e -> e.open().isEmpty()).forEach(this::commitWhole);
    }
  }

  private Errand takeUp() {
    world.reach().count(Branch.PLAN_TAKEN_UP);
    return draw.of(lying);
  }

  private boolean leaves() {
    boolean leaves = draw.perMille(80);
    if (leaves) {
      world.reach().count(Branch.PLAN_LEFT_LYING);
    }
    return leaves;
  }

  private Optional<Errand> plan() {
    Process process = processes.apply(Optional.empty());
    Optional<Planned> planned = step(Step.PLAN, process, Stream::plan).result();
    planned
        .filter(Planned.Nothing.class::isInstance)
        .ifPresent(p -> outcomes.reported(process, ((Planned.Nothing) p).report()));
    Optional<Errand> errand =
        planned
            .filter(Planned.Batch.class::isInstance)
            .map(p -> new Errand(((Planned.Batch) p).document(), process));
    errand.ifPresent(lying::add);
    while (lying.size() > MOST_LYING) {
      lying.remove(0);
    }
    return errand;
  }

  /** Whether every split has a result now. */
  private boolean writeAll(Errand errand) {
    for (Split split : errand.plan().batch().splits()) {
      boolean there = errand.result(split.number()).isPresent();
      if (there && !draw.perMille(100)) {
        continue;
      }
      if (!write(errand, split.number()) && !there && !write(errand, split.number())) {
        return false;
      }
      if (there) {
        world.reach().count(Branch.SPLIT_WRITTEN_AGAIN);
      }
    }
    return errand.open().isEmpty();
  }

  private boolean write(Errand errand, int split) {
    Process process = processes.apply(Optional.of(errand.planner()));
    PlanDocument plan = errand.plan();
    Optional<SplitResult> result =
        step(Step.WRITE, process, stream -> stream.write(plan, split, Progress.none())).result();
    result.ifPresent(errand::brought);
    return result.isPresent();
  }

  private void commit(Errand errand) {
    if (draw.perMille(300)) {
      Muddle muddle = draw.of(Muddle.values());
      Optional<List<SplitResult>> muddled = muddled(errand, muddle);
      if (muddled.isPresent()) {
        commitMuddled(errand, muddle, muddled.get());
      }
    }
    if (!leaves()) {
      commitWhole(errand);
    }
  }

  /** Results with a fault; empty if the errand cannot have it. */
  private Optional<List<SplitResult>> muddled(Errand errand, Muddle muddle) {
    List<SplitResult> results = new ArrayList<>(errand.whole());
    if (results.isEmpty()) {
      return Optional.empty();
    }
    int at = draw.between(0, results.size() - 1);
    switch (muddle) {
      case LOST -> results.remove(at);
      case REPEATED ->
          results.add(draw.of(errand.results().stream().filter(r -> r.split() == at).toList()));
      case MIXED -> {
        Optional<SplitResult> other =
            lying.stream()
                .filter(e -> !e.plan().id().equals(errand.plan().id()))
                .flatMap(e -> e.result(at).stream())
                .findFirst();
        if (other.isEmpty()) {
          return Optional.empty();
        }
        results.set(at, other.get());
      }
      case VANISHED -> {
        if (errand.wasCommitted() || !vanishes(results.get(at))) {
          return Optional.empty();
        }
        errand.spoil();
      }
    }
    return Optional.of(results);
  }

  private boolean vanishes(SplitResult result) {
    Optional<DataFile> file =
        result.files().stream()
            .findFirst()
            .flatMap(document -> world.warehouse().file(document.path()))
            .filter(there -> !there.isDeleted() && !there.isCommitted());
    file.ifPresent(world.warehouse()::delete);
    return file.isPresent();
  }

  private void commitMuddled(Errand errand, Muddle muddle, List<SplitResult> results) {
    Process process = processes.apply(Optional.of(errand.planner()));
    Simulation.Outcome<IngestReport> outcome = commit(errand, process, results);
    Violation.unless(
        !world.oracles().hasCommitted(process),
        "split results",
        "%s commits with a result %s: %s",
        process,
        muddle,
        outcome);
    if (outcome.error().equals(Optional.of(ErrorCode.STALE_PLAN))) {
      world.reach().count("refused results " + muddle);
    }
  }

  private void commitWhole(Errand errand) {
    Process process = processes.apply(Optional.of(errand.planner()));
    Simulation.Outcome<IngestReport> outcome = commit(errand, process, errand.whole());
    if (outcome.error().equals(Optional.of(ErrorCode.STALE_PLAN))) {
      Violation.unless(
          errand.isSpoilt() || !isAtStart(errand),
          "split results",
          "%s refuses a plan whose start and results are whole",
          process);
      world.reach().count(errand.isSpoilt() ? Branch.SPOILT_PLAN_REFUSED : Branch.PLAN_STALE);
    }
    outcome
        .result()
        .ifPresent(
            report ->
                world
                    .reach()
                    .count(
                        report instanceof IngestReport.DoneByAnother
                            ? Branch.PLAN_DONE_BY_ANOTHER
                            : world.oracles().hasCommitted(process)
                                ? Branch.PLAN_COMMITTED
                                : Branch.PLAN_COMMITTED_BEFORE));
  }

  /** Whether the table is as the plan left it; another writer's harm ends that as well. */
  private boolean isAtStart(Errand errand) {
    return world
        .bronze()
        .filter(log -> world.oracles().table(log.tableId()).filter(t -> t.isHarmed()).isEmpty())
        .flatMap(BronzeLog::newestOwn)
        .filter(v -> PlanDocument.Start.of(v.state().orElseThrow()).equals(errand.plan().start()))
        .isPresent();
  }

  private Simulation.Outcome<IngestReport> commit(
      Errand errand, Process process, List<SplitResult> results) {
    errand.committing();
    List<SplitResult> taken = carelessness.apply(errand.whole(), results);
    Simulation.Outcome<IngestReport> outcome =
        step(Step.COMMIT, process, stream -> stream.commit(errand.plan(), taken));
    outcome.result().ifPresent(report -> outcomes.reported(process, report));
    return outcome;
  }

  private <T> Simulation.Outcome<T> step(Step step, Process process, Function<Stream, T> body) {
    Simulation.Outcome<T> outcome = caller.call(process, body);
    if (process.crashed()) {
      world.reach().count("crash in " + step);
    }
    String said = outcome.error().map(ErrorCode::name).orElse(process.crashed() ? "" : "done");
    world.trace("%s: %s %s", process, step, said);
    return outcome;
  }
}
