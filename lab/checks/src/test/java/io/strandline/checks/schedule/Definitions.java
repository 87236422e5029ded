package io.strandline.checks.schedule;

import io.strandline.check.Draw;
import io.strandline.checks.schedule.Schedule.Step;
import io.strandline.lab.cdc.CaptureInstance;
import io.strandline.lab.cdc.Lsn;
import java.util.ArrayList;
import java.util.List;

/** What administrators do to a table: columns, their types, capture instances, retention. */
final class Definitions {

  /** The column whose type changes. */
  static final String SIZE = "size";

  private static final List<String> NUMBERS = List.of("smallint", "int", "bigint");

  private final World world;
  private final Draw draw;
  private final Calls calls;
  private final Workload workload;
  private int names;

  Definitions(World world, Draw draw, Calls calls, Workload workload) {
    this.world = world;
    this.draw = draw;
    this.calls = calls;
    this.workload = workload;
  }

  void run(Step step, Followed followed) {
    String table = followed.table;
    List<CaptureInstance> instances = world.current(table);
    switch (step) {
      case COLUMN_ADDED -> {
        world.run("ALTER TABLE dbo." + table + " ADD more_" + ++names + " int NULL");
        workload.commit(table);
      }
      case COLUMN_DROPPED -> {
        workload.commit(table);
        drop(table);
        workload.commit(table);
      }
      case COLUMN_RETYPED -> {
        retype(table);
        workload.commit(table);
      }
      case COLUMN_TO_TEXT -> {
        workload.commit(table);
        retype(table, "nvarchar(20)");
      }
      case SECOND_INSTANCE -> {
        if (instances.size() == 1) {
          world.enable(table, table + "_" + ++names);
          workload.commit(table);
        }
      }
      case OLD_DISABLED -> {
        if (instances.size() == 2) {
          world.disable(table, instances.get(0));
        }
      }
      default -> cleanUp(followed, step == Step.CLEANUP_AHEAD);
    }
  }

  /** Drops a column, or adds one of its name. */
  private void drop(String table) {
    String what = world.has(table, Workload.SPARE) ? " DROP COLUMN spare" : " ADD spare int NULL";
    world.run("ALTER TABLE dbo." + table + what);
  }

  private List<String> others(String table) {
    List<String> others = new ArrayList<>(NUMBERS);
    others.remove(world.typeOf(table, SIZE));
    return others;
  }

  /** Changes a column's type to another number's. */
  void retype(String table) {
    retype(table, draw.of(others(table)));
  }

  private void retype(String table, String type) {
    world.run("ALTER TABLE dbo." + table + " ALTER COLUMN " + SIZE + " " + type + " NULL");
    calls.trace("  " + SIZE + " is " + type);
  }

  /** Cleanup passes some of the commits that the stream has read, or of those that it has not. */
  void cleanUp(Followed table, boolean ahead) {
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
}
