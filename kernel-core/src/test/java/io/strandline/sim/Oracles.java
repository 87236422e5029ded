package io.strandline.sim;

import io.strandline.facts.FactsColumn;
import io.strandline.facts.FactsRow;
import io.strandline.port.SourcePoll;
import io.strandline.sim.Reach.Branch;
import io.strandline.state.StreamState;
import io.strandline.verdict.ControlRow;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Watches every change of the tables and judges it at once. */
final class Oracles implements Witness {

  private final World world;
  private final Map<String, TableOracle> tables = new LinkedHashMap<>();
  private final Map<String, Planned> plans = new HashMap<>();
  private final Map<String, Process> committers = new HashMap<>();
  private final Map<String, Loading> loads = new HashMap<>();
  private final FactsOracle facts;

  /** What a load began with, and what befell it. */
  private record Loading(SourcePoll poll, LoadWatch watch) {}

  Oracles(World world) {
    this.world = world;
    this.facts = new FactsOracle(world);
  }

  FactsOracle facts() {
    return facts;
  }

  /** Whether a process has committed a batch. */
  boolean hasCommitted(Process process) {
    return tables.values().stream()
        .flatMap(table -> table.log().versions().stream())
        .flatMap(version -> version.state().stream())
        .anyMatch(state -> process.equals(committers.get(state.attempt())));
  }

  /** The oracles of all tables that ever were. */
  Collection<TableOracle> tables() {
    return tables.values();
  }

  /** The oracle of a table; empty for one that nobody has created. */
  Optional<TableOracle> table(String tableId) {
    return Optional.ofNullable(tables.get(tableId));
  }

  /** A process is about to commit what it planned. */
  void committing(StreamState next, Process process) {
    committers.putIfAbsent(next.attempt(), process);
    if (AdoptionOracle.isAdoption(next)) {
      return;
    }
    if (LoadOracle.isLoad(next)) {
      loads.put(
          next.attempt(), new Loading(process.poll().orElseThrow(), process.load().orElseThrow()));
      if (process.sessions() > 1) {
        world.reach().count(Branch.LOAD_IN_RANGES);
      }
      return;
    }
    plans.put(
        next.attempt(),
        new Planned(process.poll().orElseThrow(), process.measured().orElseThrow()));
    if (process.sessions() > 1) {
      world.reach().count(Branch.BATCH_IN_SPLITS);
    }
  }

  @Override
  public void created(BronzeLog log) {
    world.trace("  table %s comes to be", log.tableId());
    tables.put(log.tableId(), new TableOracle(world, log, world.current().orElseThrow()));
    world.reach().count(Branch.TABLE_CREATED);
  }

  @Override
  public void committed(BronzeLog log, BronzeVersion version) {
    StreamState state = version.state().orElseThrow();
    world.trace("  batch %s is in, up to %s", state.batchId(), state.offset());
    Optional<ControlRow> published = world.control();
    Violation.unless(
        published.isEmpty()
            || published.get().tableId().equals(log.tableId())
            || published.get().finalizedUntil().isEmpty(),
        "replaced verdict",
        "batch %s of %s comes under %s",
        state.batchId(),
        log.tableId(),
        published);
    for (DataFile file : version.added()) {
      Violation.unless(!file.isDeleted(), "files", "%s was deleted and is committed", file.name());
    }
    TableOracle table = tables.get(log.tableId());
    if (AdoptionOracle.isAdoption(state)) {
      table.adopted(version, committers.get(state.attempt()).poll().orElseThrow());
      world.reach().count(Branch.ADOPTED_TARGET);
      return;
    }
    if (LoadOracle.isLoad(state)) {
      Loading loading = loads.get(state.attempt());
      table.loaded(version, loading.poll(), loading.watch());
      world.reach().count(Branch.LOAD_COMMITTED);
      if (version.added().isEmpty()) {
        world.reach().count(Branch.LOAD_WITHOUT_ROWS);
      }
      return;
    }
    Instant before = table.complete();
    table.committed(version, plans.get(state.attempt()));
    countBranches(state, before);
  }

  private void countBranches(StreamState state, Instant before) {
    Reach reach = world.reach();
    FactsRow batch = state.lastBatch().orElseThrow().batch().orElseThrow();
    long rows = batch.get(FactsColumn.ROWS, Long.class).orElse(0L);
    reach.count(rows == 0 ? Branch.BATCH_WITHOUT_ROWS : Branch.BATCH_WITH_ROWS);
    if (rows > world.options().bounds().maxRows()) {
      reach.count(Branch.COMMIT_LARGER_THAN_A_BATCH);
    }
    if (state.offset().lsn().isBefore(state.highestMaxLsn())) {
      boolean byRows = world.options().bounds().maxCommits() == Long.MAX_VALUE;
      reach.count(byRows ? Branch.BATCH_CUT_BY_ROWS : Branch.BATCH_CUT_BY_COMMITS);
    }
    Instant verdict = world.options().granularity().truncate(state.offset().commitTs());
    if (rows == 0 && world.options().granularity().truncate(before).isBefore(verdict)) {
      reach.count(Branch.VERDICT_MOVED_BY_IDLE_ENTRIES);
    }
  }

  @Override
  public void foreign(BronzeLog log, BronzeVersion version) {
    if (!version.foreign().orElseThrow().harmful()) {
      world.reach().count(Branch.FOREIGN_COMMIT_PASSED_OVER);
    }
  }

  @Override
  public void deleted(DataFile file) {
    Violation.unless(!file.isCommitted(), "files", "%s is committed and deleted", file.name());
  }

  @Override
  public void factsWritten(String tableId, String appId, long batchId, List<FactsRow> rows) {
    world.trace("  facts of batch %s are in", batchId);
    TableOracle table = tables.get(tableId);
    facts.written(table.log(), batchId, rows);
    Optional<Process> committer = Optional.ofNullable(committers.get(table.state().attempt()));
    if (!committer.equals(world.current())) {
      world.reach().count(Branch.FACTS_REPAIRED);
    }
  }

  @Override
  public void published(Optional<ControlRow> before, ControlRow after) {
    world.trace("  published %s of %s", after.finalizedUntil(), after.tableId());
    TableOracle table = tables.get(after.tableId());
    Optional<ControlRow> same = before.filter(row -> row.tableId().equals(after.tableId()));
    if (same.isPresent()) {
      verifyMonotonic(same.get(), after);
    } else if (before.isPresent()) {
      world.reach().count(Branch.TABLE_REPLACED);
    }
    Instant most = world.options().granularity().truncate(table.complete());
    Violation.unless(
        after.finalizedUntil().isEmpty() || !after.finalizedUntil().get().isAfter(most),
        "data before verdict",
        "verdict %s while the table is complete to %s",
        after.finalizedUntil(),
        table.complete());
    Violation.unless(
        after.finalizedUntil().isEmpty() || table.state().batchId() > StreamState.CREATION,
        "data before verdict",
        "verdict %s of a table without a batch",
        after.finalizedUntil());
    boolean real =
        table.log().versions().stream()
            .anyMatch(
                v ->
                    v.state().filter(s -> after.end().equals(Optional.of(s.offset()))).isPresent());
    Violation.unless(real, "data before verdict", "no batch ends at %s", after.end());
    if (!Optional.ofNullable(committers.get(table.state().attempt())).equals(world.current())) {
      world.reach().count(Branch.VERDICT_REPAIRED);
    }
  }

  private static void verifyMonotonic(ControlRow before, ControlRow after) {
    boolean kept =
        before.finalizedUntil().isEmpty()
            || after.finalizedUntil().isPresent()
                && !after.finalizedUntil().get().isBefore(before.finalizedUntil().get());
    Violation.unless(
        kept
            && (before.finalizedUntil().isEmpty()
                || !after.losslessSince().isBefore(before.losslessSince())),
        "monotonic",
        "%s is published over %s",
        after,
        before);
  }

  /** Counts what the commit clocks have met. */
  void countClocks() {
    for (TableOracle table : tables.values()) {
      count(Branch.COMMIT_TIME_CLAMPED, table.times().clamped());
      count(Branch.REPEATED_HOUR_READ_SECOND, table.times().secondReadings());
      count(Branch.REPEATED_HOUR_READ_FIRST, table.times().firstReadings());
    }
  }

  private void count(Branch branch, int times) {
    for (int i = 0; i < times; i++) {
      world.reach().count(branch);
    }
  }
}
