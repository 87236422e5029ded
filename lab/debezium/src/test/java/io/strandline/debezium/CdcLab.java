package io.strandline.debezium;

import io.strandline.lab.Lab;
import io.strandline.lab.LabConfig;
import io.strandline.lab.LabDatabase;
import io.strandline.lab.LabSqlRunner;
import io.strandline.lab.cdc.CaptureJob;
import io.strandline.lab.cdc.Lsn;
import io.strandline.lab.cdc.Oracle;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/** A lab of one database with CDC, whose capture runs on its own thread. */
final class CdcLab implements AutoCloseable {

  static final String DATABASE = "sales";

  /** The login of Debezium; another than that of writers and of our own reader. */
  static final String DEBEZIUM = "debezium";

  static final String DEBEZIUM_PASSWORD = "Debezium-1";
  static final String TRUST_STORE_PASSWORD = "strandline";

  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final long PAUSE_NANOS = Duration.ofMillis(5).toNanos();
  private static final int NO_PROCEDURE = 2812;
  private static final ZoneId ZONE = ZoneId.of("America/New_York");

  static final String READER_PASSWORD = "Lab-reader-1";

  private static final String SA_PASSWORD = "Lab-sa-1";

  private final Lab lab;
  private final Watch watch = new Watch(DEBEZIUM);
  private final LabSqlRunner admin;
  private final Path trustStore;

  private CdcLab(Path folder) {
    lab =
        Lab.start(
            LabConfig.defaults()
                .withZone(ZONE)
                .withStart(Instant.parse("2026-03-02T12:00:00Z"))
                .withDatabases(DATABASE)
                .withTls(true)
                .withPollingInterval(Duration.ofMillis(40))
                .withPasswords(SA_PASSWORD, READER_PASSWORD));
    trustStore = folder.resolve("lab-authority.p12");
    try {
      Objects.requireNonNull(lab.tls())
          .writeTrustStore(trustStore, "PKCS12", TRUST_STORE_PASSWORD.toCharArray());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    lab.trace().listen(watch);
    admin = lab.admin(DATABASE);
    admin.run("EXEC sys.sp_cdc_enable_db");
    admin.run("CREATE LOGIN " + DEBEZIUM + " WITH PASSWORD = '" + DEBEZIUM_PASSWORD + "'");
    admin.run("ALTER SERVER ROLE sysadmin ADD MEMBER " + DEBEZIUM);
  }

  static CdcLab start(Path folder) {
    return new CdcLab(folder);
  }

  int port() {
    return lab.port();
  }

  Path trustStore() {
    return trustStore;
  }

  /** What the lab sees of Debezium. */
  Watch watch() {
    return watch;
  }

  /** Runs a batch as the administrator, in this process. */
  synchronized void run(String sql) {
    admin.run(sql);
  }

  /** Makes a table and a capture instance of it. */
  void track(Table table) {
    run("CREATE TABLE dbo." + table.name() + " " + table.definition());
    enable(table.name(), table.instance());
  }

  /** Enables a capture instance of a table. */
  void enable(String table, String instance) {
    run(
        "EXEC sys.sp_cdc_enable_table @source_schema = N'dbo', @source_name = N'"
            + table
            + "', @role_name = NULL, @capture_instance = N'"
            + instance
            + "'");
  }

  /** Moves the server's clock on. */
  void advance(Duration time) {
    lab.clock().advance(time);
  }

  /** Moves an instance's retention watermark and deletes what is below. */
  void cleanUp(String instance, String watermark) {
    run(
        "EXEC sys.sp_cdc_cleanup_change_table @capture_instance = N'"
            + instance
            + "', @low_water_mark = "
            + watermark);
  }

  /** An instance's retention watermark. */
  synchronized String minLsn(String instance) {
    Object lsn = admin.value("SELECT sys.fn_cdc_get_min_lsn(N'" + instance + "')");
    return Lsn.of((byte[]) Objects.requireNonNull(lsn)).toString();
  }

  /** A connection of the administrator over the wire. */
  Connection connect() throws SQLException {
    return DriverManager.getConnection(url(), Lab.SA, SA_PASSWORD);
  }

  /** The JDBC URL without encryption. */
  String url() {
    return "jdbc:sqlserver://localhost:"
        + lab.port()
        + ";databaseName="
        + DATABASE
        + ";encrypt=false;sendTimeAsDatetime=false";
  }

  /** The rows of a table, in the order of its key. */
  synchronized List<List<Object>> rows(Table table) {
    return admin.query("SELECT * FROM dbo." + table.name() + " ORDER BY 1, 2").rows().stream()
        .map(row -> Cells.ofLab(Stream.of(row)))
        .toList();
  }

  /**
   * The commits' times in milliseconds since 1970, by their LSN.
   *
   * @param column of {@code cdc.lsn_time_mapping}
   */
  synchronized Map<String, Long> commitTimes(String column) {
    Map<String, Long> times = new HashMap<>();
    for (Object[] row :
        admin.query("SELECT start_lsn, " + column + " FROM cdc.lsn_time_mapping").rows()) {
      Instant time = ((LocalDateTime) row[1]).atZone(ZONE).toInstant();
      times.put(Lsn.of((byte[]) row[0]).toString(), time.toEpochMilli());
    }
    return times;
  }

  /**
   * The errors that Debezium got, without the one that its driver expects: it asks for a procedure
   * of Azure first when it reads columns' metadata.
   */
  List<Watch.Answer> unexpectedErrors() {
    return watch.errors().stream()
        .filter(
            answer ->
                answer.error().number() != NO_PROCEDURE
                    || !answer.error().text().contains("'sp_columns_170'"))
        .toList();
  }

  static Lsn lsn(String text) {
    return Lsn.of(HexFormat.of().parseHex(text.substring(2)));
  }

  /** Waits until clients have asked so many times more. */
  void awaitRequests(int more) {
    long goal = lab.trace().count() + more;
    long start = System.nanoTime();
    while (lab.trace().count() < goal) {
      if (System.nanoTime() - start > LIMIT.toNanos()) {
        throw new AssertionError("only " + lab.trace().count() + " requests, not " + goal);
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }

  LabDatabase database() {
    return lab.database(DATABASE);
  }

  CaptureJob capture() {
    return database().capture();
  }

  /** What a capture instance's change table must come to hold. */
  Oracle oracle(String instance) {
    return database().oracle(instance);
  }

  @Override
  public void close() {
    admin.close();
    lab.close();
    if (!lab.trace().failures().isEmpty()) {
      throw new AssertionError("the lab failed", lab.trace().failures().get(0));
    }
  }
}
