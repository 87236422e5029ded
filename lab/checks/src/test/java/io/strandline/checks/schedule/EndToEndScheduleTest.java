package io.strandline.checks.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.check.Tally;
import io.strandline.checks.schedule.Calls.Between;
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
    if (one != null) {
      run(one, new Tally(), Between.nothing());
      return;
    }
    Tally often = new Tally();
    Tally seeds = new Tally();
    for (long seed = 0; seed < SEEDS; seed++) {
      Tally reach = new Tally();
      run(seed, reach, Between.nothing());
      often.addAll(reach);
      seeds.addEach(reach);
    }
    Files.writeString(
        REPORT, SEEDS + " seeds\n" + often + "\nand in how many of the seeds\n" + seeds);
    assertThat(often.missing(everything())).as("never reached%n%s", often).isEmpty();
  }

  @Test
  void lostRowsAreFound() {
    assertFound(new Between(source -> source, Wrapped::losing), "bronze of");
  }

  @Test
  void anEarlyVerdictIsFound() {
    assertFound(new Between(source -> source, Wrapped::hasty), "[verdict]");
  }

  @Test
  void missingFactsAreFound() {
    assertFound(new Between(source -> source, Wrapped::forgetful), "batches without facts");
  }

  @Test
  void rowsOfOthersThatAreTakenForOursAreFound() {
    assertFound(new Between(source -> source, Wrapped::trusting), "in spite of what must stop it");
  }

  @Test
  void aRestoreThatNobodyNoticesIsFound() {
    assertFound(new Between(Wrapped::unanchored, store -> store), "in spite of what must stop it");
  }

  private void assertFound(Between broken, String message) {
    assertThatThrownBy(() -> run(0, new Tally(), broken)).hasMessageContaining(message);
  }

  private void run(long seed, Tally reach, Between between) {
    List<String> trace = new ArrayList<>();
    try (Schedule schedule = new Schedule(seed, folder, trace, reach, between)) {
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
            "outcome Loaded",
            "load overlapped",
            "outcome cut",
            "outcome DoneByAnother",
            "idle CAUGHT_UP",
            "crash before commit",
            "fault lasting",
            "outcome split Committed",
            "fault retried",
            "error SOURCE_UNAVAILABLE",
            "error DATA_LOSS",
            "error SCHEMA_CHANGED",
            "error SOURCE_CHANGED",
            "error TARGET_CHANGED",
            "adopted SOURCE",
            "adopted TARGET",
            "meddled before a call",
            "meddled in a call",
            "way out by calling again",
            "way out by widening",
            "way out by leaving out",
            "way out by another table",
            "event data_skipped",
            "event schema_change",
            "event capture_instance_switched",
            "event clock_regression",
            "event bootstrap",
            "event source_moved",
            "event table_replaced",
            "clock ahead CLOCK_AHEAD",
            "clock ahead clamped"));
    return everything;
  }
}
