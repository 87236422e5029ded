package io.strandline.checks.schedule;

import io.strandline.check.Draw;
import io.strandline.check.Tally;
import io.strandline.error.ErrorCode;
import io.strandline.lab.cdc.Lsn;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** What befalls a stream from both ends: a restored source, and others at its table. */
final class Upheavals {

  /** Commits after which a restored database has surely come as far as before. */
  private static final int MOST_COMMITS = 100;

  private final World world;
  private final Draw draw;
  private final Calls calls;
  private final Workload workload;
  private final Tally reach;

  Upheavals(World world, Draw draw, Calls calls, Workload workload, Tally reach) {
    this.world = world;
    this.draw = draw;
    this.calls = calls;
    this.workload = workload;
    this.reach = reach;
  }

  private void commit(Followed table) {
    world.lab.clock().advance(Duration.ofSeconds(draw.between(60, 600)));
    workload.commit(table.table);
  }

  private void bringRows(Followed table) {
    commit(table);
    world.drain();
    calls.ingest(table);
  }

  /** A backup takes the database's place, which is busy again by the next calls. */
  void restore(List<Followed> tables, Followed read) {
    for (int i = draw.between(2, 4); i > 0; i--) {
      commit(draw.of(tables));
    }
    commit(read);
    world.drain();
    calls.ingest(read);
    List<Lsn> points = world.restorable();
    Lsn frontier = world.database().cdc().newestCommit();
    Lsn point = points.get(points.size() - draw.between(2, Math.min(4, points.size())));
    calls.trace("  the database goes back to " + point);
    world.restore(point);
    for (Followed table : tables) {
      calls.oracle(table).restored(point);
    }
    boolean beyond = draw.coin();
    for (int i = 0; i < MOST_COMMITS && (beyond ? isBelow(frontier) : i < 1); i++) {
      commit(draw.of(tables));
    }
    world.drain();
    calls.excuse(ErrorCode.SOURCE_CHANGED);
    // The carried time is of the other history, whose repeated hours are read anew.
    calls.excuse(ErrorCode.CLOCK_REGRESSION);
    for (Followed table : tables) {
      Optional<ErrorCode> error = calls.once(table);
      if (error.isPresent()) {
        reach.count("restored " + (beyond ? "and beyond " : "and below ") + error.get());
      }
      calls.goOn(table, error);
    }
    calls.excuseNoMore(ErrorCode.SOURCE_CHANGED);
  }

  private boolean isBelow(Lsn frontier) {
    Lsn newest = world.database().cdc().newestCommit();
    return newest == null || newest.compareTo(frontier) <= 0;
  }

  /** Another writer puts a copy of a file in its place, which the stream passes over. */
  void rewrite(Followed table) {
    meddle(table, () -> new OtherWriter(table.bronze()).rewrite());
  }

  /** Another writer adds rows, which the stream does not go on over. */
  void append(Followed table) {
    meddle(
        table,
        () -> {
          new OtherWriter(table.bronze()).append();
          calls.oracle(table).harmed();
        });
  }

  /** The stream begins anew with the rows of the source table, which may change meanwhile. */
  void load(Followed table) {
    commit(table);
    calls.another(table, true);
    if (draw.coin()) {
      calls.ingest(table);
    } else {
      calls.ingestMeanwhile(table, Calls.LOAD, () -> workload.commit(table.table));
    }
    if (calls.oracle(table).hasOverlap()) {
      reach.count("load overlapped");
    }
  }

  /** The database goes on at another server. */
  void failOver(Followed table) {
    world.failOver();
    bringRows(table);
  }

  /** A commit of a clock that is ahead for a while, which the stream waits for or clamps. */
  void clockAhead(Followed table) {
    bringRows(table);
    table.clamp(draw.coin());
    Duration ahead = Duration.ofMinutes(draw.between(70, 200));
    world.lab.clock().jump(ahead);
    workload.commit(table.table);
    world.stepBack(ahead);
    calls.excuse(ErrorCode.CLOCK_AHEAD);
    calls.excuse(ErrorCode.CLOCK_REGRESSION);
    commit(table);
    world.drain();
    Optional<ErrorCode> error = calls.once(table);
    reach.count("clock ahead " + error.map(Enum::name).orElse("clamped"));
    calls.goOn(table, error);
  }

  /** The target is dropped, and the stream's next call makes it anew. */
  void drop(Followed table) {
    bringRows(table);
    commit(table);
    world.drain();
    calls.drop(table);
    calls.ingest(table);
  }

  /** Something is done to the table before a call, or in the middle of it. */
  private void meddle(Followed table, Runnable what) {
    bringRows(table);
    if (!new OtherWriter(table.bronze()).hasFiles()) {
      return;
    }
    commit(table);
    world.drain();
    if (draw.coin()) {
      reach.count("meddled before a call");
      what.run();
      calls.ingest(table);
    } else {
      calls.ingestMeanwhile(
          table,
          Calls.READ,
          () -> {
            reach.count("meddled in a call");
            what.run();
          });
    }
  }
}
