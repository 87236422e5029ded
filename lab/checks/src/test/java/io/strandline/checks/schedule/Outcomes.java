package io.strandline.checks.schedule;

import io.strandline.check.Tally;
import io.strandline.facts.FactsColumn;
import io.strandline.facts.FactsRow;
import io.strandline.report.IngestReport;
import java.util.List;

/** What calls that end well came to. */
final class Outcomes {

  private Outcomes() {}

  static void count(IngestReport report, Tally reach) {
    reach.count("outcome " + name(report));
    if (report instanceof IngestReport.Idle idle) {
      reach.count("idle " + idle.reason());
    } else if (report instanceof IngestReport.Committed committed) {
      boolean cut =
          committed.status().sourceMax().filter(committed.range().end()::isBefore).isPresent();
      if (cut) {
        reach.count("outcome cut");
      }
      countEvents(committed.facts().events(), reach);
      if (committed.status().conflicts() > 0) {
        reach.count("outcome conflict");
      }
    } else if (report instanceof IngestReport.Loaded loaded) {
      loaded.facts().ifPresent(facts -> countEvents(facts.events(), reach));
    }
  }

  private static void countEvents(List<FactsRow> events, Tally reach) {
    events.forEach(
        event -> reach.count("event " + event.get(FactsColumn.EVENT, String.class).orElseThrow()));
  }

  static String name(IngestReport report) {
    return report.getClass().getSimpleName();
  }
}
