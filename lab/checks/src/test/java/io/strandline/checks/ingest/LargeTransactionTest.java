package io.strandline.checks.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.checks.process.JavaProcess;
import io.strandline.cli.Main;
import io.strandline.lab.Lab;
import io.strandline.lab.LabConfig;
import io.strandline.lab.LabSqlRunner;
import io.strandline.option.Option;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A transaction larger than a batch may be, read by a process with a small heap. */
class LargeTransactionTest {

  private static final String DATABASE = "sales";
  private static final String INSTANCE = "dbo_orders";
  private static final int ROWS = 2_000_000;

  /** Statements of one transaction, each of which inserts as many rows. */
  private static final int STATEMENTS = 20;

  private static final int DIGITS = 5;

  /** What the driver, Kernel and Hadoop need themselves is about a third (measured). */
  private static final int HEAP_MIB = 256;

  private static final int SOURCE_MIB = 1500;

  private static final Pattern RECORDS = Pattern.compile("numRecords\\\\\":([0-9]+)");

  @TempDir Path folder;

  @Test
  void b13TwoMillionRowsOfOneTransactionAreOneBatchInASmallHeap() throws IOException {
    try (JavaProcess source =
        JavaProcess.start(folder, SOURCE_MIB, LargeSource.class, Map.of(), List.of())) {
      assertThat(source.awaitLine("url ")).as(source::describe).isTrue();
      List<String> lines = source.out().lines().toList();

      JavaProcess process =
          JavaProcess.start(
              folder,
              HEAP_MIB,
              Main.class,
              Map.of("STRANDLINE_PASSWORD", lines.get(0)),
              List.of("ingest", "--all", "--json", "--options", options(lines.get(1)).toString()));
      assertThat(process.exitCode()).as(process::describe).isZero();

      assertThat(Pattern.compile("\"outcome\":\"committed\"").matcher(process.out()).results())
          .as("the one batch, and the last one's keys beside it: " + process.out())
          .hasSize(2);
      assertThat(process.out()).contains("\"rows\":" + ROWS);
      assertThat(recordsByCommit()).containsExactly((long) ROWS);
    }
  }

  /** A lab with the transaction, in a process of its own for its memory. */
  static final class LargeSource {

    private LargeSource() {}

    /** Prints the reader's password and the URL, and serves until it is killed. */
    public static void main(String[] arguments) throws InterruptedException {
      try (Lab lab = Lab.start(LabConfig.stepped().withDatabases(DATABASE))) {
        fill(lab);
        System.out.println(lab.config().server().readerPassword());
        System.out.println("url " + lab.jdbcUrl(DATABASE));
        new CountDownLatch(1).await();
      }
    }
  }

  private static void fill(Lab lab) {
    LabSqlRunner sa = lab.admin(DATABASE);
    sa.run("EXEC sys.sp_cdc_enable_db");
    sa.run("CREATE TABLE dbo.tens (n int NOT NULL PRIMARY KEY)");
    sa.run("INSERT INTO dbo.tens VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8), (9)");
    sa.run("CREATE TABLE dbo.orders (id int NOT NULL PRIMARY KEY, amount int NOT NULL)");
    sa.run(
        "EXEC sys.sp_cdc_enable_table @source_schema = N'dbo', @source_name = N'orders',"
            + " @role_name = NULL");
    lab.database(DATABASE).capture().drain();
    lab.database(DATABASE).grantReader("reader", INSTANCE);
    StringBuilder transaction = new StringBuilder("BEGIN TRANSACTION;");
    for (int statement = 0; statement < STATEMENTS; statement++) {
      transaction.append(insert(statement * (ROWS / STATEMENTS)));
    }
    sa.run(transaction.append(" COMMIT").toString());
    lab.database(DATABASE).capture().drain();
  }

  /** Inserts 10^5 rows from an id on. */
  private static String insert(int from) {
    StringBuilder id = new StringBuilder().append(from);
    StringBuilder tables = new StringBuilder();
    int weight = 1;
    for (int digit = 0; digit < DIGITS; digit++) {
      id.append(" + t").append(digit).append(".n * ").append(weight);
      tables.append(digit == 0 ? " FROM " : " CROSS JOIN ").append("dbo.tens t").append(digit);
      weight *= 10;
    }
    return " INSERT INTO dbo.orders SELECT " + id + ", 7" + tables + ";";
  }

  private Path options(String url) throws IOException {
    Properties properties = new Properties();
    properties.setProperty(Option.URL.javaName(), url.substring("url ".length()));
    properties.setProperty(Option.USER.javaName(), "reader");
    properties.setProperty(Option.CAPTURE_INSTANCE.javaName(), INSTANCE);
    properties.setProperty(Option.TARGET.javaName(), target().toString());
    properties.setProperty(Option.MAX_ROWS_PER_BATCH.javaName(), "100000");
    Path file = folder.resolve("options.properties");
    try (Writer writer = Files.newBufferedWriter(file)) {
      properties.store(writer, null);
    }
    return file;
  }

  private Path target() {
    return folder.resolve("warehouse").resolve("orders");
  }

  /** The rows that each commit with files added. */
  private List<Long> recordsByCommit() throws IOException {
    try (Stream<Path> log = Files.list(target().resolve("_delta_log"))) {
      return log.filter(file -> file.toString().endsWith(".json"))
          .map(LargeTransactionTest::records)
          .filter(records -> records > 0)
          .toList();
    }
  }

  private static long records(Path commit) {
    try {
      long records = 0;
      Matcher found = RECORDS.matcher(Files.readString(commit));
      while (found.find()) {
        records += Long.parseLong(found.group(1));
      }
      return records;
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
