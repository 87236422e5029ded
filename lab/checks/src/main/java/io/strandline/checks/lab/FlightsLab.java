package io.strandline.checks.lab;

import io.strandline.lab.catalog.Database;
import io.strandline.lab.catalog.Server;
import io.strandline.lab.catalog.ServerSettings;
import io.strandline.lab.cdc.CaptureInstance;
import io.strandline.lab.cdc.CaptureJob;
import io.strandline.lab.cdc.CaptureSettings;
import io.strandline.lab.cdc.Oracle;
import io.strandline.lab.clock.LabClock;
import io.strandline.lab.protocol.TdsServer;
import io.strandline.lab.protocol.TdsServerConfig;
import io.strandline.lab.sql.exec.LabEngine;
import io.strandline.lab.tls.TlsIdentity;
import io.strandline.lab.workload.FlightsWorkload;
import io.strandline.lab.workload.WorkloadTransaction;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;

/**
 * A SQL Server stand-in with one database whose table {@code dbo.flights} is tracked by CDC, the
 * logins {@code sa} and {@code reader}, and TLS with a certificate authority of its own.
 * Thread-safe.
 */
public final class FlightsLab implements AutoCloseable {

  /** The database. */
  public static final String DATABASE = "flights";

  /** The capture instance of the table. */
  public static final String INSTANCE = "dbo_flights";

  private static final Duration IDLE_ENTRY = Duration.ofMinutes(5);
  private static final int MAX_TRANSACTIONS = 500;
  private static final int MAX_SCANS = 10;
  private static final String TRUST_STORE_PASSWORD = "strandline";

  private final LabClock clock;
  private final Server server;
  private final LabEngine engine;
  private final TdsServer tds;
  private final Path trustStore;
  private final Path authority;
  private final String saPassword = randomPassword();
  private final String readerPassword = randomPassword();
  private final InProcessSession session;

  private FlightsLab(FlightsLabConfig config) {
    clock = new LabClock(FlightsWorkload.ZONE, config.start(), config.speed(), System::nanoTime);
    server =
        new Server(
            new ServerSettings(
                "STRANDLINE-LAB",
                16,
                new CaptureSettings(
                    config.automaticCapture(),
                    config.capturePolling(),
                    IDLE_ENTRY,
                    MAX_TRANSACTIONS,
                    MAX_SCANS,
                    true),
                config.seed()),
            clock);
    server.createDatabase(DATABASE);
    server.putLogin("sa", saPassword, true);
    engine = new LabEngine(server);
    session = new InProcessSession(engine, "sa", saPassword, DATABASE);
    setUp();
    TlsIdentity tls = TlsIdentity.create();
    trustStore = config.folder().resolve("strandline-lab-ca.p12");
    authority = config.folder().resolve("strandline-lab-ca.pem");
    writeAuthority(tls);
    tds =
        TdsServer.start(
            engine,
            TdsServerConfig.defaults()
                .withPort(config.port())
                .withTls(tls)
                .withTrace(config.trace())
                .withFaults(config.faults()));
  }

  /** Starts a lab; it takes connections and its table is tracked when this returns. */
  public static FlightsLab start(FlightsLabConfig config) {
    return new FlightsLab(config);
  }

  private void setUp() {
    session.run("EXEC sys.sp_cdc_enable_db");
    session.run(FlightsWorkload.tableDdl());
    session.run(
        "EXEC sys.sp_cdc_enable_table @source_schema = N'dbo', @source_name = N'flights',"
            + " @role_name = NULL");
    session.run("CREATE LOGIN reader WITH PASSWORD = N'" + readerPassword + "'");
    session.run("CREATE USER reader FOR LOGIN reader");
    session.run("GRANT SELECT ON dbo.flights TO reader");
    session.run("GRANT SELECT ON cdc.dbo_flights_CT TO reader");
  }

  private void writeAuthority(TlsIdentity tls) {
    try {
      tls.writeTrustStore(trustStore, "PKCS12", TRUST_STORE_PASSWORD.toCharArray());
      Files.writeString(authority, tls.authorityPem());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String randomPassword() {
    byte[] bytes = new byte[16];
    new SecureRandom().nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }

  /** The JDBC URL of the database: encrypted, and the server verified by the lab's authority. */
  public String url() {
    return "jdbc:sqlserver://localhost:"
        + tds.port()
        + ";databaseName="
        + DATABASE
        + ";encrypt=true;trustServerCertificate=false;trustStore="
        + trustStore.toAbsolutePath()
        + ";trustStorePassword="
        + TRUST_STORE_PASSWORD;
  }

  /** The port it listens on. */
  public int port() {
    return tds.port();
  }

  /** The certificate authority's PEM file. */
  public Path authority() {
    return authority;
  }

  public String saPassword() {
    return saPassword;
  }

  /** The password of the least-privileged login {@code reader}. */
  public String readerPassword() {
    return readerPassword;
  }

  public LabClock clock() {
    return clock;
  }

  /** The capture job. */
  public CaptureJob capture() {
    return database().cdc().job();
  }

  /** The wire server. */
  public TdsServer tds() {
    return tds;
  }

  private Database database() {
    return server.database(DATABASE);
  }

  /** Runs a batch as {@code sa}. */
  public synchronized void run(String sql) {
    session.run(sql);
  }

  /** Runs a transaction of the workload. */
  public synchronized void run(WorkloadTransaction transaction) {
    session.transaction(transaction.statements(), transaction.rolledBack());
  }

  /** What the change table must come to hold, told by the commits alone. */
  public List<Oracle.Change> changes() {
    return changes(INSTANCE);
  }

  /** As {@link #changes()}, of any capture instance. */
  public List<Oracle.Change> changes(String captureInstance) {
    CaptureInstance instance = database().cdc().instance(captureInstance);
    if (instance == null) {
      throw new IllegalStateException(captureInstance + " is not there");
    }
    return database().cdc().oracle(instance).changes();
  }

  @Override
  public void close() {
    tds.close();
    session.close();
    server.close();
  }
}
