package io.strandline.lab.sql.view;

import io.strandline.lab.catalog.Database;
import io.strandline.lab.catalog.Security;
import io.strandline.lab.sql.query.StatementContext;
import io.strandline.lab.store.ColumnDef;
import io.strandline.lab.store.Table;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The catalog views of logins, users, roles and permissions; columns are documented. Who does not
 * own the database sees only what is his own (metadata visibility, documented).
 */
final class PrincipalViews {

  private static final int DBO = 1;
  private static final int CLASS_DATABASE = 0;
  private static final int CLASS_OBJECT = 1;
  private static final int CLASS_SCHEMA = 3;

  private PrincipalViews() {}

  static void addTo(Map<String, View> views) {
    views.put(
        "server_principals",
        new View(
            "name sysname!, principal_id int!, sid varbinary(85), type char(1)!, type_desc"
                + " nvarchar(60), is_disabled bit, default_database_name sysname",
            PrincipalViews::logins));
    views.put(
        "database_principals",
        new View(
            "name sysname!, principal_id int!, type char(1)!, type_desc nvarchar(60),"
                + " default_schema_name sysname, create_date datetime!, modify_date datetime!,"
                + " owning_principal_id int, sid varbinary(85), is_fixed_role bit!",
            PrincipalViews::principals));
    views.put(
        "database_role_members",
        new View("role_principal_id int!, member_principal_id int!", PrincipalViews::members));
    views.put(
        "database_permissions",
        new View(
            "class tinyint!, class_desc nvarchar(60), major_id int!, minor_id int!,"
                + " grantee_principal_id int!, grantor_principal_id int!, type char(4)!,"
                + " permission_name nvarchar(128), state char(1)!, state_desc nvarchar(60)",
            PrincipalViews::permissions));
  }

  private static List<@Nullable Object[]> logins(StatementContext context, Database database) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    int id = 1;
    for (String login : context.server().logins()) {
      boolean own = login.equalsIgnoreCase(context.session().login());
      if (own || login.equalsIgnoreCase("sa") || context.access().isSysadmin()) {
        rows.add(
            new @Nullable Object[] {
              login, id, context.server().sid(login), "S", "SQL_LOGIN", false, "master"
            });
      }
      id++;
    }
    return rows;
  }

  private static List<@Nullable Object[]> principals(StatementContext context, Database database) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    LocalDateTime made = database.createDate();
    for (Security.Principal principal : database.security().principals()) {
      boolean role = principal.role();
      if (role || sees(context, database, principal.name())) {
        String login = principal.login();
        rows.add(
            new @Nullable Object[] {
              principal.name(),
              principal.id(),
              role ? "R" : "S",
              role ? "DATABASE_ROLE" : "SQL_USER",
              role ? null : "dbo",
              made,
              made,
              role ? DBO : null,
              login == null ? null : context.server().sid(login),
              principal.fixed()
            });
      }
    }
    return rows;
  }

  private static boolean sees(StatementContext context, Database database, String name) {
    return context.access().isOwner(database)
        || name.equalsIgnoreCase("public")
        || name.equalsIgnoreCase(context.access().user(database));
  }

  private static List<@Nullable Object[]> members(StatementContext context, Database database) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    List<Security.Principal> principals = database.security().principals();
    for (Security.Principal member : principals) {
      for (Security.Principal role : principals) {
        if (role.role()
            && database.security().isMember(member.name(), role.name())
            && sees(context, database, member.name())) {
          rows.add(new @Nullable Object[] {role.id(), member.id()});
        }
      }
    }
    return rows;
  }

  private static List<@Nullable Object[]> permissions(StatementContext context, Database database) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (Security.Permission permission : database.security().permissions()) {
      if (!sees(context, database, permission.principal().name())) {
        continue;
      }
      int kind =
          permission.schema() != null
              ? CLASS_SCHEMA
              : permission.objectId() == Security.DATABASE ? CLASS_DATABASE : CLASS_OBJECT;
      rows.add(
          new @Nullable Object[] {
            kind,
            kind == CLASS_SCHEMA
                ? "SCHEMA"
                : kind == CLASS_DATABASE ? "DATABASE" : "OBJECT_OR_COLUMN",
            major(database, permission),
            columnId(database, permission),
            permission.principal().id(),
            DBO,
            type(permission.name()),
            permission.name(),
            permission.allowed() ? "G" : "D",
            permission.allowed() ? "GRANT" : "DENY"
          });
    }
    return rows;
  }

  private static int major(Database database, Security.Permission permission) {
    String name = permission.schema();
    Database.Schema schema = name == null ? null : database.schema(name);
    return schema == null ? permission.objectId() : schema.id();
  }

  private static int columnId(Database database, Security.Permission permission) {
    Table table = database.table(permission.objectId());
    if (table != null && !permission.column().isEmpty()) {
      for (ColumnDef column : table.schema().columns()) {
        if (column.name().equalsIgnoreCase(permission.column())) {
          return column.id();
        }
      }
    }
    return 0;
  }

  /** The documented short names of the permissions of the subset. */
  private static String type(String permission) {
    return switch (permission) {
      case "SELECT" -> "SL  ";
      case "INSERT" -> "IN  ";
      case "UPDATE" -> "UP  ";
      case "DELETE" -> "DL  ";
      case "EXECUTE" -> "EX  ";
      case "CONNECT" -> "CO  ";
      default -> "    ";
    };
  }
}
