package io.strandline.checks.tables;

import com.fasterxml.jackson.databind.JsonNode;
import io.strandline.change.ColumnType;
import io.strandline.change.ColumnType.Kind;
import io.strandline.change.TableColumn;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What a batch is to hold.
 *
 * @param table its folder
 * @param columns that have values; the table's others are NULL
 * @param rows their number
 * @param snapshot whether they are a snapshot's
 */
record BatchRequest(Path table, List<TableColumn> columns, int rows, boolean snapshot) {

  BatchRequest {
    columns = List.copyOf(columns);
  }

  static BatchRequest of(JsonNode request) {
    List<TableColumn> columns = new ArrayList<>();
    for (JsonNode column : request.path("columns")) {
      Kind kind = Kind.valueOf(column.get(1).asText());
      columns.add(
          new TableColumn(
              column.get(0).asText(),
              kind == Kind.DECIMAL
                  ? ColumnType.decimal(column.get(2).asInt(), column.get(3).asInt())
                  : ColumnType.of(kind)));
    }
    return new BatchRequest(
        Path.of(request.path("table").asText()),
        columns,
        request.path("rows").asInt(),
        request.path("snapshot").asBoolean());
  }
}
