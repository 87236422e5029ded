package io.strandline.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.facts.Event;
import io.strandline.facts.FactsColumn;
import io.strandline.facts.FactsRow;
import io.strandline.lsn.Lsn;
import io.strandline.lsn.Offset;
import io.strandline.status.TableStatus;
import io.strandline.verdict.ControlRow;
import io.strandline.verdict.Granularity;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

/** What the page holds, as an XML parser and, where there is one, a Chromium see it. */
final class StatusPageTest {

  private static final Instant NOW = Instant.parse("2026-05-04T12:00:00Z");
  private static final String ODD = "sales \"<script>alert('x')</script>\" & \u0001 \uD83C\uDF0A";

  /** The row of the first table, in order. */
  private static final List<String> CELLS =
      List.of(
          ODD.replace('\u0001', '\uFFFD'),
          "2026-05-04T11:00:00Z",
          "1 h",
          "2026-05-01T12:00:00Z",
          "4 s",
          "0 s",
          "62.0 h",
          "2 at 2026-05-04T04:00:00Z, 500 rows",
          "schema_change at 2026-05-04T03:00:00Z {\"command\":\"ALTER TABLE <b>\"}");

  /** What the points of the four charts say. */
  private static final List<String> POINTS =
      List.of(
          "2026-05-04T02:00:00Z: 2 seconds",
          "2026-05-04T03:00:00Z: 300 seconds",
          "2026-05-04T04:00:00Z: 4.50 seconds",
          "2026-05-04T02:00:00Z: 0 seconds",
          "2026-05-04T03:00:00Z: 0 seconds",
          "2026-05-04T04:00:00Z: 0 seconds",
          "2026-05-04T02:00:00Z: 72 hours",
          "2026-05-04T03:00:00Z: 71 hours",
          "2026-05-04T04:00:00Z: 70 hours",
          "2026-05-04T02:00:00Z: 120 rows",
          "2026-05-04T03:00:00Z: 0 rows",
          "2026-05-04T04:00:00Z: 500 rows");

  /** Where they are: 70 to 630 across by time, 135 (zero) up to 10 (the highest) by value. */
  private static final List<String> PLACES =
      List.of(
          "70.0 134.2",
          "350.0 10.0",
          "630.0 133.1",
          "70.0 135.0",
          "350.0 135.0",
          "630.0 135.0",
          "70.0 10.0",
          "350.0 11.7",
          "630.0 13.5",
          "70.0 105.0",
          "350.0 135.0",
          "630.0 10.0");

  private static FactsRow batch(long id, long rows, double lag, double headroom) {
    return FactsRow.empty()
        .with(FactsColumn.BATCH_ID, id)
        .with(FactsColumn.ROWS, rows)
        .with(FactsColumn.CAPTURE_LAG_SECONDS, lag)
        .with(FactsColumn.INGESTION_LAG_SECONDS, 0.0)
        .with(FactsColumn.RETENTION_HEADROOM_HOURS, headroom)
        .with(FactsColumn.WRITTEN_AT, NOW.minus(Duration.ofHours(10 - id)));
  }

  private static String page() {
    List<FactsRow> batches =
        List.of(batch(2, 500, 4.5, 70), batch(1, 0, 300, 71), batch(0, 120, 2, 72));
    FactsRow event =
        FactsRow.empty()
            .with(FactsColumn.EVENT, Event.SCHEMA_CHANGE.text())
            .with(FactsColumn.DETAIL, "{\"command\":\"ALTER TABLE <b>\"}")
            .with(FactsColumn.WRITTEN_AT, NOW.minus(Duration.ofHours(9)));
    ControlRow row =
        new ControlRow(
            ODD,
            "id",
            "app",
            Optional.of(NOW.minus(Duration.ofHours(1))),
            Granularity.HOUR,
            NOW.minus(Duration.ofDays(3)),
            new Offset(Lsn.ZERO, NOW));
    ControlRow group =
        new ControlRow(
            "group:all", "ids", "all", Optional.empty(), Granularity.HOUR, NOW, Optional.empty());
    List<FactsRow> history = new ArrayList<>(batches);
    history.add(event);
    return StatusPage.of(
        List.of(
            new TableStatus(row, Optional.of(batches.get(0)), Optional.of(event), NOW),
            new TableStatus(group, Optional.empty(), Optional.empty(), NOW)),
        Map.of(ODD, history));
  }

  private static List<Element> all(NodeList nodes) {
    List<Element> elements = new ArrayList<>();
    for (int i = 0; i < nodes.getLength(); i++) {
      elements.add((Element) nodes.item(i));
    }
    return elements;
  }

  private static List<String> texts(Document page, String name) {
    return all(page.getElementsByTagName(name)).stream().map(Element::getTextContent).toList();
  }

  @Test
  void holdsTheTablesAndTheCharts() throws Exception {
    Document page =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(new InputSource(new StringReader(page())));

    assertThat(texts(page, "td")).containsSubsequence(CELLS).contains("group:all", "nothing yet");
    assertThat(texts(page, "h3"))
        .containsExactly(
            "Capture lag (seconds)",
            "Ingestion lag (seconds)",
            "Retention headroom (hours)",
            "Rows a batch (rows)");
    assertThat(texts(page, "circle")).containsExactlyElementsOf(POINTS);
    assertThat(page.getElementsByTagName("script").getLength()).isZero();
  }

  @Test
  void asksForNothingElse() {
    assertThat(page())
        .doesNotContainPattern("(?i)(src|href)\\s*=|@import|url\\(|<script")
        .satisfies(
            text ->
                assertThat(Pattern.compile("https?://[^\" ]*").matcher(text).results())
                    .allMatch(found -> found.group().startsWith("http://www.w3.org/")));
  }

  @Test
  void aTableWithoutFactsHasNoData() {
    assertThat(new Chart("Lag", "seconds", List.of()).svg()).contains("no data");
    Chart one = new Chart("Lag", "seconds", List.of(new Chart.Point(NOW, 3)));
    assertThat(one.svg()).contains("2026-05-04T12:00:00Z: 3 seconds").doesNotContain("NaN");
  }

  /** Skipped, and told so, where no Chromium is installed. */
  @Test
  void aBrowserShowsThem(@TempDir Path folder) throws Exception {
    Optional<Path> chromium = chromium();
    Assumptions.assumeTrue(
        chromium.isPresent(), "no Chromium on the PATH: the page was not opened");
    Path file = Files.writeString(folder.resolve("status.html"), page());
    Path dump = folder.resolve("dump.html");

    Process browser =
        new ProcessBuilder(
                chromium.get().toString(),
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--user-data-dir=" + folder.resolve("profile"),
                "--dump-dom",
                file.toUri().toString())
            .redirectOutput(dump.toFile())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try {
      assertThat(browser.waitFor(60, TimeUnit.SECONDS)).isTrue();
    } finally {
      browser.destroyForcibly();
    }

    String shown = Files.readString(dump);
    assertThat(shown).doesNotContain("<script");
    assertThat(inBrowser(shown, "td")).containsSubsequence(CELLS).contains("group:all");
    assertThat(inBrowser(shown, "h3")).hasSize(4);
    assertThat(inBrowser(shown, "title").subList(1, 13)).containsExactlyElementsOf(POINTS);
    List<String> heights =
        Pattern.compile("<circle cx=\"([0-9.]+)\" cy=\"([0-9.]+)\"")
            .matcher(shown)
            .results()
            .map(found -> found.group(1) + " " + found.group(2))
            .toList();
    assertThat(heights).containsExactlyElementsOf(PLACES);
  }

  /** The texts of the elements of a name as the browser writes them, without inner elements. */
  private static List<String> inBrowser(String page, String name) {
    return Pattern.compile("<" + name + "(?: [^>]*)?>(.*?)</" + name + ">", Pattern.DOTALL)
        .matcher(page)
        .results()
        .map(found -> found.group(1).replaceAll("<[^>]*>", ""))
        .map(text -> text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&"))
        .toList();
  }

  private static Optional<Path> chromium() throws IOException {
    String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
    return Stream.of(path.split(java.io.File.pathSeparator))
        .flatMap(
            folder ->
                Stream.of("chromium", "chromium-browser", "google-chrome")
                    .map(name -> Path.of(folder, name)))
        .filter(Files::isExecutable)
        .findFirst();
  }
}
