package io.strandline.lab.sql.function;

import io.strandline.lab.catalog.Database;
import io.strandline.lab.cdc.CaptureInstance;
import io.strandline.lab.session.SqlType;
import io.strandline.lab.sql.query.Bound;
import io.strandline.lab.sql.query.FunctionCall;
import io.strandline.lab.sql.query.StatementContext;
import io.strandline.lab.sql.type.Collation;
import io.strandline.lab.sql.type.Types;
import io.strandline.lab.store.ColumnDef;
import io.strandline.lab.store.Table;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Functions on names and ids of databases and objects. */
final class MetadataFunctions {

  private MetadataFunctions() {}

  static void addTo(FunctionTable table) {
    table.add("DB_NAME", MetadataFunctions::databaseName);
    table.add("DB_ID", MetadataFunctions::databaseId);
    table.add("DATABASEPROPERTYEX", MetadataFunctions::databaseProperty);
    table.add("OBJECT_ID", MetadataFunctions::objectId);
    table.add("OBJECT_NAME", call -> objectName(call, false));
    table.add("OBJECT_SCHEMA_NAME", call -> objectName(call, true));
    table.add("SCHEMA_NAME", MetadataFunctions::schemaName);
    table.add("SCHEMA_ID", MetadataFunctions::schemaId);
    table.add("COL_NAME", MetadataFunctions::columnName);
    table.add("COLUMNPROPERTY", ColumnProperty::bind);
    table.add("HAS_PERMS_BY_NAME", MetadataFunctions::hasPermission);
  }

  private static Bound databaseName(FunctionCall call) {
    call.arity(0, 1);
    StatementContext context = call.context();
    if (call.count() == 0) {
      return Bound.value(Types.SYSNAME, context.database().name());
    }
    Bound id = call.arg(0).as(Types.INT);
    return Bound.of(
        Types.SYSNAME,
        frame -> {
          Database found = byId(context, id.eval(frame));
          return found == null ? null : found.name();
        });
  }

  private static @Nullable Database byId(StatementContext context, @Nullable Object id) {
    for (Database database : context.server().databases()) {
      if (id instanceof Integer number && database.id() == number) {
        return database;
      }
    }
    return null;
  }

  private static Bound databaseId(FunctionCall call) {
    call.arity(0, 1);
    StatementContext context = call.context();
    SqlType type = SqlType.of(SqlType.Kind.SMALLINT);
    if (call.count() == 0) {
      return Bound.value(type, context.database().id());
    }
    Bound name = call.arg(0).as(Types.SYSNAME);
    return Bound.of(
        type,
        frame -> {
          Database found =
              name.eval(frame) instanceof String text ? context.server().find(text) : null;
          return found == null ? null : found.id();
        });
  }

  /** Of a sql_variant's values the lab gives the text. */
  private static Bound databaseProperty(FunctionCall call) {
    call.arity(2, 2);
    Bound name = call.arg(0).as(Types.SYSNAME);
    Bound property = call.arg(1).as(Types.SYSNAME);
    StatementContext context = call.context();
    return Bound.of(
        Types.nvarchar(128),
        frame -> {
          Database found =
              name.eval(frame) instanceof String text ? context.server().find(text) : null;
          return found != null && property.eval(frame) instanceof String wanted
              ? property(wanted)
              : null;
        });
  }

  private static @Nullable String property(String name) {
    return switch (name.toLowerCase(Locale.ROOT)) {
      case "updateability" -> "READ_WRITE";
      case "status" -> "ONLINE";
      case "recovery" -> "FULL";
      case "useraccess" -> "MULTI_USER";
      case "collation" -> Collation.NAME;
      default -> null;
    };
  }

  private static Bound objectId(FunctionCall call) {
    call.arity(1, 2);
    Bound name = call.arg(0).as(Types.nvarchar(1000));
    Bound type = call.count() == 2 ? call.arg(1).as(Types.SYSNAME) : Bound.value(Types.SYSNAME, "");
    StatementContext context = call.context();
    return Bound.of(
        Types.INT,
        frame -> {
          if (!(name.eval(frame) instanceof String text)
              || !(type.eval(frame) instanceof String kind)) {
            return null;
          }
          boolean wanted = kind.isBlank() || kind.trim().equalsIgnoreCase("U");
          return wanted ? objectId(context, text) : null;
        });
  }

  private static @Nullable Integer objectId(StatementContext context, String text) {
    QualifiedName name = QualifiedName.parse(text);
    if (name == null) {
      return null;
    }
    String part = name.database();
    if (name.name().startsWith("#")) {
      boolean inTempdb =
          (part == null ? context.database().name() : part).equalsIgnoreCase("tempdb");
      Table temporary = inTempdb ? context.temporaryTable(name.name()) : null;
      return temporary == null ? null : temporary.objectId();
    }
    Database database = part == null ? context.database() : context.server().find(part);
    if (database == null || context.access().user(database) == null) {
      return null;
    }
    if (name.schema().equalsIgnoreCase("cdc")) {
      CaptureInstance instance = database.changeTable(name.name());
      boolean visible =
          instance != null
              && context.access().allowsAnyColumn(database, instance.objectId(), "cdc");
      return instance == null || !visible ? null : (Integer) instance.objectId();
    }
    Table table = database.table(name.schema(), name.name());
    return table == null || !context.access().sees(database, table) ? null : table.objectId();
  }

  private static Bound objectName(FunctionCall call, boolean schema) {
    call.arity(1, 2);
    Bound id = call.arg(0).as(Types.INT);
    Bound databaseId =
        call.count() == 2
            ? call.arg(1).as(Types.INT)
            : Bound.value(Types.INT, call.context().database().id());
    StatementContext context = call.context();
    return Bound.of(
        Types.SYSNAME,
        frame -> {
          Database database = byId(context, databaseId.eval(frame));
          if (database == null || !(id.eval(frame) instanceof Integer objectId)) {
            return null;
          }
          Table table = database.table(objectId);
          if (table != null && context.access().sees(database, table)) {
            return schema ? table.schemaName() : table.name();
          }
          for (CaptureInstance instance : database.cdc().instances()) {
            if (instance.objectId() == objectId && context.access().isOwner(database)) {
              return schema ? "cdc" : instance.changeTableName();
            }
          }
          return null;
        });
  }

  private static Bound schemaName(FunctionCall call) {
    call.arity(0, 1);
    if (call.count() == 0) {
      return Bound.value(Types.SYSNAME, "dbo");
    }
    Bound id = call.arg(0).as(Types.INT);
    Database database = call.context().database();
    return Bound.of(
        Types.SYSNAME,
        frame -> {
          Object wanted = id.eval(frame);
          return database.schemas().stream()
              .filter(schema -> wanted instanceof Integer number && schema.id() == number)
              .map(Database.Schema::name)
              .findFirst()
              .orElse(null);
        });
  }

  private static Bound schemaId(FunctionCall call) {
    call.arity(1, 1);
    Bound name = call.arg(0).as(Types.SYSNAME);
    Database database = call.context().database();
    return Bound.of(
        Types.INT,
        frame -> {
          Database.Schema found =
              name.eval(frame) instanceof String text ? database.schema(text) : null;
          return found == null ? null : found.id();
        });
  }

  private static Bound columnName(FunctionCall call) {
    call.arity(2, 2);
    Bound object = call.arg(0).as(Types.INT);
    Bound column = call.arg(1).as(Types.INT);
    Database database = call.context().database();
    return Bound.of(
        Types.SYSNAME,
        frame -> {
          Table table =
              object.eval(frame) instanceof Integer objectId ? database.table(objectId) : null;
          ColumnDef found =
              table != null && column.eval(frame) instanceof Integer id
                  ? table.schema().byId(id)
                  : null;
          return found == null ? null : found.name();
        });
  }

  /** 0 for what is denied and for what is not there (measured on 2022). */
  private static Bound hasPermission(FunctionCall call) {
    call.arity(3, 5);
    Bound name = call.arg(0).as(Types.nvarchar(1000));
    Bound kind = call.arg(1).as(Types.SYSNAME);
    Bound permission = call.arg(2).as(Types.SYSNAME);
    Bound column =
        call.count() > 3 ? call.arg(3).as(Types.SYSNAME) : Bound.value(Types.SYSNAME, "");
    StatementContext context = call.context();
    return Bound.of(
        Types.INT,
        frame -> {
          if (!(name.eval(frame) instanceof String text)
              || !(kind.eval(frame) instanceof String type)
              || !(permission.eval(frame) instanceof String right)) {
            return null;
          }
          if (!type.equalsIgnoreCase("OBJECT")) {
            return null;
          }
          String part = column.eval(frame) instanceof String c ? c : "";
          return Permissions.has(context, text, right, part) ? 1 : 0;
        });
  }
}
