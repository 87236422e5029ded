package io.strandline.lab.sql.view;

import io.strandline.lab.catalog.Database;
import io.strandline.lab.session.SqlType;
import io.strandline.lab.session.SqlType.Kind;
import io.strandline.lab.sql.query.StatementContext;
import io.strandline.lab.sql.type.Collation;
import io.strandline.lab.sql.type.Types;
import io.strandline.lab.store.ColumnDef;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The {@code sys} views of the subset. */
final class SystemViews {

  private static final String OBJECT_COLUMNS =
      "name sysname!, object_id int!, schema_id int!, parent_object_id int!, type char(2),"
          + " type_desc nvarchar(60), create_date datetime!, modify_date datetime!, is_ms_shipped"
          + " bit!";

  private static final Map<String, View> VIEWS = views();

  private SystemViews() {}

  /** A view by name; {@code null} if there is none. */
  static @Nullable View find(String name) {
    return VIEWS.get(name.toLowerCase(Locale.ROOT));
  }

  private static Map<String, View> views() {
    Map<String, View> views = new HashMap<>();
    views.put(
        "databases",
        new View(
            "name sysname!, database_id int!, create_date datetime!, compatibility_level tinyint!,"
                + " collation_name sysname, user_access tinyint, is_read_only bit, state tinyint,"
                + " state_desc nvarchar(60), snapshot_isolation_state tinyint,"
                + " snapshot_isolation_state_desc nvarchar(60), is_read_committed_snapshot_on bit,"
                + " recovery_model tinyint, is_cdc_enabled bit!, service_broker_guid"
                + " uniqueidentifier!, is_broker_enabled bit!",
            SystemViews::databases));
    views.put(
        "schemas",
        new View("name sysname!, schema_id int!, principal_id int", SystemViews::schemas));
    views.put(
        "tables",
        new View(
            OBJECT_COLUMNS + ", is_tracked_by_cdc bit, is_replicated bit, temporal_type tinyint",
            (context, database) -> objects(context, database, true)));
    views.put(
        "objects",
        new View(OBJECT_COLUMNS, (context, database) -> objects(context, database, false)));
    views.put(
        "columns",
        new View(
            "object_id int!, name sysname, column_id int!, system_type_id tinyint!, user_type_id"
                + " int!, max_length smallint!, precision tinyint!, scale tinyint!, collation_name"
                + " sysname, is_nullable bit, is_rowguidcol bit!, is_identity bit!, is_computed"
                + " bit!, is_sparse bit, is_column_set bit, default_object_id int!, is_hidden bit,"
                + " generated_always_type tinyint",
            SystemViews::columns));
    views.put(
        "types",
        new View(
            "name sysname!, system_type_id tinyint!, user_type_id int!, schema_id int!, max_length"
                + " smallint!, precision tinyint!, scale tinyint!, collation_name sysname,"
                + " is_nullable bit, is_user_defined bit!",
            SystemViews::types));
    MonitorViews.addTo(views);
    PrincipalViews.addTo(views);
    views.put("dm_server_services", ServiceViews.SERVICES);
    views.put("dm_exec_sessions", ExecutionViews.SESSIONS);
    views.put("dm_exec_requests", ExecutionViews.REQUESTS);
    views.put("dm_exec_session_wait_stats", ExecutionViews.WAITS);
    views.put("indexes", IndexViews.INDEXES);
    views.put("index_columns", IndexViews.INDEX_COLUMNS);
    views.put("key_constraints", IndexViews.KEY_CONSTRAINTS);
    return Map.copyOf(views);
  }

  private static List<@Nullable Object[]> databases(StatementContext context, Database current) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (Database database : context.server().databases()) {
      rows.add(
          new @Nullable Object[] {
            database.name(),
            database.id(),
            database.createDate(),
            database.compatibilityLevel(),
            Collation.NAME,
            0,
            false,
            0,
            "ONLINE",
            database.isSnapshotAllowed() ? 1 : 0,
            database.isSnapshotAllowed() ? "ON" : "OFF",
            database.isReadCommittedSnapshot(),
            1,
            database.cdc().isEnabled(),
            database.brokerGuid(),
            true
          });
    }
    return rows;
  }

  private static List<@Nullable Object[]> schemas(StatementContext context, Database database) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (Database.Schema schema : database.schemas()) {
      rows.add(new @Nullable Object[] {schema.name(), schema.id(), 1});
    }
    return rows;
  }

  private static List<@Nullable Object[]> objects(
      StatementContext context, Database database, boolean tables) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (CatalogObject object : CatalogObject.visible(context, database)) {
      List<@Nullable Object> row = new ArrayList<>();
      row.add(object.name());
      row.add(object.id());
      row.add(object.schemaId(database));
      row.add(0);
      row.add("U ");
      row.add("USER_TABLE");
      row.add(object.created());
      row.add(object.created());
      row.add(object.shipped());
      if (tables) {
        row.add(object.tracked());
        row.add(false);
        row.add(0);
      }
      rows.add(row.toArray());
    }
    if (!tables) {
      rows.addAll(IndexViews.constraintObjects(context, database));
    }
    return rows;
  }

  private static List<@Nullable Object[]> columns(StatementContext context, Database database) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (CatalogObject object : CatalogObject.visible(context, database)) {
      for (ColumnDef column : object.columns()) {
        boolean allowed =
            context
                .access()
                .allows(database, "SELECT", object.id(), object.schema(), column.name());
        if (allowed) {
          rows.add(column(object, column));
        }
      }
    }
    return rows;
  }

  private static @Nullable Object[] column(CatalogObject object, ColumnDef column) {
    SqlType type = column.type();
    int id = TypeCatalog.id(type.kind());
    boolean numeric = column.typeName().equals("numeric");
    int systemId = numeric ? 108 : id;
    return new @Nullable Object[] {
      object.id(),
      column.name(),
      column.id(),
      systemId,
      column.typeName().equals("sysname") ? TypeCatalog.SYSNAME_ID : systemId,
      TypeCatalog.maxLength(type),
      TypeCatalog.precision(type),
      TypeCatalog.scale(type),
      Types.isString(type) && type.kind() != Kind.XML ? Collation.NAME : null,
      column.nullable(),
      false,
      column.identity(),
      false,
      false,
      false,
      column.defaultValue() == null ? 0 : object.id() + column.id(),
      false,
      0
    };
  }

  private static List<@Nullable Object[]> types(StatementContext context, Database database) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (Kind kind : Kind.values()) {
      SqlType type = largest(kind);
      int id = TypeCatalog.id(kind);
      rows.add(type(Types.name(type), id, id, type));
      if (kind == Kind.DECIMAL) {
        rows.add(type("numeric", 108, 108, type));
      }
    }
    rows.add(type("sysname", 231, TypeCatalog.SYSNAME_ID, Types.SYSNAME));
    return rows;
  }

  private static SqlType largest(Kind kind) {
    return switch (kind) {
      case DECIMAL -> SqlType.decimal(38, 38);
      case TIME, DATETIME2, DATETIMEOFFSET -> SqlType.fractional(kind, 7);
      case CHAR, VARCHAR, BINARY, VARBINARY -> SqlType.sized(kind, 8000);
      case NCHAR, NVARCHAR -> SqlType.sized(kind, 4000);
      default -> SqlType.of(kind);
    };
  }

  private static @Nullable Object[] type(String name, int systemId, int userId, SqlType type) {
    return new @Nullable Object[] {
      name,
      systemId,
      userId,
      4,
      TypeCatalog.maxLength(type),
      TypeCatalog.precision(type),
      TypeCatalog.scale(type),
      Types.isString(type) && type.kind() != Kind.XML ? Collation.NAME : null,
      !name.equals("sysname") && !name.equals("timestamp"),
      false
    };
  }
}
