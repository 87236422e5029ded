package io.strandline.checks.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.checks.scene.Scene;
import io.strandline.cli.Main;
import io.strandline.doctor.Check;
import io.strandline.doctor.Finding;
import io.strandline.doctor.Finding.Status;
import io.strandline.option.Option;
import io.strandline.option.OptionValues;
import io.strandline.option.StrandlineConfig;
import io.strandline.option.StreamOptions;
import io.strandline.stream.Strandline;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a newcomer is told of sources in order and out of it. */
final class DoctorTest {

  @TempDir Path folder;
  private Scene scene;

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

  private OptionValues options() {
    return scene
        .options()
        .set(Option.URL, scene.lab.url())
        .set(Option.USER, "reader")
        .set(Option.PASSWORD, scene.lab.readerPassword());
  }

  private static List<Finding> examine(OptionValues values) {
    List<Finding> findings =
        Strandline.examine(StrandlineConfig.of(values), StreamOptions.of(values));
    assertThat(findings).extracting(Finding::check).containsExactly(Check.values());
    return findings;
  }

  private static Finding of(List<Finding> findings, Check check) {
    return findings.get(check.ordinal());
  }

  @Test
  void aSourceInOrder() {
    List<Finding> findings = examine(options());

    assertThat(findings).extracting(Finding::status).doesNotContain(Status.PROBLEM);
    assertThat(of(findings, Check.CHANGE_ROWS).status()).isEqualTo(Status.OK);
    assertThat(of(findings, Check.CAPTURE_JOB).status()).isEqualTo(Status.OK);
    assertThat(of(findings, Check.TIME_ZONE).status()).isEqualTo(Status.OK);
    assertThat(of(findings, Check.HEARTBEAT).status()).isEqualTo(Status.UNKNOWN);
    assertThat(of(findings, Check.RETENTION).status()).isEqualTo(Status.WARNING);
    assertThat(scene.listing()).isEmpty();
  }

  @Test
  void captureThatStopped() {
    scene.lab.clock().advance(Duration.ofHours(2));

    Finding job = of(examine(options()), Check.CAPTURE_JOB);

    assertThat(job.status()).isEqualTo(Status.PROBLEM);
    assertThat(job.what()).contains("2 h ago");
    assertThat(job.fix()).contains("SQL Server Agent");
  }

  @Test
  void aLoginWithoutTheChangeTable() {
    scene.lab.run("REVOKE SELECT ON cdc.[dbo_flights_CT] FROM reader");

    Finding rows = of(examine(options()), Check.CHANGE_ROWS);

    assertThat(rows.status()).isEqualTo(Status.PROBLEM);
    assertThat(rows.what()).startsWith("PERMISSION_DENIED");
    assertThat(rows.fix()).contains("GRANT SELECT");
  }

  @Test
  void anInstanceThatIsNotThereAndAWrongPassword() {
    List<Finding> missing = examine(options().set(Option.CAPTURE_INSTANCE, "dbo_nothing"));
    assertThat(of(missing, Check.CONNECTION).status()).isEqualTo(Status.OK);
    assertThat(of(missing, Check.CAPTURE_INSTANCE).status()).isEqualTo(Status.PROBLEM);
    assertThat(of(missing, Check.COLUMNS).status()).isEqualTo(Status.UNKNOWN);

    List<Finding> refused = examine(options().set(Option.PASSWORD, "wrong"));
    assertThat(of(refused, Check.CONNECTION).what()).startsWith("AUTHENTICATION_FAILED");
    assertThat(of(refused, Check.CAPTURE_INSTANCE).status()).isEqualTo(Status.UNKNOWN);
  }

  @Test
  void onTheCommandLine() throws IOException {
    Path password = Files.writeString(folder.resolve("password"), scene.lab.readerPassword());
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();

    int code =
        Main.run(
            new PrintWriter(out, true),
            new PrintWriter(err, true),
            "doctor",
            "--url=" + scene.lab.url(),
            "--user=reader",
            "--password-file=" + password,
            "--capture-instance=dbo_flights",
            "--json");

    assertThat(code).as(err.toString()).isZero();
    assertThat(out.toString().lines())
        .singleElement()
        .asString()
        .contains("{\"check\":\"connection\",\"status\":\"ok\"", "\"check\":\"columns\"")
        .doesNotContain(scene.lab.readerPassword());
  }
}
