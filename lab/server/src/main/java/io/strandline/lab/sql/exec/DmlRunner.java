package io.strandline.lab.sql.exec;

import io.strandline.lab.catalog.Database;
import io.strandline.lab.session.SqlException;
import io.strandline.lab.sql.ast.Expr;
import io.strandline.lab.sql.ast.ObjectName;
import io.strandline.lab.sql.ast.Statement;
import io.strandline.lab.sql.query.Access;
import io.strandline.lab.sql.query.Bound;
import io.strandline.lab.sql.query.Library;
import io.strandline.lab.sql.query.RowSelection;
import io.strandline.lab.sql.query.StatementContext;
import io.strandline.lab.sql.type.Assignment;
import io.strandline.lab.sql.type.Coercion;
import io.strandline.lab.sql.type.SqlErrors;
import io.strandline.lab.sql.type.Types;
import io.strandline.lab.sql.view.TableRelation;
import io.strandline.lab.store.ColumnDef;
import io.strandline.lab.store.LockMode;
import io.strandline.lab.store.Table;
import io.strandline.lab.store.TableSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Runs INSERT, UPDATE and DELETE. */
final class DmlRunner {

  private record SetColumn(int position, ColumnDef column, Bound value) {}

  private final BatchScope scope;
  private final BatchRunner batch;
  private final StatementContext context;
  private final Library library;

  DmlRunner(BatchScope scope, BatchRunner batch, StatementContext context) {
    this.scope = scope;
    this.batch = batch;
    this.context = context;
    this.library = scope.session().engine().library();
  }

  /** Runs a statement; how many rows it changed. */
  long run(Statement statement) {
    if (statement instanceof Statement.Insert insert) {
      return new InsertRunner(scope, batch, context).run(insert);
    }
    if (statement instanceof Statement.Update update) {
      return update(update);
    }
    return delete((Statement.Delete) statement);
  }

  /** The table of a statement, with the permission to change it. */
  static Table table(StatementContext context, Statement.TableTarget target, String permission) {
    ObjectName name = target.name();
    Database database = context.database(name);
    String schema = name.schema() == null ? "dbo" : name.schema();
    Table table = database.table(schema, name.name());
    if (table == null) {
      throw SqlErrors.invalidObject(name.text());
    }
    if (!context.access().allows(database, permission, table.objectId(), table.schemaName(), "")) {
      throw Access.denied(permission, table.name(), database, table.schemaName());
    }
    Set<String> hints = target.hints();
    if (hints.contains("TABLOCKX") || hints.contains("TABLOCK") || hints.contains("XLOCK")) {
      context.txn().lock(table, LockMode.EXCLUSIVE);
    }
    return table;
  }

  private static Statement.TableTarget tableTarget(Statement.Target target) {
    if (target instanceof Statement.TableTarget table) {
      return table;
    }
    throw SqlErrors.syntax(((Statement.VariableTarget) target).name());
  }

  private RowSelection selection(Statement.TableTarget target, Table table, @Nullable Expr where) {
    Database database = context.database(target.name());
    TableRelation relation = new TableRelation(context, database, table, Set.of("READCOMMITTED"));
    return RowSelection.bind(context, library, relation, table.name(), where);
  }

  private long limit(@Nullable Expr top) {
    if (top == null) {
      return Long.MAX_VALUE;
    }
    return RowChanger.limit(StatementRunner.constant(scope.session(), context, top, Types.BIGINT));
  }

  private long delete(Statement.Delete delete) {
    Statement.TableTarget target = tableTarget(delete.target());
    Table table = table(context, target, "DELETE");
    RowChanger changer = new RowChanger(context, table);
    return changer.delete(selection(target, table, delete.where()), limit(delete.top()));
  }

  private long update(Statement.Update update) {
    Statement.TableTarget target = tableTarget(update.target());
    Table table = table(context, target, "UPDATE");
    RowChanger changer = new RowChanger(context, table);
    RowSelection selection = selection(target, table, update.where());
    List<SetColumn> sets = sets(update, changer.schema(), selection);
    ColumnErrors errors = new ColumnErrors(context.database(target.name()).name(), table);
    return changer.update(
        selection, limit(update.top()), row -> updated(row, sets, selection, errors));
  }

  private static List<SetColumn> sets(
      Statement.Update update, TableSchema schema, RowSelection selection) {
    List<SetColumn> sets = new ArrayList<>();
    for (Statement.SetClause set : update.sets()) {
      int position = schema.indexOf(set.column());
      if (position < 0) {
        throw SqlErrors.invalidColumn(set.column());
      }
      ColumnDef column = schema.columns().get(position);
      if (column.identity()) {
        throw ColumnErrors.identityUpdate(column);
      }
      if (InsertRunner.isRowversion(column)) {
        throw ColumnErrors.rowversion(false);
      }
      if (sets.stream().anyMatch(other -> other.position() == position)) {
        throw SqlException.of(
            264,
            16,
            1,
            "The column name '"
                + column.name()
                + "' is specified more than once in the SET clause or column list of an INSERT. A"
                + " column cannot be assigned more than one value in the same clause.");
      }
      Bound value = selection.bind(InsertRunner.orDefault(set.value(), column));
      Coercion.check(value.type(), column.type(), false);
      sets.add(new SetColumn(position, column, value));
    }
    return sets;
  }

  private @Nullable Object[] updated(
      @Nullable Object[] row, List<SetColumn> sets, RowSelection selection, ColumnErrors errors) {
    @Nullable Object[] changed = row.clone();
    for (SetColumn set : sets) {
      ColumnDef column = set.column();
      Object value = selection.eval(set.value(), row);
      if (value == null && !column.nullable()) {
        throw errors.nullValue(column, "UPDATE");
      }
      changed[set.position()] =
          new Assignment(errors.fullName(), column.name(), context.server().majorVersion())
              .store(value, set.value().type(), column.type());
    }
    List<ColumnDef> columns = errors.table().schema().columns();
    for (int i = 0; i < changed.length; i++) {
      if (InsertRunner.isRowversion(columns.get(i))) {
        changed[i] = context.database().nextRowversion();
      }
    }
    return changed;
  }
}
