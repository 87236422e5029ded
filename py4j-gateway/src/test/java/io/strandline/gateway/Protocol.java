package io.strandline.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaValidatorsConfig;
import com.networknt.schema.SpecVersion.VersionFlag;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/** The documents of {@code docs/protocol}. */
public final class Protocol {

  private static final String BASE = "https://strandline.io/protocol/1/";
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final SchemaValidatorsConfig STRICT =
      SchemaValidatorsConfig.builder().formatAssertionsEnabled(true).build();
  private static final JsonSchemaFactory SCHEMAS =
      JsonSchemaFactory.getInstance(
          VersionFlag.V202012,
          builder ->
              builder.schemaMappers(maps -> maps.mapPrefix(BASE, folder().toUri().toString())));
  private static final Map<String, JsonSchema> LOADED = new ConcurrentHashMap<>();

  private Protocol() {}

  /** Where the documents are. */
  static Path folder() {
    for (Path at = Path.of("").toAbsolutePath(); at != null; at = at.getParent()) {
      if (Files.isDirectory(at.resolve("docs/protocol"))) {
        return at.resolve("docs/protocol");
      }
    }
    throw new IllegalStateException("docs/protocol is not above " + Path.of("").toAbsolutePath());
  }

  static List<Path> schemas() {
    return files(folder(), ".schema.json");
  }

  static List<Path> examples() {
    return files(folder().resolve("examples"), ".json");
  }

  private static List<Path> files(Path folder, String ending) {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(ending)).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static ObjectNode example(String name) {
    return (ObjectNode) read(folder().resolve("examples/" + name + ".json"));
  }

  static JsonNode read(Path file) {
    try {
      return MAPPER.readTree(Files.readString(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A JSON document. */
  public static JsonNode json(String text) {
    try {
      return MAPPER.readTree(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A request that waits 30 seconds; {@code null} texts leave the part out. */
  public static String request(String call, String options, String arguments) {
    ObjectNode request = MAPPER.createObjectNode();
    request.put("strandline", "request").put("format", 1).put("call", call);
    request.put("wait_seconds", 30);
    if (options != null) {
      request.set("options", json(options));
    }
    if (arguments != null) {
      request.set("arguments", json(arguments));
    }
    return request.toString();
  }

  /** What is wrong with a document of a schema; empty if nothing is. */
  static List<String> faults(String schema, JsonNode document) {
    return LOADED
        .computeIfAbsent(
            schema,
            name -> SCHEMAS.getSchema(SchemaLocation.of(BASE + name + ".schema.json"), STRICT))
        .validate(document)
        .stream()
        .map(Object::toString)
        .toList();
  }

  /**
   * The answer as a tree, after it was held against the schema of its call.
   *
   * @param call that was answered, in the end
   */
  public static JsonNode verified(String call, String request, String answer) {
    ObjectNode exchange = MAPPER.createObjectNode();
    exchange.set("request", json(request));
    exchange.set("response", json(answer));
    assertThat(faults(call, exchange)).as(answer).isEmpty();
    return exchange.get("response");
  }

  /** The answer as a tree, after it was held against the schema of every answer. */
  public static JsonNode verified(String answer) {
    JsonNode tree = json(answer);
    assertThat(faults("response", tree)).as(answer).isEmpty();
    return tree;
  }
}
