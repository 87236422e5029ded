package io.strandline.checks.scaleout;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.checks.crash.HaltingWrite;
import io.strandline.checks.process.JavaProcess;
import io.strandline.cli.Main;
import io.strandline.codec.PlanCodec;
import io.strandline.codec.SplitResultCodec;
import io.strandline.delta.TableReader;
import io.strandline.lab.Lab;
import io.strandline.lab.LabConfig;
import io.strandline.lab.LabSqlRunner;
import io.strandline.option.Option;
import io.strandline.plan.PlanDocument;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One plan of 200,000 rows, planned, written and committed by processes of their own. */
class ProcessesTest {

  private static final String DATABASE = "sales";
  private static final String INSTANCE = "dbo_orders";
  private static final int TENS = 10;
  private static final int TRANSACTIONS = 200;
  private static final int ROWS_EACH = 1_000;
  private static final int SPLITS = 4;

  @TempDir Path folder;

  @Test
  void fourProcessesWriteWhatOneWouldHaveWritten() throws IOException {
    try (Lab lab = lab()) {
      fill(lab);
      Path options = options(lab, "orders");
      // The coordinator dies after each step: the next one has the documents only.
      Path plan = document("plan", out(lab, "plan", options));
      PlanDocument planned = PlanCodec.read(Files.readString(plan));
      assertThat(planned.batch().rows()).isEqualTo((long) TRANSACTIONS * ROWS_EACH);
      assertThat(planned.batch().splits()).hasSize(SPLITS);
      killedAtItsStart(lab, options, plan);
      // A writer that dies with its split written leaves a file that nobody will commit.
      Path left = killedAfterItsFile(lab, options, plan);
      List<Path> results = writeAll(lab, options, plan);
      Path other = document("other", out(lab, "plan", options));
      assertThat(error(lab, options, other, results)).contains("\"STALE_PLAN\"");
      assertThat(error(lab, options, plan, results.subList(1, SPLITS))).contains("\"STALE_PLAN\"");
      String committed = commit(lab, options, plan, results);
      assertThat(commit(lab, options, plan, results))
          .contains("\"outcome\":\"committed\"")
          .contains("\"batch_id\":" + (planned.start().batchId() + 1));

      assertThat(committed).contains("\"rows\":" + TRANSACTIONS * ROWS_EACH);
      Path alone = options(lab, "alone");
      out(lab, "ingest", alone);
      assertThat(rows("orders")).isEqualTo(rows("alone")).hasSize(TRANSACTIONS * ROWS_EACH);
      assertThat(left).exists();
      assertThat(dataFiles()).hasSize(SPLITS + 1);
    }
  }

  private List<Path> writeAll(Lab lab, Path options, Path plan) throws IOException {
    List<JavaProcess> writers = new ArrayList<>();
    for (int split = 0; split < SPLITS; split++) {
      writers.add(start(lab, writing(options, plan, split)));
    }
    List<Path> results = new ArrayList<>();
    for (JavaProcess writer : writers) {
      assertThat(writer.exitCode()).as(writer::describe).isZero();
      String result = writer.out();
      assertThat(SplitResultCodec.read(result).rows()).isGreaterThanOrEqualTo(ROWS_EACH);
      results.add(document("result" + results.size(), result));
    }
    return results;
  }

  private void killedAtItsStart(Lab lab, Path options, Path plan) throws IOException {
    try (JavaProcess writer = start(lab, writing(options, plan, 0))) {
      writer.kill();
    }
    assertThat(dataFiles()).isEmpty();
  }

  private Path killedAfterItsFile(Lab lab, Path options, Path plan) throws IOException {
    try (JavaProcess writer =
        JavaProcess.start(
            folder,
            HaltingWrite.class,
            Map.of("STRANDLINE_PASSWORD", lab.config().server().readerPassword()),
            List.of(options.toString(), plan.toString(), "0"))) {
      assertThat(writer.awaitLine(HaltingWrite.WRITTEN)).as(writer::describe).isTrue();
      writer.kill();
    }
    assertThat(rows("orders")).isEmpty();
    List<Path> files = dataFiles();
    assertThat(files).hasSize(1);
    return files.get(0);
  }

  /** The data files in the folder of {@code orders}, committed or not. */
  private List<Path> dataFiles() throws IOException {
    try (Stream<Path> files = Files.list(folder.resolve("warehouse").resolve("orders"))) {
      return files.filter(file -> file.toString().endsWith(".parquet")).toList();
    }
  }

  private static List<String> writing(Path options, Path plan, int split) {
    return List.of(
        "write",
        "--json",
        "--options",
        options.toString(),
        "--plan",
        plan.toString(),
        "--split",
        String.valueOf(split));
  }

  private String commit(Lab lab, Path options, Path plan, List<Path> results) {
    try (JavaProcess process = start(lab, committing(options, plan, results))) {
      assertThat(process.exitCode()).as(process::describe).isZero();
      return process.out();
    }
  }

  private String error(Lab lab, Path options, Path plan, List<Path> results) {
    try (JavaProcess process = start(lab, committing(options, plan, results))) {
      assertThat(process.exitCode()).as(process::describe).isEqualTo(1);
      return process.out();
    }
  }

  private static List<String> committing(Path options, Path plan, List<Path> results) {
    List<String> arguments =
        new ArrayList<>(List.of("commit", "--json", "--options", options.toString()));
    arguments.addAll(List.of("--plan", plan.toString(), "--results"));
    results.forEach(result -> arguments.add(result.toString()));
    return arguments;
  }

  private String out(Lab lab, String command, Path options) {
    List<String> arguments = List.of(command, "--json", "--options", options.toString());
    try (JavaProcess process = start(lab, arguments)) {
      assertThat(process.exitCode()).as(process::describe).isZero();
      assertThat(process.out() + process.err())
          .doesNotContain(lab.config().server().readerPassword());
      return process.out();
    }
  }

  private JavaProcess start(Lab lab, List<String> arguments) {
    return JavaProcess.start(
        folder,
        Main.class,
        Map.of("STRANDLINE_PASSWORD", lab.config().server().readerPassword()),
        arguments);
  }

  private Path document(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name + ".json"), text);
  }

  private Path options(Lab lab, String table) throws IOException {
    Properties properties = new Properties();
    properties.setProperty(Option.URL.javaName(), lab.jdbcUrl(DATABASE));
    properties.setProperty(Option.USER.javaName(), "reader");
    properties.setProperty(Option.CAPTURE_INSTANCE.javaName(), INSTANCE);
    properties.setProperty(
        Option.TARGET.javaName(), folder.resolve("warehouse").resolve(table).toString());
    Path file = folder.resolve(table + ".properties");
    try (Writer writer = Files.newBufferedWriter(file)) {
      properties.store(writer, null);
    }
    return file;
  }

  private static Lab lab() {
    Lab lab = Lab.start(LabConfig.stepped().withDatabases(DATABASE));
    LabSqlRunner sa = lab.admin(DATABASE);
    sa.run("EXEC sys.sp_cdc_enable_db");
    sa.run("CREATE TABLE dbo.tens (n int NOT NULL PRIMARY KEY)");
    for (int n = 0; n < TENS; n++) {
      sa.run("INSERT INTO dbo.tens VALUES (" + n + ")");
    }
    sa.run("CREATE TABLE dbo.orders (id int NOT NULL PRIMARY KEY, note nvarchar(40) NULL)");
    sa.run(
        "EXEC sys.sp_cdc_enable_table @source_schema = N'dbo', @source_name = N'orders',"
            + " @role_name = NULL");
    lab.database(DATABASE).capture().drain();
    lab.database(DATABASE).grantReader("reader", INSTANCE);
    return lab;
  }

  private static void fill(Lab lab) {
    LabSqlRunner sa = lab.admin(DATABASE);
    for (int transaction = 0; transaction < TRANSACTIONS; transaction++) {
      lab.clock().advance(Duration.ofSeconds(1));
      sa.run(
          "INSERT INTO dbo.orders SELECT "
              + transaction * ROWS_EACH
              + " + a.n * 100 + b.n * 10 + c.n, N'order' FROM dbo.tens a CROSS JOIN dbo.tens b"
              + " CROSS JOIN dbo.tens c");
    }
    lab.database(DATABASE).capture().drain();
  }

  /** Every row as text, without the batch that wrote it, sorted. */
  private List<String> rows(String table) {
    List<String> rows = new ArrayList<>();
    new TableReader()
        .forEach(
            folder.resolve("warehouse").resolve(table).toString(),
            List.of(),
            row -> rows.add(text(row)));
    rows.sort(String::compareTo);
    return rows;
  }

  private static String text(Map<String, Object> row) {
    Map<String, Object> texts = new TreeMap<>(row);
    texts.remove("_batch_id");
    texts.replaceAll(
        (name, value) -> value instanceof byte[] bytes ? Arrays.toString(bytes) : value);
    return texts.toString();
  }
}
