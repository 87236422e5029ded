package io.strandline.checks.demo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.strandline.cli.Main;
import io.strandline.report.IdleReason;
import io.strandline.report.IngestReport;
import io.strandline.verdict.Finality;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The demo shows what it is said to show: complete hours, empty ones too, and open ones. */
class DemoTest {

  private static final int PAUSED_AFTER_HOURS = 5;

  @TempDir Path folder;

  @Test
  void everyHourIsFinalAndHasTheRowsOfTheSource() {
    List<IngestReport> heard = new ArrayList<>();
    DemoResult result = DemoRun.run(new DemoSettings(1, folder, Optional.empty()), heard::add);

    assertThat(result.calls()).isEqualTo(heard).allMatch(IngestReport.Committed.class::isInstance);
    assertThat(result.hours())
        .hasSizeGreaterThanOrEqualTo(6)
        .allMatch(hour -> hour.finality() == Finality.FINAL)
        .allMatch(hour -> hour.rows() == hour.sourceRows())
        .anyMatch(hour -> hour.rows() == 0)
        .anyMatch(hour -> hour.rows() > 100);
    assertConsecutive(result.hours());
    assertThat(verdicts(result)).isSorted().last().isEqualTo(result.finalizedUntil().orElseThrow());
    assertThat(result.finalizedUntil()).hasValue(last(result.hours()).until());
    assertThat(text(result))
        .contains("final, without a single change")
        .contains(result.tables().bronze(), result.tables().facts(), result.tables().control())
        .doesNotContain("open", "paused");
  }

  @Test
  void hoursStayOpenWhileCaptureIsPaused() {
    DemoSettings settings = new DemoSettings(1, folder, Optional.of(PAUSED_AFTER_HOURS));
    DemoResult result = DemoRun.run(settings, report -> {});

    Instant pausedAt = result.capturePausedAt().orElseThrow();
    Instant until = result.finalizedUntil().orElseThrow();
    Instant begin = result.hours().get(0).from();
    assertThat(pausedAt).isEqualTo(begin.plus(Duration.ofHours(PAUSED_AFTER_HOURS)));
    assertThat(until).isAfter(begin).isBefore(pausedAt);
    assertThat(result.hours())
        .allMatch(hour -> (hour.finality() == Finality.OPEN) == hour.until().isAfter(until))
        .allMatch(hour -> hour.finality() == Finality.OPEN || hour.rows() == hour.sourceRows())
        .anyMatch(hour -> hour.finality() == Finality.FINAL && hour.rows() == 0)
        .anyMatch(hour -> hour.finality() == Finality.OPEN && hour.rows() < hour.sourceRows());
    assertThat(verdicts(result)).isSorted().last().isEqualTo(until);
    assertThat(last(result.calls()))
        .isInstanceOfSatisfying(
            IngestReport.Idle.class,
            idle -> assertThat(idle.reason()).isEqualTo(IdleReason.CAPTURE_STALLED));
    assertThat(text(result))
        .contains("open: more may arrive")
        .contains("capture has been paused since " + pausedAt);
  }

  @Test
  void jsonIsExactlyOneDocument() throws IOException {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int code =
        Main.run(
            new PrintWriter(out),
            new PrintWriter(err),
            "demo",
            "--json",
            "--seed",
            "2",
            "--folder",
            folder.toString());

    assertThat(code).isZero();
    assertThat(err.toString()).isEmpty();
    assertThat(out.toString().lines()).hasSize(1);
    JsonNode document = new JsonMapper().readTree(out.toString());
    assertThat(document.get("seed").asLong()).isEqualTo(2);
    assertThat(document.get("capture_paused_at").isNull()).isTrue();
    assertThat(document.get("hours"))
        .hasSizeGreaterThanOrEqualTo(6)
        .allMatch(hour -> hour.get("status").asText().equals("final"))
        .allMatch(hour -> hour.get("rows").asLong() == hour.get("source_rows").asLong())
        .anyMatch(hour -> hour.get("rows").asLong() == 0)
        .anyMatch(hour -> hour.get("rows").asLong() > 100);
    List<Instant> verdicts =
        document.get("calls").findValuesAsText("finalized_until").stream()
            .map(Instant::parse)
            .toList();
    assertThat(verdicts)
        .hasSameSizeAs(document.get("calls"))
        .isSorted()
        .last()
        .isEqualTo(Instant.parse(document.get("finalized_until").asText()));
  }

  private static void assertConsecutive(List<HourRow> hours) {
    for (int hour = 1; hour < hours.size(); hour++) {
      assertThat(hours.get(hour).from()).isEqualTo(hours.get(hour - 1).until());
    }
  }

  private static List<Instant> verdicts(DemoResult result) {
    return result.calls().stream()
        .map(call -> call.status().finalizedUntil().orElseThrow())
        .toList();
  }

  private static String text(DemoResult result) {
    StringWriter text = new StringWriter();
    DemoText.print(result, new PrintWriter(text));
    return text.toString();
  }

  private static <T> T last(List<T> list) {
    return list.get(list.size() - 1);
  }
}
