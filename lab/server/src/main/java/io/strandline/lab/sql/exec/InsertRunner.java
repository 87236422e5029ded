package io.strandline.lab.sql.exec;

import io.strandline.lab.catalog.Database;
import io.strandline.lab.session.Column;
import io.strandline.lab.session.SqlType;
import io.strandline.lab.session.SqlType.Kind;
import io.strandline.lab.sql.ast.Expr;
import io.strandline.lab.sql.ast.Statement;
import io.strandline.lab.sql.query.Bound;
import io.strandline.lab.sql.query.ExpressionBinder;
import io.strandline.lab.sql.query.Frame;
import io.strandline.lab.sql.query.QueryBinder;
import io.strandline.lab.sql.query.QueryPlan;
import io.strandline.lab.sql.query.StatementContext;
import io.strandline.lab.sql.query.TableVariable;
import io.strandline.lab.sql.type.Assignment;
import io.strandline.lab.sql.type.Coercion;
import io.strandline.lab.sql.type.SqlErrors;
import io.strandline.lab.sql.type.Types;
import io.strandline.lab.store.ColumnDef;
import io.strandline.lab.store.RowCursor;
import io.strandline.lab.store.Table;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Runs INSERT. */
final class InsertRunner {

  /** Rows with the types of their values; a {@code null} type stands for DEFAULT. */
  private record Rows(List<@Nullable SqlType[]> types, List<@Nullable Object[]> values) {}

  private final BatchScope scope;
  private final BatchRunner batch;
  private final StatementContext context;
  private final ExpressionBinder binder;

  InsertRunner(BatchScope scope, BatchRunner batch, StatementContext context) {
    this.scope = scope;
    this.batch = batch;
    this.context = context;
    this.binder = ExpressionBinder.standalone(context, scope.session().engine().library());
  }

  DmlResult run(Statement.Insert insert) {
    Statement.Output output = insert.output();
    if (insert.target() instanceof Statement.VariableTarget variable) {
      TableVariable table = context.variables().table(variable.name());
      if (output != null) {
        throw SqlErrors.syntax("OUTPUT");
      }
      int[] positions = table.positions(insert.columns());
      Rows rows = rows(insert, positions.length);
      return new DmlResult(intoVariable(table, variable.name(), positions, rows), null, List.of());
    }
    Statement.TableTarget target = (Statement.TableTarget) insert.target();
    Table table = DmlRunner.table(context, target, "INSERT");
    int[] positions = positions(insert.columns(), table.schema().columns(), table);
    Rows rows = rows(insert, positions.length);
    return intoTable(target, table, positions, rows, output);
  }

  /** Inserts rows that another statement puts out. */
  void intoTarget(
      Statement.Target into,
      List<String> names,
      @Nullable SqlType[] types,
      List<@Nullable Object[]> values) {
    List<@Nullable SqlType[]> repeated = new ArrayList<>();
    values.forEach(row -> repeated.add(types));
    Rows rows = new Rows(repeated, values);
    if (into instanceof Statement.VariableTarget variable) {
      TableVariable table = context.variables().table(variable.name());
      int[] positions = table.positions(names);
      requireWidth(positions, types, names);
      intoVariable(table, variable.name(), positions, rows);
      return;
    }
    Statement.TableTarget target = (Statement.TableTarget) into;
    Table table = DmlRunner.table(context, target, "INSERT");
    int[] positions = positions(names, table.schema().columns(), table);
    requireWidth(positions, types, names);
    intoTable(target, table, positions, rows, null);
  }

  private static void requireWidth(int[] positions, @Nullable SqlType[] types, List<String> names) {
    if (positions.length != types.length) {
      throw ColumnErrors.valueCount(!names.isEmpty(), true, types.length > positions.length);
    }
  }

  private DmlResult intoTable(
      Statement.TableTarget target,
      Table table,
      int[] positions,
      Rows rows,
      Statement.@Nullable Output output) {
    Database database = context.database(target.name());
    RowChanger changer = new RowChanger(context, table);
    List<ColumnDef> columns = changer.schema().columns();
    ColumnErrors errors = new ColumnErrors(database.name(), table);
    TableRules rules = new TableRules(context, scope.session().engine().library(), database, table);
    ChangeLog changes = new ChangeLog(scope, context, database, table, output, true, false);
    for (int i = 0; i < rows.values().size(); i++) {
      @Nullable Object[] row =
          row(columns, positions, rows.types().get(i), rows.values().get(i), errors);
      rules.compute(row);
      requireValues(columns, row, errors);
      rules.check(row, "INSERT");
      changer.writer().insert(changer.schema().store(row));
      changes.inserted(row);
    }
    return changes.finish("INSERT", rows.values().size());
  }

  private static void requireValues(
      List<ColumnDef> columns, @Nullable Object[] row, ColumnErrors errors) {
    for (int i = 0; i < row.length; i++) {
      if (row[i] == null && !columns.get(i).nullable()) {
        throw errors.nullValue(columns.get(i), "INSERT");
      }
    }
  }

  static boolean isRowversion(ColumnDef column) {
    return column.type().kind() == Kind.ROWVERSION;
  }

  /** DEFAULT as the column's own expression, NULL if it has none. */
  static Expr orDefault(Expr expr, ColumnDef column) {
    if (expr instanceof Expr.Call call && call.name().equals(Statement.DEFAULT)) {
      Expr value = column.defaultValue();
      return value == null ? new Expr.Literal(Types.UNTYPED_NULL, null) : value;
    }
    return expr;
  }

  /** The table's positions that values go to. */
  private int[] positions(List<String> names, List<ColumnDef> columns, Table table) {
    List<Integer> positions = new ArrayList<>();
    boolean identityGiven = scope.session().options().allowsIdentityInsert(table.name());
    if (names.isEmpty()) {
      for (int i = 0; i < columns.size(); i++) {
        ColumnDef column = columns.get(i);
        boolean made = column.identity() && !identityGiven || column.isComputed();
        if (!made) {
          positions.add(i);
        }
      }
    }
    for (String name : names) {
      int position = table.schema().indexOf(name);
      if (position < 0) {
        throw SqlErrors.invalidColumn(name);
      }
      if (positions.contains(position)) {
        throw SqlErrors.columnTwice(name);
      }
      if (columns.get(position).isComputed()) {
        throw ColumnErrors.computed(columns.get(position));
      }
      if (columns.get(position).identity() && !identityGiven) {
        throw new ColumnErrors("", table).identityGiven();
      }
      positions.add(position);
    }
    return positions.stream().mapToInt(Integer::intValue).toArray();
  }

  private Rows rows(Statement.Insert insert, int width) {
    boolean named = !insert.columns().isEmpty();
    if (insert.source() instanceof Statement.RowsSource source) {
      return constants(source.rows(), width, named);
    }
    if (insert.source() instanceof Statement.QuerySource source) {
      return queried(source, width, named);
    }
    if (insert.source() instanceof Statement.ExecuteSource source) {
      return executed(source, width, named);
    }
    return new Rows(
        List.<@Nullable SqlType[]>of(new SqlType[width]),
        List.<@Nullable Object[]>of(new Object[width]));
  }

  private Rows constants(List<List<Expr>> source, int width, boolean named) {
    Rows rows = new Rows(new ArrayList<>(), new ArrayList<>());
    Frame frame = new Frame(null);
    for (List<Expr> cells : source) {
      if (cells.size() != width) {
        throw ColumnErrors.valueCount(named, false, cells.size() > width);
      }
      @Nullable SqlType[] types = new SqlType[width];
      @Nullable Object[] values = new @Nullable Object[width];
      for (int i = 0; i < width; i++) {
        boolean isDefault =
            cells.get(i) instanceof Expr.Call call && call.name().equals(Statement.DEFAULT);
        if (!isDefault) {
          Bound bound = binder.bind(cells.get(i));
          types[i] = bound.type();
          values[i] = bound.eval(frame);
        }
      }
      rows.types().add(types);
      rows.values().add(values);
    }
    return rows;
  }

  private Rows queried(Statement.QuerySource source, int width, boolean named) {
    QueryPlan plan =
        new QueryBinder(context, scope.session().engine().library()).bind(source.query());
    List<@Nullable Object[]> values = new ArrayList<>();
    RowCursor cursor = plan.open(null);
    for (@Nullable Object @Nullable [] row = cursor.next(); row != null; row = cursor.next()) {
      values.add(row);
    }
    return typed(plan.columns(), values, width, named);
  }

  private Rows executed(Statement.ExecuteSource source, int width, boolean named) {
    RowCollector collector = new RowCollector();
    BatchScope inner =
        new BatchScope(
            scope.session(), scope.variables(), collector, batch.isGuarded(), scope.nesting() + 1);
    new ExecuteRunner(inner, batch).run(source.execute());
    collector.rethrow();
    return typed(collector.columns(), collector.rows(), width, named);
  }

  private static Rows typed(
      List<Column> columns, List<@Nullable Object[]> values, int width, boolean named) {
    if (columns.size() != width) {
      throw ColumnErrors.valueCount(named, true, columns.size() > width);
    }
    @Nullable SqlType[] types = columns.stream().map(Column::type).toArray(SqlType[]::new);
    List<@Nullable SqlType[]> repeated = new ArrayList<>(values.size());
    values.forEach(row -> repeated.add(types));
    return new Rows(repeated, values);
  }

  private @Nullable Object[] row(
      List<ColumnDef> columns,
      int[] positions,
      @Nullable SqlType[] types,
      @Nullable Object[] values,
      ColumnErrors errors) {
    @Nullable Object[] row = new @Nullable Object[columns.size()];
    boolean[] given = new boolean[columns.size()];
    for (int i = 0; i < positions.length; i++) {
      SqlType type = types[i];
      if (type != null) {
        ColumnDef column = columns.get(positions[i]);
        given[positions[i]] = true;
        row[positions[i]] = stored(column, values[i], type, errors);
      }
    }
    for (int i = 0; i < row.length; i++) {
      ColumnDef column = columns.get(i);
      if (!given[i]) {
        row[i] = made(column, errors);
      } else if (column.identity() && row[i] instanceof Number number) {
        errors.table().identity().pass(number.longValue());
      }
    }
    return row;
  }

  private @Nullable Object stored(
      ColumnDef column, @Nullable Object value, SqlType type, ColumnErrors errors) {
    if (isRowversion(column)) {
      throw ColumnErrors.rowversion(true);
    }
    Coercion.check(type, column.type(), false);
    return new Assignment(errors.fullName(), column.name(), context.server().majorVersion())
        .store(value, type, column.type());
  }

  private @Nullable Object made(ColumnDef column, ColumnErrors errors) {
    if (column.identity()) {
      long number = errors.table().identity().take();
      scope.session().lastIdentity(number);
      return Coercion.convert(number, Types.BIGINT, column.type());
    }
    if (isRowversion(column)) {
      return context.database().nextRowversion();
    }
    Expr value = column.defaultValue();
    if (value == null) {
      return null;
    }
    Bound bound = binder.bind(value);
    return stored(column, bound.eval(new Frame(null)), bound.type(), errors);
  }

  private long intoVariable(TableVariable table, String name, int[] positions, Rows rows) {
    List<Column> columns = table.columns();
    for (int r = 0; r < rows.values().size(); r++) {
      @Nullable Object[] row = new @Nullable Object[columns.size()];
      boolean[] given = new boolean[columns.size()];
      for (int i = 0; i < positions.length; i++) {
        SqlType type = rows.types().get(r)[i];
        Column column = columns.get(positions[i]);
        if (type != null) {
          given[positions[i]] = true;
          row[positions[i]] =
              new Assignment(name, column.name(), context.server().majorVersion())
                  .store(rows.values().get(r)[i], type, column.type());
        }
      }
      table.add(row, given, binder);
    }
    return rows.values().size();
  }
}
