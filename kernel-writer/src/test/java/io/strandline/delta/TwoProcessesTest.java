package io.strandline.delta;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TwoProcessesTest {

  private static final int BATCHES = 20;

  @TempDir Path warehouse;
  @TempDir Path output;

  @Test
  void b45TwoProcessesLoseNothingAndLeaveATableThatAnyoneCanRead() throws Exception {
    List<Process> processes = new ArrayList<>();
    try {
      for (int i = 0; i < 2; i++) {
        processes.add(start("writer " + i));
      }
      for (int i = 0; i < 2; i++) {
        assertThat(processes.get(i).waitFor(240, TimeUnit.SECONDS)).isTrue();
        assertThat(processes.get(i).exitValue()).as(() -> printed()).isZero();
      }
    } finally {
      processes.forEach(Process::destroyForcibly);
    }

    PlainReader bronze = new PlainReader(warehouse.resolve("orders"));
    assertThat(bronze.rows().stream().map(row -> row.getLong(8)).sorted().toList())
        .isEqualTo(LongStream.range(0, BATCHES).boxed().toList());
    assertThat(bronze.snapshot.getVersion()).isEqualTo(BATCHES);
    PlainReader control = new PlainReader(warehouse.resolve("strandline_control"));
    assertThat(control.rows().stream().map(row -> row.getString(0)).sorted())
        .containsExactly("writer 0", "writer 1");
  }

  private Process start(String name) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            System.getProperty("java.class.path"),
            WriterProcess.class.getName(),
            warehouse.toString(),
            String.valueOf(BATCHES),
            name)
        .redirectErrorStream(true)
        .redirectOutput(new File(output.toFile(), name))
        .start();
  }

  private String printed() {
    try {
      return Files.readString(output.resolve("writer 0"))
          + Files.readString(output.resolve("writer 1"));
    } catch (IOException e) {
      return e.toString();
    }
  }
}
