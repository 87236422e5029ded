package io.strandline.lab.sql.exec;

import io.strandline.lab.catalog.Database;
import io.strandline.lab.sql.ast.Expr;
import io.strandline.lab.sql.ast.Statement;
import io.strandline.lab.sql.query.Bound;
import io.strandline.lab.sql.query.Choice;
import io.strandline.lab.sql.query.Library;
import io.strandline.lab.sql.query.StatementContext;
import io.strandline.lab.sql.query.Variables;
import io.strandline.lab.sql.type.Assignment;
import io.strandline.lab.sql.type.Coercion;
import io.strandline.lab.sql.type.SqlErrors;
import io.strandline.lab.store.ColumnDef;
import io.strandline.lab.store.Table;
import io.strandline.lab.store.TableSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The SET clause of an UPDATE, computed row by row on the row's old values. */
final class SetList {

  private record SetColumn(int position, ColumnDef column, Bound value) {}

  private record SetVariable(Variables.Variable variable, Bound value) {}

  private final StatementContext context;
  private final ColumnErrors errors;
  private final TableRules rules;
  private final Database database;
  private final List<SetColumn> sets = new ArrayList<>();
  private final List<SetVariable> variables = new ArrayList<>();

  private SetList(StatementContext context, Library library, Database database, Table table) {
    this.context = context;
    this.database = database;
    this.errors = new ColumnErrors(database.name(), table);
    this.rules = new TableRules(context, library, database, table);
  }

  static SetList bind(
      StatementContext context,
      Library library,
      Database database,
      Table table,
      List<Statement.SetClause> clauses,
      Function<Expr, Bound> binder) {
    SetList list = new SetList(context, library, database, table);
    for (Statement.SetClause clause : clauses) {
      list.add(clause, table.schema(), binder);
    }
    return list;
  }

  private void add(Statement.SetClause clause, TableSchema schema, Function<Expr, Bound> binder) {
    String column = clause.column();
    String variable = clause.variable();
    Bound value =
        column == null
            ? binder.apply(clause.value())
            : column(clause, schema.indexOf(column), schema, binder);
    if (variable != null) {
      variables.add(new SetVariable(context.variables().get(variable), value));
    }
  }

  private Bound column(
      Statement.SetClause clause, int position, TableSchema schema, Function<Expr, Bound> binder) {
    if (position < 0) {
      throw SqlErrors.invalidColumn(String.valueOf(clause.column()));
    }
    ColumnDef column = schema.columns().get(position);
    if (column.identity()) {
      throw ColumnErrors.identityUpdate(column);
    }
    if (column.isComputed()) {
      throw ColumnErrors.computed(column);
    }
    if (InsertRunner.isRowversion(column)) {
      throw ColumnErrors.rowversion(false);
    }
    if (sets.stream().anyMatch(other -> other.position() == position)) {
      throw SqlErrors.columnTwice(column.name());
    }
    Bound value = binder.apply(InsertRunner.orDefault(clause.value(), column));
    Coercion.check(value.type(), column.type(), false);
    sets.add(new SetColumn(position, column, value));
    return value;
  }

  /** A row's new values. */
  @Nullable Object[] updated(Choice row, @Nullable Object[] current) {
    @Nullable Object[] changed = current.clone();
    for (SetColumn set : sets) {
      ColumnDef column = set.column();
      Object value = row.eval(set.value(), current);
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
        changed[i] = database.nextRowversion();
      }
    }
    rules.compute(changed);
    rules.check(changed, "UPDATE");
    for (SetVariable set : variables) {
      Object value = row.eval(set.value(), current);
      set.variable().set(Coercion.convert(value, set.value().type(), set.variable().type()));
    }
    return changed;
  }
}
