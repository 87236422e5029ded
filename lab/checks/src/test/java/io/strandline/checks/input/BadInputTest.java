package io.strandline.checks.input;

import static io.strandline.error.ErrorCode.AUTHENTICATION_FAILED;
import static io.strandline.error.ErrorCode.CAPTURE_INSTANCE_NOT_FOUND;
import static io.strandline.error.ErrorCode.DATABASE_NOT_FOUND;
import static io.strandline.error.ErrorCode.FOREIGN_TABLE;
import static io.strandline.error.ErrorCode.INVALID_OPTIONS;
import static io.strandline.error.ErrorCode.PERMISSION_DENIED;
import static io.strandline.error.ErrorCode.SOURCE_UNAVAILABLE;
import static io.strandline.error.ErrorCode.TARGET_NOT_WRITABLE;
import static io.strandline.error.ErrorCode.UNSUPPORTED_TYPE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.strandline.checks.scene.Scene;
import io.strandline.cli.Main;
import io.strandline.error.ErrorCode;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Every bad input is one typed error on the command line, and nothing on the disk is changed. */
final class BadInputTest {

  private static final String WRONG = "wr0ng-" + UUID.randomUUID();

  @TempDir static Path folder;
  private static Scene scene;

  /** What is done to a copy of the warehouse before the call. */
  private interface Damage {
    void to(Path warehouse) throws IOException;
  }

  /**
   * A bad input.
   *
   * @param names what the message or the remedy says
   * @param options over those of a good call; an empty value takes the option away
   */
  private record Entry(
      String name, ErrorCode code, String names, Map<String, String> options, Damage damage) {}

  private static final List<Entry> ENTRIES = new ArrayList<>();

  private static void option(String name, String value, String says) {
    ENTRIES.add(
        new Entry(name + " " + value, INVALID_OPTIONS, says, Map.of(name, value), at -> {}));
  }

  private static void source(ErrorCode code, String says, String name, String value) {
    ENTRIES.add(new Entry(name + " " + code, code, says, Map.of(name, value), at -> {}));
  }

  private static void damage(String name, ErrorCode code, String says, Damage damage) {
    ENTRIES.add(new Entry(name, code, says, Map.of(), damage));
  }

  @BeforeAll
  static void begin() {
    scene = Scene.at(folder, Instant.parse("2013-01-01T09:55:00Z"));
    for (int hour = 0; hour < 12; hour++) {
      scene.insert(900_000 + hour);
      scene.idle(Duration.ofHours(1));
      scene.stream().ingest();
    }
    scene.insert(900_100);
    for (String login : List.of("blind", "half")) {
      scene.lab.run(
          "CREATE LOGIN %1$s WITH PASSWORD = N'%2$s'; CREATE USER %1$s FOR LOGIN %1$s"
              .formatted(login, WRONG));
    }
    scene.lab.run("GRANT SELECT ON dbo.flights TO half");
    scene.lab.run("CREATE TABLE dbo.shapes (id int NOT NULL PRIMARY KEY, v sql_variant)");
    scene.lab.run(
        "EXEC sys.sp_cdc_enable_table @source_schema = N'dbo', @source_name = N'shapes',"
            + " @role_name = NULL; GRANT SELECT ON dbo.shapes TO reader;"
            + " GRANT SELECT ON cdc.dbo_shapes_CT TO reader");
    scene.lab.capture().drain();
    options();
    sources();
    places();
    damages();
  }

  private static void options() {
    option("granularity", "week", "granularity");
    option("maxRowsPerBatch", "0", "maxRowsPerBatch");
    option("maxRowsPerBatch", "many", "maxRowsPerBatch");
    option("maxCommitsPerBatch", "-1", "maxCommitsPerBatch");
    option("numPartitions", "0", "numPartitions");
    option("failOnDataLoss", "maybe", "failOnDataLoss");
    option("schemaChangePolicy", "ignore", "schemaChangePolicy");
    option("datetimeType", "text", "datetimeType");
    option("idleCommitInterval", "PT2H", "idleCommitInterval");
    option("idleCommitInterval", "5m", "idleCommitInterval");
    option("maxClockSkew", "-PT1S", "maxClockSkew");
    option("clockAhead", "wait", "clockAhead");
    option("lockTimeout", "P2D", "lockTimeout");
    option("sourceRetries", "11", "sourceRetries");
    option("retryDelay", "PT2M", "retryDelay");
    option("startingLsn", "0x12", "startingLsn");
    option("snapshotIsolation", "dirty", "snapshotIsolation");
    option("sourceTimeZone", "Mars/Base", "sourceTimeZone");
    option("singleWriter", "perhaps", "singleWriter");
    option("url", "jdbc:postgresql://localhost/x", "url");
    option("captureInstance", "", "captureInstance");
    option("target", "", "target");
    option("url", "", "url");
    option("maxRowPerBatch", "5", "maxRowPerBatch");
    option("includeColumns", "[open", "includeColumns");
  }

  private static void sources() {
    source(AUTHENTICATION_FAILED, "reader", "password", WRONG);
    ENTRIES.add(
        new Entry(
            "no such instance",
            CAPTURE_INSTANCE_NOT_FOUND,
            "dbo_ghosts",
            Map.of("captureInstance", "dbo_ghosts", "target", "@/ghosts"),
            at -> {}));
    String url = scene.lab.url();
    source(
        DATABASE_NOT_FOUND,
        "ghosts",
        "url",
        url.replace("databaseName=flights", "databaseName=ghosts"));
    source(SOURCE_UNAVAILABLE, "", "url", url.replaceFirst(":\\d+;", ":1;"));
    login("blind", CAPTURE_INSTANCE_NOT_FOUND, "GRANT SELECT");
    login("half", PERMISSION_DENIED, "GRANT SELECT ON cdc.[dbo_flights_CT] TO [half];");
    ENTRIES.add(
        new Entry(
            "a type without a mapping",
            UNSUPPORTED_TYPE,
            "sql_variant",
            Map.of("captureInstance", "dbo_shapes", "target", "@/shapes"),
            at -> {}));
  }

  private static void login(String user, ErrorCode code, String says) {
    ENTRIES.add(
        new Entry("login " + user, code, says, Map.of("user", user, "password", WRONG), at -> {}));
  }

  private static void places() {
    place("a target that is a file", TARGET_NOT_WRITABLE, at -> Files.writeString(at, "x"));
    place(
        "another program's table",
        FOREIGN_TABLE,
        at -> write(at.resolve("_delta_log/00000000000000000000.json"), FOREIGN));
    place(
        "a folder of CSV files",
        FOREIGN_TABLE,
        at -> write(at.resolve("2012.csv"), "flight_id,carrier"));
    place(
        "a Parquet folder without a log",
        FOREIGN_TABLE,
        at -> write(at.resolve("day=1/part-0.parquet"), "PAR1"));
  }

  private static final String FOREIGN =
      """
      {"protocol":{"minReaderVersion":1,"minWriterVersion":2}}
      {"metaData":{"id":"a1b2","format":{"provider":"parquet","options":{}},\
      "schemaString":"{\\"type\\":\\"struct\\",\\"fields\\":[]}","partitionColumns":[],\
      "configuration":{},"createdTime":0}}
      """;

  private static void place(String name, ErrorCode code, Damage damage) {
    ENTRIES.add(
        new Entry(
            name,
            code,
            "there",
            Map.of("target", "@/there"),
            at -> damage.to(at.resolve("there"))));
  }

  private static void write(Path file, String text) throws IOException {
    Files.createDirectories(file.resolveSibling(""));
    Files.writeString(file, text);
  }

  private static void damages() {
    for (String table : List.of("flights", "strandline_facts", "strandline_control")) {
      damage(
          "the newest commit of " + table + " is cut",
          TARGET_NOT_WRITABLE,
          ".json",
          at -> cut(newest(at, table, ".json")));
      damage(
          "the newest commit of " + table + " is empty",
          TARGET_NOT_WRITABLE,
          ".json",
          at -> Files.write(newest(at, table, ".json"), new byte[0]));
      damage(
          "checkpoint of " + table + " is cut, no checksums",
          TARGET_NOT_WRITABLE,
          ".checkpoint.parquet",
          at -> {
            forget(at, table, ".crc");
            cut(newest(at, table, ".checkpoint.parquet"));
          });
      damage(
          "a commit of " + table + " is missing, no checksums",
          TARGET_NOT_WRITABLE,
          "",
          at -> {
            forget(at, table, ".crc");
            List<Path> commits = log(at, table, ".json");
            Files.delete(commits.get(commits.size() - 2));
          });
    }
    damage(
        "the verdict's file is cut",
        TARGET_NOT_WRITABLE,
        ".parquet",
        at -> {
          try (Stream<Path> files = Files.list(at.resolve("strandline_control"))) {
            for (Path file : files.filter(f -> f.toString().endsWith(".parquet")).toList()) {
              cut(file);
            }
          }
        });
  }

  private static List<Path> log(Path warehouse, String table, String ending) throws IOException {
    try (Stream<Path> files = Files.list(warehouse.resolve(table + "/_delta_log"))) {
      return files.filter(file -> file.toString().endsWith(ending)).sorted().toList();
    }
  }

  private static Path newest(Path warehouse, String table, String ending) throws IOException {
    List<Path> files = log(warehouse, table, ending);
    return files.get(files.size() - 1);
  }

  private static void forget(Path warehouse, String table, String ending) throws IOException {
    for (Path file : log(warehouse, table, ending)) {
      Files.delete(file);
    }
  }

  private static void cut(Path file) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(bytes, bytes.length / 2));
  }

  @AfterAll
  static void end() {
    scene.close();
  }

  @TestFactory
  List<DynamicTest> eachIsATypedErrorThatChangesNothing() {
    return ENTRIES.stream().map(entry -> dynamicTest(entry.name(), () -> refused(entry))).toList();
  }

  private static void refused(Entry entry) throws IOException {
    Path warehouse = copy();
    entry.damage().to(warehouse);
    Map<String, String> before = listing(warehouse);
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();

    int exit =
        Main.run(
            new PrintWriter(out, true),
            new PrintWriter(err, true),
            "ingest",
            "--json",
            "--options",
            properties(entry, warehouse).toString());

    assertThat(out.toString().lines()).as(err.toString()).hasSize(1);
    JsonNode error = new JsonMapper().readTree(out.toString()).path("error");
    assertThat(error.path("code").asText()).as(err.toString()).isEqualTo(entry.code().name());
    assertThat(exit).isEqualTo(entry.code() == INVALID_OPTIONS ? 2 : 1);
    assertThat(error.path("message").asText()).isNotBlank().doesNotContain(": null");
    assertThat(error.path("remedy").asText()).isNotBlank();
    assertThat(error.path("message").asText() + error.path("remedy").asText())
        .contains(entry.names());
    assertThat(err.toString())
        .contains("error " + entry.code() + ": ", "what to do: ")
        .doesNotContain("\tat ", "Exception in thread");
    assertThat(out + err.toString()).doesNotContain(WRONG, scene.lab.readerPassword());
    assertThat(listing(warehouse)).isEqualTo(before);
  }

  private static Path properties(Entry entry, Path warehouse) throws IOException {
    Map<String, String> values = new LinkedHashMap<>();
    values.put("url", scene.lab.url());
    values.put("user", "reader");
    values.put("password", scene.lab.readerPassword());
    values.put("captureInstance", "dbo_flights");
    values.put("target", "@/flights");
    values.put("sourceRetries", "0");
    values.putAll(entry.options());
    StringBuilder lines = new StringBuilder();
    values.forEach(
        (name, value) -> {
          if (!value.isEmpty()) {
            String text = value.replace("@", warehouse.toString()).replace("\\", "\\\\");
            lines.append(name).append('=').append(text).append('\n');
          }
        });
    return Files.writeString(warehouse.resolveSibling("o" + UUID.randomUUID()), lines);
  }

  private static Path copy() throws IOException {
    Path copy = Files.createDirectory(folder.resolve("copy-" + UUID.randomUUID())).resolve("w");
    try (Stream<Path> files = Files.walk(scene.warehouse)) {
      for (Path file : files.toList()) {
        Files.copy(file, copy.resolve(scene.warehouse.relativize(file).toString()));
      }
    }
    return copy;
  }

  /** Every file and folder with its time of change, and a file's content. */
  private static Map<String, String> listing(Path warehouse) throws IOException {
    Map<String, String> listing = new TreeMap<>();
    try (Stream<Path> files = Files.walk(warehouse)) {
      for (Path file : files.toList()) {
        String content =
            Files.isDirectory(file) ? "" : HexFormat.of().formatHex(Files.readAllBytes(file));
        listing.put(file.toString(), Files.getLastModifiedTime(file) + " " + content);
      }
    }
    return listing;
  }
}
