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
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.strandline.checks.scene.Scene;
import io.strandline.error.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
  private static Calls calls;

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

  private static void contradiction(String one, String value, String other, String otherValue) {
    Map<String, String> both = Map.of(one, value, other, otherValue, "target", "@/both");
    ENTRIES.add(new Entry(one + " against " + other, INVALID_OPTIONS, other, both, at -> {}));
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
    calls = Calls.afterTwelveHours(scene, folder);
    for (String login : List.of("blind", "half", "changes", "older", "ungated")) {
      scene.lab.run(
          "CREATE LOGIN %1$s WITH PASSWORD = N'%2$s'; CREATE USER %1$s FOR LOGIN %1$s"
              .formatted(login, WRONG));
    }
    scene.lab.run(
        "GRANT SELECT ON dbo.flights TO half; GRANT SELECT ON cdc.dbo_flights_CT TO changes");
    grants();
    scene.lab.run("CREATE TABLE dbo.shapes (id int NOT NULL PRIMARY KEY, v sql_variant)");
    scene.lab.run(
        "EXEC sys.sp_cdc_enable_table @source_schema = N'dbo', @source_name = N'shapes',"
            + " @role_name = NULL; GRANT SELECT ON dbo.shapes TO reader;"
            + " GRANT SELECT ON cdc.dbo_shapes_CT TO reader");
    scene.lab.capture().drain();
    options();
    sources();
    places();
    warehouses();
    damages();
  }

  /** A table with two instances of which a login reads one, and one behind a gating role. */
  private static void grants() {
    scene.lab.run("CREATE TABLE dbo.ports (id int NOT NULL PRIMARY KEY, name nvarchar(9))");
    enable("ports", "ports_old", "NULL");
    scene.lab.run("GRANT SELECT ON dbo.ports TO older; GRANT SELECT ON cdc.ports_old_CT TO older");
    scene.lab.capture().drain();
    enable("ports", "ports_new", "NULL");
    scene.lab.capture().drain();
    scene.lab.run("INSERT INTO dbo.ports VALUES (1, N'JFK')");
    scene.lab.run("CREATE TABLE dbo.gates (id int NOT NULL PRIMARY KEY)");
    enable("gates", "dbo_gates", "N'gate_readers'");
    scene.lab.run(
        "GRANT SELECT ON dbo.gates TO ungated; GRANT SELECT ON cdc.dbo_gates_CT TO ungated");
    scene.lab.capture().drain();
  }

  private static void enable(String table, String instance, String role) {
    scene.lab.run(
        "EXEC sys.sp_cdc_enable_table @source_schema = N'dbo', @source_name = N'"
            + table
            + "', @role_name = "
            + role
            + ", @capture_instance = N'"
            + instance
            + "'");
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
    contradiction("includeColumns", "carrier", "excludeColumns", "route");
    contradiction("bootstrap", "true", "startingLsn", "earliest");
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
    login("changes", CAPTURE_INSTANCE_NOT_FOUND, "GRANT SELECT on the captured columns");
    login("half", PERMISSION_DENIED, "GRANT SELECT ON cdc.[dbo_flights_CT] TO [half];");
    login(
        "older", "ports_old", PERMISSION_DENIED, "GRANT SELECT ON cdc.[ports_new_CT] TO [older];");
    login("ungated", "dbo_gates", CAPTURE_INSTANCE_NOT_FOUND, "the instance's gating role");
    ENTRIES.add(
        new Entry(
            "a type without a mapping",
            UNSUPPORTED_TYPE,
            "sql_variant",
            Map.of("captureInstance", "dbo_shapes", "target", "@/shapes"),
            at -> {}));
  }

  private static void login(String user, String instance, ErrorCode code, String says) {
    ENTRIES.add(
        new Entry(
            "login " + user,
            code,
            says,
            Map.of("user", user, "password", WRONG, "captureInstance", instance, "target", "@/new"),
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

  /** Of a warehouse that is only missing the first call makes the folders. */
  private static void warehouses() {
    Damage file = at -> Files.writeString(at.resolve("there"), "x");
    warehouse("a warehouse that is a file", "@/there", "flights", file);
    warehouse("a warehouse that is a file, of a target elsewhere", "@/there", "@/flights", file);
    warehouse("a warehouse in a folder that is a file", "@/there/deep", "flights", file);
    warehouse("a warehouse that cannot be made", "/proc/self/deep/warehouse", "flights", at -> {});
  }

  private static void warehouse(String name, String warehouse, String target, Damage damage) {
    String said = warehouse.startsWith("@") ? "/there' is a file" : warehouse;
    Map<String, String> options = Map.of("warehouse", warehouse, "target", target);
    ENTRIES.add(new Entry(name, TARGET_NOT_WRITABLE, said, options, damage));
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
          at -> Calls.cut(Calls.newest(at, table, ".json")));
      damage(
          "the newest commit of " + table + " is empty",
          TARGET_NOT_WRITABLE,
          ".json",
          at -> Files.write(Calls.newest(at, table, ".json"), new byte[0]));
      damage(
          "checkpoint of " + table + " is cut, no checksums",
          TARGET_NOT_WRITABLE,
          ".checkpoint.parquet",
          at -> {
            Calls.forget(at, table, ".crc");
            Calls.cut(Calls.newest(at, table, ".checkpoint.parquet"));
          });
      damage(
          "a middle commit of " + table + " is garbage, no checksums",
          TARGET_NOT_WRITABLE,
          ".json",
          at -> {
            Calls.forget(at, table, ".crc");
            List<Path> commits = Calls.log(at, table, ".json");
            Files.writeString(commits.get(commits.size() - 2), "{\"add\":{\"path\"");
          });
      damage(
          "a commit of " + table + " is missing, no checksums",
          TARGET_NOT_WRITABLE,
          "",
          at -> {
            Calls.forget(at, table, ".crc");
            List<Path> commits = Calls.log(at, table, ".json");
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
              Calls.cut(file);
            }
          }
        });
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
    Path warehouse = calls.copy();
    entry.damage().to(warehouse);
    calls.refused(warehouse, entry.code(), entry.names(), entry.options(), "ingest");
  }
}
