package io.strandline.checks.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.strandline.checks.lab.FlightsLab;
import io.strandline.checks.scene.Scene;
import io.strandline.error.ErrorCode;
import io.strandline.error.StrandlineException;
import io.strandline.option.Option;
import io.strandline.option.OptionValues;
import io.strandline.sqlserver.Secret;
import io.strandline.sqlserver.SqlServerConfig;
import io.strandline.stream.Stream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every failing call names its case and the way out, shows no secret, and writes nothing. */
final class ErrorsTest {

  private static final String WRONG = "wr0ng-" + UUID.randomUUID();

  @TempDir static Path folder;
  private static Scene scene;

  /** A committed batch in the table {@code flights}, and more to come. */
  @BeforeAll
  static void begin() {
    scene = Scene.at(folder, Instant.parse("2013-01-01T09:55:00Z"));
    scene.play(Instant.parse("2013-01-01T11:00:00Z"));
    scene.stream().ingest();
    scene.lab.run(
        "CREATE LOGIN half WITH PASSWORD = N'"
            + WRONG
            + "'; CREATE USER half FOR LOGIN half;"
            + " GRANT SELECT ON dbo.flights TO half");
    scene.lab.run(
        "CREATE LOGIN blind WITH PASSWORD = N'" + WRONG + "'; CREATE USER blind FOR LOGIN blind");
    scene.idle(Duration.ofMinutes(5));
    scene.insert(900_001);
  }

  @BeforeEach
  void moreToCome() {
    scene.faults.clear();
  }

  @AfterAll
  static void end() {
    scene.stream().ingest();
    assertThat(scene.rows("flights")).hasSameSizeAs(scene.lab.changes());
    scene.close();
  }

  private static StrandlineException fails(Stream stream, ErrorCode code) {
    Map<String, Long> before = scene.listing();
    StrandlineException error = catchThrowableOfType(StrandlineException.class, stream::ingest);
    assertThat(error).isNotNull();
    assertThat(error.code()).as(error.getMessage()).isEqualTo(code);
    assertThat(error.getMessage()).isNotBlank();
    assertThat(error.remedy()).isNotBlank();
    StringWriter all = new StringWriter();
    error.printStackTrace(new PrintWriter(all));
    assertThat(all + error.toString() + error.getMessage() + error.remedy())
        .doesNotContain(WRONG, scene.lab.readerPassword(), scene.lab.saPassword());
    assertThat(scene.listing()).isEqualTo(before);
    return error;
  }

  private static Stream as(String user, String password) {
    return with(SqlServerConfig.of(scene.lab.url(), user, new Secret(password)));
  }

  private static Stream with(SqlServerConfig config) {
    return scene.stream(scene.options(), config.withRetry(Scene.QUICK), InstantSource.system());
  }

  private static OptionValues target(String name) {
    return scene.options().set(Option.TARGET, scene.warehouse.resolve(name).toString());
  }

  private static SqlServerConfig reader(String url) {
    return SqlServerConfig.of(url, "reader", new Secret(scene.lab.readerPassword()));
  }

  @Test
  void wrongPassword() {
    assertThat(fails(as("reader", WRONG), ErrorCode.AUTHENTICATION_FAILED))
        .hasMessageContaining("reader");
  }

  @Test
  void aStartThatIsNotCapturedYet() {
    OptionValues future = target("future").set(Option.STARTING_LSN, "0x7FFFFFFFFFFFFFFFFFFF");

    assertThat(
            fails(
                scene.stream(future, reader(scene.lab.url()), InstantSource.system()),
                ErrorCode.INVALID_OPTIONS))
        .hasMessageContaining("startingLsn");
  }

  @Test
  void unknownDatabase() {
    String url = scene.lab.url().replace("databaseName=flights", "databaseName=ghosts");

    assertThat(fails(with(reader(url)), ErrorCode.DATABASE_NOT_FOUND))
        .hasMessageContaining("ghosts");
  }

  @Test
  void unknownInstance() {
    OptionValues options = target("new").set(Option.CAPTURE_INSTANCE, "dbo_ghosts");

    assertThat(fails(scene.stream(options), ErrorCode.CAPTURE_INSTANCE_NOT_FOUND))
        .hasMessageContaining("dbo_ghosts")
        .hasMessageContaining("may not see it");
  }

  @Test
  void instanceThatTheLoginMayNotSee() {
    assertThat(fails(as("blind", WRONG), ErrorCode.CAPTURE_INSTANCE_NOT_FOUND).remedy())
        .contains("GRANT SELECT");
  }

  @Test
  void changeTableThatTheLoginMayNotRead() {
    StrandlineException error = fails(as("half", WRONG), ErrorCode.PERMISSION_DENIED);
    assertThat(error).hasMessageContaining("half").hasMessageContaining("dbo_flights_CT");
    assertThat(error.remedy()).isEqualTo("GRANT SELECT ON cdc.[dbo_flights_CT] TO [half];");

    SqlServerConfig half =
        SqlServerConfig.of(scene.lab.url(), "half", new Secret(WRONG)).withRetry(Scene.QUICK);
    fails(scene.stream(target("new"), half, InstantSource.system()), ErrorCode.PERMISSION_DENIED);
  }

  @Test
  void nobodyListens() {
    String url = scene.lab.url().replaceFirst(":\\d+;", ":1;");

    assertThat(fails(with(reader(url)), ErrorCode.SOURCE_UNAVAILABLE).code().retryable()).isTrue();
  }

  @Test
  void serverThatStopped(@TempDir Path other) {
    try (Scene stopped = Scene.at(other, Instant.parse("2013-01-01T09:00:00Z"))) {
      Stream stream = stopped.stream();
      stream.ingest();
      Map<String, Long> before = stopped.listing();
      stopped.lab.tds().close();

      assertThat(catchThrowableOfType(StrandlineException.class, stream::ingest).code())
          .isEqualTo(ErrorCode.SOURCE_UNAVAILABLE);
      assertThat(stopped.listing()).isEqualTo(before);
    }
  }

  @Test
  void certificateOfAnUnknownAuthority() {
    String url = scene.lab.url().replaceAll(";trustStore[^;]*", "");

    StrandlineException error = fails(with(reader(url)), ErrorCode.SOURCE_UNAVAILABLE);

    assertThat(error).hasMessageContaining("certificate");
    assertThat(error.remedy()).contains("trustStore").contains("certificate of an authority");
  }

  @Test
  void targetBelowAFile() throws IOException {
    Files.writeString(scene.warehouse.resolve("file"), "x");
    OptionValues options = target("file/flights").set(Option.WAREHOUSE, scene.warehouse.toString());

    assertThat(fails(scene.stream(options), ErrorCode.TARGET_NOT_WRITABLE))
        .hasMessageContaining("file/flights");
  }

  @Test
  void someoneElsesTable() throws IOException {
    Path log = Files.createDirectories(scene.warehouse.resolve("theirs/_delta_log"));
    Files.writeString(
        log.resolve("00000000000000000000.json"),
        """
        {"protocol":{"minReaderVersion":1,"minWriterVersion":2}}
        {"metaData":{"id":"a1b2","format":{"provider":"parquet","options":{}},\
        "schemaString":"{\\"type\\":\\"struct\\",\\"fields\\":[{\\"name\\":\\"a\\",\\"type\\":\\"long\\",\
        \\"nullable\\":true,\\"metadata\\":{}}]}","partitionColumns":[],"configuration":{},"createdTime":0}}
        """);

    assertThat(fails(scene.stream(target("theirs")), ErrorCode.FOREIGN_TABLE))
        .hasMessageContaining("theirs");
    OptionValues facts =
        target("new").set(Option.FACTS, scene.warehouse.resolve("theirs").toString());
    fails(scene.stream(facts), ErrorCode.FOREIGN_TABLE);
  }

  @Test
  void anotherStreamsTable() {
    assertThat(
            fails(
                scene.stream(scene.options().set(Option.APP_ID, "mine")), ErrorCode.FOREIGN_TABLE))
        .hasMessageContaining("mine")
        .hasMessageContaining(FlightsLab.INSTANCE);
  }

  @Test
  void anInstanceOfAnotherTable() {
    scene.lab.run("CREATE TABLE dbo.gates (id int NOT NULL PRIMARY KEY)");
    scene.lab.run(
        "EXEC sys.sp_cdc_enable_table @source_schema = N'dbo', @source_name = N'gates',"
            + " @role_name = NULL; GRANT SELECT ON dbo.gates TO reader");
    scene.lab.capture().drain();
    OptionValues options =
        scene
            .options()
            .set(Option.CAPTURE_INSTANCE, "dbo_gates")
            .set(Option.APP_ID, FlightsLab.INSTANCE);

    assertThat(fails(scene.stream(options), ErrorCode.SOURCE_CHANGED))
        .hasMessageContaining("dbo_gates");
  }

  @Test
  void aStreamOfAnotherNameOnTheTable() {
    OptionValues options = scene.options().set(Option.APP_ID, "other");

    fails(scene.stream(options), ErrorCode.FOREIGN_TABLE);
  }

  @Test
  void anotherDatabaseOfTheSameName(@TempDir Path other) {
    try (Scene twin = Scene.at(other, Instant.parse("2013-01-01T09:00:00Z"))) {
      twin.play(Instant.parse("2013-01-01T11:30:00Z"));

      fails(
          scene.stream(scene.options(), twin.config(), InstantSource.system()),
          ErrorCode.SOURCE_CHANGED);
    }
  }
}
