package io.strandline.checks.schedule;

import io.strandline.facts.Event;
import io.strandline.facts.FactsColumn;
import io.strandline.facts.FactsRow;
import io.strandline.lab.cdc.Lsn;
import io.strandline.state.StreamState;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** An event of a table, in facts or still in its state. */
record Told(String event, String detail, Lsn lsn) {

  private static final Pattern GAP = Pattern.compile("\"from\":\"(0x\\w+)\",\"to\":\"(0x\\w+)\"");

  /** Everything that was told of a table. */
  static List<Told> of(StreamState state, List<Map<String, Object>> facts) {
    List<Told> events = new ArrayList<>();
    for (Map<String, Object> row : facts) {
      if (row.get("event") instanceof String event && row.get("min_lsn") instanceof String lsn) {
        String detail = row.get("detail") instanceof String text ? text : "";
        events.add(new Told(event, detail, RowText.parse(lsn)));
      }
    }
    for (FactsRow row : state.lastBatch().map(last -> last.events()).orElse(List.of())) {
      row.get(FactsColumn.MIN_LSN, String.class)
          .ifPresent(
              lsn ->
                  events.add(
                      new Told(
                          row.get(FactsColumn.EVENT, String.class).orElseThrow(),
                          row.get(FactsColumn.DETAIL, String.class).orElse(""),
                          RowText.parse(lsn))));
    }
    return events;
  }

  boolean is(Event wanted) {
    return event.equals(wanted.text());
  }

  /** From inclusive, until exclusive. */
  record Gap(Lsn from, Lsn until) {

    boolean holds(Lsn lsn) {
      return lsn.compareTo(from) >= 0 && lsn.compareTo(until) < 0;
    }
  }

  /** What {@code data_skipped} tells. */
  Gap gap() {
    Matcher found = GAP.matcher(detail);
    if (!found.find()) {
      throw new AssertionError("no gap in " + detail);
    }
    return new Gap(RowText.parse(found.group(1)), RowText.parse(found.group(2)));
  }
}
