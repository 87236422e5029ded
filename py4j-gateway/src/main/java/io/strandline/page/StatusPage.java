package io.strandline.page;

import io.strandline.explain.Spans;
import io.strandline.facts.FactsColumn;
import io.strandline.facts.FactsOrder;
import io.strandline.facts.FactsRow;
import io.strandline.status.TableStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The status of tables as one page that asks for nothing else: no script, no font, no image of
 * another place. It is HTML and well-formed XML; texts of the tables are escaped.
 */
public final class StatusPage {

  private static final double MILLIS_PER_SECOND = 1000;

  private static final String STYLE =
      "body{font:14px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:75rem;padding:0 1rem;"
          + "color:#1b2733}table{border-collapse:collapse;width:100%}"
          + "th,td{text-align:left;padding:.3rem .6rem;border-bottom:1px solid #d5dde4}"
          + ".charts{display:grid;grid-template-columns:repeat(auto-fit,minmax(22rem,1fr));gap:1rem}"
          + "h3{margin:0;font-size:1em}svg{width:100%;height:auto}svg text{font-size:11px;"
          + "fill:#52606d}.axis{fill:none;stroke:#9aa5b1}.line{fill:none;stroke:#0b69a3;"
          + "stroke-width:1.5}circle{fill:#0b69a3}.none{color:#7b8794}";

  private StatusPage() {}

  /**
   * The page.
   *
   * @param tables as {@code Overview.status()} gives them
   * @param history each table's newest facts by its name, in any order
   */
  public static String of(List<TableStatus> tables, Map<String, List<FactsRow>> history) {
    StringBuilder page = new StringBuilder("<!DOCTYPE html>\n");
    page.append("<html xmlns=\"http://www.w3.org/1999/xhtml\" lang=\"en\"><head>\n");
    page.append("<meta charset=\"utf-8\"/><title>Strandline status</title>\n");
    page.append("<style>").append(STYLE).append("</style></head><body>\n");
    page.append("<h1>Strandline status</h1>\n");
    String asOf = tables.stream().findFirst().map(t -> "as of " + t.asOf()).orElse("no tables");
    page.append(Markup.element("p", asOf)).append('\n');
    table(page, tables);
    for (TableStatus status : tables) {
      if (!status.isGroup()) {
        charts(page, status, history.getOrDefault(status.row().tableName(), List.of()));
      }
    }
    return page.append("</body></html>\n").toString();
  }

  private static void table(StringBuilder page, List<TableStatus> tables) {
    page.append("<table><thead><tr>");
    List.of(
            "table",
            "final until",
            "verdict age",
            "no gap since",
            "capture lag",
            "ingestion lag",
            "headroom now",
            "last batch",
            "last event")
        .forEach(title -> page.append(Markup.element("th", title)));
    page.append("</tr></thead><tbody>\n");
    for (TableStatus status : tables) {
      page.append("<tr>");
      cells(status).forEach(cell -> page.append(Markup.element("td", cell)));
      page.append("</tr>\n");
    }
    page.append("</tbody></table>\n");
  }

  private static List<String> cells(TableStatus status) {
    return List.of(
        status.row().tableName(),
        status.row().finalizedUntil().map(Instant::toString).orElse("nothing yet"),
        status.verdictAge().map(Spans::text).orElse(""),
        status.row().losslessSince().toString(),
        span(status.captureLagSeconds()),
        span(status.ingestionLagSeconds()),
        status.headroomHoursNow().map(h -> String.format(Locale.ROOT, "%.1f h", h)).orElse(""),
        status.lastBatch().map(StatusPage::batch).orElse(""),
        status.lastEvent().map(StatusPage::event).orElse(""));
  }

  private static String span(Optional<Double> seconds) {
    return seconds
        .map(s -> Spans.text(Duration.ofMillis(Math.round(s * MILLIS_PER_SECOND))))
        .orElse("");
  }

  private static String batch(FactsRow batch) {
    return batch.get(FactsColumn.BATCH_ID, Long.class).map(String::valueOf).orElse("?")
        + " at "
        + FactsOrder.writtenAt(batch)
        + ", "
        + batch.get(FactsColumn.ROWS, Long.class).orElse(0L)
        + " rows";
  }

  private static String event(FactsRow event) {
    return event.get(FactsColumn.EVENT, String.class).orElse("")
        + " at "
        + FactsOrder.writtenAt(event)
        + event.get(FactsColumn.DETAIL, String.class).map(detail -> " " + detail).orElse("");
  }

  private static void charts(StringBuilder page, TableStatus status, List<FactsRow> history) {
    List<FactsRow> batches = history.stream().filter(row -> !FactsOrder.isEvent(row)).toList();
    page.append("<section>").append(Markup.element("h2", status.row().tableName()));
    page.append("<div class=\"charts\">\n");
    chart(page, "Capture lag", "seconds", batches, FactsColumn.CAPTURE_LAG_SECONDS);
    chart(page, "Ingestion lag", "seconds", batches, FactsColumn.INGESTION_LAG_SECONDS);
    chart(page, "Retention headroom", "hours", batches, FactsColumn.RETENTION_HEADROOM_HOURS);
    chart(page, "Rows a batch", "rows", batches, FactsColumn.ROWS);
    page.append("</div></section>\n");
  }

  private static void chart(
      StringBuilder page, String title, String unit, List<FactsRow> batches, FactsColumn column) {
    List<Chart.Point> points =
        batches.stream()
            .flatMap(
                row ->
                    row.get(column, Number.class).stream()
                        .map(
                            value ->
                                new Chart.Point(FactsOrder.writtenAt(row), value.doubleValue())))
            .toList();
    page.append("<div>").append(new Chart(title, unit, points).svg()).append("</div>\n");
  }
}
