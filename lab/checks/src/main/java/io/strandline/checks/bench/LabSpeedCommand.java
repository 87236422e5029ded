package io.strandline.checks.bench;

import io.strandline.lab.Lab;
import io.strandline.lab.LabConfig;
import io.strandline.lab.LabSqlRunner;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * {@code strandline bench lab-speed}: processor time that a change row costs the stand-in and the
 * driver that reads it.
 *
 * <p>Both run in this process over loopback; the time is that of their threads, the garbage
 * collector's left out. Exits with 1 if the stand-in costs more than the driver.
 */
@Command(
    name = "lab-speed",
    mixinStandardHelpOptions = true,
    description = "Measures the stand-in's processor time a row against the driver's.")
final class LabSpeedCommand implements Callable<Integer> {

  private static final int ROWS_A_COMMIT = 1_000;
  private static final double MOST = 1.0;
  private static final String QUERY =
      "SELECT c.[__$start_lsn], c.[__$seqval], c.[__$operation], c.[__$update_mask], c.[id],"
          + " c.[quantity], c.[name], c.[remark], c.[price], c.[at], c.[active], c.[ratio]"
          + " FROM [cdc].[dbo_orders_CT] AS c WHERE c.[__$start_lsn] > CAST(? AS binary(10)) AND"
          + " c.[__$start_lsn] <= CAST(? AS binary(10)) ORDER BY c.[__$start_lsn],"
          + " c.[__$command_id], c.[__$seqval], c.[__$operation];";

  /** Nanoseconds of processor time. */
  private record Cost(long lab, long driver) {
    double ratio() {
      return (double) lab / driver;
    }
  }

  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();

  @Spec private CommandSpec spec;

  @Option(names = "--rows", description = "change rows (default: ${DEFAULT-VALUE})")
  private int rows = 1_000_000;

  @Option(names = "--rounds", description = "measured reads (default: ${DEFAULT-VALUE})")
  private int rounds = 7;

  /** Picocli sets the fields. */
  @SuppressWarnings("NullAway.Init")
  LabSpeedCommand() {}

  @Override
  public Integer call() throws SQLException {
    LabConfig config =
        LabConfig.stepped().withKeepHistory(false).withScanLimits(50, 10).withTls(true);
    try (Lab lab = Lab.start(config)) {
      fill(lab);
      boolean plain = measure(lab, "plain", "encrypt=false");
      boolean encrypted = measure(lab, "TLS", "encrypt=true;trustServerCertificate=true");
      return plain && encrypted ? 0 : 1;
    }
  }

  private void fill(Lab lab) {
    try (LabSqlRunner sql = lab.admin("sales")) {
      sql.run("EXEC sys.sp_cdc_enable_db");
      sql.run("CREATE TABLE dbo.orders (" + BenchRows.EIGHT + ")");
      sql.run("EXEC sys.sp_cdc_enable_table N'dbo', N'orders', @role_name = NULL");
    }
    lab.database("sales").load("dbo", "orders", BenchRows.of(0, rows, 8), ROWS_A_COMMIT);
  }

  private boolean measure(Lab lab, String name, String encryption) throws SQLException {
    String url = "jdbc:sqlserver://127.0.0.1:" + lab.port() + ";databaseName=sales;" + encryption;
    String password = lab.config().server().saPassword();
    Cost[] costs = new Cost[rounds];
    try (Connection connection = DriverManager.getConnection(url, Lab.SA, password)) {
      for (int round = -2; round < rounds; round++) {
        // The first rounds warm up; the last of them is written over.
        costs[Math.max(0, round)] = read(connection);
      }
    }
    Arrays.sort(costs, Comparator.comparingDouble(Cost::ratio));
    Cost median = costs[rounds / 2];
    PrintWriter out = spec.commandLine().getOut();
    out.println(
        String.format(
            Locale.ROOT,
            "%,d change rows of 12 columns, %s: the stand-in %,d ns a row, the driver %,d ns a row,"
                + " ratio %.2f (median of %d, %.2f to %.2f)",
            rows,
            name,
            median.lab() / rows,
            median.driver() / rows,
            median.ratio(),
            rounds,
            costs[0].ratio(),
            costs[rounds - 1].ratio()));
    if (median.ratio() > MOST) {
      out.println("the stand-in costs more than the driver: what is measured with it is its own");
    }
    return median.ratio() <= MOST;
  }

  private Cost read(Connection connection) throws SQLException {
    long lab = labTime();
    long driver = threads.getCurrentThreadCpuTime();
    long count = 0;
    long checksum = 0;
    try (PreparedStatement statement = connection.prepareStatement(QUERY)) {
      statement.setBytes(1, new byte[10]);
      byte[] end = new byte[10];
      Arrays.fill(end, (byte) 0xFF);
      statement.setBytes(2, end);
      try (ResultSet result = statement.executeQuery()) {
        while (result.next()) {
          checksum += values(result);
          count++;
        }
      }
    }
    if (count != rows || checksum == 0) {
      throw new IllegalStateException(count + " rows of " + rows);
    }
    return new Cost(labTime() - lab, threads.getCurrentThreadCpuTime() - driver);
  }

  /** Reads every column as an ingesting reader does. */
  private static long values(ResultSet row) throws SQLException {
    long sum = row.getBytes(1).length + row.getBytes(2).length + row.getInt(3);
    sum += row.getBytes(4).length + row.getLong(5) + row.getInt(6);
    sum += row.getString(7).length();
    String remark = row.getString(8);
    sum += remark == null ? 0 : remark.length();
    sum += row.getBigDecimal(9).scale();
    sum += row.getObject(10, LocalDateTime.class).getNano();
    return sum + (row.getBoolean(11) ? 1 : 0) + (long) row.getDouble(12);
  }

  private long labTime() {
    long nanos = 0;
    for (long id : threads.getAllThreadIds()) {
      var info = threads.getThreadInfo(id);
      if (info != null && info.getThreadName().startsWith("lab-")) {
        nanos += Math.max(0, threads.getThreadCpuTime(id));
      }
    }
    return nanos;
  }
}
