package io.strandline.checks.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.checks.process.BronzeOracle;
import io.strandline.checks.process.IngestOptions;
import io.strandline.checks.process.JavaProcess;
import io.strandline.checks.process.LabProcess;
import io.strandline.option.Option;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills calls of ingest() with SIGKILL at every phase while the workload runs: nothing is lost,
 * nothing doubled, and the facts are whole. {@code -Dstrandline.kills=N} makes it longer.
 */
class KillTest {

  private static final int KILLS = Integer.getInteger("strandline.kills", 17);
  private static final int MOST_TRIES = 4;
  private static final double SPEED = 2_000;

  @TempDir Path folder;
  private final Map<Phase, Integer> kills = new EnumMap<>(Phase.class);

  @Test
  void aKillAtAnyPhaseLosesAndDoublesNothing() throws IOException {
    Path bronze = folder.resolve("warehouse").resolve("flights");
    try (LabProcess lab = LabProcess.start(folder, 7, SPEED)) {
      // The clock runs so fast that days pass: cleanup would take what a killed call has not read.
      lab.run("EXEC sys.sp_cdc_change_job @job_type = N'cleanup', @retention = 52494800");
      Path options =
          IngestOptions.write(folder, lab, bronze, Map.of(Option.MAX_ROWS_PER_BATCH, "200"));
      for (Phase phase : schedule()) {
        killAt(phase, lab, options);
      }
      lab.run("EXEC lab.capture_pause; EXEC lab.capture_step");
      finish(lab, options);
      List<Map<String, Object>> changes = captured(lab, bronze);
      BronzeOracle.verifyBronze(bronze, changes);
      BronzeOracle.verifyFacts(bronze.resolveSibling("strandline_facts"), changes.size());
    }
    report();
    assertThat(kills).containsOnlyKeys(Phase.ofChanges());
    assertThat(kills.values().stream().mapToInt(Integer::intValue).sum())
        .isGreaterThanOrEqualTo(KILLS);
  }

  /** Every phase once, then again from the first, until there are enough kills. */
  private static List<Phase> schedule() {
    List<Phase> phases = new ArrayList<>();
    List<Phase> all = Phase.ofChanges();
    int count = Math.max(KILLS, all.size());
    for (int i = 0; i < count; i++) {
      // The phases of creation come only while there is no table.
      Phase phase = all.get(i % all.size());
      boolean creation = phase == Phase.BEFORE_CREATE || phase == Phase.AFTER_CREATE;
      phases.add(creation && i >= all.size() ? Phase.BEFORE_COMMIT : phase);
    }
    return phases;
  }

  /** A phase may not come up in a call that finds nothing to do, so it is tried again. */
  private void killAt(Phase phase, LabProcess lab, Path options) {
    for (int attempt = 0; attempt < MOST_TRIES; attempt++) {
      try (JavaProcess call = start(phase.name(), lab, options)) {
        boolean halted = call.awaitLine(HaltPoint.MARK + phase);
        if (halted) {
          call.kill();
          kills.merge(phase, 1, Integer::sum);
          return;
        }
        assertThat(call.exitCode()).as(call::describe).isZero();
      }
    }
    throw new AssertionError("phase " + phase + " never came up");
  }

  private JavaProcess start(String phase, LabProcess lab, Path options) {
    return JavaProcess.start(
        folder,
        HaltingIngest.class,
        IngestOptions.environment(lab),
        List.of(options.toString(), phase));
  }

  /** Calls without a halt until everything captured is in. */
  private void finish(LabProcess lab, Path options) {
    try (JavaProcess call = start(Phase.NONE, lab, options)) {
      assertThat(call.exitCode()).as(call::describe).isZero();
    }
  }

  /** The changes up to what was captured when capture was paused. */
  private static List<Map<String, Object>> captured(LabProcess lab, Path bronze) {
    return lab.changesUpTo(BronzeOracle.end(bronze.resolveSibling("strandline_facts")));
  }

  private void report() throws IOException {
    StringBuilder text = new StringBuilder("kills by phase\n");
    kills.forEach((phase, count) -> text.append(phase).append(' ').append(count).append('\n'));
    Files.createDirectories(Path.of("target"));
    Files.writeString(Path.of("target", "kills.txt"), text);
  }
}
