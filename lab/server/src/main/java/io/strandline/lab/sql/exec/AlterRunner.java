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
import io.strandline.lab.sql.type.Assignment;
import io.strandline.lab.store.ColumnDef;
import io.strandline.lab.store.KeyDef;
import io.strandline.lab.store.SchemaEditor;
import io.strandline.lab.store.Table;
import io.strandline.lab.store.TableSchema;
import org.jspecify.annotations.Nullable;

/** Runs ALTER TABLE and CREATE INDEX. */
final class AlterRunner {

  private final LabSession session;
  private final StatementContext context;

  AlterRunner(LabSession session, StatementContext context) {
    this.session = session;
    this.context = context;
  }

  private Table table(ObjectName name) {
    Database database = context.database(name);
    Table table = database.table(name.schema() == null ? "dbo" : name.schema(), name.name());
    if (table == null || !context.access().isOwner(database)) {
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
    SchemaEditor editor = new SchemaEditor(table, context.txn());
    TableSchema schema = table.schema();
    if (schema.keys().stream().anyMatch(key -> key.name().equalsIgnoreCase(index.name()))) {
      throw SqlException.of(
          1913,
          16,
          1,
          "The operation failed because an index or statistics with name '"
              + index.name()
              + "' already exists on table '"
              + index.table().text()
              + "'.");
    }
    editor.addKey(
        new KeyDef(
            index.name(),
            false,
            index.unique(),
            false,
            schema.keys().size() + 1,
            TableRunner.parts(index.columns(), schema)));
  }

  void run(Statement.AlterTable alter) {
    Table table = table(alter.name());
    SchemaEditor editor = new SchemaEditor(table, context.txn());
    if (alter.action() instanceof Statement.AddColumns add) {
      for (Statement.ColumnDefinition column : add.columns()) {
        add(table, editor, column, alter.text());
      }
      for (Statement.KeyConstraint constraint : add.constraints()) {
        addKey(table, editor, constraint);
      }
    } else if (alter.action() instanceof Statement.DropColumns drop) {
      for (String name : drop.names()) {
        editor.drop(unkeyed(table, name, "DROP"), alter.text());
      }
    } else {
      alter(table, editor, ((Statement.AlterColumn) alter.action()).column(), alter.text());
    }
  }

  private void add(
      Table table, SchemaEditor editor, Statement.ColumnDefinition column, String command) {
    TableSchema schema = table.schema();
    if (schema.indexOf(column.name()) >= 0) {
      throw SqlException.of(
          2705,
          16,
          4,
          "Column names in each table must be unique. Column name '"
              + column.name()
              + "' in table '"
              + table.name()
              + "' is specified more than once.");
    }
    ColumnDef made = TableRunner.columnOf(column, schema.width() + 1, false);
    Expr value = column.defaultValue();
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
            missing),
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

  private void addKey(Table table, SchemaEditor editor, Statement.KeyConstraint constraint) {
    TableSchema schema = table.schema();
    if (constraint.primary()) {
      throw SqlException.of(
          1750,
          16,
          0,
          "Could not create constraint or index. The lab makes a primary key only with its"
              + " table.");
    }
    editor.addKey(TableRunner.keyOf(constraint, table.name(), schema, schema.keys().size() + 1));
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
    for (KeyDef key : table.schema().keys()) {
      if (key.parts().stream().anyMatch(part -> part.columnId() == column.id())) {
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
    }
    return column;
  }

  private void alter(
      Table table, SchemaEditor editor, Statement.ColumnDefinition wanted, String command) {
    ColumnDef from = unkeyed(table, wanted.name(), "ALTER");
    boolean nullable = !Boolean.FALSE.equals(wanted.nullable());
    if (!nullable && new RowChanger(context, table).hasNull(from)) {
      throw new ColumnErrors(context.database().name(), table).nullValue(from, "UPDATE");
    }
    ColumnDef to =
        new ColumnDef(
            from.id(),
            from.name(),
            wanted.type(),
            wanted.typeName(),
            nullable,
            from.identity(),
            from.defaultValue(),
            from.missingValue());
    Assignment assignment =
        new Assignment(
            context.database().name() + "." + table.schemaName() + "." + table.name(),
            from.name(),
            context.server().majorVersion());
    editor.alter(from, to, assignment, command);
  }
}
