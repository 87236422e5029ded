package io.strandline.checks.bench;

import io.strandline.gateway.GatewayMain;
import io.strandline.gateway.Rehearsal;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.ProcessBuilder.Redirect;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Starts gateways as docs/gateway.md says and waits for their first verdict.
 *
 * @param folder for its files
 * @param classPath of jars
 * @param control a control table with a verdict of {@code orders}
 */
record GatewayStart(Path folder, String classPath, Path control) {

  private static final Pattern PORT = Pattern.compile("\"port\":(\\d+)");
  private static final Pattern TOKEN = Pattern.compile("\"token\":\"([^\"]+)\"");
  private static final double NANOS_PER_SECOND = 1e9;
  private static final int PATIENCE_SECONDS = 120;

  private List<String> java(List<String> options, String main, String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of("-Xmx1g", "-XX:+UseSerialGC", "-Xlog:disable", "-Xlog:all=error:stderr"));
    command.addAll(options);
    command.addAll(List.of("-cp", classPath, main));
    command.addAll(List.of(arguments));
    return command;
  }

  /** Makes an archive. */
  Path rehearse() throws IOException, InterruptedException {
    Path draft = folder.resolve("classes.tmp");
    Path archive = folder.resolve("classes.jsa");
    List<String> command =
        java(List.of("-XX:ArchiveClassesAtExit=" + draft), Rehearsal.class.getName());
    Process maker =
        new ProcessBuilder(command)
            .redirectOutput(Redirect.DISCARD)
            .redirectError(Redirect.INHERIT)
            .start();
    end(maker);
    return Files.move(draft, archive, StandardCopyOption.ATOMIC_MOVE);
  }

  /** Seconds from the start of a process to its first verdict. */
  double seconds(Optional<Path> archive) throws IOException, InterruptedException {
    Path file = folder.resolve("connection.json");
    List<String> options =
        archive
            .map(
                there ->
                    List.of(
                        "-Xshare:auto",
                        "-XX:+VerifySharedSpaces",
                        "-XX:SharedArchiveFile=" + there))
            .orElse(List.of());
    List<String> command =
        java(options, GatewayMain.class.getName(), "--connection-file", file.toString());
    long start = System.nanoTime();
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(Redirect.DISCARD)
            .redirectError(Redirect.INHERIT)
            .start();
    try {
      while (!Files.exists(file)) {
        if (process.waitFor(2, TimeUnit.MILLISECONDS)) {
          throw new IllegalStateException("the gateway ended with " + process.exitValue());
        }
      }
      String answer = ask(Files.readString(file));
      double took = (System.nanoTime() - start) / NANOS_PER_SECOND;
      if (!answer.contains("2013-01-01T14:00:00Z")) {
        throw new IllegalStateException("no verdict came: " + answer);
      }
      return took;
    } finally {
      process.getOutputStream().close();
      end(process);
    }
  }

  private String ask(String connection) throws IOException {
    int port = Integer.parseInt(found(PORT, connection));
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        BufferedReader answers =
            new BufferedReader(
                new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8))) {
      String request =
          "{\"strandline\":\"request\",\"format\":1,\"call\":\"verdict\",\"wait_seconds\":60,"
              + "\"arguments\":{\"table\":\"orders\",\"control\":\""
              + control
              + "\"}}";
      String lines = "A\n" + found(TOKEN, connection) + "\nc\nt\ncall\ns" + request + "\ne\n";
      socket.getOutputStream().write(lines.getBytes(StandardCharsets.UTF_8));
      return answers.readLine() + answers.readLine();
    }
  }

  private static String found(Pattern pattern, String text) {
    Matcher matcher = pattern.matcher(text);
    if (!matcher.find()) {
      throw new IllegalStateException("the connection file has no " + pattern);
    }
    return matcher.group(1);
  }

  private static void end(Process process) throws InterruptedException {
    if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new IllegalStateException("a process did not end");
    }
    if (process.exitValue() != 0) {
      throw new IllegalStateException("a process ended with " + process.exitValue());
    }
  }
}
