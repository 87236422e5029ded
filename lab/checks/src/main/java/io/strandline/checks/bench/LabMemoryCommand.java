package io.strandline.checks.bench;

import io.strandline.lab.Lab;
import io.strandline.lab.LabConfig;
import io.strandline.lab.LabSqlRunner;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * {@code strandline bench lab-memory}: the memory that change rows and table rows take in the
 * stand-in. Fails with an {@link OutOfMemoryError} if they do not fit.
 */
@Command(
    name = "lab-memory",
    mixinStandardHelpOptions = true,
    description = "Loads rows of twelve columns with their changes and tells the memory in use.")
final class LabMemoryCommand implements Callable<Integer> {

  private static final int ROWS_A_COMMIT = 1_000;
  private static final double NANOS_PER_SECOND = 1e9;
  private static final double MEBIBYTE = 1024 * 1024;

  @Spec private CommandSpec spec;

  @Option(names = "--rows", description = "rows (default: ${DEFAULT-VALUE})")
  private int rows = 10_000_000;

  /** Picocli sets the fields. */
  @SuppressWarnings("NullAway.Init")
  LabMemoryCommand() {}

  @Override
  public Integer call() {
    LabConfig config = LabConfig.stepped().withKeepHistory(false).withScanLimits(50, 10);
    try (Lab lab = Lab.start(config);
        LabSqlRunner sql = lab.admin("sales")) {
      sql.run("EXEC sys.sp_cdc_enable_db");
      sql.run("CREATE TABLE dbo.orders (" + BenchRows.TWELVE + ")");
      sql.run("EXEC sys.sp_cdc_enable_table N'dbo', N'orders', @role_name = NULL");
      load(lab);
      double both = used();
      sql.run("EXEC sys.sp_cdc_disable_table N'dbo', N'orders', N'dbo_orders'");
      double table = used();
      print(
          "%,d change rows of 12 captured columns take %,.0f MiB, as many table rows %,.0f MiB, of"
              + " at most %,.0f MiB (after garbage collection)",
          rows, both - table, table, Runtime.getRuntime().maxMemory() / MEBIBYTE);
    }
    return 0;
  }

  private void load(Lab lab) {
    long start = System.nanoTime();
    long loaded =
        lab.database("sales").load("dbo", "orders", BenchRows.of(0, rows, 12), ROWS_A_COMMIT);
    double seconds = (System.nanoTime() - start) / NANOS_PER_SECOND;
    long changes = lab.database("sales").instance("dbo_orders").changes().size();
    if (loaded != rows || changes != rows) {
      throw new IllegalStateException(loaded + " rows and " + changes + " changes of " + rows);
    }
    print("loaded and captured %,d rows in %.1f s", rows, seconds);
  }

  private static double used() {
    Runtime runtime = Runtime.getRuntime();
    runtime.gc();
    return (runtime.totalMemory() - runtime.freeMemory()) / MEBIBYTE;
  }

  private void print(String format, Object... values) {
    PrintWriter out = spec.commandLine().getOut();
    out.println(String.format(Locale.ROOT, format, values));
    out.flush();
  }
}
