package io.strandline.sim;

import io.strandline.check.Draw;
import io.strandline.lsn.Lsn;
import io.strandline.lsn.LsnRange;
import io.strandline.sim.BronzeVersion.Foreign;
import io.strandline.time.MappedCommit;
import java.time.Duration;
import java.util.List;

/** What happens around the processes: transactions, capture, cleanup, clocks, other writers. */
final class Weather {

  /** Kinds of events, and how many of a hundred are of a kind. */
  enum Event {
    OURS(20),
    OTHERS(9),
    TIE(4),
    SCAN(20),
    SWITCH_CAPTURE(4),
    MOVE_WATERMARK(7),
    MOVE_OTHER_WATERMARK(5),
    PURGE(8),
    CLEAN_UP(8),
    SET_CLOCK(5),
    MEDDLE(5),
    ARRIVE(5);

    private final int share;

    Event(int share) {
      this.share = share;
    }

    /** What happens in its place while the followed table is quiet. */
    Event quietly() {
      return switch (this) {
        case OURS, TIE -> OTHERS;
        case MOVE_WATERMARK, CLEAN_UP, SWITCH_CAPTURE -> SCAN;
        default -> this;
      };
    }

    static Event of(Draw draw) {
      int rest = draw.between(0, 99);
      for (Event event : values()) {
        rest -= event.share;
        if (rest < 0) {
          return event;
        }
      }
      throw new IllegalStateException("the shares do not add up to a hundred");
    }
  }

  private final World world;
  private final Draw draw;
  private final SourceDatabase database;
  private final Workload workload;
  private boolean captureStopped;

  Weather(World world) {
    this.world = world;
    this.draw = world.draw();
    this.database = world.database();
    this.workload = new Workload(draw, database);
  }

  /** Something may happen while a process is at a port. */
  void atPortCall(PortCall call) {
    if (cleansUpAt(call)) {
      happen(Event.CLEAN_UP);
    }
    if (harmsAt(call)) {
      harm();
    }
    boolean gust = call == world.climate().focus() && world.chance(world.climate().gust());
    if (gust || world.chance(world.climate().weather())) {
      world.advance(Duration.ofMillis(draw.between(0, 20_000)));
      happen(gust && draw.coin() ? world.climate().favourite() : Event.of(draw));
    }
  }

  /** Cleanup that passes the stream is worst between a plan and its count. */
  private boolean cleansUpAt(PortCall call) {
    return call == PortCall.MEASURE && world.climate().hostileCleanup() && draw.perMille(60);
  }

  /** Another writer's harm is worst between a look at the table and the commit on it. */
  private boolean harmsAt(PortCall call) {
    return call == PortCall.COMMIT
        && world.climate().foreignHarm()
        && world.bronze().isPresent()
        && draw.perMille(25);
  }

  private void harm() {
    world.bronze().orElseThrow().commitForeign(new Foreign(true, "adds rows"));
    world.trace("  another writer harms the table");
  }

  /** Time passes between two calls. */
  void betweenCalls() {
    for (int i = draw.between(1, 6); i > 0; i--) {
      world.advance(
          draw.perMille(150)
              ? Duration.ofMinutes(draw.between(5, 40))
              : Duration.ofMillis(draw.between(0, 240_000)));
      happen(Event.of(draw));
    }
  }

  private void happen(Event event) {
    switch (world.climate().quiet() && draw.perMille(850) ? event.quietly() : event) {
      case OURS -> world.trace("  commits %s", workload.ours().lsn());
      case OTHERS -> world.trace("  others commit %s", workload.others().lsn());
      case TIE -> tie();
      case SCAN -> scan(draw.of(1, 3, 100));
      case SWITCH_CAPTURE -> switchCapture();
      case MOVE_WATERMARK -> moveWatermark(database.followed());
      case MOVE_OTHER_WATERMARK -> moveWatermark(database.other());
      case PURGE -> purge(draw.of(1, 2, 1000));
      case CLEAN_UP -> {
        moveWatermark(database.followed());
        purge(Integer.MAX_VALUE);
      }
      case SET_CLOCK -> setServerClock();
      case MEDDLE -> meddle();
      case ARRIVE -> arrive();
    }
  }

  /** Two transactions whose commit times are equal. */
  private void tie() {
    world.trace("  commits %s and %s at once", workload.ours().lsn(), workload.ours().lsn());
    world.reach().count(Reach.Branch.COMMIT_TIMES_TIED);
  }

  private void scan(int most) {
    if (!captureStopped) {
      database.scan(most);
      world.trace("  capture up to %s", database.max().map(MappedCommit::lsn));
    }
  }

  private void switchCapture() {
    captureStopped = !captureStopped && draw.coin();
    world.trace("  capture is %s", captureStopped ? "stopped" : "running");
  }

  private void moveWatermark(ChangeTable table) {
    if (table.minLsn().isEmpty()) {
      return;
    }
    boolean planned = isAt(PortCall.MEASURE) || isAt(PortCall.NEXT);
    boolean passes = world.climate().hostileCleanup() && draw.perMille(planned ? 400 : 30);
    Lsn limit = passes ? database.max().orElseThrow().lsn() : read();
    List<MappedCommit> rows =
        limit.isAfter(table.minLsn().get())
            ? database.mapped(new LsnRange(table.minLsn().get(), limit))
            : List.of();
    if (!rows.isEmpty()) {
      MappedCommit newest = rows.get(rows.size() - 1);
      database.moveWatermark(table, draw.coin() ? newest.lsn() : draw.of(rows).lsn());
      world.trace("  watermark of %s moves to %s", table.name(), table.minLsn());
    }
  }

  /** How far the stream has read, or is about to. */
  private Lsn read() {
    return world
        .bronze()
        .flatMap(BronzeLog::newestOwn)
        .map(version -> version.state().orElseThrow().offset().lsn())
        .orElse(database.followed().start());
  }

  private void purge(int most) {
    int deleted = database.followed().purge(most);
    if (draw.coin()) {
      database.purgeMapping();
      world.reach().count(Reach.Branch.MAPPING_PURGED);
    }
    if (deleted > 0 && isAt(PortCall.NEXT)) {
      world.reach().count(Reach.Branch.PURGED_WHILE_READING);
    }
    world.trace("  cleanup deletes %s rows", deleted);
  }

  private void setServerClock() {
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

  private void meddle() {
    if (world.bronze().isEmpty()) {
      return;
    }
    if (world.climate().tableLoss() && draw.perMille(150)) {
      world.dropBronze();
      world.trace("  the table is dropped");
    } else if (world.climate().foreignHarm() && draw.perMille(60)) {
      harm();
    } else {
      world.bronze().get().commitForeign(new Foreign(false, "sets a property"));
      world.trace("  another writer sets a property");
    }
  }

  private boolean isAt(PortCall call) {
    return world.current().filter(process -> process.lastCall() == call).isPresent();
  }

  /** A commit that was on its way arrives. */
  void arrive() {
    if (world.bronze().filter(BronzeLog::hasLate).isPresent()) {
      boolean happened = world.bronze().get().arrive();
      world.trace("  a late commit arrives: %s", happened);
      world
          .reach()
          .count(happened ? Reach.Branch.LATE_COMMIT_HAPPENED : Reach.Branch.LATE_COMMIT_REFUSED);
    }
  }

  /** Everything calms down: clocks are right, capture runs and has caught up. */
  void clear() {
    arrive();
    captureStopped = false;
    database.time().setError(Duration.ZERO);
    world.advance(Duration.ofHours(4));
    workload.others();
    database.scan(Integer.MAX_VALUE);
    database.followed().purge(Integer.MAX_VALUE);
    world.trace("  all is calm");
  }

  /** Nothing happens until capture writes an idle entry. */
  void idle() {
    world.advance(Duration.ofHours(1));
    database.scan(Integer.MAX_VALUE);
    world.trace("  an idle entry at %s", database.max().map(MappedCommit::lsn));
  }
}
