package io.strandline.checks.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Seeded schedules against the real driver and real Delta tables: {@code -Dstrandline.e2e.seeds=N}
 * of them, or {@code -Dstrandline.e2e.seed=N} alone.
 */
final class EndToEndScheduleTest {

  private static final long SEEDS = Long.getLong("strandline.e2e.seeds", 10);

  /** How often each step and each outcome was reached. */
  private static final Path REPORT = Path.of("target", "schedules.txt");

  @TempDir Path folder;

  @Test
  void everySeedHoldsFromEndToEnd() throws IOException {
    Long one = Long.getLong("strandline.e2e.seed");
    Reach reach = new Reach();
    if (one != null) {
      run(one, reach, store -> store);
      return;
    }
    for (long seed = 0; seed < SEEDS; seed++) {
      run(seed, reach, store -> store);
    }
    Files.writeString(REPORT, SEEDS + " seeds\n" + reach);
    assertThat(reach.missing(everything())).as("never reached%n%s", reach).isEmpty();
  }

  @Test
  void lostRowsAreFound() {
    assertThatThrownBy(() -> run(0, new Reach(), Wrapped::losing))
        .hasMessageContaining("bronze of");
  }

  @Test
  void anEarlyVerdictIsFound() {
    assertThatThrownBy(() -> run(0, new Reach(), Wrapped::hasty)).hasMessageContaining("[verdict]");
  }

  @Test
  void missingFactsAreFound() {
    assertThatThrownBy(() -> run(0, new Reach(), Wrapped::forgetful))
        .hasMessageContaining("batches without facts");
  }

  private void run(long seed, Reach reach, Calls.Stores stores) {
    List<String> trace = new ArrayList<>();
    try (Schedule schedule = new Schedule(seed, folder, trace, reach, stores)) {
      schedule.run();
    } catch (Throwable e) {
      throw new AssertionError(
          "seed "
              + seed
              + " (again with -Dstrandline.e2e.seed="
              + seed
              + "): "
              + e
              + "\n"
              + String.join("\n", trace),
          e);
    }
  }

  private static List<String> everything() {
    List<String> everything = new ArrayList<>();
    for (Schedule.Step step : Schedule.Step.values()) {
      everything.add("step " + step);
    }
    everything.addAll(
        List.of(
            "outcome Committed",
            "outcome Idle",
            "outcome cut",
            "outcome DoneByAnother",
            "idle CAUGHT_UP",
            "crash before commit",
            "fault lasting",
            "outcome split Committed",
            "fault retried",
            "error SOURCE_UNAVAILABLE",
            "error DATA_LOSS",
            "event data_skipped",
            "event schema_change",
            "event capture_instance_switched",
            "event clock_regression"));
    return everything;
  }
}
