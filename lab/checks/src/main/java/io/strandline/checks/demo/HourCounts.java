package io.strandline.checks.demo;

import io.strandline.delta.TableReader;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Counts the change rows of a bronze table by the hour of their commit. */
final class HourCounts {

  private HourCounts() {}

  static Map<Instant, Long> of(String bronze) {
    Map<Instant, Long> rows = new TreeMap<>();
    new TableReader()
        .forEach(
            bronze,
            List.of("_operation", "_commit_ts"),
            row -> {
              if (row.get("_operation") instanceof Integer operation
                  && operation > 0
                  && row.get("_commit_ts") instanceof Instant commitTs) {
                rows.merge(commitTs.truncatedTo(ChronoUnit.HOURS), 1L, Long::sum);
              }
            });
    return rows;
  }
}
