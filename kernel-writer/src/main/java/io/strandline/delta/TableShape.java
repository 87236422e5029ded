package io.strandline.delta;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The part of a table's metadata that a stream relies on.
 *
 * @param tableId the Delta table's id
 * @param columns each column's name, type, nullability and name in data files
 */
record TableShape(String tableId, List<String> columns) {

  private static final JsonMapper MAPPER = new JsonMapper();

  TableShape {
    columns = List.copyOf(columns);
  }

  /** The shape of a table's id and of its columns as the log spells them. */
  static TableShape of(String tableId, String schemaText) {
    List<String> columns = new ArrayList<>();
    for (JsonNode field : fields(schemaText)) {
      columns.add(
          field.path("name").asText()
              + ' '
              + field.path("type")
              + ' '
              + field.path("nullable").asBoolean(true)
              + ' '
              + field
                  .path("metadata")
                  .path("delta.columnMapping.physicalName")
                  .asText(field.path("name").asText()));
    }
    return new TableShape(tableId, columns);
  }

  private static JsonNode fields(String schemaText) {
    try {
      return MAPPER.readTree(schemaText).path("fields");
    } catch (JsonProcessingException e) {
      return MAPPER.createArrayNode();
    }
  }

  /** What another shape changed; empty if nothing. */
  Optional<String> changedBy(TableShape other) {
    if (!tableId.equals(other.tableId)) {
      return Optional.of("it replaces the table");
    }
    return columns.equals(other.columns)
        ? Optional.empty()
        : Optional.of("it changes the table's columns");
  }
}
