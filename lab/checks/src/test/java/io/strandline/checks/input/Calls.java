package io.strandline.checks.input;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.strandline.checks.scene.Scene;
import io.strandline.cli.Main;
import io.strandline.error.ErrorCode;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Stream;

/** Calls of the command line on copies of a warehouse. */
record Calls(Scene scene, Path folder) {

  /** What a call said. */
  record Said(int exit, String out, String err) {}

  /** A warehouse of twelve batches, and a change that is captured and not yet read. */
  static Calls afterTwelveHours(Scene scene, Path folder) {
    for (int hour = 0; hour < 12; hour++) {
      scene.insert(900_000 + hour);
      scene.idle(Duration.ofHours(1));
      scene.stream().ingest();
    }
    scene.insert(900_100);
    return new Calls(scene, folder);
  }

  /** Asserts that a call ends in one typed error, and that nothing on the disk is changed. */
  void refused(
      Path warehouse, ErrorCode code, String says, Map<String, String> options, String... command)
      throws IOException {
    Map<String, String> before = listing(warehouse);
    Said said = call(warehouse, options, command);
    assertRefused(said, code, says, options);
    assertThat(listing(warehouse)).isEqualTo(before);
  }

  void assertRefused(Said said, ErrorCode code, String says, Map<String, String> options)
      throws IOException {
    assertThat(said.out().lines()).as(said.err()).hasSize(1);
    JsonNode error = new JsonMapper().readTree(said.out()).path("error");
    assertThat(error.path("code").asText()).as(said.err()).isEqualTo(code.name());
    assertThat(said.exit()).isEqualTo(code == ErrorCode.INVALID_OPTIONS ? 2 : 1);
    assertThat(error.path("message").asText()).isNotBlank().doesNotContain(": null");
    assertThat(error.path("remedy").asText()).isNotBlank();
    assertThat(error.path("message").asText() + error.path("remedy").asText()).contains(says);
    assertThat(said.err())
        .contains("error " + code + ": ", "what to do: ")
        .doesNotContain("\tat ", "Exception in thread");
    assertThat(said.out() + said.err()).doesNotContain(scene.lab.readerPassword());
    if (options.containsKey("password")) {
      assertThat(said.out() + said.err()).doesNotContain(options.get("password"));
    }
  }

  /**
   * Calls the command line.
   *
   * @param options over those of a good call; an empty value takes the option away
   */
  Said call(Path warehouse, Map<String, String> options, String... command) throws IOException {
    List<String> arguments = new ArrayList<>(List.of(command));
    arguments.addAll(1, List.of("--json", "--options", properties(options, warehouse).toString()));
    return run(arguments.toArray(String[]::new));
  }

  /** Calls the command line with nothing but what is given. */
  static Said run(String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int exit = Main.run(new PrintWriter(out, true), new PrintWriter(err, true), arguments);
    return new Said(exit, out.toString(), err.toString());
  }

  /** A file of the options of a good call, with {@code options} over them as in {@link #call}. */
  Path properties(Map<String, String> options, Path warehouse) throws IOException {
    Map<String, String> values = new LinkedHashMap<>();
    values.put("url", scene.lab.url());
    values.put("user", "reader");
    values.put("password", scene.lab.readerPassword());
    values.put("captureInstance", "dbo_flights");
    values.put("target", "@/flights");
    values.put("sourceRetries", "0");
    values.putAll(options);
    StringBuilder lines = new StringBuilder();
    values.forEach(
        (name, value) -> {
          if (!value.isEmpty()) {
            String text = value.replace("@", warehouse.toString()).replace("\\", "\\\\");
            lines.append(name).append('=').append(text).append('\n');
          }
        });
    return Files.writeString(folder.resolve("o" + UUID.randomUUID()), lines);
  }

  Path copy() throws IOException {
    return copyTo(Files.createDirectory(folder.resolve("copy-" + UUID.randomUUID())).resolve("w"));
  }

  Path copyTo(Path copy) throws IOException {
    try (Stream<Path> files = Files.walk(scene.warehouse)) {
      for (Path file : files.toList()) {
        Files.copy(file, copy.resolve(scene.warehouse.relativize(file).toString()));
      }
    }
    return copy;
  }

  /** Every file and folder with its time of change, and a file's content. */
  static Map<String, String> listing(Path warehouse) throws IOException {
    Map<String, String> listing = new TreeMap<>();
    try (Stream<Path> files = Files.walk(warehouse)) {
      for (Path file : files.toList()) {
        String content =
            Files.isDirectory(file) ? "" : HexFormat.of().formatHex(Files.readAllBytes(file));
        listing.put(file.toString(), Files.getLastModifiedTime(file) + " " + content);
      }
    }
    return listing;
  }

  static List<Path> log(Path warehouse, String table, String ending) throws IOException {
    return files(warehouse.resolve(table + "/_delta_log"), ending);
  }

  static List<Path> files(Path folder, String ending) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(ending)).sorted().toList();
    }
  }

  static Path newest(Path warehouse, String table, String ending) throws IOException {
    List<Path> files = log(warehouse, table, ending);
    return files.get(files.size() - 1);
  }

  static void forget(Path warehouse, String table, String ending) throws IOException {
    for (Path file : log(warehouse, table, ending)) {
      Files.delete(file);
    }
  }

  static void cut(Path file) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(bytes, bytes.length / 2));
  }
}
