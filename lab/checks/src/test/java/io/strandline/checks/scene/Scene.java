package io.strandline.checks.scene;

import io.strandline.checks.lab.FlightsLab;
import io.strandline.checks.lab.FlightsLabConfig;
import io.strandline.delta.TableReader;
import io.strandline.lab.faults.FaultPlan;
import io.strandline.lab.workload.FlightsWorkload;
import io.strandline.lab.workload.WorkloadTransaction;
import io.strandline.lsn.Lsn;
import io.strandline.option.Option;
import io.strandline.option.OptionValues;
import io.strandline.option.StreamOptions;
import io.strandline.port.TableStoreProvider;
import io.strandline.sqlserver.RetryPolicy;
import io.strandline.sqlserver.Secret;
import io.strandline.sqlserver.SqlServerConfig;
import io.strandline.sqlserver.SqlServerSource;
import io.strandline.stream.Strandline;
import io.strandline.stream.Stream;
import io.strandline.time.MappedCommit;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDateTime;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;

/** A stepped lab, a warehouse folder that is not there yet, and streams between them. */
public final class Scene implements AutoCloseable {

  /** A failed call is made again soon. */
  public static final RetryPolicy QUICK = new RetryPolicy(2, Duration.ofMillis(5));

  private static final Duration STEP = Duration.ofMinutes(5);

  public final RequestLog log = new RequestLog();
  public final FaultPlan faults;
  public final FlightsLab lab;
  public final Path warehouse;
  private final Deque<WorkloadTransaction> transactions =
      new ArrayDeque<>(new FlightsWorkload(1).transactions());
  private final List<Strandline> opened = new ArrayList<>();

  private Scene(Path folder, Instant start) {
    warehouse = folder.resolve("warehouse");
    lab = FlightsLab.start(FlightsLabConfig.stepped(folder, 1).startingAt(start).tracedBy(log));
    faults = lab.faults();
  }

  /** Starts a lab whose enable of the table capture has not read yet. */
  public static Scene before(Path folder, Instant start) {
    return new Scene(folder, start);
  }

  /** Starts a lab whose capture has read the enable of the table. */
  public static Scene at(Path folder, Instant start) {
    Scene scene = new Scene(folder, start);
    scene.lab.capture().drain();
    return scene;
  }

  /** Lets time pass and capture record an idle entry. */
  public void idle(Duration time) {
    lab.clock().advance(time);
    lab.capture().drain();
    lab.capture().idleEntry();
  }

  /** Runs the workload until an instant, with an idle entry every five minutes. */
  public void play(Instant end) {
    while (lab.clock().instant().isBefore(end)) {
      Instant until = lab.clock().instant().plus(STEP);
      while (!transactions.isEmpty() && !transactions.peek().at().isAfter(until)) {
        WorkloadTransaction transaction = transactions.remove();
        if (transaction.at().isAfter(lab.clock().instant())) {
          lab.clock().set(transaction.at());
        }
        lab.run(transaction);
      }
      lab.clock().set(until);
      lab.capture().drain();
      lab.capture().idleEntry();
    }
  }

  /** Commits a transaction of new rows, which capture reads. */
  public void insert(int... ids) {
    commit(ids);
    lab.capture().drain();
  }

  /** Commits a transaction of new rows, which capture has not read. */
  public void commit(int... ids) {
    List<String> rows = new ArrayList<>();
    for (int id : ids) {
      rows.add("(" + id + ", 'SL', 1, N'JFK', '2013-03-31', '2013-03-31 02:30:00', 1, N'new')");
    }
    lab.run(
        "INSERT INTO dbo.flights (flight_id, carrier, flight_no, route, flight_date, scheduled_at,"
            + " distance_m, status) VALUES "
            + String.join(", ", rows));
  }

  /** Enables another capture instance of the table, which the reader may read. */
  public void enable(String instance, String columns) {
    lab.run(
        "EXEC sys.sp_cdc_enable_table @source_schema = N'dbo', @source_name = N'flights',"
            + " @role_name = NULL, @capture_instance = N'"
            + instance
            + "'"
            + (columns.isEmpty() ? "" : ", @captured_column_list = N'" + columns + "'"));
    lab.run("GRANT SELECT ON cdc.[" + instance + "_CT] TO reader");
  }

  /** Disables a capture instance of the table. */
  public void disable(String instance) {
    lab.run(
        "EXEC sys.sp_cdc_disable_table @source_schema = N'dbo', @source_name = N'flights',"
            + " @capture_instance = N'"
            + instance
            + "'");
  }

  /** Moves an instance's retention watermark and deletes what is below, as the cleanup job does. */
  public void cleanUp(Lsn watermark) {
    lab.run(
        "EXEC sys.sp_cdc_cleanup_change_table @capture_instance = N'dbo_flights', @low_water_mark = "
            + watermark);
  }

  /** The time mapping as {@code sa} sees it. */
  public List<MappedCommit> mapping() {
    List<MappedCommit> commits = new ArrayList<>();
    try (Connection sa = DriverManager.getConnection(lab.url(), "sa", lab.saPassword());
        ResultSet rows =
            sa.createStatement()
                .executeQuery(
                    "SELECT start_lsn, tran_end_time FROM cdc.lsn_time_mapping ORDER BY"
                        + " start_lsn")) {
      while (rows.next()) {
        commits.add(
            new MappedCommit(Lsn.of(rows.getBytes(1)), rows.getObject(2, LocalDateTime.class)));
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
    return commits;
  }

  /** The newest commit that capture has recorded. */
  public MappedCommit newest() {
    List<MappedCommit> mapping = mapping();
    return mapping.get(mapping.size() - 1);
  }

  /** How to reach the lab as {@code reader}. */
  public SqlServerConfig config() {
    return SqlServerConfig.of(lab.url(), "reader", new Secret(lab.readerPassword()))
        .withRetry(QUICK);
  }

  /** Options of a stream from the lab's table into {@code flights}. */
  public OptionValues options() {
    return new OptionValues()
        .set(Option.CAPTURE_INSTANCE, FlightsLab.INSTANCE)
        .set(Option.TARGET, warehouse.resolve("flights").toString());
  }

  public Stream stream() {
    return stream(options());
  }

  public Stream stream(OptionValues options) {
    return stream(options, config(), InstantSource.system());
  }

  /** A stream over a source and a store of its own, which end with the scene. */
  public Stream stream(OptionValues options, SqlServerConfig config, InstantSource clock) {
    return strandline(config, clock).stream(StreamOptions.of(options));
  }

  /** A source and a store of their own, which end with the scene. */
  public Strandline strandline() {
    return strandline(config(), InstantSource.system());
  }

  private Strandline strandline(SqlServerConfig config, InstantSource clock) {
    Strandline strandline =
        Strandline.open(
            SqlServerSource.open(config),
            ServiceLoader.load(TableStoreProvider.class).findFirst().orElseThrow().open(clock),
            clock);
    opened.add(strandline);
    return strandline;
  }

  /** The rows of a table of the warehouse, files in no order, each file's in its own. */
  public List<Map<String, Object>> rows(String table) {
    List<Map<String, Object>> rows = new ArrayList<>();
    new TableReader().forEach(warehouse.resolve(table).toString(), List.of(), rows::add);
    return rows;
  }

  /** Every file of the warehouse with its size, and every folder; also while others write. */
  public Map<String, Long> listing() {
    return Listing.of(warehouse);
  }

  @Override
  public void close() {
    opened.forEach(Strandline::close);
    lab.close();
    if (!log.failures().isEmpty()) {
      throw new AssertionError("the lab failed", log.failures().get(0));
    }
  }
}
