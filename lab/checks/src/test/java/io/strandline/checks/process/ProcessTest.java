package io.strandline.checks.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.cli.Main;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code strandline lab} as one process and {@code strandline ingest --json} as others. */
class ProcessTest {

  private static final double SPEED = 2_000;
  private static final int CALLS = 4;
  private static final int MOST_CALLS = 40;

  @TempDir Path folder;

  @Test
  void everyColumnOfEveryChangeArrivesOnce() {
    Path warehouse = folder.resolve("warehouse");
    Path bronze = warehouse.resolve("flights");
    try (LabProcess lab = LabProcess.start(folder, 5, SPEED)) {
      Path options = IngestOptions.write(folder, lab, bronze, Map.of());
      for (int call = 0; call < CALLS; call++) {
        ingest(lab, options);
      }
      lab.run("EXEC lab.capture_pause");
      String report = "";
      for (int call = 0; call < MOST_CALLS && !report.contains("\"outcome\":\"idle\""); call++) {
        report = ingest(lab, options);
      }
      Map<String, Long> before = listing(warehouse);
      assertThat(ingest(lab, options)).contains("\"outcome\":\"idle\"");
      assertThat(listing(warehouse)).isEqualTo(before);
      List<Map<String, Object>> changes =
          lab.changesUpTo(BronzeOracle.end(warehouse.resolve("strandline_facts")));
      BronzeOracle.verifyBronze(bronze, changes);
      BronzeOracle.verifyFacts(warehouse.resolve("strandline_facts"), changes.size());
    }
  }

  private String ingest(LabProcess lab, Path options) {
    List<String> arguments = List.of("ingest", "--json", "--options", options.toString());
    try (JavaProcess call =
        JavaProcess.start(folder, Main.class, IngestOptions.environment(lab), arguments)) {
      assertThat(call.exitCode()).as(call::describe).isZero();
      assertThat(call.out().lines()).hasSize(1);
      assertThat(call.out() + call.err()).doesNotContain(lab.readerPassword());
      return call.out();
    }
  }

  private static Map<String, Long> listing(Path root) {
    Map<String, Long> sizes = new TreeMap<>();
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        sizes.put(root.relativize(file).toString(), Files.size(file));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return sizes;
  }
}
