package io.strandline.delta;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** Commits as other engines write them, straight into a table's log. */
final class ForeignLog {

  private final Path log;

  ForeignLog(Path table) {
    this.log = table.resolve("_delta_log");
  }

  /** Writes the next commit file. */
  long commit(String operation, String parameters, String... actions) {
    return commit(operation, parameters, "null", actions);
  }

  long commitMarked(String operation, String userMetadata, String... actions) {
    return commit(operation, "{}", "\"" + userMetadata.replace("\"", "\\\"") + "\"", actions);
  }

  private long commit(String operation, String parameters, String userMetadata, String... actions) {
    List<String> lines = new ArrayList<>();
    lines.add(
        """
        {"commitInfo":{"timestamp":1700000000000,"operation":"%s","operationParameters":%s,\
        "isBlindAppend":false,"txnId":"x","userMetadata":%s}}"""
            .formatted(operation, parameters, userMetadata));
    lines.addAll(Arrays.asList(actions));
    long version = next();
    try {
      Files.write(file(version), lines);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return version;
  }

  Path file(long version) {
    return log.resolve("%020d.json".formatted(version));
  }

  String text(long version) {
    try {
      return Files.readString(file(version));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** The line of a commit that holds an action. */
  String line(long version, String action) {
    return text(version)
        .lines()
        .filter(line -> line.startsWith("{\"" + action + "\""))
        .findFirst()
        .orElseThrow();
  }

  private long next() {
    try (Stream<Path> files = Files.list(log)) {
      return files.filter(path -> path.getFileName().toString().matches("\\d{20}\\.json")).count();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  static String add(String path, boolean dataChange) {
    return """
        {"add":{"path":"%s","partitionValues":{},"size":10,"modificationTime":1,"dataChange":%s}}"""
        .formatted(path, dataChange);
  }

  static String remove(String path, boolean dataChange) {
    return """
        {"remove":{"path":"%s","deletionTimestamp":1,"dataChange":%s,"size":10}}"""
        .formatted(path, dataChange);
  }
}
