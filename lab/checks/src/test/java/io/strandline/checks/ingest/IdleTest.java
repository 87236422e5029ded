package io.strandline.checks.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.checks.scene.Scene;
import io.strandline.cli.Main;
import io.strandline.option.Option;
import io.strandline.report.IdleReason;
import io.strandline.report.IngestReport;
import io.strandline.stream.Stream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Calls that find nothing to commit: what they ask, what they say, and that they write nothing. */
final class IdleTest {

  private static final Duration ENTRY = Duration.ofMinutes(5);

  @TempDir Path folder;

  private static IdleReason reason(IngestReport report) {
    assertThat(report).isInstanceOf(IngestReport.Idle.class);
    return ((IngestReport.Idle) report).reason();
  }

  /** A stream that has left the retention watermark behind, so that nothing hurries it. */
  private static Stream caughtUp(Scene scene) {
    for (int i = 0; i < 37; i++) {
      scene.idle(ENTRY);
    }
    Stream stream = scene.stream();
    assertThat(stream.ingest()).isInstanceOf(IngestReport.Committed.class);
    return stream;
  }

  @Test
  void askAtMostTwiceAndWriteNothing() {
    try (Scene scene = Scene.at(folder, Instant.parse("2013-01-01T05:00:00Z"))) {
      Stream stream = caughtUp(scene);
      Map<String, Long> before = scene.listing();

      scene.log.clear();
      assertThat(reason(stream.ingest())).isEqualTo(IdleReason.CAUGHT_UP);
      assertThat(scene.log.texts()).hasSize(1);
      assertThat(scene.listing()).isEqualTo(before);

      scene.idle(Duration.ofMinutes(2));
      scene.log.clear();
      IngestReport report = stream.ingest();
      assertThat(reason(report)).isEqualTo(IdleReason.NOTHING_NEW);
      assertThat(scene.log.texts()).hasSizeLessThanOrEqualTo(2);
      assertThat(scene.listing()).isEqualTo(before);
      assertThat(report.status().finalizedUntil()).contains(Instant.parse("2013-01-01T08:00:00Z"));
      assertThat(report.status().sourceMax()).contains(scene.newest().lsn());
    }
  }

  @Test
  void endWhenAnEntryCrossesTheHour() {
    try (Scene scene = Scene.at(folder, Instant.parse("2013-01-01T05:54:00Z"))) {
      Stream stream = caughtUp(scene);
      assertThat(stream.verdict().orElseThrow().finalizedUntil())
          .contains(Instant.parse("2013-01-01T08:00:00Z"));
      scene.idle(Duration.ofSeconds(1));
      assertThat(reason(stream.ingest())).isEqualTo(IdleReason.NOTHING_NEW);

      scene.lab.clock().set(Instant.parse("2013-01-01T09:00:00Z").minusMillis(4));
      scene.idle(Duration.ZERO);
      stream.ingest();
      assertThat(stream.verdict().orElseThrow().finalizedUntil())
          .contains(Instant.parse("2013-01-01T08:00:00Z"));
      scene.idle(Duration.ofMillis(4));
      IngestReport report = stream.ingest();

      assertThat(report).isInstanceOf(IngestReport.Committed.class);
      assertThat(report.status().finalizedUntil()).contains(Instant.parse("2013-01-01T09:00:00Z"));
      assertThat(report.status().offset().orElseThrow().lsn()).isEqualTo(scene.newest().lsn());
      assertThat(scene.rows("flights")).isEmpty();
      assertThat(scene.listing().keySet()).noneMatch(file -> file.matches("flights/[^_].*"));
    }
  }

  @Test
  void freezeWithCaptureAndSaySoAfterAQuarterOfAnHour() {
    try (Scene scene = Scene.at(folder, Instant.parse("2013-01-01T05:00:00Z"))) {
      Stream stream = caughtUp(scene);
      Map<String, Long> before = scene.listing();
      scene.commit(1);
      scene.lab.clock().advance(Duration.ofMinutes(15));
      assertThat(reason(stream.ingest())).isEqualTo(IdleReason.CAUGHT_UP);

      scene.lab.clock().advance(Duration.ofSeconds(1));
      IngestReport stalled = stream.ingest();
      scene.lab.clock().advance(Duration.ofHours(30));
      IngestReport later = stream.ingest();

      assertThat(reason(stalled)).isEqualTo(IdleReason.CAPTURE_STALLED);
      assertThat(reason(later)).isEqualTo(IdleReason.CAPTURE_STALLED);
      assertThat(later.status().finalizedUntil()).contains(Instant.parse("2013-01-01T08:00:00Z"));
      assertThat(later.status().captureLagSeconds()).contains(30 * 3600 + 15 * 60 + 1.0);
      assertThat(scene.listing()).isEqualTo(before);
      scene.idle(Duration.ZERO);
      assertThat(stream.ingest().status().finalizedUntil())
          .contains(Instant.parse("2013-01-02T14:00:00Z"));
      assertThat(scene.rows("flights"))
          .extracting(row -> row.get("_commit_ts"))
          .containsExactly(Instant.parse("2013-01-01T08:05:00Z"));
    }
  }

  @Test
  void waitForCaptureWithoutMakingAnything() {
    try (Scene scene = Scene.before(folder, Instant.parse("2013-01-01T05:00:00Z"))) {
      Stream stream = scene.stream();

      assertThat(reason(stream.ingest())).isEqualTo(IdleReason.CAPTURE_NEVER_RAN);
      assertThat(scene.listing()).isEmpty();
      scene.lab.capture().drain();
      scene.enable("later", "");
      scene.disable("dbo_flights");
      Stream later = scene.stream(scene.options().set(Option.CAPTURE_INSTANCE, "later"));
      assertThat(reason(later.ingest())).isEqualTo(IdleReason.ENABLE_NOT_CAPTURED);

      assertThat(scene.listing()).isEmpty();
      scene.lab.capture().drain();
      assertThat(later.ingest()).isInstanceOf(IngestReport.Committed.class);
    }
  }

  @Test
  void withoutAWatermarkAllItsCausesAreNamed() throws IOException {
    try (Scene scene = Scene.at(folder, Instant.parse("2013-01-01T05:00:00Z"))) {
      scene.enable("later", "");
      Path password = Files.writeString(folder.resolve("password"), scene.lab.readerPassword());
      scene.disable("dbo_flights");
      StringWriter out = new StringWriter();

      int exit =
          Main.run(
              new PrintWriter(out, true),
              new PrintWriter(new StringWriter()),
              "ingest",
              "--url",
              scene.lab.url(),
              "--user",
              "reader",
              "--password-file",
              password.toString(),
              "--capture-instance",
              "later",
              "--target",
              scene.warehouse.resolve("flights").toString());

      assertThat(exit).isZero();
      assertThat(out.toString())
          .contains("capture has not yet processed the enabling")
          .contains("the login lost its access")
          .contains("the instance is unknown");
      assertThat(scene.listing()).isEmpty();
    }
  }
}
