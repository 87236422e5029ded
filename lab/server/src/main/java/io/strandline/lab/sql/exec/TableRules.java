package io.strandline.lab.sql.exec;

import io.strandline.lab.catalog.Database;
import io.strandline.lab.session.Column;
import io.strandline.lab.session.SqlException;
import io.strandline.lab.sql.ast.Expr;
import io.strandline.lab.sql.query.Bound;
import io.strandline.lab.sql.query.Library;
import io.strandline.lab.sql.query.RowSelection;
import io.strandline.lab.sql.query.StatementContext;
import io.strandline.lab.sql.query.TableVariable;
import io.strandline.lab.store.ColumnDef;
import io.strandline.lab.store.ConstraintDef;
import io.strandline.lab.store.Table;
import io.strandline.lab.store.TableSchema;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a table asks of each row that a statement makes: computed columns and CHECK. */
final class TableRules {

  private record Formula(int position, Bound value) {}

  private record Rule(ConstraintDef.Check check, Bound.Test test) {}

  private final Database database;
  private final Table table;
  private final RowSelection row;
  private final List<Formula> formulas = new ArrayList<>();
  private final List<Rule> checks = new ArrayList<>();

  TableRules(StatementContext context, Library library, Database database, Table table) {
    this.database = database;
    this.table = table;
    TableSchema schema = table.schema();
    this.row = bindable(context, library, schema, table.name());
    for (int i = 0; i < schema.columns().size(); i++) {
      ColumnDef column = schema.columns().get(i);
      ColumnDef.Computed computed = column.computed();
      if (computed != null) {
        formulas.add(new Formula(i, row.bind(computed.expr()).as(column.type())));
      }
    }
    for (ConstraintDef constraint : schema.constraints()) {
      if (constraint instanceof ConstraintDef.Check check) {
        checks.add(new Rule(check, row.condition(check.condition())));
      }
    }
  }

  /** A table's row, for expressions on its columns. */
  static RowSelection bindable(
      StatementContext context, Library library, TableSchema schema, String name) {
    return RowSelection.bind(context, library, new TableVariable(columns(schema)), name, null);
  }

  /** A table's columns as a result's. */
  static List<Column> columns(TableSchema schema) {
    List<Column> columns = new ArrayList<>();
    for (ColumnDef column : schema.columns()) {
      columns.add(new Column(column.name(), column.type(), column.nullable(), column.identity()));
    }
    return columns;
  }

  /** Fills in the computed columns of a row. */
  void compute(@Nullable Object[] values) {
    for (Formula formula : formulas) {
      values[formula.position()] = row.eval(formula.value(), values);
    }
  }

  /** Error 547 for a row that makes a CHECK false. */
  void check(@Nullable Object[] values, String statement) {
    for (Rule rule : checks) {
      if (Boolean.FALSE.equals(row.test(rule.test(), values))) {
        throw conflict(statement, rule.check());
      }
    }
  }

  private SqlException conflict(String statement, ConstraintDef.Check check) {
    String column = onlyColumn(check.condition());
    return SqlException.of(
        547,
        16,
        0,
        "The "
            + statement
            + " statement conflicted with the CHECK constraint \""
            + check.name()
            + "\". The conflict occurred in database \""
            + database.name()
            + "\", table \""
            + table.schemaName()
            + "."
            + table.name()
            + "\""
            + (column == null ? "." : ", column '" + column + "'."));
  }

  /** The column that a condition is about, if it is about one. */
  private @Nullable String onlyColumn(Expr condition) {
    List<String> names = ColumnNames.in(condition);
    return names.size() == 1 ? names.get(0) : null;
  }
}
