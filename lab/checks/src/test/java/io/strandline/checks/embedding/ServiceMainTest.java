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

/** The example as a program. */
final class ServiceMainTest {

  /** 128 and the number of SIGTERM. */
  private static final int ENDED_BY_SIGTERM = 143;

  @TempDir Path folder;

  private String file(String name, String... lines) throws IOException {
    return Files.write(folder.resolve(name), List.of(lines)).toString();
  }

  @Test
  void tellsVerdictsUntilItIsAskedToEnd() throws IOException {
    try (ShopLab lab = new ShopLab(folder)) {
      lab.hour(1);
      String source = file("source.properties", "url=" + lab.scene.lab.url(), "user=reader");
      String flights =
          file(
              "flights.properties",
              "captureInstance=dbo_flights",
              "target=" + lab.scene.warehouse.resolve("flights"));
      String gates =
          file(
              "gates.properties",
              "captureInstance=dbo_gates",
              "target=" + lab.scene.warehouse.resolve("gates"));
      try (JavaProcess process =
          JavaProcess.start(
              folder,
              ServiceMain.class,
              Map.of("STRANDLINE_PASSWORD", lab.scene.lab.readerPassword()),
              List.of("PT0.1S", source, flights, gates))) {
        verifySays(process, "flights is final until 2013-01-01T13:00:00Z");
        verifySays(process, "gates is final until 2013-01-01T13:00:00Z");
        lab.hour(2);
        verifySays(process, "gates is final until 2013-01-01T14:00:00Z");

        long begun = System.nanoTime();
        process.terminate();
        assertThat(process.exitCode()).isEqualTo(ENDED_BY_SIGTERM);
        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(2));
        assertThat(process.err()).doesNotContain(lab.scene.lab.readerPassword());
      }
    }
  }

  private static void verifySays(JavaProcess process, String text) {
    assertThat(Waits.until(Duration.ofSeconds(60), () -> process.err().contains(text)))
        .as(process::describe)
        .isTrue();
  }
}
