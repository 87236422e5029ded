package io.strandline.checks.embedding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.checks.process.JavaProcess;
import io.strandline.checks.scene.Waits;
import io.strandline.error.InvalidOptionsException;
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

  private static final int WRONG_USAGE = 2;

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

  @Test
  void aStartThatFailsIsOneSentence() throws IOException {
    try (JavaProcess process =
        JavaProcess.start(folder, ServiceMain.class, Map.of(), List.of("PT1M"))) {
      assertThat(process.exitCode()).isEqualTo(WRONG_USAGE);
      assertThat(process.err().lines())
          .singleElement()
          .asString()
          .startsWith("ServiceMain: 1 argument is given")
          .contains("; what to do: give ");
    }
  }

  @Test
  void argumentsThatAreNoneAreRefusedByName() throws IOException {
    String good = file("good.properties", "url=jdbc:sqlserver://127.0.0.1;databaseName=d");
    String missing = folder.resolve("missing.properties").toString();
    String secret = file("passwords.reader", "hunter2");
    String escaped = file("escaped.properties", "user=\\uhunter2");
    Path bytes = Files.write(folder.resolve("bytes.properties"), new byte[] {(byte) 0xC3, 'h'});

    verifyRefused("0 arguments");
    verifyRefused("2 arguments", "PT1M", good);
    verifyRefused("'soon'", "soon", good, good);
    verifyRefused("'PT0S'", "PT0S", good, good);
    verifyRefused("'P1000000000000D'", "P1000000000000D", good, good);
    verifyRefused(missing, "PT1M", missing, good);
    verifyRefused(missing, "PT1M", good, missing);
    verifyRefused(folder.toString(), "PT1M", folder.toString(), good);
    verifyRefused(secret, "PT1M", secret, good);
    verifyRefused(escaped, "PT1M", good, escaped);
    verifyRefused(bytes.toString(), "PT1M", good, bytes.toString());
    verifyRefused("a\0b", "PT1M", "a\0b", good);
    verifyRefused("captureInstance", "PT1M", good, good);
  }

  private static void verifyRefused(String named, String... arguments) {
    assertThatThrownBy(() -> ServiceMain.start(List.of(arguments)))
        .isInstanceOfSatisfying(
            InvalidOptionsException.class,
            error ->
                assertThat(error.getMessage() + error.remedy())
                    .contains(named)
                    .doesNotContain("hunter2"));
  }

  private static void verifySays(JavaProcess process, String text) {
    assertThat(Waits.until(Duration.ofSeconds(60), () -> process.err().contains(text)))
        .as(process::describe)
        .isTrue();
  }
}
