package io.strandline.checks.schedule;

import io.strandline.check.Draw;
import io.strandline.checks.schedule.Calls.How;
import io.strandline.error.ErrorCode;
import io.strandline.lab.cdc.CaptureInstance;
import io.strandline.lab.cdc.Lsn;
import io.strandline.lab.faults.Effect;
import io.strandline.lab.faults.Fault;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
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
    SECOND_INSTANCE,
    OLD_DISABLED
  }

  private static final String READ = "c.[__$seqval]";
  private static final int STEPS = 30;
  private static final List<String> ZONES =
      List.of("America/New_York", "America/Sao_Paulo", "Europe/Berlin", "Australia/Sydney");

  private final Draw draw;
  private final World world;
  private final List<Followed> tables = new ArrayList<>();
  private final Calls calls;
  private final Reach reach;
  private final Workload workload;
  private boolean paused;
  private int columns;

  Schedule(long seed, Path folder, List<String> trace, Reach reach, Calls.Stores stores) {
    this.draw = new Draw(seed);
    this.reach = reach;
    ZoneId zone = ZoneId.of(draw.of(ZONES));
    world = new World(folder.resolve("seed_" + seed), zone, nearChange(zone), seed);
    workload = new Workload(world, draw);
    calls = new Calls(world, trace, reach, stores);
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
    for (int i = 0; i < STEPS; i++) {
      Step step = draw.of(Step.values());
      Followed table = draw.of(tables);
      reach.count("step " + step);
      calls.trace(world.lab.clock().instant() + " " + step + " " + table.table);
      run(step, table);
    }
    finish();
  }

  private void run(Step step, Followed table) {
    switch (step) {
      case COLUMN_ADDED, SECOND_INSTANCE, OLD_DISABLED, CLEANUP, CLEANUP_AHEAD ->
          define(step, table);
      case CLEANUP_WHILE_READING, FAULT_RETRIED, FAULT_LASTING, DEATH, OVERTAKEN, TWO_CALLERS ->
          disturb(step, table);
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
        calls.ingest(table, How.PLAIN);
      }
      case INGEST_FEW_ROWS -> {
        capture();
        calls.ingest(table, How.FEW_ROWS);
      }
      case CAPTURE_PAUSED -> paused = true;
      case CAPTURE_RESUMED -> paused = false;
      case CAPTURE_ONE -> world.database().capture().step(1, 1);
      case CLOCK_BACK -> {
        calls.excuse(ErrorCode.CLOCK_AHEAD);
        calls.excuse(ErrorCode.CLOCK_REGRESSION);
        world.stepBack(Duration.ofSeconds(draw.between(1, 480)));
      }
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

  private void define(Step step, Followed table) {
    List<CaptureInstance> instances = world.current(table.table);
    switch (step) {
      case COLUMN_ADDED -> {
        columns++;
        world.run("ALTER TABLE dbo." + table.table + " ADD more_" + columns + " int NULL");
        workload.commit(table.table);
      }
      case SECOND_INSTANCE -> {
        if (instances.size() == 1) {
          world.enable(table.table, table.table + "_" + ++columns);
          workload.commit(table.table);
        }
      }
      case OLD_DISABLED -> {
        if (instances.size() == 2) {
          world.disable(table.table, instances.get(0));
        }
      }
      default -> cleanUp(table, step == Step.CLEANUP_AHEAD);
    }
  }

  private void cleanUp(Followed table, boolean ahead) {
    Lsn offset = TableOracle.lab(calls.state(table).offset().lsn());
    for (CaptureInstance instance : world.current(table.table)) {
      List<Lsn> marks =
          world.captured().stream()
              .filter(lsn -> lsn.compareTo(offset) > 0 == ahead)
              .filter(lsn -> lsn.compareTo(instance.startLsn()) > 0)
              .toList();
      if (!marks.isEmpty()) {
        world.database().cleanup(instance.name(), draw.of(marks), 5_000, batch -> {});
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
      case CLEANUP_WHILE_READING -> {
        world.log.before(READ, () -> cleanUp(table, true));
        calls.ingest(table, How.PLAIN);
      }
      case FAULT_RETRIED -> calls.disturbed(table, fault(), 1);
      case FAULT_LASTING -> calls.disturbed(table, fault(), 50);
      case DEATH -> calls.dying(table, draw.of("commit", "append", "publish"), draw.coin());
      case OVERTAKEN -> {
        world.log.before(READ, () -> calls.overtake(table));
        calls.ingest(table, How.PLAIN);
      }
      default -> calls.twoAtOnce(tables, table);
    }
    world.log.before("nothing asks this", () -> {});
  }

  private Fault fault() {
    Effect effect = draw.of(Effect.deadlock(), new Effect.Kill(), new Effect.DropReply());
    return Fault.on(draw.of("sp_cdc_help_change_data_capture", "COUNT_BIG(*)", READ), effect);
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
