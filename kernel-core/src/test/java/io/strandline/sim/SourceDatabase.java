package io.strandline.sim;

import io.strandline.change.DdlChange;
import io.strandline.lsn.Lsn;
import io.strandline.lsn.LsnRange;
import io.strandline.lsn.Lsns;
import io.strandline.sim.SourceCommit.Kind;
import io.strandline.time.MappedCommit;
import java.math.BigInteger;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * A database with change data capture: its log, what capture has recorded of it, and what cleanup
 * has left of that.
 *
 * <p>Capture records whole commits in LSN order and lags; an idle database gets an entry about
 * every 300 s (measured); cleanup moves a watermark first and deletes later (documented). Not
 * thread-safe.
 */
final class SourceDatabase {

  static final String FOLLOWED = "dbo_orders";
  static final String OTHER = "dbo_stock";
  static final Duration IDLE_AFTER = Duration.ofSeconds(300);

  private static final int ORDERS = 1001;
  private static final int STOCK = 1002;

  private final ServerTime time;
  private final SourceTable orders = new SourceTable();
  private final List<SourceCommit> log = new ArrayList<>();
  private final List<SourceCommit> recorded = new ArrayList<>();
  private final NavigableMap<Lsn, LocalDateTime> mapping = new TreeMap<>();
  private final Map<Lsn, Ddl> ddl = new HashMap<>();
  private final List<ChangeTable> instances = new ArrayList<>();
  private final List<ChangeTable> everyInstance = new ArrayList<>();
  private final Deque<Lsn> reusable = new ArrayDeque<>();
  private final ChangeTable other;
  private Optional<Map<Long, Map<Integer, Object>>> base = Optional.empty();
  private SourceNames names =
      new SourceNames(Optional.of("db1"), "sales", Optional.of(SourceNames.GUID));
  private int captured;
  private int definitions;
  private int moves;
  private Lsn lastLsn = Lsns.lsn(0x2C_0000_01A8_0003L);

  /** A statement that alters the followed table. */
  private record Ddl(DdlChange change, Optional<SourceColumn> altered) {}

  /** A database whose followed table has one instance, which capture has not processed yet. */
  SourceDatabase(ServerTime time) {
    this(time, FOLLOWED);
  }

  /** The same with another name of the instance. */
  SourceDatabase(ServerTime time, String instance) {
    this.time = time;
    this.other = new ChangeTable(OTHER, STOCK, commitEnable(), time.local(), List.of(), 0);
    enable(instance, orders.columns());
  }

  private Lsn commitEnable() {
    return commit(Kind.ENABLE, 16, lsn -> List.of()).lsn();
  }

  ServerTime time() {
    return time;
  }

  SourceTable orders() {
    return orders;
  }

  SourceNames names() {
    return names;
  }

  /** Renames the database, or changes what tells it from another. */
  void move(SourceNames other) {
    names = other;
    moves++;
  }

  /** How often it was moved. */
  int moves() {
    return moves;
  }

  /** The instances of the followed table, oldest first. */
  List<ChangeTable> instances() {
    return List.copyOf(instances);
  }

  /** The oldest instance of the followed table. */
  ChangeTable followed() {
    return instances.get(0);
  }

  Optional<ChangeTable> instance(String name) {
    return instances.stream().filter(instance -> instance.name().equals(name)).findFirst();
  }

  /** All instances that there ever were. */
  List<ChangeTable> everyInstance() {
    return everyInstance;
  }

  /** An instance's place in the order in which all that there ever were were enabled. */
  int place(Holders.Key key) {
    List<Holders.Key> keys =
        everyInstance.stream().map(t -> new Holders.Key(t.name(), t.created())).toList();
    return keys.indexOf(key);
  }

  ChangeTable other() {
    return other;
  }

  /** How often instances or captured types have changed. */
  int definitions() {
    return definitions;
  }

  /** Enables an instance; at most two may be there. */
  ChangeTable enable(String name, List<SourceColumn> columns) {
    Lsn start = commitEnable();
    return enableAt(start, name, columns);
  }

  /** Enables an instance in the transaction that enabled the newest. */
  ChangeTable enableWithNewest(String name, List<SourceColumn> columns) {
    return enableAt(instances.get(instances.size() - 1).start(), name, columns);
  }

  private ChangeTable enableAt(Lsn start, String name, List<SourceColumn> columns) {
    if (instances.size() > 1 || instance(name).isPresent()) {
      throw new IllegalStateException("SQL Server would refuse this");
    }
    LocalDateTime created = time.local();
    while (isTaken(created)) {
      created = created.plus(3, ChronoUnit.MILLIS);
    }
    int parity = instances.isEmpty() ? 1 : 1 - instances.get(0).parity();
    ChangeTable table = new ChangeTable(name, ORDERS, start, created, columns, parity);
    instances.add(table);
    everyInstance.add(table);
    definitions++;
    return table;
  }

  private boolean isTaken(LocalDateTime created) {
    return everyInstance.stream().anyMatch(table -> table.created().equals(created));
  }

  void disable(ChangeTable table) {
    table.disable();
    instances.remove(table);
    definitions++;
  }

  /** Alters the followed table. */
  Lsn alter(String command, Optional<SourceColumn> altered) {
    Lsn lsn = commit(Kind.DDL, 8, at -> List.of()).lsn();
    LocalDateTime minute = time.local().truncatedTo(ChronoUnit.MINUTES);
    ddl.put(lsn, new Ddl(new DdlChange(lsn, minute, command, altered.isPresent()), altered));
    return lsn;
  }

  /** Rows that were there before the log, by key. */
  void fill(Map<Long, Map<Integer, Object>> rows) {
    base = Optional.of(Map.copyOf(rows));
  }

  /** Whether transactions change the rows that are there. */
  boolean hasRows() {
    return base.isPresent();
  }

  /** The rows after the first entries of the log. */
  TableImage image(int entries) {
    TableImage image = TableImage.of(base.orElse(Map.of()));
    log.subList(0, entries).forEach(image::apply);
    return image;
  }

  /** How many entries the log has at or below an LSN. */
  int entriesUpTo(Lsn lsn) {
    return (int) log.stream().filter(commit -> !commit.lsn().isAfter(lsn)).count();
  }

  /** Every entry of the log, in LSN order. */
  List<SourceCommit> log() {
    return log;
  }

  /** The commits that capture has recorded in the mapping, cleaned up or not. */
  List<SourceCommit> recorded() {
    return recorded;
  }

  /** Commits now; {@code gap} is the distance to the LSN before, unless one is used again. */
  SourceCommit commit(Kind kind, int gap, Function<Lsn, List<SourceChange>> changes) {
    lastLsn =
        reusable.isEmpty()
            ? Lsns.lsn(new BigInteger(1, lastLsn.toBytes()).longValue() + gap)
            : reusable.remove();
    SourceCommit commit = new SourceCommit(kind, lastLsn, time.local(), changes.apply(lastLsn));
    log.add(commit);
    return commit;
  }

  /** Capture records at most so many commits at once; on an idle log, perhaps an idle entry. */
  void scan(int most) {
    if (captured == log.size() && isIdle()) {
      commit(Kind.IDLE, 16, lsn -> List.of());
    }
    for (int i = 0; i < most && captured < log.size(); i++) {
      SourceCommit commit = log.get(captured++);
      if (commit.kind() == Kind.DDL) {
        Ddl statement = ddl.get(commit.lsn());
        instances.forEach(table -> table.capture(statement.change(), statement.altered()));
        definitions += statement.altered().isPresent() ? 1 : 0;
      } else {
        record(commit);
      }
    }
  }

  private void record(SourceCommit commit) {
    mapping.put(commit.lsn(), commit.local());
    recorded.add(commit);
    instances.forEach(table -> table.capture(commit));
    if (commit.lsn().equals(other.start())) {
      other.capture(commit);
    }
  }

  private boolean isIdle() {
    return mapping.isEmpty()
        || !Duration.between(mapping.lastEntry().getValue(), time.local())
            .abs()
            .minus(IDLE_AFTER)
            .isNegative();
  }

  /**
   * Goes back to a copy that was taken after a recorded commit; the log goes on with the LSNs of
   * the commits that are gone.
   */
  void restore(Lsn last) {
    reusable.clear();
    log.stream().map(SourceCommit::lsn).filter(lsn -> lsn.isAfter(last)).forEach(reusable::add);
    log.removeIf(commit -> commit.lsn().isAfter(last));
    recorded.removeIf(commit -> commit.lsn().isAfter(last));
    mapping.tailMap(last, false).clear();
    everyInstance.forEach(table -> table.restore(last));
    captured = log.size();
    lastLsn = last;
  }

  /** Whether a copy of a commit's time has the table and all instances as they are now. */
  boolean isRestorable(Lsn last) {
    return ddl.keySet().stream().noneMatch(lsn -> lsn.isAfter(last))
        && instances.stream()
            .allMatch(
                table ->
                    table.minLsn().filter(min -> !min.isAfter(last)).isPresent()
                        && table.ddl().stream().noneMatch(change -> change.lsn().isAfter(last)));
  }

  Optional<MappedCommit> max() {
    return mapped(mapping.lastEntry());
  }

  Optional<MappedCommit> atOrBelow(Lsn lsn) {
    return mapped(mapping.floorEntry(lsn));
  }

  Optional<MappedCommit> above(Lsn lsn) {
    return mapped(mapping.higherEntry(lsn));
  }

  Optional<LocalDateTime> local(Lsn lsn) {
    return Optional.ofNullable(mapping.get(lsn));
  }

  /** The mapping's rows in a range. */
  List<MappedCommit> mapped(LsnRange range) {
    return mapping.subMap(range.start(), false, range.end(), true).entrySet().stream()
        .map(entry -> new MappedCommit(entry.getKey(), entry.getValue()))
        .toList();
  }

  /**
   * Moves a watermark to a mapping row, or to the first row of the same local time (documented).
   */
  void moveWatermark(ChangeTable table, Lsn wanted) {
    LocalDateTime local = mapping.get(wanted);
    Lsn first =
        mapping.entrySet().stream()
            .filter(entry -> entry.getValue().equals(local))
            .map(Map.Entry::getKey)
            .findFirst()
            .orElseThrow();
    table.moveWatermark(first);
  }

  /** Deletes at most so many rows below the watermarks. */
  int purge(int most) {
    return instances.stream().mapToInt(table -> table.purge(most)).sum();
  }

  /** Deletes the mapping's rows below the lowest watermark of the database (measured). */
  void purgeMapping() {
    Optional<Lsn> lowest =
        Stream.concat(instances.stream(), Stream.of(other))
            .flatMap(table -> table.minLsn().stream())
            .reduce(Lsn::min);
    if (other.minLsn().isPresent()) {
      lowest.ifPresent(lsn -> mapping.headMap(lsn, false).clear());
    }
  }

  private static Optional<MappedCommit> mapped(Map.Entry<Lsn, LocalDateTime> entry) {
    return Optional.ofNullable(entry).map(e -> new MappedCommit(e.getKey(), e.getValue()));
  }
}
