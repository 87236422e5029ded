package io.strandline.checks.demo;

import io.strandline.port.TableLocations;
import io.strandline.verdict.Finality;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.Locale;

/** The demo's result for a person. */
final class DemoText {

  private DemoText() {}

  static void print(DemoResult result, PrintWriter out) {
    out.println();
    out.println("hour (UTC)           rows   verdict");
    for (HourRow hour : result.hours()) {
      out.println(
          String.format(
              Locale.ROOT, "%-18s %6d   %s", text(hour.from()), hour.rows(), verdict(hour)));
    }
    result
        .capturePausedAt()
        .ifPresent(
            at ->
                out.println(
                    "\ncapture has been paused since "
                        + at
                        + ": the source may hold changes that nobody can see yet, so no hour after"
                        + " the newest captured commit is final"));
    out.println();
    TableLocations tables = result.tables();
    out.println("bronze   " + tables.bronze());
    out.println("facts    " + tables.facts());
    out.println("control  " + tables.control());
    out.println();
    out.println("Ask for an hour:");
    out.println(
        "  bin/strandline is-final --control "
            + tables.control()
            + " --table flights --from "
            + text(result.hours().get(0).from())
            + " --until "
            + text(result.hours().get(0).until()));
    out.println("Query with any Delta reader, such as DuckDB's delta extension:");
    out.println(
        "  SELECT date_trunc('hour', _commit_ts), count(*) FROM delta_scan('"
            + tables.bronze()
            + "') WHERE _operation > 0 GROUP BY 1 ORDER BY 1;");
  }

  private static String text(Instant instant) {
    return instant.toString().replace(":00Z", "Z");
  }

  private static String verdict(HourRow hour) {
    if (hour.finality() == Finality.FINAL) {
      return hour.rows() == 0 ? "final, without a single change" : "final";
    }
    return hour.finality() == Finality.OPEN
        ? "open: more may arrive"
        : "final, but the stream began within it";
  }
}
