package io.strandline.checks.schedule;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Commits of another engine to a Delta table, written straight into its log. */
final class OtherWriter {

  private static final JsonMapper MAPPER = new JsonMapper();
  private static final String WIDENING = "delta.enableTypeWidening";
  private static final String FEATURE = "typeWidening";

  private final Path table;
  private final Map<String, ObjectNode> files = new LinkedHashMap<>();
  private ObjectNode metadata = MAPPER.createObjectNode();
  private ObjectNode protocol = MAPPER.createObjectNode();
  private long version = -1;

  /** A writer that has read a table of now. */
  OtherWriter(Path table) {
    this.table = table;
    try (Stream<Path> log = Files.list(table.resolve("_delta_log"))) {
      for (Path commit : log.filter(OtherWriter::isCommit).sorted().toList()) {
        version++;
        for (String line : Files.readAllLines(commit)) {
          read(MAPPER.readTree(line));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isCommit(Path file) {
    return file.getFileName().toString().matches("\\d{20}\\.json");
  }

  private void read(JsonNode action) {
    if (action.get("add") instanceof ObjectNode add) {
      files.put(add.path("path").asText(), add);
    } else if (action.get("remove") instanceof ObjectNode remove) {
      files.remove(remove.path("path").asText());
    } else if (action.get("metaData") instanceof ObjectNode now) {
      metadata = now;
    } else if (action.get("protocol") instanceof ObjectNode now) {
      protocol = now;
    }
  }

  private Optional<ObjectNode> newest() {
    return files.values().stream().reduce((before, after) -> after);
  }

  boolean hasFiles() {
    return !files.isEmpty();
  }

  /** Puts a copy of the newest data file in its place, as compaction does. */
  void rewrite() {
    ObjectNode old = newest().orElseThrow();
    ObjectNode remove = MAPPER.createObjectNode();
    remove.set("path", old.get("path"));
    remove.put("deletionTimestamp", 1_700_000_000_000L);
    remove.put("dataChange", false);
    commit(
        "OPTIMIZE", action("remove", remove), action("add", copied(old).put("dataChange", false)));
  }

  /** Adds the rows of the newest data file once more. */
  void append() {
    commit("WRITE", action("add", copied(newest().orElseThrow()).put("dataChange", true)));
  }

  private ObjectNode copied(ObjectNode add) {
    String name = "other-" + (version + 1) + ".parquet";
    try {
      Files.copy(table.resolve(add.path("path").asText()), table.resolve(name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return add.deepCopy().put("path", name);
  }

  boolean allowsWidening() {
    return metadata.path("configuration").path(WIDENING).asBoolean();
  }

  /** Sets the property that lets columns be widened. */
  void allowWidening() {
    ObjectNode widened = metadata.deepCopy();
    widened.withObject("/configuration").put(WIDENING, "true");
    ObjectNode raised = protocol.deepCopy().put("minReaderVersion", 3);
    raised.withArray("/readerFeatures").add(FEATURE);
    raised.withArray("/writerFeatures").add(FEATURE);
    commit("SET TBLPROPERTIES", action("protocol", raised), action("metaData", widened));
  }

  private static ObjectNode action(String name, ObjectNode body) {
    return MAPPER.createObjectNode().set(name, body);
  }

  private void commit(String operation, ObjectNode... actions) {
    ObjectNode info = MAPPER.createObjectNode().put("timestamp", 1_700_000_000_000L);
    info.put("operation", operation).set("operationParameters", MAPPER.createObjectNode());
    List<String> lines = new ArrayList<>(List.of(action("commitInfo", info).toString()));
    for (ObjectNode action : actions) {
      lines.add(action.toString());
    }
    Path file = table.resolve("_delta_log").resolve("%020d.json".formatted(version + 1));
    try {
      Files.write(file, lines, StandardOpenOption.CREATE_NEW);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
