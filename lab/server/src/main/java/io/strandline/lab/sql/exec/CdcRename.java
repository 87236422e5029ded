package io.strandline.lab.sql.exec;

import io.strandline.lab.catalog.Database;
import io.strandline.lab.cdc.CaptureInstance;
import io.strandline.lab.session.SqlException;
import io.strandline.lab.store.ColumnDef;
import io.strandline.lab.store.KeyDef;
import io.strandline.lab.store.Table;
import org.jspecify.annotations.Nullable;

/**
 * What {@code sp_rename} and key changes may not touch because capture uses it.
 *
 * <p>Measured on 2022: a captured column cannot be renamed, as it is REPLICATED (error 4928,
 * general knowledge); a table or an uncaptured column can, and neither is recorded. An instance
 * keeps its name and shows the table's new one.
 */
final class CdcRename {

  private CdcRename() {}

  /** Why a column may not be renamed; {@code null} if it may. */
  static @Nullable SqlException columnRefusal(Database database, Table table, ColumnDef column) {
    for (CaptureInstance instance : database.cdc().instancesOf(table)) {
      if (instance.columns().stream().anyMatch(each -> each.columnId() == column.id())) {
        return SqlException.of(
            4928, 16, 1, "Cannot alter column '" + column.name() + "' because it is 'REPLICATED'.");
      }
    }
    return null;
  }

  /** Why an index or constraint may not be dropped (documented); {@code null} if it may. */
  static @Nullable SqlException keyRefusal(Database database, Table table, KeyDef key) {
    for (CaptureInstance instance : database.cdc().instancesOf(table)) {
      if (key.name().equalsIgnoreCase(instance.indexName())) {
        return key.constraint()
            ? SqlException.of(
                22979,
                16,
                1,
                "The unique index '"
                    + key.name()
                    + "' on table '"
                    + table.name()
                    + "' is used by Change Data Capture. The constraint using this index cannot be"
                    + " dropped or disabled.")
            : SqlException.of(
                22983,
                16,
                1,
                "The unique index '"
                    + key.name()
                    + "' on source table '"
                    + table.name()
                    + "' is used by Change Data Capture. To alter or drop the index, you must"
                    + " first disable Change Data Capture on the table.");
      }
    }
    return null;
  }
}
