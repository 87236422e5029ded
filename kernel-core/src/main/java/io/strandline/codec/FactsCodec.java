package io.strandline.codec;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.strandline.facts.FactsColumn;
import io.strandline.facts.FactsRow;
import io.strandline.state.LastBatch;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * Facts as JSON: an object a row with the columns that are not NULL, instants in ISO 8601 UTC. As
 * user metadata: {@code {"strandline":"batch","batch":{…},"events":[…]}}.
 */
public final class FactsCodec {

  /** The key of the user metadata that marks a commit as ours. */
  public static final String MARK = "strandline";

  private static final String BATCH = "batch";
  private static final String EVENTS = "events";
  private static final String MORE = "more_events";

  private FactsCodec() {}

  /** The user metadata of a batch's commit. */
  public static String userMetadata(LastBatch facts) {
    ObjectNode node = Json.object().put(MARK, BATCH);
    writeInto(node, facts);
    return Json.text(node);
  }

  /** A row as a JSON object. */
  public static String write(FactsRow row) {
    return Json.text(row(row));
  }

  /**
   * Reads a row.
   *
   * @throws MalformedDocumentException if the text is none
   */
  public static FactsRow read(String text) {
    return row(Json.read(text, "facts"));
  }

  static void writeInto(ObjectNode node, LastBatch facts) {
    facts.batch().ifPresent(batch -> node.set(BATCH, row(batch)));
    ArrayNode events = node.putArray(EVENTS);
    facts.events().forEach(event -> events.add(row(event)));
    facts.more().ifPresent(more -> node.put(MORE, more));
  }

  static LastBatch read(Fields fields) {
    List<FactsRow> events = fields.objects(EVENTS).stream().map(FactsCodec::row).toList();
    return new LastBatch(
        fields.optional(BATCH, key -> row(fields.object(key))),
        events,
        fields.optional(MORE, fields::text));
  }

  /** A row as one JSON object. */
  static ObjectNode row(FactsRow row) {
    ObjectNode node = Json.object();
    for (Map.Entry<FactsColumn, Object> entry : row.values().entrySet()) {
      String key = entry.getKey().columnName();
      Object value = entry.getValue();
      if (value instanceof Integer number) {
        node.put(key, number);
      } else if (value instanceof Long number) {
        node.put(key, number);
      } else if (value instanceof Double number) {
        node.put(key, number);
      } else {
        node.put(key, value.toString());
      }
    }
    return node;
  }

  static FactsRow row(Fields fields) {
    FactsRow row = FactsRow.empty();
    for (FactsColumn column : FactsColumn.values()) {
      if (fields.has(column.columnName())) {
        row = row.with(column, value(fields, column));
      }
    }
    return row;
  }

  private static Object value(Fields fields, FactsColumn column) {
    String key = column.columnName();
    if (column.type() == Integer.class) {
      return fields.integer(key);
    }
    if (column.type() == Long.class) {
      return fields.longInteger(key);
    }
    if (column.type() == Double.class) {
      return fields.number(key);
    }
    return column.type() == Instant.class ? fields.parsed(key, Instant::parse) : fields.text(key);
  }
}
