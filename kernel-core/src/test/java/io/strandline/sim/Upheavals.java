package io.strandline.sim;

import io.strandline.check.Draw;
import io.strandline.lsn.Lsn;
import io.strandline.sim.Reach.Branch;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;

/** What befalls a whole server: moves, restores, other zones, clocks that jump. */
final class Upheavals {

  private static final String OTHER_GUID = "9B2D1C44-7A35-4E0B-8C55-1F0E4C1D7A10";
  private static final int MICROS_A_TICK = 3334;

  private final World world;
  private final Draw draw;
  private final SourceDatabase database;
  private boolean restored;

  Upheavals(World world) {
    this.world = world;
    this.draw = world.draw();
    this.database = world.database();
  }

  /** Whether the database has gone back. */
  boolean isRestored() {
    return restored;
  }

  /**
   * The database is found under another name or at another server, or its broker guid changes or
   * cannot be read.
   */
  void move() {
    if (!world.climate().moves()) {
      return;
    }
    SourceNames now = database.names();
    SourceNames moved =
        switch (draw.between(0, 2)) {
          case 0 -> named(now, draw.of("sales", "sales_b"));
          case 1 -> now.with(Optional.of(draw.of(SourceNames.GUID, OTHER_GUID)));
          default -> now.with(Optional.empty());
        };
    database.move(moved);
    world.trace("  the database is now %s", moved);
  }

  /** Under the name, or, if that is its name already, at the other server. */
  private static SourceNames named(SourceNames now, String database) {
    if (!now.database().equals(database)) {
      return now.at(database);
    }
    return now.on(now.server().equals(Optional.of("db1")) ? "db2" : "db1");
  }

  /** A copy of some commits ago takes the database's place; nobody is connected meanwhile. */
  void restore() {
    if (!world.climate().restores() || restored || !draw.perMille(60)) {
      return;
    }
    List<SourceCommit> recorded = database.recorded();
    if (recorded.size() < 4) {
      return;
    }
    Lsn last = recorded.get(recorded.size() - draw.between(2, 4)).lsn();
    if (database.isRestorable(last)) {
      database.restore(last);
      restored = true;
      world.trace("  the database goes back to %s", last);
      world.reach().count(Branch.RESTORED);
    }
  }

  /** The server says that it is in another zone, of the same or another offset. */
  void tellZone() {
    if (world.climate().zoneTrouble()) {
      ServerTime time = database.time();
      time.tell(ZoneId.of(draw.of(time.zone().getId(), time.zone().getId(), "Etc/GMT-9", alias())));
      world.trace("  the server's zone is told as %s", time.told());
    }
  }

  private String alias() {
    return switch (database.time().zone().getId()) {
      case "America/New_York" -> "America/Toronto";
      case "Europe/Berlin" -> "Europe/Paris";
      case "Australia/Sydney" -> "Australia/Melbourne";
      case "America/Sao_Paulo" -> "America/Bahia";
      default -> database.time().zone().getId();
    };
  }

  void setClock() {
    if (world.climate().clockTrouble()) {
      Duration error =
          Duration.ofSeconds(
              switch (draw.between(0, 5)) {
                case 0 -> draw.between(0, 50);
                case 1 -> draw.between(60, 3000);
                case 2 -> draw.between(3600, 9000);
                case 3 -> -draw.between(1, 3600);
                default -> 0;
              });
      database.time().setError(error);
      world.trace("  the server's clock is wrong by %s", error);
    }
  }

  /** The clock is set back by one to three ticks between two commits, as time services do. */
  void jitter(Workload workload) {
    ServerTime time = database.time();
    workload.others();
    time.setError(time.error().minus(Duration.ofNanos(1000L * MICROS_A_TICK * draw.between(1, 3))));
    boolean repeated = time.zone().getRules().getValidOffsets(time.local()).size() > 1;
    world.trace("  commits %s a few ticks before", workload.ours().lsn());
    world.reach().count(repeated ? Branch.JITTER_IN_A_REPEATED_HOUR : Branch.JITTER_OUTSIDE_OF_ONE);
  }

  /** All is as it was and as it should be. */
  void clear() {
    database.time().setError(Duration.ZERO);
    database.time().tell(database.time().zone());
    if (world.climate().moves()) {
      database.move(database.names().with(Optional.of(OTHER_GUID)));
    }
  }
}
