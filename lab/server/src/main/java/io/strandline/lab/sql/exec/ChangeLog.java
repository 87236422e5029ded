package io.strandline.lab.sql.exec;

import io.strandline.lab.catalog.Database;
import io.strandline.lab.session.Column;
import io.strandline.lab.session.SqlType;
import io.strandline.lab.sql.ast.Statement;
import io.strandline.lab.sql.query.OutputPlan;
import io.strandline.lab.sql.query.StatementContext;
import io.strandline.lab.store.Table;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Collects the rows that a statement changes, for OUTPUT and for foreign keys. */
final class ChangeLog {

  private final BatchScope scope;
  private final StatementContext context;
  private final Statement.@Nullable Output output;
  private final @Nullable OutputPlan plan;
  private final ForeignKeys keys;
  private final boolean keepsAdded;
  private final boolean keepsRemoved;
  private final List<@Nullable Object[]> out = new ArrayList<>();
  private final List<@Nullable Object[]> added = new ArrayList<>();
  private final List<@Nullable Object[]> removed = new ArrayList<>();

  ChangeLog(
      BatchScope scope,
      StatementContext context,
      Database database,
      Table table,
      Statement.@Nullable Output output,
      boolean inserts,
      boolean deletes) {
    this.scope = scope;
    this.context = context;
    this.output = output;
    this.plan =
        output == null
            ? null
            : OutputPlan.bind(
                context,
                scope.session().engine().library(),
                output,
                TableRules.columns(table.schema()),
                inserts,
                deletes);
    this.keys = new ForeignKeys(context, database, table);
    this.keepsAdded = !ForeignKeys.of(table).isEmpty();
    this.keepsRemoved = keys.isReferenced();
  }

  void inserted(@Nullable Object[] row) {
    changed(row, row, true, false);
  }

  void deleted(@Nullable Object[] before, @Nullable Object[] after) {
    changed(before, after, false, true);
  }

  void updated(@Nullable Object[] before, @Nullable Object[] after) {
    changed(before, after, true, true);
  }

  private void changed(
      @Nullable Object[] before, @Nullable Object[] after, boolean adds, boolean removes) {
    if (plan != null) {
      out.add(plan.row(after, before));
    }
    if (adds && keepsAdded) {
      added.add(after);
    }
    if (removes && keepsRemoved) {
      removed.add(before);
    }
  }

  /** Tests the foreign keys and hands the output on. */
  DmlResult finish(String statement, long count) {
    keys.checkAdded(added, statement);
    keys.checkRemoved(removed, statement);
    if (plan == null || output == null) {
      return new DmlResult(count, null, List.of());
    }
    if (output.into() == null) {
      return new DmlResult(count, plan.columns(), out);
    }
    SqlType[] types = plan.columns().stream().map(Column::type).toArray(SqlType[]::new);
    new InsertRunner(scope, new BatchRunner(scope), context)
        .intoTarget(output.into(), output.columns(), types, out);
    return new DmlResult(count, null, List.of());
  }
}
