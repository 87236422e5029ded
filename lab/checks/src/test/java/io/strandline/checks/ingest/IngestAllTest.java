package io.strandline.checks.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.checks.lab.FlightsLab;
import io.strandline.checks.scene.Scene;
import io.strandline.cli.Main;
import io.strandline.lab.faults.Effect;
import io.strandline.lab.faults.Fault;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code ingest --all}: what it has committed is told, also when it fails later. */
class IngestAllTest {

  @TempDir Path folder;

  @Test
  void anErrorTellsTheBatchesBeforeIt() throws IOException {
    try (Scene scene = Scene.at(folder, Instant.parse("2013-01-01T10:00:00Z"))) {
      scene.insert(900_001);
      scene.insert(900_002);
      scene.faults.add(
          Fault.on("__$operation", Effect.error(229, "SELECT was denied"))
              .skipping(1)
              .times(1_000));

      String report = ingestAll(scene);

      assertThat(scene.faults.firedCount()).isPositive();
      assertThat(report)
          .contains("\"error\":{\"code\":", "\"batches\":[{\"outcome\":\"committed\"");
      assertThat(scene.rows("flights")).hasSize(1);
    }
  }

  private String ingestAll(Scene scene) throws IOException {
    Path password = Files.writeString(folder.resolve("password"), scene.lab.readerPassword());
    StringWriter out = new StringWriter();
    Main.run(
        new PrintWriter(out, true),
        new PrintWriter(new StringWriter(), true),
        "ingest",
        "--all",
        "--json",
        "--url=" + scene.lab.url(),
        "--user=reader",
        "--password-file=" + password,
        "--capture-instance=" + FlightsLab.INSTANCE,
        "--target=" + scene.warehouse.resolve("flights"),
        "--max-rows-per-batch=1");
    return out.toString();
  }
}
