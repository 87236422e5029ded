package io.strandline.delta;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Programs of the test class path, run in processes of their own. */
final class JavaProcesses implements AutoCloseable {

  private final Path output;
  private final List<Process> processes = new ArrayList<>();

  /**
   * @param output folder for what they print
   */
  JavaProcesses(Path output) {
    this.output = output;
  }

  void start(Class<?> program, String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), program.getName()));
    command.addAll(List.of(arguments));
    processes.add(
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(file(processes.size()).toFile())
            .start());
  }

  private Path file(int number) {
    return output.resolve("process " + number);
  }

  /** Waits until all have ended well. */
  void awaitSuccess() throws Exception {
    for (int i = 0; i < processes.size(); i++) {
      assertThat(processes.get(i).waitFor(300, TimeUnit.SECONDS)).isTrue();
      assertThat(processes.get(i).exitValue()).as(Files.readString(file(i))).isZero();
    }
  }

  @Override
  public void close() {
    processes.forEach(Process::destroyForcibly);
  }
}
