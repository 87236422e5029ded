package io.strandline.checks.schedule;

import static java.util.Objects.requireNonNull;

import io.strandline.checks.scene.RequestLog;
import io.strandline.checks.scene.Scene;
import io.strandline.lab.Lab;
import io.strandline.lab.LabConfig;
import io.strandline.lab.LabDatabase;
import io.strandline.lab.LabSqlRunner;
import io.strandline.lab.cdc.CaptureInstance;
import io.strandline.lab.cdc.Lsn;
import io.strandline.lab.store.ColumnDef;
import io.strandline.lab.store.Table;
import io.strandline.lab.store.TableSchema;
import io.strandline.port.TableStore;
import io.strandline.port.TableStoreProvider;
import io.strandline.sqlserver.Secret;
import io.strandline.sqlserver.SqlServerConfig;
import io.strandline.sqlserver.SqlServerSource;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.zone.ZoneOffsetTransition;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeMap;

/** The source: a stepped lab, its tables, and the true time of each of its commits. */
final class World implements AutoCloseable {

  static final String DATABASE = "shop";

  /** How far ahead of the server's clock a commit may be without being called so. */
  private static final Duration SKEW = Duration.ofMinutes(1);

  final RequestLog log = new RequestLog();
  final Lab lab;
  final Path warehouse;
  private final LabSqlRunner sa;
  private final TreeMap<Lsn, Instant> newest = new TreeMap<>();
  private final Map<String, List<CaptureInstance>> instances = new TreeMap<>();
  private Lsn settled = Lsn.ZERO;
  private Optional<String> server = Optional.empty();

  World(Path warehouse, ZoneId zone, Instant start, long seed) {
    this.warehouse = warehouse;
    lab =
        Lab.start(
            LabConfig.stepped()
                .withDatabases(DATABASE)
                .withKeepHistory(true)
                .withSeed(seed)
                .withZone(zone)
                .withStart(start));
    lab.trace().listen(log);
    sa = lab.admin(DATABASE);
    run("EXEC sys.sp_cdc_enable_db");
  }

  LabDatabase database() {
    return lab.database(DATABASE);
  }

  /** Runs a batch as {@code sa}, and remembers when. */
  void run(String sql) {
    sa.run(sql);
    note();
  }

  /** All entries of the mapping since the last note are of the clock's time now. */
  void note() {
    Lsn last = database().cdc().newestCommit();
    if (last != null) {
      newest.putIfAbsent(last, lab.clock().instant());
    }
  }

  void make(String table) {
    run(
        "CREATE TABLE dbo."
            + table
            + " (id int NOT NULL PRIMARY KEY, amount bigint NOT NULL, note nvarchar(40) NULL, size"
            + " smallint NULL, spare int NULL)");
  }

  /** Enables a capture instance of a table, which the reader may read. */
  CaptureInstance enable(String table, String instance) {
    run(
        "EXEC sys.sp_cdc_enable_table @source_schema = N'dbo', @source_name = N'"
            + table
            + "', @role_name = NULL, @capture_instance = N'"
            + instance
            + "'");
    database().grantReader("reader", instance);
    CaptureInstance made = database().instance(instance);
    instances.computeIfAbsent(table, key -> new ArrayList<>()).add(made);
    settled = made.enabledAt();
    return made;
  }

  void disable(String table, CaptureInstance instance) {
    run(
        "EXEC sys.sp_cdc_disable_table @source_schema = N'dbo', @source_name = N'"
            + table
            + "', @capture_instance = N'"
            + instance.name()
            + "'");
    settled = newest.lastKey();
  }

  /** Whether a table has a column of a name now. */
  boolean has(String table, String column) {
    Table there = database().table("dbo", table);
    return there != null && there.schema().indexOf(column) >= 0;
  }

  /** The type of a table's column now, as SQL spells it. */
  String typeOf(String table, String column) {
    TableSchema schema = requireNonNull(database().table("dbo", table)).schema();
    ColumnDef there = schema.columns().get(schema.indexOf(column));
    return there.type().kind().name().toLowerCase(Locale.ROOT);
  }

  /** The instances of a table that are there, in the order in which they were enabled. */
  List<CaptureInstance> current(String table) {
    return ever(table).stream()
        .filter(instance -> database().cdc().instance(instance.name()) == instance)
        .toList();
  }

  /** Every instance that a table ever had, in the order in which they were enabled. */
  List<CaptureInstance> ever(String table) {
    return instances.getOrDefault(table, List.of());
  }

  void drain() {
    database().capture().drain();
    note();
  }

  void idleEntry() {
    database().capture().idleEntry();
    note();
  }

  /** Sets the server's clock back. */
  void stepBack(Duration by) {
    lab.clock().jump(by.negated());
  }

  /** Goes on at the other server. */
  void failOver() {
    server = Optional.of(server.equals(Optional.of("standby")) ? "primary" : "standby");
    database().failover(server.get());
  }

  /** The server's name now; empty before the first failover. */
  Optional<String> server() {
    return server;
  }

  /** The captured commits of the time mapping. */
  List<Lsn> captured() {
    Lsn last = database().cdc().times().max(Long.MAX_VALUE);
    return newest.keySet().stream()
        .filter(lsn -> last != null && lsn.compareTo(last) <= 0)
        .filter(lsn -> database().cdc().times().timeOf(lsn, Long.MAX_VALUE) != null)
        .toList();
  }

  /** The captured commits that a backup may be of which has today's instances and watermarks. */
  List<Lsn> restorable() {
    Lsn from = settled;
    for (String table : instances.keySet()) {
      for (CaptureInstance instance : current(table)) {
        from = instance.startLsn().compareTo(from) > 0 ? instance.startLsn() : from;
      }
    }
    Lsn after = from;
    return captured().stream().filter(lsn -> lsn.compareTo(after) > 0).toList();
  }

  /** A backup of just after a commit takes the database's place. */
  void restore(Lsn lsn) {
    database().restoreTo(lsn, true);
    newest.tailMap(lsn, false).clear();
  }

  /** The commits after one, captured or not. */
  List<Lsn> after(Lsn lsn) {
    return List.copyOf(newest.tailMap(lsn, false).keySet());
  }

  /** The server's true time of a commit. */
  Instant timeOf(Lsn lsn) {
    return newest.ceilingEntry(lsn).getValue();
  }

  /**
   * The true times of the commits from the one at or before one to another, both included, and of
   * the last one.
   *
   * @param without commits whose time does not count
   */
  List<Instant> times(Lsn from, Lsn to, Set<Lsn> without) {
    Lsn floor = newest.floorKey(from);
    Map<Lsn, Instant> times =
        new TreeMap<>(newest.subMap(floor == null ? from : floor, true, to, true));
    Lsn ceiling = newest.ceilingKey(to);
    if (ceiling != null) {
      times.put(ceiling, timeOf(to));
    }
    times.keySet().removeAll(without);
    return List.copyOf(times.values());
  }

  /**
   * The commits of a range that are ahead of the server's clock now, as it tells the local time.
   */
  List<Lsn> ahead(Lsn after, Lsn to) {
    Instant latest = lab.clock().instant().plus(SKEW);
    LocalDateTime local = local(latest);
    ZoneOffsetTransition change =
        lab.clock().zone().getRules().previousTransition(latest.plusNanos(1));
    boolean repeats = change != null && change.isOverlap();
    LocalDateTime above =
        repeats && local.isBefore(change.getDateTimeBefore()) ? change.getDateTimeBefore() : local;
    return newest.subMap(after, false, to, true).entrySet().stream()
        .filter(commit -> local(commit.getValue()).isAfter(above))
        .map(Map.Entry::getKey)
        .toList();
  }

  private LocalDateTime local(Instant instant) {
    return LocalDateTime.ofInstant(instant, lab.clock().zone());
  }

  SqlServerSource source() {
    return SqlServerSource.open(
        SqlServerConfig.of(
                lab.jdbcUrl(DATABASE), "reader", new Secret(lab.config().server().readerPassword()))
            .withRetry(Scene.QUICK));
  }

  static TableStore store() {
    return ServiceLoader.load(TableStoreProvider.class)
        .findFirst()
        .orElseThrow()
        .open(InstantSource.system());
  }

  @Override
  public void close() {
    sa.close();
    lab.close();
    if (!log.failures().isEmpty()) {
      throw new AssertionError("the lab failed", log.failures().get(0));
    }
  }
}
