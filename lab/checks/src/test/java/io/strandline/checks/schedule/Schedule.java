package io.strandline.checks.schedule;

import io.strandline.check.Draw;
import io.strandline.check.Tally;
import io.strandline.checks.schedule.Calls.How;
import io.strandline.error.ErrorCode;
import io.strandline.lab.faults.Effect;
import io.strandline.lab.faults.Fault;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The steps of one seed. */
final class Schedule implements AutoCloseable {

  /** What a step does. */
  enum Step {
    COMMITS,
    TIED_COMMITS,
    OTHER_TABLE,
    IDLE_ENTRY,
    INGEST,
    INGEST_FEW_ROWS,
    CAPTURE_PAUSED,
    CAPTURE_RESUMED,
    CAPTURE_ONE,
    CLEANUP,
    CLEANUP_AHEAD,
    CLEANUP_WHILE_READING,
    SPLITS,
    FAULT_RETRIED,
    FAULT_LASTING,
    DEATH,
    OVERTAKEN,
    TWO_CALLERS,
    CLOCK_BACK,
    HOURS_PASS,
    COLUMN_ADDED,
    COLUMN_DROPPED,
    COLUMN_RETYPED,
    COLUMN_TO_TEXT,
    RETYPED_WHILE_READING,
    SECOND_INSTANCE,
    OLD_DISABLED,
    SOURCE_RESTORED,
    TARGET_REWRITTEN,
    TARGET_ADDED_TO,
    FIRST_LOAD,
    FAILOVER,
    CLOCK_AHEAD,
    TARGET_DROPPED
  }

  /** Steps beside one of each kind. */
  private static final int MORE_STEPS = 4;

  private static final List<String> ZONES =
      List.of("America/New_York", "America/Sao_Paulo", "Europe/Berlin", "Australia/Sydney");

  private final Draw draw;
  private final World world;
  private final List<Followed> tables = new ArrayList<>();
  private final Calls calls;
  private final Tally reach;
  private final Workload workload;
  private final Definitions definitions;
  private final Upheavals upheavals;
  private boolean paused;

  Schedule(long seed, Path folder, List<String> trace, Tally reach, Calls.Between between) {
    this.draw = new Draw(seed);
    this.reach = reach;
    ZoneId zone = ZoneId.of(draw.of(ZONES));
    world = new World(folder.resolve("seed_" + seed), zone, nearChange(zone), seed);
    workload = new Workload(world, draw);
    calls = new Calls(world, draw, trace, reach, between);
    definitions = new Definitions(world, draw, calls, workload);
    upheavals = new Upheavals(world, draw, calls, workload, reach);
    for (String table : List.of("stock", "sales")) {
      world.make(table);
      world.enable(table, "dbo_" + table);
      tables.add(new Followed(world, table));
    }
    world.make("other");
    world.enable("other", "dbo_other");
  }

  /** Up to eight hours before the zone's next change of its offset. */
  private Instant nearChange(ZoneId zone) {
    Instant day = Instant.parse("2013-01-01T00:00:00Z").plus(Duration.ofDays(draw.between(0, 300)));
    Instant change = zone.getRules().nextTransition(day).getInstant();
    return change.minusSeconds(draw.between(0, 8 * 3_600));
  }

  void run() {
    world.drain();
    for (Followed table : tables) {
      calls.begin(table);
    }
    for (Step step : steps()) {
      Followed table = draw.of(tables);
      reach.count("step " + step);
      calls.trace(world.lab.clock().instant() + " " + step + " " + table.table);
      run(step, table);
    }
    finish();
  }

  /** One of each kind and a few more, in any order. */
  private List<Step> steps() {
    List<Step> steps = new ArrayList<>(List.of(Step.values()));
    for (int i = 0; i < MORE_STEPS; i++) {
      steps.add(draw.of(Step.values()));
    }
    for (int i = steps.size() - 1; i > 0; i--) {
      Collections.swap(steps, i, draw.between(0, i));
    }
    return steps;
  }

  private void run(Step step, Followed table) {
    switch (step) {
      case COLUMN_ADDED,
          COLUMN_DROPPED,
          COLUMN_RETYPED,
          COLUMN_TO_TEXT,
          SECOND_INSTANCE,
          OLD_DISABLED,
          CLEANUP,
          CLEANUP_AHEAD ->
          definitions.run(step, table);
      case CLEANUP_WHILE_READING,
          RETYPED_WHILE_READING,
          FAULT_RETRIED,
          FAULT_LASTING,
          DEATH,
          OVERTAKEN,
          TWO_CALLERS ->
          disturb(step, table);
      case SOURCE_RESTORED -> upheavals.restore(tables, table);
      case TARGET_REWRITTEN -> upheavals.rewrite(table);
      case TARGET_ADDED_TO -> upheavals.append(table);
      case FIRST_LOAD -> upheavals.load(table);
      case FAILOVER -> upheavals.failOver(table);
      case CLOCK_AHEAD -> upheavals.clockAhead(table);
      case TARGET_DROPPED -> upheavals.drop(table);
      case COMMITS -> {
        pass(draw.between(1, 600));
        workload.commit(table.table);
      }
      case TIED_COMMITS -> {
        workload.commit(table.table);
        workload.commit(draw.of(tables).table);
      }
      case OTHER_TABLE -> {
        pass(draw.between(1, 600));
        workload.commit("other");
      }
      case IDLE_ENTRY -> {
        pass(draw.between(300, 900));
        capture();
        if (!paused) {
          world.idleEntry();
        }
      }
      case INGEST -> {
        capture();
        calls.ingest(table);
      }
      case INGEST_FEW_ROWS -> {
        for (int i = 0; i < 3; i++) {
          pass(draw.between(1, 60));
          workload.commit(table.table);
        }
        capture();
        calls.ingest(table, How.FEW_ROWS);
      }
      case CAPTURE_PAUSED -> paused = true;
      case CAPTURE_RESUMED -> paused = false;
      case CAPTURE_ONE -> world.database().capture().step(1, 1);
      case CLOCK_BACK -> stepBack();
      case HOURS_PASS -> hoursPass();
      case SPLITS -> {
        capture();
        calls.split(table);
      }
    }
  }

  private void pass(int seconds) {
    world.lab.clock().advance(Duration.ofSeconds(seconds));
  }

  private void capture() {
    if (!paused) {
      world.drain();
    }
  }

  private void stepBack() {
    calls.excuse(ErrorCode.CLOCK_AHEAD);
    calls.excuse(ErrorCode.CLOCK_REGRESSION);
    world.stepBack(Duration.ofSeconds(draw.between(1, 480)));
  }

  /** Half an hour to three hours, with the idle entries of a capture that runs. */
  private void hoursPass() {
    int fives = draw.between(6, 36);
    for (int i = 0; i < fives; i++) {
      pass(300);
      capture();
      if (!paused) {
        world.idleEntry();
      }
    }
  }

  private void disturb(Step step, Followed table) {
    pass(draw.between(60, 600));
    workload.commit(table.table);
    pass(draw.between(60, 600));
    workload.commit(table.table);
    capture();
    switch (step) {
      case CLEANUP_WHILE_READING ->
          calls.ingestMeanwhile(table, Calls.READ, () -> definitions.cleanUp(table, true));
      case RETYPED_WHILE_READING -> {
        OtherWriter owner = new OtherWriter(table.bronze());
        if (draw.coin() && !owner.allowsWidening()) {
          owner.allowWidening();
        }
        calls.ingestMeanwhile(
            table,
            Calls.READ,
            () -> {
              definitions.retype(table.table);
              world.drain();
            });
      }
      case FAULT_RETRIED -> calls.disturbed(table, fault(), 1);
      case FAULT_LASTING -> calls.disturbed(table, fault(), 50);
      case DEATH -> {
        calls.die(table, "commit", false);
        calls.die(table, draw.of("commit", "append", "publish"), draw.coin());
        calls.ingest(table);
      }
      case OVERTAKEN -> calls.ingestMeanwhile(table, Calls.READ, () -> calls.overtake(table));
      default -> calls.twoAtOnce(tables, table);
    }
  }

  private Fault fault() {
    Effect effect = draw.of(Effect.deadlock(), new Effect.Kill(), new Effect.DropReply());
    return Fault.on(draw.of("sp_cdc_help_change_data_capture", "COUNT_BIG(*)", Calls.READ), effect);
  }

  private void finish() {
    paused = false;
    pass(600);
    for (Followed table : tables) {
      workload.commit(table.table);
    }
    world.drain();
    calls.trace("the end");
    for (Followed table : tables) {
      calls.catchUp(table);
    }
  }

  @Override
  public void close() {
    calls.close();
    world.close();
  }
}
