package io.strandline.codec;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.strandline.change.CaptureInstance;
import io.strandline.change.CapturedColumn;
import io.strandline.change.ColumnType;
import io.strandline.change.DdlChange;
import io.strandline.change.TableColumn;
import io.strandline.lsn.Lsn;
import io.strandline.plan.LeftOut;
import io.strandline.plan.SchemaHistory;
import io.strandline.plan.SchemaHistory.Switch;
import java.util.List;
import java.util.Locale;

/** Columns, capture instances and their history as JSON objects. */
final class SchemaNodes {

  private SchemaNodes() {}

  static ArrayNode columns(List<TableColumn> columns) {
    ArrayNode array = Json.array();
    for (TableColumn column : columns) {
      array.addObject().put("name", column.name()).set("type", type(column.type()));
    }
    return array;
  }

  static List<TableColumn> columns(Fields fields, String key) {
    return fields.objects(key).stream()
        .map(column -> new TableColumn(column.text("name"), type(column.object("type"))))
        .toList();
  }

  private static ObjectNode type(ColumnType type) {
    ObjectNode node = Json.object().put("kind", type.kind().name().toLowerCase(Locale.ROOT));
    if (type.kind() == ColumnType.Kind.DECIMAL) {
      node.put("precision", type.precision()).put("scale", type.scale());
    }
    return node;
  }

  private static ColumnType type(Fields fields) {
    ColumnType.Kind kind =
        fields.parsed("kind", text -> ColumnType.Kind.valueOf(text.toUpperCase(Locale.ROOT)));
    if (kind != ColumnType.Kind.DECIMAL) {
      return ColumnType.of(kind);
    }
    int precision = fields.integer("precision");
    int scale = fields.integer("scale");
    // Refuses what no decimal has with the field's name.
    return fields.parsed("kind", text -> ColumnType.decimal(precision, scale));
  }

  static ObjectNode instance(CaptureInstance instance) {
    ObjectNode node =
        Json.object()
            .put("name", instance.name())
            .put("source_schema", instance.sourceSchema())
            .put("source_table", instance.sourceTable())
            .put("source_object_id", instance.sourceObjectId())
            .put("created", instance.created().toString());
    instance.startLsn().ifPresent(start -> node.put("start_lsn", start.toString()));
    ArrayNode columns = node.putArray("columns");
    instance.columns().forEach(column -> columns.add(captured(column)));
    return node;
  }

  static CaptureInstance instance(Fields fields) {
    return new CaptureInstance(
        fields.text("name"),
        fields.text("source_schema"),
        fields.text("source_table"),
        fields.integer("source_object_id"),
        fields.optional("start_lsn", key -> Values.lsn(fields, key)),
        Values.local(fields, "created"),
        fields.objects("columns").stream().map(SchemaNodes::captured).toList());
  }

  private static ObjectNode captured(CapturedColumn column) {
    ObjectNode node =
        Json.object()
            .put("name", column.name())
            .put("ordinal", column.ordinal())
            .put("column_id", column.columnId())
            .put("source_type", column.sourceType())
            .put("computed", column.computed());
    column.type().ifPresent(type -> node.set("type", type(type)));
    column.foreignCollation().ifPresent(collation -> node.put("collation", collation));
    return node;
  }

  private static CapturedColumn captured(Fields fields) {
    return new CapturedColumn(
        fields.text("name"),
        fields.integer("ordinal"),
        fields.integer("column_id"),
        fields.text("source_type"),
        fields.optional("type", key -> type(fields.object(key))),
        fields.flag("computed"),
        fields.optional("collation", fields::text));
  }

  static ObjectNode history(SchemaHistory history) {
    ObjectNode node = Json.object();
    ArrayNode ddl = node.putArray("ddl");
    for (DdlChange change : history.ddl()) {
      ddl.addObject()
          .put("lsn", change.lsn().toString())
          .put("local", change.local().toString())
          .put("command", change.command())
          .put("changed_type", change.changedType());
    }
    ArrayNode switches = node.putArray("switches");
    history.switches().forEach(change -> switches.add(switched(change)));
    ObjectNode leftOut = node.putObject("left_out");
    history.leftOut().columns().forEach(leftOut.putArray("columns")::add);
    history.leftOut().before().forEach(leftOut.putArray("before")::add);
    return node;
  }

  static SchemaHistory history(Fields fields) {
    List<DdlChange> ddl =
        fields.objects("ddl").stream()
            .map(
                change ->
                    new DdlChange(
                        Values.lsn(change, "lsn"),
                        Values.local(change, "local"),
                        change.text("command"),
                        change.flag("changed_type")))
            .toList();
    Fields leftOut = fields.object("left_out");
    return new SchemaHistory(
        ddl,
        fields.objects("switches").stream().map(SchemaNodes::switched).toList(),
        new LeftOut(leftOut.texts("columns"), leftOut.texts("before")));
  }

  private static ObjectNode switched(Switch change) {
    ObjectNode node =
        Json.object()
            .put("from", change.from())
            .put("to", change.to())
            .put("start", change.start().toString())
            .put("kind", change.kind().name().toLowerCase(Locale.ROOT));
    change.uncaptured().forEach(node.putArray("no_longer_captured")::add);
    return node;
  }

  private static Switch switched(Fields fields) {
    return new Switch(
        fields.text("from"),
        fields.text("to"),
        fields.parsed("start", Lsn::parse),
        fields.texts("no_longer_captured"),
        fields.parsed("kind", text -> Switch.Kind.valueOf(text.toUpperCase(Locale.ROOT))));
  }
}
