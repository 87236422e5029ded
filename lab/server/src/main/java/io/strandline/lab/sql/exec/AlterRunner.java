package io.strandline.lab.sql.exec;

import io.strandline.lab.catalog.Database;
import io.strandline.lab.session.SqlException;
import io.strandline.lab.sql.ast.Expr;
import io.strandline.lab.sql.ast.ObjectName;
import io.strandline.lab.sql.ast.Statement;
import io.strandline.lab.sql.query.Bound;
import io.strandline.lab.sql.query.ExpressionBinder;
import io.strandline.lab.sql.query.Frame;
import io.strandline.lab.sql.query.StatementContext;
import io.strandline.lab.sql.query.TemporaryTables;
import io.strandline.lab.sql.type.Assignment;
import io.strandline.lab.store.ColumnDef;
import io.strandline.lab.store.ConstraintDef;
import io.strandline.lab.store.ConstraintEditor;
import io.strandline.lab.store.SchemaEditor;
import io.strandline.lab.store.Table;
import io.strandline.lab.store.TableSchema;
import org.jspecify.annotations.Nullable;

/** Runs ALTER TABLE on columns; {@link ConstraintRunner} does keys and constraints. */
final class AlterRunner {

  private final LabSession session;
  private final StatementContext context;

  AlterRunner(LabSession session, StatementContext context) {
    this.session = session;
    this.context = context;
  }

  private Table table(ObjectName name) {
    Database database = context.database(name);
    Table table = context.table(name);
    boolean temporary = table != null && TemporaryTables.isTemporary(table.objectId());
    if (table == null || !temporary && !context.access().isOwner(database)) {
      throw SqlException.of(
          4902,
          16,
          1,
          "Cannot find the object \""
              + name.text()
              + "\" because it does not exist or you do not have permissions.");
    }
    return table;
  }

  void run(Statement.CreateIndex index) {
    Table table = table(index.table());
    constraints(index.table(), table).create(index);
  }

  void run(Statement.DropIndex index) {
    Table table = context.table(index.table());
    if (table == null && index.ifExists()) {
      return;
    }
    constraints(index.table(), table(index.table())).drop(index);
  }

  private ColumnMaker columns(ObjectName name, Table table) {
    boolean temporary = TemporaryTables.isTemporary(table.objectId());
    return new ColumnMaker(temporary ? null : context.database(name));
  }

  private ConstraintRunner constraints(ObjectName name, Table table) {
    return new ConstraintRunner(session, context, context.database(name), table);
  }

  void run(Statement.AlterTable alter) {
    Table table = table(alter.name());
    SchemaEditor editor = new SchemaEditor(table, context.txn());
    ColumnMaker columns = columns(alter.name(), table);
    if (alter.action() instanceof Statement.AddColumns add) {
      ConstraintRunner constraints = constraints(alter.name(), table);
      for (Statement.ColumnDefinition column : add.columns()) {
        add(table, editor, columns, column, alter.text());
        constraints.defaultOf(column);
      }
      add.constraints().forEach(constraints::add);
    } else if (alter.action() instanceof Statement.DropColumns drop) {
      for (String name : drop.names()) {
        if (!drop.ifExists() || table.schema().indexOf(name) >= 0) {
          editor.drop(unkeyed(table, name, "DROP"), alter.text());
        }
      }
    } else if (alter.action() instanceof Statement.DropConstraints drop) {
      constraints(alter.name(), table).drop(drop);
    } else {
      Statement.ColumnDefinition wanted = ((Statement.AlterColumn) alter.action()).column();
      alter(table, editor, columns, wanted, alter.text());
    }
  }

  private void add(
      Table table,
      SchemaEditor editor,
      ColumnMaker columns,
      Statement.ColumnDefinition column,
      String command) {
    TableSchema schema = table.schema();
    if (schema.indexOf(column.name()) >= 0) {
      throw SchemaMaker.duplicateColumn(column.name(), table.name(), 4);
    }
    if (column.computed() != null) {
      addComputed(table, editor, column, command);
      return;
    }
    ColumnDef made = columns.column(column, schema.width() + 1, false);
    Expr value = made.defaultValue();
    boolean filled = value != null && (!made.nullable() || column.withValues());
    if (!made.nullable() && value == null && !isEmpty(table)) {
      throw SqlException.of(
          4901,
          16,
          1,
          "ALTER TABLE only allows columns to be added that can contain nulls, or have a DEFAULT"
              + " definition specified, or the column being added is an identity or timestamp"
              + " column, or alternatively if none of the previous conditions are satisfied the"
              + " table must be empty to allow addition of this column. Column '"
              + column.name()
              + "' cannot be added to non-empty table '"
              + table.name()
              + "' because it does not satisfy these conditions.");
    }
    Object missing = filled && value != null ? constant(made, value) : null;
    editor.add(
        new ColumnDef(
                made.id(),
                made.name(),
                made.type(),
                made.typeName(),
                made.nullable(),
                made.identity(),
                made.defaultValue(),
                missing)
            .collated(made.collation())
            .aliased(made.alias()),
        command);
  }

  private boolean isEmpty(Table table) {
    return new RowChanger(context, table).isEmpty();
  }

  private @Nullable Object constant(ColumnDef column, Expr value) {
    Bound bound =
        ExpressionBinder.standalone(context, session.engine().library())
            .bind(value)
            .as(column.type());
    return bound.eval(new Frame(null));
  }

  private void addComputed(
      Table table, SchemaEditor editor, Statement.ColumnDefinition column, String command) {
    TableSchema schema = table.schema();
    SchemaMaker maker =
        new SchemaMaker(context, session.engine().library(), context.database()::nextObjectId);
    editor.add(maker.computed(column, schema.width() + 1, schema, table.name()), command);
    TableRules rules =
        new TableRules(context, session.engine().library(), context.database(), table);
    new ConstraintEditor(table, context.txn())
        .rewrite(
            row -> {
              rules.compute(row);
              return row;
            });
  }

  private static ColumnDef unkeyed(Table table, String name, String verb) {
    int index = table.schema().indexOf(name);
    if (index < 0) {
      throw SqlException.of(
          4924,
          16,
          1,
          "ALTER TABLE "
              + verb
              + " COLUMN failed because column '"
              + name
              + "' does not exist in table '"
              + table.name()
              + "'.");
    }
    ColumnDef column = table.schema().columns().get(index);
    TableSchema schema = table.schema();
    boolean keyed =
        schema.keys().stream()
            .flatMap(key -> key.parts().stream())
            .anyMatch(part -> part.columnId() == column.id());
    boolean constrained =
        schema.constraints().stream().anyMatch(rule -> isInTheWay(rule, column, verb));
    boolean computed =
        schema.columns().stream().anyMatch(other -> dependsOn(other.computed(), column));
    if (keyed || constrained || computed) {
      throw SqlException.of(
          4922,
          16,
          9,
          "ALTER TABLE "
              + verb
              + " COLUMN "
              + name
              + " failed because one or more objects access this column.");
    }
    return column;
  }

  /** A default keeps its column from being dropped, but not from getting another length. */
  private static boolean isInTheWay(ConstraintDef rule, ColumnDef column, String verb) {
    if (rule instanceof ConstraintDef.Check check) {
      return ColumnNames.in(check.condition()).stream()
          .anyMatch(name -> name.equalsIgnoreCase(column.name()));
    }
    boolean altered = verb.equals("ALTER") && rule instanceof ConstraintDef.Default;
    return !altered && rule.uses(column.id());
  }

  private static boolean dependsOn(ColumnDef.@Nullable Computed computed, ColumnDef column) {
    return computed != null
        && ColumnNames.in(computed.expr()).stream()
            .anyMatch(name -> name.equalsIgnoreCase(column.name()));
  }

  private void alter(
      Table table,
      SchemaEditor editor,
      ColumnMaker columns,
      Statement.ColumnDefinition wanted,
      String command) {
    ColumnDef from = unkeyed(table, wanted.name(), "ALTER");
    if (from.isComputed()) {
      throw SqlException.of(
          4928, 16, 1, "Cannot alter column '" + from.name() + "' because it is 'COMPUTED'.");
    }
    boolean nullable = !Boolean.FALSE.equals(wanted.nullable());
    if (!nullable && new RowChanger(context, table).hasNull(from)) {
      throw new ColumnErrors(context.database().name(), table).nullValue(from, "UPDATE");
    }
    ColumnDef made = columns.column(wanted, from.id(), false);
    ColumnDef to =
        new ColumnDef(
                from.id(),
                from.name(),
                made.type(),
                made.typeName(),
                nullable,
                from.identity(),
                from.defaultValue(),
                from.missingValue())
            .collated(wanted.collation())
            .aliased(made.alias());
    Assignment assignment =
        new Assignment(
            context.database().name() + "." + table.schemaName() + "." + table.name(),
            from.name(),
            context.server().majorVersion());
    editor.alter(from, to, assignment, command);
  }
}
