package io.strandline.checks.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.strandline.checks.scene.Scene;
import io.strandline.cli.Main;
import io.strandline.doctor.Check;
import io.strandline.option.Option;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a newcomer is told, on the command line, of sources in order and out of it. */
final class DoctorTest {

  private static final JsonMapper JSON = new JsonMapper();

  @TempDir Path folder;
  private Scene scene;

  /** A finding as the document says it. */
  private record Told(String check, String status, String what, String fix) {}

  @BeforeEach
  void begin() {
    scene = Scene.at(folder, Instant.parse("2013-01-01T05:00:00Z"));
    scene.idle(Duration.ofMinutes(5));
    scene.insert(1);
  }

  @AfterEach
  void end() {
    scene.close();
  }

  private List<Told> asReader(int exitCode, String... more) throws IOException {
    return doctor(exitCode, "reader", scene.lab.readerPassword(), more);
  }

  private List<Told> asOwner(int exitCode, String... more) throws IOException {
    return doctor(exitCode, "sa", scene.lab.saPassword(), more);
  }

  private List<Told> doctor(int exitCode, String user, String secret, String... more)
      throws IOException {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "doctor",
                "--json",
                "--url=" + scene.lab.url(),
                "--user=" + user,
                "--password-file=" + Files.writeString(folder.resolve("password"), secret)));
    arguments.addAll(Arrays.asList(more));
    if (Arrays.stream(more).noneMatch(each -> each.startsWith("--capture-instance"))) {
      arguments.add("--capture-instance=dbo_flights");
    }
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int code =
        Main.run(
            new PrintWriter(out, true),
            new PrintWriter(err, true),
            arguments.toArray(String[]::new));
    assertThat(code).as(out + "\n" + err).isEqualTo(exitCode);
    assertThat(out.toString()).doesNotContain(secret);
    List<Told> all = new ArrayList<>();
    for (JsonNode each : JSON.readTree(out.toString()).get("checks")) {
      all.add(
          new Told(
              each.get("check").asText(),
              each.get("status").asText(),
              each.get("what").asText(),
              each.path("fix").asText()));
    }
    assertThat(all.stream().map(Told::check).distinct())
        .containsExactly(Arrays.stream(Check.values()).map(Check::text).toArray(String[]::new));
    assertThat(all)
        .filteredOn(told -> told.status().equals("warning") || told.status().equals("problem"))
        .noneMatch(told -> told.fix().isEmpty());
    return all;
  }

  private static Told of(List<Told> findings, Check check) {
    List<Told> found = findings.stream().filter(t -> t.check().equals(check.text())).toList();
    assertThat(found).hasSize(1);
    return found.get(0);
  }

  @Test
  void aSourceInOrder() throws IOException {
    scene.idle(Duration.ofHours(25));
    for (int i = 0; i < 61; i++) {
      scene.idle(Duration.ofSeconds(30));
    }

    List<Told> seen = asOwner(0);
    assertThat(seen).extracting(Told::status).containsOnly("ok");
    assertThat(of(seen, Check.VERSION).what()).contains("Developer Edition", "version 16.");
    assertThat(of(seen, Check.HEARTBEAT).what()).contains("30 s");
    assertThat(of(seen, Check.PARTITIONS).what()).contains("dbo.flights has one partition");

    List<Told> reader = asReader(0);
    assertThat(reader)
        .filteredOn(told -> !told.status().equals("ok"))
        .singleElement()
        .satisfies(told -> assertThat(told.check()).isEqualTo("agent"))
        .satisfies(told -> assertThat(told.status()).isEqualTo("unknown"))
        .satisfies(told -> assertThat(told.fix()).contains("sys.dm_server_services"));
    assertThat(scene.listing()).isEmpty();
  }

  @Test
  void aQuietSourceWithoutHeartbeat() throws IOException {
    for (int i = 0; i < 6; i++) {
      scene.idle(Duration.ofMinutes(5));
    }

    Told beat = of(asReader(0), Check.HEARTBEAT);

    assertThat(beat.status()).isEqualTo("warning");
    assertThat(beat.what()).contains("5 min");
    assertThat(beat.fix()).contains("sql/heartbeat.sql");
  }

  @Test
  void captureThatStopped() throws IOException {
    scene.lab.clock().advance(Duration.ofHours(2));

    Told job = of(asReader(1), Check.CAPTURE_JOB);

    assertThat(job.status()).isEqualTo("problem");
    assertThat(job.what()).contains("2 h ago", "may not see its log scans");
    assertThat(job.fix()).contains("SQL Server Agent", "sys.sp_cdc_start_job");
    assertThat(of(asOwner(1), Check.CAPTURE_JOB).what()).contains("its newest log scan ended at");
  }

  @Test
  void aCaptureJobThatWasDropped() throws IOException {
    scene.lab.run("EXEC sys.sp_cdc_drop_job @job_type = N'capture'");

    Told job = of(asOwner(1), Check.CAPTURE_JOB);

    assertThat(job.status()).isEqualTo("problem");
    assertThat(job.what()).contains("no capture job");
    assertThat(job.fix()).contains("sys.sp_cdc_add_job");
  }

  @Test
  void captureThatIsOff() throws IOException {
    scene.lab.run("EXEC sys.sp_cdc_disable_db");

    List<Told> findings = asReader(1);

    assertThat(of(findings, Check.CONNECTION).status()).isEqualTo("ok");
    assertThat(of(findings, Check.VERSION).status()).isEqualTo("ok");
    assertThat(of(findings, Check.CAPTURE_ENABLED).status()).isEqualTo("problem");
    assertThat(of(findings, Check.CAPTURE_ENABLED).fix()).contains("sys.sp_cdc_enable_db");
    assertThat(of(findings, Check.CAPTURE_INSTANCE).status()).isEqualTo("problem");
    assertThat(of(findings, Check.COLUMNS).status()).isEqualTo("unknown");
  }

  @Test
  void aLoginWithoutTheChangeTable() throws IOException {
    scene.lab.run("REVOKE SELECT ON cdc.[dbo_flights_CT] FROM reader");

    Told rows = of(asReader(1), Check.CHANGE_ROWS);

    assertThat(rows.status()).isEqualTo("problem");
    assertThat(rows.what()).startsWith("PERMISSION_DENIED");
    assertThat(rows.fix()).contains("GRANT SELECT");
  }

  @Test
  void partitionsThatMayBeSwitchedPastCapture() throws IOException {
    scene.lab.run("EXEC lab.partitioned N'flights', 4");

    Told open = of(asOwner(0), Check.PARTITIONS);
    assertThat(open.status()).isEqualTo("warning");
    assertThat(open.what()).contains("dbo.flights has 4 partitions", "may be switched");
    assertThat(open.fix()).contains("@allow_partition_switch = 0");

    Told hidden = of(asReader(0), Check.PARTITIONS);
    assertThat(hidden.status()).isEqualTo("unknown");
    assertThat(hidden.fix()).contains("SELECT partition_switch FROM cdc.change_tables");

    scene.disable("dbo_flights");
    scene.lab.run(
        "EXEC sys.sp_cdc_enable_table @source_schema = N'dbo', @source_name = N'flights',"
            + " @role_name = NULL, @allow_partition_switch = 0");
    scene.lab.capture().drain();
    assertThat(of(asOwner(0), Check.PARTITIONS).status()).isEqualTo("ok");
  }

  @Test
  void columnsThatDoNotArriveExactly() throws IOException {
    scene.lab.run(
        "CREATE TABLE dbo.odd (id int NOT NULL PRIMARY KEY, shape geometry, tree hierarchyid,"
            + " note varchar(20) COLLATE Latin1_General_CI_AS, plain varchar(20), twice AS id * 2)");
    scene.lab.run(
        "EXEC sys.sp_cdc_enable_table @source_schema = N'dbo', @source_name = N'odd',"
            + " @role_name = NULL");
    scene.lab.run("GRANT SELECT ON dbo.odd TO reader");
    scene.lab.run("GRANT SELECT ON cdc.[dbo_odd_CT] TO reader");
    scene.lab.capture().drain();

    List<Told> columns =
        asReader(1, "--capture-instance=dbo_odd").stream()
            .filter(told -> told.check().equals("columns"))
            .toList();

    assertThat(columns)
        .extracting(told -> told.status() + " " + told.what().split(" ", 4)[1])
        .containsExactly("problem shape", "problem tree", "warning note", "warning twice");
    assertThat(columns.get(0).fix()).contains("excludeColumns shape");
    assertThat(columns.get(2).what()).contains("Latin1_General_CI_AS");
    assertThat(columns.get(2).fix()).contains("nvarchar");
    assertThat(columns.get(3).what()).contains("computed");
  }

  /** The table has the newest instance without {@code status}, and no other. */
  private void statusIsNoLongerCaptured() {
    scene.enable("flights_new", "flight_id, carrier, route");
    scene.disable("dbo_flights");
    scene.lab.capture().drain();
  }

  private Told columnsOf(int exitCode, String... more) throws IOException {
    List<String> arguments = new ArrayList<>(List.of("--capture-instance=flights_new"));
    arguments.addAll(Arrays.asList(more));
    return of(asReader(exitCode, arguments.toArray(String[]::new)), Check.COLUMNS);
  }

  @Test
  void anExcludedColumnThatVanishedIsPassedOverAsItsStreamDoes() throws IOException {
    scene.stream(scene.options().set(Option.EXCLUDE_COLUMNS, "status")).ingest();
    statusIsNoLongerCaptured();
    String target = "--target=" + scene.warehouse.resolve("flights");

    Told running = columnsOf(0, "--exclude-columns=status", target);
    assertThat(running.status()).isEqualTo("warning");
    assertThat(running.what()).contains("excludeColumns names status");

    Told first = columnsOf(1, "--exclude-columns=status");
    assertThat(first.status()).isEqualTo("problem");
    assertThat(first.what()).startsWith("INVALID_OPTIONS");
  }

  @Test
  void anIncludedColumnThatVanishedIsWhatItsStreamStopsAt() throws IOException {
    scene.stream(scene.options().set(Option.INCLUDE_COLUMNS, "flight_id,status")).ingest();
    statusIsNoLongerCaptured();

    Told told =
        columnsOf(
            1,
            "--include-columns=flight_id,status",
            "--target=" + scene.warehouse.resolve("flights"));

    assertThat(told.status()).isEqualTo("problem");
    assertThat(told.what()).startsWith("SCHEMA_CHANGED");
  }

  @Test
  void aTargetThatCannotBeReadIsSaidWhereItMatters() throws IOException {
    Files.writeString(folder.resolve("file"), "");
    String target = "--target=" + folder.resolve("file/flights");

    assertThat(of(asReader(0, target), Check.COLUMNS).status()).isEqualTo("ok");
    Told told = of(asReader(0, target, "--exclude-columns=status"), Check.COLUMNS);
    assertThat(told.status()).isEqualTo("unknown");
    assertThat(told.what()).contains("is a file");
  }

  @Test
  void anInstanceThatIsNotThereAndAWrongPassword() throws IOException {
    List<Told> missing = asReader(1, "--capture-instance=dbo_nothing");
    assertThat(of(missing, Check.CONNECTION).status()).isEqualTo("ok");
    assertThat(of(missing, Check.CAPTURE_ENABLED).status()).isEqualTo("ok");
    assertThat(of(missing, Check.CAPTURE_INSTANCE).status()).isEqualTo("problem");
    assertThat(of(missing, Check.COLUMNS).status()).isEqualTo("unknown");

    List<Told> refused = doctor(1, "reader", "wrong");
    assertThat(of(refused, Check.CONNECTION).what()).startsWith("AUTHENTICATION_FAILED");
    assertThat(of(refused, Check.CAPTURE_INSTANCE).status()).isEqualTo("unknown");
  }
}
