package io.strandline.delta;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * The part of a table's metadata that a stream relies on.
 *
 * @param tableId the Delta table's id
 * @param columns by name, each one's type, nullability and name in data files
 * @param demanding names of columns that want a value: not nullable, generated or with a default
 */
record TableShape(String tableId, Map<String, String> columns, Set<String> demanding) {

  private static final JsonMapper MAPPER = new JsonMapper();

  /** Keys of a column's metadata by which it wants more than NULL (documented). */
  private static final Set<String> DEMANDS =
      Set.of(
          "CURRENT_DEFAULT",
          "delta.generationExpression",
          "delta.identity.start",
          "delta.invariants");

  TableShape {
    columns = Map.copyOf(columns);
    demanding = Set.copyOf(demanding);
  }

  /** The shape of a table's id and of its columns as the log spells them. */
  static TableShape of(String tableId, String schemaText) {
    Map<String, String> columns = new LinkedHashMap<>();
    Set<String> demanding = new LinkedHashSet<>();
    for (JsonNode field : fields(schemaText)) {
      String name = field.path("name").asText();
      JsonNode metadata = field.path("metadata");
      boolean nullable = field.path("nullable").asBoolean(true);
      String physical = metadata.path("delta.columnMapping.physicalName").asText(name);
      columns.put(name, field.path("type") + " " + nullable + " " + physical);
      if (!nullable || DEMANDS.stream().anyMatch(metadata::has)) {
        demanding.add(name);
      }
    }
    return new TableShape(tableId, columns, demanding);
  }

  private static JsonNode fields(String schemaText) {
    try {
      return MAPPER.readTree(schemaText).path("fields");
    } catch (JsonProcessingException e) {
      return MAPPER.createArrayNode();
    }
  }

  /**
   * What another shape changed that matters; empty if nothing. New columns that may be NULL do not:
   * no file of ours has values for them.
   */
  Optional<String> changedBy(TableShape other) {
    if (!tableId.equals(other.tableId)) {
      return Optional.of("it replaces the table");
    }
    Optional<String> changed =
        columns.keySet().stream()
            .sorted()
            .filter(name -> !Objects.equals(columns.get(name), other.columns.get(name)))
            .findFirst();
    if (changed.isPresent()) {
      return Optional.of("it changes or drops the column '" + changed.get() + "'");
    }
    return other.demanding.stream()
        .sorted()
        .filter(name -> !demanding.contains(name))
        .findFirst()
        .map(name -> "it has the column '" + name + "' that wants a value in each row");
  }
}
