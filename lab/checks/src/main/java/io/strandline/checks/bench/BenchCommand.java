package io.strandline.checks.bench;

import io.strandline.checks.lab.FlightsLab;
import io.strandline.checks.lab.FlightsLabConfig;
import io.strandline.option.Option;
import io.strandline.option.OptionValues;
import io.strandline.option.StrandlineConfig;
import io.strandline.option.StreamOptions;
import io.strandline.report.Progress;
import io.strandline.stream.Strandline;
import io.strandline.stream.Stream;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code strandline bench}: how fast the driver alone, an ingesting call and an idle call are. */
@Command(
    name = "bench",
    mixinStandardHelpOptions = true,
    subcommands = {LabSpeedCommand.class, LabMemoryCommand.class, GatewayStartCommand.class},
    description = "Measures reading, ingesting and idle calls against the stand-in.")
public final class BenchCommand implements Callable<Integer> {

  private static final int ROUNDS = 3;
  private static final int IDLE_CALLS = 50;
  private static final double NANOS_PER_SECOND = 1e9;
  private static final double NANOS_PER_MILLI = 1e6;

  @Spec private CommandSpec spec;

  @picocli.CommandLine.Option(
      names = "--rows",
      description = "change rows, in thousands (default: ${DEFAULT-VALUE})")
  private int thousands = 100;

  /** Picocli sets the fields. */
  @SuppressWarnings("NullAway.Init")
  public BenchCommand() {}

  @Override
  public Integer call() throws IOException, SQLException {
    Path folder = Files.createTempDirectory("strandline-bench-");
    try (FlightsLab lab = FlightsLab.start(FlightsLabConfig.stepped(folder, 1))) {
      lab.capture().drain();
      for (int thousand = 0; thousand < thousands; thousand++) {
        lab.clock().advance(Duration.ofSeconds(1));
        lab.run(insert(thousand));
        lab.capture().drain();
      }
      measure(lab, folder);
    }
    return 0;
  }

  private static String insert(int thousand) {
    StringBuilder sql =
        new StringBuilder(
            "INSERT INTO dbo.flights (flight_id, carrier, flight_no, tail_number, route,"
                + " flight_date, scheduled_at, distance_m, status) VALUES ");
    for (int row = 0; row < 1000; row++) {
      int id = thousand * 1000 + row;
      sql.append(row == 0 ? "" : ", ")
          .append(
              String.format(
                  Locale.ROOT,
                  "(%d, 'UA', %d, 'N%05d', N'EWR - IAH', '2013-01-01', '2013-01-01T05:15:00',"
                      + " 2253082, N'scheduled')",
                  id,
                  id % 9000,
                  id % 99999));
    }
    return sql.toString();
  }

  private void measure(FlightsLab lab, Path folder) throws SQLException {
    PrintWriter out = spec.commandLine().getOut();
    long rows = thousands * 1000L;
    out.println(
        String.format(
            Locale.ROOT,
            "%,d change rows of 15 columns, %d processors, JDK %s",
            rows,
            Runtime.getRuntime().availableProcessors(),
            System.getProperty("java.version")));
    for (int round = 1; round <= ROUNDS; round++) {
      double read = rows / seconds(drain(lab));
      double ingested = rows / seconds(ingest(lab, folder.resolve("round" + round)));
      out.println(
          String.format(
              Locale.ROOT,
              "round %d: driver alone %,.0f rows/s, ingest %,.0f rows/s, ratio %.2f",
              round,
              read,
              ingested,
              ingested / read));
    }
    out.println(
        String.format(
            Locale.ROOT, "idle call, median of %d: %.1f ms", IDLE_CALLS, idle(lab, folder)));
  }

  private static double seconds(long nanos) {
    return nanos / NANOS_PER_SECOND;
  }

  private static long drain(FlightsLab lab) throws SQLException {
    long start = System.nanoTime();
    try (Connection connection =
            DriverManager.getConnection(lab.url(), "reader", lab.readerPassword());
        Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "SELECT * FROM cdc.dbo_flights_CT ORDER BY __$start_lsn, __$command_id,"
                    + " __$seqval, __$operation")) {
      int columns = rows.getMetaData().getColumnCount();
      while (rows.next()) {
        for (int column = 1; column <= columns; column++) {
          rows.getObject(column);
        }
      }
    }
    return System.nanoTime() - start;
  }

  private static OptionValues values(FlightsLab lab, Path warehouse) {
    return new OptionValues()
        .set(Option.URL, lab.url())
        .set(Option.USER, "reader")
        .set(Option.PASSWORD, lab.readerPassword())
        .set(Option.CAPTURE_INSTANCE, FlightsLab.INSTANCE)
        .set(Option.TARGET, warehouse.resolve("flights").toString());
  }

  private static long ingest(FlightsLab lab, Path warehouse) {
    OptionValues values = values(lab, warehouse);
    long start = System.nanoTime();
    try (Strandline strandline = Strandline.open(StrandlineConfig.of(values))) {
      strandline.stream(StreamOptions.of(values)).ingestAll(Progress.none(), report -> {});
    }
    return System.nanoTime() - start;
  }

  private static double idle(FlightsLab lab, Path folder) {
    OptionValues values = values(lab, folder.resolve("round1"));
    long[] nanos = new long[IDLE_CALLS];
    try (Strandline strandline = Strandline.open(StrandlineConfig.of(values))) {
      Stream stream = strandline.stream(StreamOptions.of(values));
      for (int call = 0; call < IDLE_CALLS; call++) {
        long start = System.nanoTime();
        stream.ingest();
        nanos[call] = System.nanoTime() - start;
      }
    }
    Arrays.sort(nanos);
    return nanos[IDLE_CALLS / 2] / NANOS_PER_MILLI;
  }
}
