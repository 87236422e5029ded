package io.strandline.checks.lab;

import static java.util.Objects.requireNonNull;

import io.strandline.lab.Lab;
import io.strandline.lab.LabConfig;
import io.strandline.lab.LabSqlRunner;
import io.strandline.lab.cdc.CaptureJob;
import io.strandline.lab.cdc.Oracle;
import io.strandline.lab.clock.LabClock;
import io.strandline.lab.faults.FaultPlan;
import io.strandline.lab.protocol.TdsServer;
import io.strandline.lab.tls.TlsIdentity;
import io.strandline.lab.workload.FlightsWorkload;
import io.strandline.lab.workload.WorkloadTransaction;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
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

  private static final String TRUST_STORE_PASSWORD = "strandline";

  private final Lab lab;
  private final LabSqlRunner session;
  private final Path trustStore;
  private final Path authority;

  private FlightsLab(FlightsLabConfig config) {
    lab =
        Lab.start(
            LabConfig.defaults()
                .withZone(FlightsWorkload.ZONE)
                .withStart(config.start())
                .withSpeed(config.speed())
                .withDatabases(DATABASE)
                .withAutomaticCapture(config.automaticCapture())
                .withPollingInterval(config.capturePolling())
                .withKeepHistory(true)
                .withSeed(config.seed())
                .withPort(config.port())
                .withTls(true)
                .withPasswords(randomPassword(), randomPassword()));
    lab.trace().listen(config.trace());
    session = lab.admin(DATABASE);
    setUp();
    trustStore = config.folder().resolve("strandline-lab-ca.p12");
    authority = config.folder().resolve("strandline-lab-ca.pem");
    writeAuthority(requireNonNull(lab.tls()));
  }

  /** Starts a lab whose table is tracked and whose files are written when this returns. */
  public static FlightsLab start(FlightsLabConfig config) {
    return new FlightsLab(config);
  }

  private void setUp() {
    session.run("EXEC sys.sp_cdc_enable_db");
    session.run(FlightsWorkload.tableDdl());
    session.run(
        "EXEC sys.sp_cdc_enable_table @source_schema = N'dbo', @source_name = N'flights',"
            + " @role_name = NULL");
    lab.database(DATABASE).grantReader("reader", INSTANCE);
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
        + lab.port()
        + ";databaseName="
        + DATABASE
        + ";encrypt=true;trustServerCertificate=false;trustStore="
        + trustStore.toAbsolutePath()
        + ";trustStorePassword="
        + TRUST_STORE_PASSWORD;
  }

  /** The port it listens on. */
  public int port() {
    return lab.port();
  }

  /** The certificate authority's PEM file. */
  public Path authority() {
    return authority;
  }

  public String saPassword() {
    return lab.config().server().saPassword();
  }

  /** The password of the least-privileged login {@code reader}. */
  public String readerPassword() {
    return lab.config().server().readerPassword();
  }

  public LabClock clock() {
    return lab.clock();
  }

  /** What goes wrong on the wire. */
  public FaultPlan faults() {
    return lab.faults();
  }

  /** The capture job. */
  public CaptureJob capture() {
    return lab.database(DATABASE).capture();
  }

  /** The wire server. */
  public TdsServer tds() {
    return lab.tds();
  }

  /** Runs a batch as {@code sa}. */
  public synchronized void run(String sql) {
    session.run(sql);
  }

  /** Runs a transaction of the workload. */
  public synchronized void run(WorkloadTransaction transaction) {
    session.runTransaction(transaction.statements(), transaction.rolledBack());
  }

  /** What the change table must come to hold, told by the commits alone. */
  public List<Oracle.Change> changes() {
    return changes(INSTANCE);
  }

  /** The same of another capture instance. */
  public List<Oracle.Change> changes(String captureInstance) {
    return lab.database(DATABASE).oracle(captureInstance).changes();
  }

  @Override
  public void close() {
    session.close();
    lab.close();
  }
}
