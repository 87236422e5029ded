package io.strandline.checks.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A JVM with this one's class path; its output goes to files, so that it never blocks on a pipe.
 */
public final class JavaProcess implements AutoCloseable {

  private static final long HANG_SECONDS = 300;
  private static final long POLL_MILLIS = 20;
  private static final int HEAP_MIB = 512;

  private final Process process;
  private final Path out;
  private final Path err;

  private JavaProcess(Process process, Path out, Path err) {
    this.process = process;
    this.out = out;
    this.err = err;
  }

  /** Starts {@code main} with arguments and environment variables beside the inherited ones. */
  public static JavaProcess start(
      Path folder, Class<?> main, Map<String, String> environment, List<String> arguments) {
    return start(folder, HEAP_MIB, main, environment, arguments);
  }

  /** As above, with a heap of at most {@code heapMib}. */
  public static JavaProcess start(
      Path folder,
      int heapMib,
      Class<?> main,
      Map<String, String> environment,
      List<String> arguments) {
    try {
      Path out = Files.createTempFile(folder, "out", ".txt");
      Path err = Files.createTempFile(folder, "err", ".txt");
      List<String> command = new ArrayList<>();
      command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
      command.addAll(
          List.of("-Xmx" + heapMib + "m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
      command.addAll(List.of("-Duser.timezone=Asia/Kathmandu", "-cp"));
      command.add(System.getProperty("java.class.path"));
      command.add(main.getName());
      command.addAll(arguments);
      ProcessBuilder builder = new ProcessBuilder(command);
      builder.environment().putAll(environment);
      builder.redirectOutput(out.toFile()).redirectError(err.toFile());
      builder.redirectInput(ProcessBuilder.Redirect.PIPE);
      return new JavaProcess(builder.start(), out, err);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Waits for the end and returns the exit code. */
  public int exitCode() {
    try {
      if (!process.waitFor(HANG_SECONDS, TimeUnit.SECONDS)) {
        throw new AssertionError("still running: " + describe());
      }
      return process.exitValue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /**
   * Waits until a line of the output begins with {@code mark}; false if the process ends before.
   */
  public boolean awaitLine(String mark) {
    for (long look = 0; look < HANG_SECONDS * 1000 / POLL_MILLIS; look++) {
      boolean ended = awaitEnd(POLL_MILLIS);
      if (out().lines().anyMatch(line -> line.startsWith(mark))) {
        return true;
      }
      if (ended) {
        return false;
      }
    }
    throw new AssertionError("no line '" + mark + "': " + describe());
  }

  /** Waits a moment for the end; whether it has come. */
  public boolean awaitEnd(long millis) {
    try {
      return process.waitFor(millis, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Kills with SIGKILL and waits until it is gone. */
  public void kill() {
    process.destroyForcibly();
    exitCode();
  }

  /** Asks it to end (SIGTERM). */
  public void terminate() {
    process.destroy();
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  public String out() {
    return read(out);
  }

  public String err() {
    return read(err);
  }

  /** Output and errors, for a failure's message. */
  public String describe() {
    return process.info().arguments().map(List::of).orElse(List.of())
        + "\nstdout: "
        + out()
        + "\nstderr: "
        + err();
  }

  private static String read(Path file) {
    try {
      return Files.readString(file, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
