package io.strandline.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A gateway in a process of its own, as a client starts it. */
public final class GatewayProcess implements AutoCloseable {

  private static final int PATIENCE_SECONDS = 120;
  private static final long LOOK_MILLIS = 10;

  private final Process process;
  private final Path folder;
  private final Path file;

  private GatewayProcess(Process process, Path folder, Path file) {
    this.process = process;
    this.folder = folder;
    this.file = file;
  }

  /** What a test may want otherwise. */
  record Way(
      String classPath,
      List<String> javaOptions,
      Map<String, String> environment,
      List<String> arguments) {

    static final Way USUAL =
        new Way(System.getProperty("java.class.path"), List.of(), Map.of(), List.of());

    Way with(String... more) {
      return new Way(classPath, javaOptions, environment, List.of(more));
    }

    Way java(String... more) {
      return new Way(classPath, List.of(more), environment, arguments);
    }

    Way environment(Map<String, String> more) {
      return new Way(classPath, javaOptions, more, arguments);
    }
  }

  /** Starts one with this JVM's class path; its files are in a new folder of {@code folder}. */
  public static GatewayProcess start(Path folder) {
    return start(folder, Way.USUAL);
  }

  static GatewayProcess start(Path folder, Way way) {
    try {
      Path own = Files.createTempDirectory(folder, "gateway");
      Path file = own.resolve("connection.json");
      ProcessBuilder builder = new ProcessBuilder(command(file, way));
      builder.environment().putAll(way.environment());
      builder
          .redirectOutput(own.resolve("out").toFile())
          .redirectError(own.resolve("err").toFile());
      return new GatewayProcess(builder.start(), own, file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The command line that docs/gateway.md has. */
  static List<String> command(Path connectionFile, Way way) {
    List<String> command = java(way);
    command.addAll(
        List.of(
            "-cp",
            way.classPath(),
            GatewayMain.class.getName(),
            "--connection-file",
            connectionFile.toString()));
    command.addAll(way.arguments());
    return command;
  }

  static List<String> java(Way way) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.addAll(List.of("-Xlog:disable", "-Xlog:all=error:stderr"));
    command.addAll(way.javaOptions());
    return command;
  }

  Process process() {
    return process;
  }

  Path file() {
    return file;
  }

  /** Waits for the connection file and reads it. */
  JsonNode connection() {
    for (long look = 0; look < PATIENCE_SECONDS * 1000 / LOOK_MILLIS; look++) {
      if (Files.exists(file)) {
        return Protocol.read(file);
      }
      if (endsWithin(LOOK_MILLIS)) {
        throw new AssertionError("the gateway ended: " + output());
      }
    }
    throw new AssertionError("no connection file: " + output());
  }

  /** A client with the token. */
  public PlainClient client() throws IOException {
    JsonNode connection = connection();
    return PlainClient.admitted(
        connection.get("port").intValue(), connection.get("token").textValue());
  }

  boolean endsWithin(long millis) {
    try {
      return process.waitFor(millis, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** The exit code, after at most this long. */
  int exitCodeWithin(long millis) {
    if (!endsWithin(millis)) {
      throw new AssertionError("still running after " + millis + " ms: " + output());
    }
    return process.exitValue();
  }

  /** All that it has printed. */
  String output() {
    try {
      return Files.readString(folder.resolve("out")) + Files.readString(folder.resolve("err"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    process.destroyForcibly();
    endsWithin(PATIENCE_SECONDS * 1000L);
  }
}
