package io.strandline.cli;

import io.strandline.explain.Spans;
import io.strandline.facts.FactsColumn;
import io.strandline.facts.FactsRow;
import io.strandline.status.TableStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The status of tables as lines for a person. */
final class StatusText {

  private static final double MILLIS_PER_SECOND = 1000;

  private StatusText() {}

  static List<String> lines(List<TableStatus> tables) {
    List<String> lines = new ArrayList<>();
    if (tables.isEmpty()) {
      lines.add("no table has published a verdict yet");
    }
    for (TableStatus table : tables) {
      lines.add(table.row().tableName() + ": " + verdict(table));
      if (!table.isGroup()) {
        lines.add("  last batch: " + table.lastBatch().map(b -> batch(b, table)).orElse("none"));
        lines.add("  last event: " + table.lastEvent().map(StatusText::event).orElse("none"));
      }
    }
    return lines;
  }

  private static String verdict(TableStatus table) {
    return table
        .row()
        .finalizedUntil()
        .map(
            until ->
                "final until "
                    + until
                    + " ("
                    + Spans.text(table.verdictAge().orElseThrow())
                    + " ago), without a gap since "
                    + table.row().losslessSince())
        .orElse("nothing final yet");
  }

  private static String batch(FactsRow batch, TableStatus table) {
    return batch.get(FactsColumn.BATCH_ID, Long.class).map(String::valueOf).orElse("?")
        + ", "
        + batch.get(FactsColumn.ROWS, Long.class).orElse(0L)
        + " rows, written "
        + Spans.text(table.silence().orElseThrow())
        + " ago; capture lag "
        + span(table.captureLagSeconds())
        + ", ingestion lag "
        + span(table.ingestionLagSeconds())
        + ", retention headroom "
        + hours(table.headroomHours())
        + " (about "
        + hours(table.headroomHoursNow())
        + " now)";
  }

  private static String event(FactsRow event) {
    return event.get(FactsColumn.EVENT, String.class).orElse("")
        + event.get(FactsColumn.WRITTEN_AT, Instant.class).map(at -> " at " + at).orElse("")
        + event.get(FactsColumn.DETAIL, String.class).map(detail -> " " + detail).orElse("");
  }

  private static String span(Optional<Double> seconds) {
    return seconds
        .map(s -> Spans.text(Duration.ofMillis(Math.round(s * MILLIS_PER_SECOND))))
        .orElse("unknown");
  }

  private static String hours(Optional<Double> hours) {
    return hours.map(h -> String.format(Locale.ROOT, "%.1f h", h)).orElse("unknown");
  }
}
