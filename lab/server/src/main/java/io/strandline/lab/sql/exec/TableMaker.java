package io.strandline.lab.sql.exec;

import io.strandline.lab.session.Column;
import io.strandline.lab.session.SqlException;
import io.strandline.lab.sql.ast.ObjectName;
import io.strandline.lab.sql.query.QueryPlan;
import io.strandline.lab.sql.query.StatementContext;
import io.strandline.lab.sql.type.Types;
import io.strandline.lab.store.ColumnDef;
import io.strandline.lab.store.IdentityCounter;
import io.strandline.lab.store.RowCursor;
import io.strandline.lab.store.Table;
import io.strandline.lab.store.TableSchema;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Runs SELECT INTO: a table of a query's columns and rows. */
final class TableMaker {

  private final LabSession session;
  private final StatementContext context;

  TableMaker(LabSession session, StatementContext context) {
    this.session = session;
    this.context = context;
  }

  /** Makes the table; how many rows it got. */
  long make(ObjectName name, QueryPlan plan) {
    session.transactions().requireWritable();
    List<ColumnDef> columns = new ArrayList<>();
    for (Column column : plan.columns()) {
      if (column.name().isEmpty()) {
        throw SqlException.of(
            1038,
            15,
            5,
            "An object or column name is missing or empty. For SELECT INTO statements, verify each"
                + " column has a name. For other statements, look for empty alias names. Aliases"
                + " defined as \"\" or [] are not allowed. Change the alias to a valid name.");
      }
      columns.add(
          new ColumnDef(
              columns.size() + 1,
              column.name(),
              column.type(),
              Types.name(column.type()),
              column.nullable(),
              column.identity(),
              null,
              null));
    }
    TableSchema schema = new TableSchema(columns, columns.size(), List.of());
    IdentityCounter identity = new IdentityCounter(1, 1);
    List<@Nullable Object[]> rows = new ArrayList<>();
    RowCursor cursor = plan.open(null);
    for (@Nullable Object @Nullable [] row = cursor.next(); row != null; row = cursor.next()) {
      rows.add(row);
    }
    Table table = new TableRunner(session, context).make(name, schema, identity);
    RowChanger changer = new RowChanger(context, table);
    for (@Nullable Object[] row : rows) {
      for (int i = 0; i < row.length; i++) {
        if (columns.get(i).identity() && row[i] instanceof Number number) {
          identity.pass(number.longValue());
        }
      }
      changer.writer().insert(row);
    }
    return rows.size();
  }
}
