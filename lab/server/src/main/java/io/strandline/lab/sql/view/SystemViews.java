package io.strandline.lab.sql.view;

import io.strandline.lab.catalog.Database;
import io.strandline.lab.clock.WindowsZones;
import io.strandline.lab.session.SqlType;
import io.strandline.lab.session.SqlType.Kind;
import io.strandline.lab.sql.query.StatementContext;
import io.strandline.lab.sql.type.Collation;
import io.strandline.lab.sql.type.Types;
import io.strandline.lab.store.AliasType;
import java.time.zone.ZoneRules;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
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

  /** All names in order. */
  static List<String> names() {
    return VIEWS.keySet().stream().sorted().toList();
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
        "types",
        new View(
            "name sysname!, system_type_id tinyint!, user_type_id int!, schema_id int!, max_length"
                + " smallint!, precision tinyint!, scale tinyint!, collation_name sysname,"
                + " is_nullable bit, is_user_defined bit!",
            SystemViews::types));
    // The values are sql_variant on a real server, which the lab does not have.
    views.put(
        "configurations",
        new View(
            "configuration_id int!, name nvarchar(35)!, value int, minimum int, maximum int,"
                + " value_in_use int, description nvarchar(255)!, is_dynamic bit!, is_advanced"
                + " bit!",
            SystemViews::configurations));
    views.put(
        "time_zone_info",
        new View(
            "name sysname!, current_utc_offset nvarchar(6), is_currently_dst bit",
            SystemViews::zones));
    ColumnViews.addTo(views);
    ConstraintViews.addTo(views);
    MonitorViews.addTo(views);
    PrincipalViews.addTo(views);
    views.put("dm_server_services", ServiceViews.SERVICES);
    views.put("dm_exec_sessions", ExecutionViews.SESSIONS);
    views.put("dm_exec_requests", ExecutionViews.REQUESTS);
    views.put("dm_exec_session_wait_stats", ExecutionViews.WAITS);
    views.put("indexes", IndexViews.INDEXES);
    views.put("index_columns", IndexViews.INDEX_COLUMNS);
    views.put("partitions", IndexViews.PARTITIONS);
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
      rows.addAll(ConstraintViews.objects(context, database));
    }
    return rows;
  }

  /** Only the limit on connections, which drivers ask: 0 is as many as there can be. */
  private static List<@Nullable Object[]> configurations(
      StatementContext context, Database database) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    rows.add(
        new @Nullable Object[] {
          103,
          "user connections",
          0,
          0,
          32_767,
          0,
          "Number of user connections allowed",
          false,
          true
        });
    return rows;
  }

  private static List<@Nullable Object[]> zones(StatementContext context, Database database) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (String name : WindowsZones.names()) {
      ZoneRules rules = Objects.requireNonNull(WindowsZones.zoneOf(name)).getRules();
      String offset = rules.getOffset(context.now()).getId();
      rows.add(
          new @Nullable Object[] {
            name, offset.equals("Z") ? "+00:00" : offset, rules.isDaylightSavings(context.now())
          });
    }
    return rows;
  }

  private static List<@Nullable Object[]> types(StatementContext context, Database database) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (Kind kind : Kind.values()) {
      SqlType type = TypeCatalog.largest(kind);
      int id = TypeCatalog.id(kind);
      rows.add(type(Types.name(type), id, TypeCatalog.userId(kind), type));
      if (kind == Kind.DECIMAL) {
        rows.add(type("numeric", 108, 108, type));
      }
    }
    rows.add(alias(AliasType.SYSNAME, 4));
    // Only its owner sees a type on which nothing was granted (metadata visibility, documented).
    if (context.access().isOwner(database)) {
      for (AliasType type : database.types().all()) {
        rows.add(alias(type, Objects.requireNonNull(database.schema(type.schema())).id()));
      }
    }
    return rows;
  }

  private static @Nullable Object[] alias(AliasType alias, int schemaId) {
    int systemId = TypeCatalog.systemId(alias.type(), alias.typeName());
    @Nullable Object[] row = type(alias.name(), systemId, alias.id(), alias.type());
    row[3] = schemaId;
    row[8] = alias.nullable();
    row[9] = alias != AliasType.SYSNAME;
    return row;
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
      !name.equals("timestamp"),
      false
    };
  }
}
