package io.strandline.cli;

import io.strandline.facts.FactsColumn;
import io.strandline.lsn.Lsn;
import io.strandline.report.IdleReason;
import io.strandline.report.IngestReport;
import io.strandline.report.StreamStatus;
import java.util.Locale;

/** A report as one line for a person. */
public final class ReportLine {

  private ReportLine() {}

  /** The line of a report, without a line end. */
  public static String of(IngestReport report) {
    return what(report) + "; " + verdict(report.status());
  }

  private static String what(IngestReport report) {
    if (report instanceof IngestReport.Committed committed) {
      return String.format(
          Locale.ROOT,
          "batch %d %s: %d rows (%d inserts, %d updates, %d deletes)",
          committed.batchId(),
          committed.range(),
          number(committed, FactsColumn.ROWS),
          number(committed, FactsColumn.INSERTS),
          number(committed, FactsColumn.UPDATES),
          number(committed, FactsColumn.DELETES));
    }
    if (report instanceof IngestReport.Loaded loaded) {
      return loaded(loaded);
    }
    if (report instanceof IngestReport.Idle idle) {
      return "idle at "
          + report.status().offset().map(offset -> offset.lsn()).orElse(Lsn.ZERO)
          + ": "
          + sentence(idle.reason());
    }
    return "another caller committed this work";
  }

  private static String loaded(IngestReport.Loaded loaded) {
    String stamp = " as of " + loaded.snapshot().lsn();
    return loaded
        .facts()
        .flatMap(facts -> facts.events().get(0).get(FactsColumn.ROWS, Long.class))
        .map(rows -> String.format(Locale.ROOT, "loaded %d rows", rows) + stamp)
        .orElse("loaded before," + stamp);
  }

  private static long number(IngestReport.Committed committed, FactsColumn column) {
    return committed.row().get(column, Long.class).orElse(0L);
  }

  private static String sentence(IdleReason reason) {
    return switch (reason) {
      case CAUGHT_UP -> "everything captured is in the table";
      case NOTHING_NEW -> "no rows of this table, and the verdict would not move";
      case CAPTURE_NEVER_RAN -> "capture has recorded nothing yet; is SQL Server Agent running?";
      case ENABLE_NOT_CAPTURED ->
          "capture has not yet processed the enabling of the instance, or the server no longer tells"
              + " its watermark: the login lost its access, or the instance is unknown";
      case CAPTURE_STALLED ->
          "capture has recorded nothing for too long; is the capture job running?";
    };
  }

  private static String verdict(StreamStatus status) {
    String until =
        status
            .finalizedUntil()
            .map(instant -> "final until " + instant)
            .orElse("nothing final yet");
    return status.verdictPending() ? until + " (a later verdict is not published yet)" : until;
  }
}
