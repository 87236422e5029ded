package io.strandline.sim;

import io.strandline.check.Draw;
import io.strandline.lsn.Lsn;
import io.strandline.lsn.LsnRange;
import io.strandline.sim.BronzeVersion.Foreign;
import io.strandline.time.MappedCommit;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** What happens around the processes: transactions, capture, cleanup, clocks, other writers. */
final class Weather {

  /** Kinds of events, and how many of a hundred are of a kind. */
  enum Event {
    OURS(20),
    OTHERS(9),
    TIE(4),
    JITTER(3),
    SCAN(22),
    SWITCH_CAPTURE(4),
    MOVE_WATERMARK(7),
    MOVE_OTHER_WATERMARK(5),
    PURGE(8),
    CLEAN_UP(8),
    SET_CLOCK(5),
    ALTER(6),
    ENABLE(4),
    DISABLE(4),
    MOVE(3),
    TELL_ZONE(2),
    MEDDLE(5),
    ARRIVE(5);

    private static final int ALL = Stream.of(values()).mapToInt(event -> event.share).sum();

    private final int share;

    Event(int share) {
      this.share = share;
    }

    /** What happens in its place while the followed table is quiet. */
    Event quietly() {
      return switch (this) {
        case OURS, TIE, JITTER, ALTER -> OTHERS;
        case MOVE_WATERMARK, CLEAN_UP, SWITCH_CAPTURE -> SCAN;
        default -> this;
      };
    }

    /** What happens in its place while nobody touches the table's definition. */
    Event undefined() {
      return switch (this) {
        case ALTER, ENABLE -> OURS;
        case DISABLE -> SCAN;
        default -> this;
      };
    }

    static Event of(Draw draw) {
      int rest = draw.between(0, ALL - 1);
      for (Event event : values()) {
        rest -= event.share;
        if (rest < 0) {
          return event;
        }
      }
      throw new IllegalStateException("the shares do not add up");
    }
  }

  private final World world;
  private final Draw draw;
  private final SourceDatabase database;
  private final Workload workload;
  private final Definitions definitions;
  private final Upheavals upheavals;
  private boolean captureStopped;

  Weather(World world) {
    this.world = world;
    this.draw = world.draw();
    this.database = world.database();
    this.workload = new Workload(draw, database);
    this.definitions = new Definitions(world);
    this.upheavals = new Upheavals(world);
  }

  /** Rows are there from the beginning. */
  void fill() {
    database.fill(workload.base());
  }

  Definitions definitions() {
    return definitions;
  }

  Upheavals upheavals() {
    return upheavals;
  }

  /** Something may happen while a process is at a port. */
  void atPortCall(PortCall call) {
    if (cleansUpAt(call)) {
      happen(Event.CLEAN_UP);
    }
    if (passesStampAt(call)) {
      passStamp();
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

  /** Cleanup that passes a load's stamp is worst while its rows are read. */
  private boolean passesStampAt(PortCall call) {
    return call == PortCall.SNAPSHOT_NEXT
        && world.climate().hostileCleanup()
        && !upheavals.isRestored()
        && draw.perMille(80);
  }

  private void passStamp() {
    workload.others();
    world.advance(Duration.ofMillis(10));
    workload.others();
    scan(Integer.MAX_VALUE);
    Lsn newest = database.max().orElseThrow().lsn();
    database.instances().forEach(table -> database.moveWatermark(table, newest));
    purge(Integer.MAX_VALUE);
    world.trace("  cleanup passes all up to %s", newest);
  }

  /** Another writer's harm is worst between a look at the table and the commit on it. */
  private boolean harmsAt(PortCall call) {
    return call == PortCall.COMMIT
        && world.climate().foreignHarm()
        && world.bronze().isPresent()
        && draw.perMille(25);
  }

  /** Another writer adds rows. */
  void harm() {
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
    arrive();
    upheavals.restore();
  }

  private void happen(Event drawn) {
    Event event = world.climate().definitions() ? drawn : drawn.undefined();
    switch (world.climate().quiet() && draw.perMille(850) ? event.quietly() : event) {
      case OURS -> world.trace("  commits %s", workload.ours().lsn());
      case OTHERS -> world.trace("  others commit %s", workload.others().lsn());
      case TIE -> tie();
      case JITTER -> upheavals.jitter(workload);
      case SCAN -> scan(draw.of(1, 3, 100));
      case SWITCH_CAPTURE -> switchCapture();
      case MOVE_WATERMARK -> moveWatermarks();
      case MOVE_OTHER_WATERMARK -> moveWatermark(database.other());
      case PURGE -> purge(draw.of(1, 2, 1000));
      case CLEAN_UP -> {
        moveWatermarks();
        purge(Integer.MAX_VALUE);
      }
      case SET_CLOCK -> upheavals.setClock();
      case ALTER -> definitions.alter();
      case ENABLE -> definitions.enable();
      case DISABLE -> definitions.disable();
      case MOVE -> upheavals.move();
      case TELL_ZONE -> upheavals.tellZone();
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

  /** Cleanup of one instance by hand, or of all by the job. */
  private void moveWatermarks() {
    List<ChangeTable> instances = database.instances();
    if (draw.coin()) {
      instances.forEach(this::moveWatermark);
    } else if (!instances.isEmpty()) {
      moveWatermark(draw.of(instances));
    }
  }

  private void moveWatermark(ChangeTable table) {
    if (table.minLsn().isEmpty() || upheavals.isRestored()) {
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
        .orElse(Lsn.ZERO);
  }

  private void purge(int most) {
    int deleted = database.purge(most);
    if (draw.coin()) {
      database.purgeMapping();
      world.reach().count(Reach.Branch.MAPPING_PURGED);
    }
    if (deleted > 0 && isAt(PortCall.NEXT)) {
      world.reach().count(Reach.Branch.PURGED_WHILE_READING);
    }
    world.trace("  cleanup deletes %s rows", deleted);
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
    upheavals.clear();
    world.advance(Duration.ofHours(4));
    workload.others();
    database.scan(Integer.MAX_VALUE);
    database.purge(Integer.MAX_VALUE);
    world.trace("  all is calm");
  }

  /** Nothing happens until capture writes an idle entry. */
  void idle() {
    world.advance(Duration.ofHours(1));
    database.scan(Integer.MAX_VALUE);
    world.trace("  an idle entry at %s", database.max().map(MappedCommit::lsn));
  }
}
