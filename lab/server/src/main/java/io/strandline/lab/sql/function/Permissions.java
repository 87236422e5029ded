package io.strandline.lab.sql.function;

import io.strandline.lab.catalog.Database;
import io.strandline.lab.cdc.CaptureInstance;
import io.strandline.lab.sql.query.StatementContext;
import io.strandline.lab.store.Table;
import java.util.Locale;

/** Answers HAS_PERMS_BY_NAME for objects. */
final class Permissions {

  private Permissions() {}

  static boolean has(StatementContext context, String object, String permission, String column) {
    QualifiedName name = QualifiedName.parse(object);
    if (name == null) {
      return false;
    }
    Database database =
        name.database() == null ? context.database() : context.server().find(name.database());
    if (database == null) {
      return false;
    }
    String right = permission.toUpperCase(Locale.ROOT);
    if (name.schema().equalsIgnoreCase("cdc")) {
      if (name.name().equalsIgnoreCase("lsn_time_mapping")) {
        return database.cdc().isEnabled() && right.equals("SELECT");
      }
      CaptureInstance instance = database.changeTable(name.name());
      return instance != null
          && context.access().allows(database, right, instance.objectId(), "cdc", column);
    }
    Table table = database.table(name.schema(), name.name());
    return table != null
        && context.access().allows(database, right, table.objectId(), table.schemaName(), column);
  }
}
