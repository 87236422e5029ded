package io.strandline.checks.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.option.Option;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Four processes ingest one stream while the workload runs. */
class ConcurrencyTest {

  private static final int PROCESSES = 4;
  private static final int LEAST_BATCHES_EACH = 3;
  private static final int LEAST_CONFLICTS = 50;
  private static final double SPEED = 1_500;
  private static final long LOOK_MILLIS = 500;
  private static final long MOST_LOOKS = 600;

  private static final Pattern CONFLICTS = Pattern.compile("\"conflicts\":(\\d+)");

  @TempDir Path folder;

  @Test
  void nothingIsLostOrDoubled() throws IOException {
    Path bronze = folder.resolve("warehouse").resolve("flights");
    Path stop = folder.resolve("stop");
    try (LabProcess lab = LabProcess.start(folder, 11, SPEED)) {
      // Small batches, so that the callers have to race for many of them.
      Path options =
          IngestOptions.write(folder, lab, bronze, Map.of(Option.MAX_ROWS_PER_BATCH, "20"));
      List<JavaProcess> callers = new ArrayList<>();
      for (int i = 0; i < PROCESSES; i++) {
        callers.add(
            JavaProcess.start(
                folder,
                IngestLoop.class,
                IngestOptions.environment(lab),
                List.of(options.toString(), stop.toString())));
      }
      awaitConflicts(callers);
      lab.run("EXEC lab.capture_pause");
      Files.createFile(stop);
      int conflicts = 0;
      for (JavaProcess caller : callers) {
        assertThat(caller.exitCode()).as(caller::describe).isZero();
        assertThat(committed(caller.out())).isGreaterThanOrEqualTo(LEAST_BATCHES_EACH);
        conflicts += conflicts(caller.out());
      }
      assertThat(conflicts).isGreaterThanOrEqualTo(LEAST_CONFLICTS);
      List<Map<String, Object>> changes =
          lab.changesUpTo(BronzeOracle.end(bronze.resolveSibling("strandline_facts")));
      BronzeOracle.verifyBronze(bronze, changes);
      BronzeOracle.verifyFacts(bronze.resolveSibling("strandline_facts"), changes.size());
    }
  }

  /** Lets them race until there were enough conflicts and everyone has had enough batches. */
  private static void awaitConflicts(List<JavaProcess> callers) {
    for (long look = 0; look < MOST_LOOKS; look++) {
      int conflicts = 0;
      int least = Integer.MAX_VALUE;
      for (JavaProcess caller : callers) {
        assertThat(caller.isAlive()).as(caller::describe).isTrue();
        conflicts += conflicts(caller.out());
        least = Math.min(least, committed(caller.out()));
      }
      if (conflicts >= LEAST_CONFLICTS && least >= LEAST_BATCHES_EACH) {
        return;
      }
      callers.get(0).awaitEnd(LOOK_MILLIS);
    }
    throw new AssertionError("not enough conflicts");
  }

  private static int committed(String out) {
    return (int) out.lines().filter(line -> line.contains("\"outcome\":\"committed\"")).count();
  }

  private static int conflicts(String out) {
    return CONFLICTS
        .matcher(out)
        .results()
        .mapToInt(found -> Integer.parseInt(found.group(1)))
        .sum();
  }
}
