package io.strandline.checks.embedding;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.checks.process.JavaProcess;
import io.strandline.checks.scene.Waits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is left of a {@link io.strandline.stream.Strandline} after its close. */
final class LeftBehindTest {

  private static final int CYCLES = 12;

  @TempDir Path folder;

  /** The process ends by itself too: a thread that is no daemon would keep it. */
  @Test
  void noThreadNoConnectionAndNoFileIsLeftAfterClose() throws IOException {
    Path temporary = Files.createDirectory(folder.resolve("temporary"));
    try (ShopLab lab = new ShopLab(folder)) {
      for (int cycle = 0; cycle < CYCLES; cycle++) {
        lab.hour(cycle);
      }
      Path options =
          Files.write(
              folder.resolve("options.properties"),
              List.of(
                  "url=" + lab.scene.lab.url(),
                  "user=reader",
                  "captureInstance=dbo_gates",
                  "target=" + lab.scene.warehouse.resolve("gates"),
                  "maxCommitsPerBatch=1"));
      Map<String, String> environment =
          Map.of(
              "STRANDLINE_PASSWORD",
              lab.scene.lab.readerPassword(),
              "JAVA_TOOL_OPTIONS",
              "-Djava.io.tmpdir=" + temporary);
      List<String> arguments = List.of(options.toString(), String.valueOf(CYCLES));
      try (JavaProcess process =
          JavaProcess.start(folder, OpenAndClose.class, environment, arguments)) {
        assertThat(process.awaitLine("done")).as(process::describe).isTrue();
        assertThat(
                Waits.until(
                    Duration.ofSeconds(2), () -> lab.scene.lab.tds().connectionCount() == 0))
            .isTrue();
        assertThat(process.exitCode()).isZero();
        assertThat(process.out().lines())
            .doesNotContain("Idle")
            .filteredOn(line -> line.startsWith("left"))
            .isEmpty();
      }
      assertThat(temporary).isEmptyDirectory();
      assertThat(lab.scene.listing().keySet()).noneMatch(name -> name.contains("tmp"));
      assertThat(lab.scene.rows("gates")).hasSize(CYCLES);
    }
  }
}
