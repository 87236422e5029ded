package io.strandline.sim;

import io.strandline.change.ColumnType.Kind;
import io.strandline.change.TableColumn;
import io.strandline.error.ErrorCode;
import io.strandline.lsn.Lsn;
import io.strandline.lsn.LsnRange;
import io.strandline.option.StreamOptions;
import io.strandline.port.InstanceView;
import io.strandline.port.SourcePoll;
import io.strandline.sim.PortCall.Side;
import io.strandline.time.MappedCommit;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Knows what each error of a call may come from. */
final class Causes {

  private static final List<Kind> NUMBERS = List.of(Kind.SHORT, Kind.INT, Kind.LONG);

  private final World world;

  Causes(World world) {
    this.world = world;
  }

  boolean has(Process process, ErrorCode code) {
    return switch (code) {
      case SOURCE_UNAVAILABLE -> process.failedOn(Side.SOURCE);
      case TARGET_NOT_WRITABLE -> process.failedOn(Side.TARGET);
      case FACTS_UNAVAILABLE -> process.failedAt(PortCall.FACTS_APPEND);
      case COMMIT_UNKNOWN -> !process.commitFaults().isEmpty();
      case NOT_READY -> process.lagged() || polledReplica(process);
      case CLOCK_AHEAD -> isAhead(process);
      case CLOCK_REGRESSION -> wentBack(process);
      case DATA_LOSS ->
          isStampLost(process) || (mayLose() || process.executes()) && isLost(process);
      case STALE_PLAN -> process.executes();
      case SCHEMA_CHANGED -> isSchemaChanged(process);
      case SOURCE_CHANGED -> isSourceChanged(process);
      case CAPTURE_INSTANCE_NOT_FOUND -> isInstanceGone(process);
      case INVALID_OPTIONS ->
          isOtherOffset()
              || startsAhead(process)
              || process.adopts() && world.climate().tableLoss();
      case TARGET_CHANGED -> isHarmed();
      case CONCURRENT_INGEST ->
          process.adopts() && (process.conflicts() > 0 || !process.commitFaults().isEmpty());
      default -> false;
    };
  }

  /** Whether cleanup has passed the stamp of a load. */
  private static boolean isStampLost(Process process) {
    Optional<Lsn> stamp = process.poll().flatMap(SourcePoll::max).map(MappedCommit::lsn);
    return stamp.isPresent() && process.load().filter(load -> !load.held(stamp.get())).isPresent();
  }

  private static boolean polledReplica(Process process) {
    return process.poll().filter(SourcePoll::readOnlyReplica).isPresent();
  }

  private boolean mayLose() {
    return world.options().policy().failOnDataLoss();
  }

  /** Whether changes that the process was to read are gone, when it planned or by now. */
  boolean isLost(Process process) {
    if (process.poll().isEmpty() || process.poll().get().max().isEmpty()) {
      return false;
    }
    SourcePoll poll = process.poll().get();
    Lsn start = process.position();
    Lsn end = poll.max().get().lsn();
    if (!end.isAfter(start)) {
      return false;
    }
    LsnRange range = new LsnRange(start, end);
    return holders(poll)
        .filter(then -> !then.all().isEmpty())
        .anyMatch(then -> !then.lost(range).isEmpty() || !now(then).lost(range).isEmpty());
  }

  /**
   * As the table knows them; where there is none, as a new one would or one that is dropped did.
   */
  private Stream<Holders> holders(SourcePoll poll) {
    Optional<TableOracle> there = table();
    if (there.isPresent()) {
      return Stream.of(there.get().holders(poll));
    }
    Holders anew = Holders.of(poll, world.database(), Holders.Seen.nothing());
    return Stream.concat(
        Stream.of(anew), world.oracles().tables().stream().map(table -> table.holders(poll)));
  }

  private Holders now(Holders then) {
    List<Holders.Holder> now = new ArrayList<>();
    for (Holders.Holder holder : then.all()) {
      Optional<Lsn> min =
          world.database().instance(holder.key().name()).flatMap(ChangeTable::minLsn);
      now.add(new Holders.Holder(holder.key(), holder.start(), min));
    }
    return new Holders(now);
  }

  private Optional<TableOracle> table() {
    return world.bronze().flatMap(log -> world.oracles().table(log.tableId()));
  }

  private boolean isAhead(Process process) {
    if (!world.climate().clockTrouble() || process.poll().isEmpty()) {
      return false;
    }
    SourcePoll poll = process.poll().get();
    Instant server = poll.clock().utc();
    StreamOptions options = world.options();
    boolean reader =
        options
            .clocks()
            .maxDisagreement()
            .filter(most -> server.isAfter(world.clock().instant().minusSeconds(600).plus(most)))
            .isPresent();
    if (reader || process.sawClockSet()) {
      return true;
    }
    ZoneId zone = world.database().time().zone();
    Instant most = server.plus(options.clocks().maxSkew());
    if (table().filter(table -> table.beginning().isAfter(most)).isPresent()
        || process.nearest().filter(at -> isAhead(at.local(), zone, most, false)).isPresent()) {
      return true;
    }
    if (world.loads()
        && poll.max().filter(max -> isAhead(max.local(), zone, most, false)).isPresent()) {
      return true;
    }
    return process.measured().stream()
        .flatMap(measured -> measured.mapped().stream())
        .map(MappedCommit::local)
        .anyMatch(local -> isAhead(local, zone, most, options.clocks().clampAhead()));
  }

  /** What is clamped is no cause, unless it came between the look and the measurement. */
  private static boolean isAhead(LocalDateTime local, ZoneId zone, Instant most, boolean clamped) {
    List<ZoneOffset> readings = zone.getRules().getValidOffsets(local);
    Instant latest = local.toInstant(readings.get(readings.size() - 1));
    boolean between = !latest.isAfter(most.plusSeconds(60)) || readings.size() > 1;
    return latest.isAfter(most) && (!clamped || between);
  }

  private boolean wentBack(Process process) {
    Optional<TableOracle> table = table();
    if (table.isEmpty()) {
      return world.climate().clockTrouble();
    }
    Gate.Measured measured = process.measured().orElseThrow();
    CommitTimes.Walk walk =
        table
            .get()
            .times()
            .copy()
            .advance(
                measured.mapped(), measured.above(), process.poll().orElseThrow().clock().utc());
    return walk.deepest().compareTo(world.options().clocks().maxRegression()) > 0;
  }

  /** Whether a column fits the table no more, a policy forbids a change, or it came in between. */
  private boolean isSchemaChanged(Process process) {
    if (process.sawDefinitionsChange() || process.sawTableDiffer()) {
      return true;
    }
    SourcePoll poll = process.poll().orElseThrow();
    return isForbidden(process, poll) || mayGoBack(poll) || misfit(poll);
  }

  /** Whether the policy stops at a change of the definition that a look at the source showed. */
  boolean isForbidden(Process process, SourcePoll poll) {
    return world.options().policy().failOnSchemaChange()
        && poll.instances().stream()
            .flatMap(view -> view.ddl().stream())
            .anyMatch(ddl -> ddl.lsn().isAfter(process.position()));
  }

  /** Whether the policy stops where an instance that the stream knows is gone. */
  private boolean mayGoBack(SourcePoll poll) {
    return world.options().policy().failOnSchemaChange()
        && world.oracles().tables().stream()
            .flatMap(table -> table.state().source().instances().stream())
            .anyMatch(
                known ->
                    poll.instances().stream()
                        .noneMatch(
                            view ->
                                Holders.key(view)
                                    .equals(new Holders.Key(known.name(), known.created()))));
  }

  private boolean misfit(SourcePoll poll) {
    return misfit(poll, List.of(), true)
        || world.oracles().tables().stream()
            .map(TableOracle::log)
            .anyMatch(log -> misfit(poll, log.captured(), log.allowsWidening()));
  }

  private static boolean misfit(SourcePoll poll, List<TableColumn> table, boolean widening) {
    List<TableColumn> columns = new ArrayList<>(table);
    for (InstanceView view : poll.instances()) {
      for (var column : view.instance().columns()) {
        Kind kind = column.type().orElseThrow().kind();
        for (TableColumn there : columns) {
          if (there.name().equals(column.name()) && !takes(there.type().kind(), kind, widening)) {
            return true;
          }
        }
        columns.add(new TableColumn(column.name(), column.type().orElseThrow()));
      }
    }
    return false;
  }

  private static boolean takes(Kind table, Kind source, boolean widening) {
    if (table == source) {
      return true;
    }
    boolean numbers = NUMBERS.contains(table) && NUMBERS.contains(source);
    return numbers && (widening || NUMBERS.indexOf(source) < NUMBERS.indexOf(table));
  }

  private boolean isSourceChanged(Process process) {
    SourcePoll poll = process.poll().orElseThrow();
    boolean unanchored = poll.atOrBelow().isEmpty();
    return world.weather().upheavals().isRestored()
        || process.sawMove()
        || unanchored && world.climate().moves()
        || isOtherZone();
  }

  /** Whether the server tells another zone than it is in. */
  boolean isOtherZone() {
    ServerTime time = world.database().time();
    return world.climate().zoneTrouble() || !time.told().equals(time.zone());
  }

  private boolean isOtherOffset() {
    return isOtherZone();
  }

  private boolean startsAhead(Process process) {
    return world.options().start() instanceof io.strandline.option.StartingPoint.After after
        && process.position().isZero()
        && process
            .poll()
            .flatMap(SourcePoll::max)
            .filter(max -> max.lsn().isBefore(after.processed()))
            .isPresent();
  }

  private boolean isInstanceGone(Process process) {
    SourcePoll poll = process.poll().orElseThrow();
    Stream<ChangeTable> gone =
        world.database().everyInstance().stream().filter(ChangeTable::isDisabled);
    return poll.instances().isEmpty() && isLost(world.options().captureInstance())
        || gone.anyMatch(table -> sees(poll, table))
        || process.sawDefinitionsChange();
  }

  private boolean isLost(String asked) {
    return world.database().instance(asked).isEmpty();
  }

  private static boolean sees(SourcePoll poll, ChangeTable table) {
    return poll.instances().stream()
        .anyMatch(
            view ->
                view.name().equals(table.name())
                    && view.instance().created().equals(table.created()));
  }

  boolean isHarmed() {
    return world.oracles().tables().stream().anyMatch(table -> table.isHarmedAfter(-1));
  }
}
