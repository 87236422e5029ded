package io.strandline.lab.sql.exec;

import io.strandline.lab.catalog.Database;
import io.strandline.lab.session.SqlException;
import io.strandline.lab.sql.ast.Statement;
import io.strandline.lab.sql.query.ExpressionBinder;
import io.strandline.lab.sql.query.Frame;
import io.strandline.lab.sql.query.Library;
import io.strandline.lab.sql.query.StatementContext;
import io.strandline.lab.sql.query.TemporaryTables;
import io.strandline.lab.sql.type.SqlErrors;
import io.strandline.lab.store.ColumnDef;
import io.strandline.lab.store.ConstraintDef;
import io.strandline.lab.store.ConstraintEditor;
import io.strandline.lab.store.KeyDef;
import io.strandline.lab.store.ReadView;
import io.strandline.lab.store.RowRef;
import io.strandline.lab.store.SchemaEditor;
import io.strandline.lab.store.Table;
import io.strandline.lab.store.TableSchema;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Adds and drops the indexes and constraints of one table. */
final class ConstraintRunner {

  private final StatementContext context;
  private final Library library;
  private final Database database;
  private final Table table;
  private final ConstraintEditor editor;
  private final SchemaMaker maker;

  ConstraintRunner(LabSession session, StatementContext context, Database database, Table table) {
    this.context = context;
    this.library = session.engine().library();
    this.database = database;
    this.table = table;
    this.editor = new ConstraintEditor(table, context.txn());
    boolean temporary = TemporaryTables.isTemporary(table.objectId());
    this.maker =
        new SchemaMaker(
            context,
            library,
            temporary ? session.temporaryTables()::nextId : database::nextObjectId);
  }

  void create(Statement.CreateIndex index) {
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
    addKey(
        new KeyDef(
            index.name(),
            false,
            index.unique(),
            false,
            nextKey(),
            SchemaMaker.parts(index.columns(), schema)));
  }

  private int nextKey() {
    return table.schema().keys().stream().mapToInt(KeyDef::created).max().orElse(0) + 1;
  }

  /** Error 1505 if rows that are there have one key. */
  private void addKey(KeyDef key) {
    try {
      new SchemaEditor(table, context.txn()).addKey(key);
    } catch (SqlException e) {
      int number = e.sqlMessage().number();
      if (number != 2601 && number != 2627) {
        throw e;
      }
      throw SqlException.of(
          1505,
          16,
          1,
          "The CREATE UNIQUE INDEX statement terminated because a duplicate key was found for the"
              + " object name '"
              + table.schemaName()
              + "."
              + table.name()
              + "' and the index name '"
              + key.name()
              + "'.");
    }
  }

  void drop(Statement.DropIndex index) {
    for (KeyDef key : table.schema().keys()) {
      if (key.name().equalsIgnoreCase(index.name())) {
        if (key.constraint()) {
          throw SqlException.of(
              3723,
              16,
              4,
              "An explicit DROP INDEX is not allowed on index '"
                  + index.table().text()
                  + "."
                  + index.name()
                  + "'. It is being used for "
                  + (key.primary() ? "PRIMARY KEY" : "UNIQUE KEY")
                  + " constraint enforcement.");
        }
        requireUncaptured(key);
        editor.drop(key);
        return;
      }
    }
    if (!index.ifExists()) {
      throw SqlException.of(
          3701,
          11,
          7,
          "Cannot drop the index '"
              + index.table().text()
              + "."
              + index.name()
              + "', because it does not exist or you do not have permission.");
    }
  }

  /** Keeps the name of a default that was given with its column. */
  void defaultOf(Statement.ColumnDefinition definition) {
    Statement.Default value = definition.defaultValue();
    int index = table.schema().indexOf(definition.name());
    if (value != null) {
      editor.add(maker.defaultOf(value, table.schema().columns().get(index), table.name()));
    }
  }

  void add(Statement.Constraint constraint) {
    if (constraint instanceof Statement.KeyConstraint key) {
      addKey(key);
    } else if (constraint instanceof Statement.CheckConstraint check) {
      addCheck(check);
    } else if (constraint instanceof Statement.ForeignKey key) {
      addForeignKey(key);
    } else {
      addDefault((Statement.DefaultConstraint) constraint);
    }
  }

  private void requireNew(@Nullable String name) {
    TableSchema schema = table.schema();
    if (name == null) {
      return;
    }
    boolean key = schema.keys().stream().anyMatch(k -> k.name().equalsIgnoreCase(name));
    boolean rule = schema.constraints().stream().anyMatch(c -> c.name().equalsIgnoreCase(name));
    if (key || rule) {
      throw SqlErrors.objectExists(name);
    }
  }

  private void addKey(Statement.KeyConstraint constraint) {
    requireNew(constraint.name());
    TableSchema schema = table.schema();
    KeyDef key = maker.key(constraint, table.name(), schema, nextKey());
    if (!key.primary()) {
      addKey(key);
      return;
    }
    if (schema.primaryKey() != null) {
      throw SqlException.of(
          1779, 16, 0, "Table '" + table.name() + "' already has a primary key defined on it.");
    }
    for (KeyDef.Part part : key.parts()) {
      ColumnDef column = schema.byId(part.columnId());
      if (column != null && column.nullable()) {
        throw SqlErrors.nullableKey(table.name());
      }
    }
    editor.addPrimary(key);
  }

  /** The rows that are there must meet a new condition. */
  private void addCheck(Statement.CheckConstraint constraint) {
    requireNew(constraint.name());
    editor.add(maker.check(constraint, table.name(), table.schema()));
    TableRules rules = new TableRules(context, library, database, table);
    rows().forEach(row -> rules.check(row, "ALTER TABLE"));
  }

  private void addForeignKey(Statement.ForeignKey constraint) {
    requireNew(constraint.name());
    editor.add(maker.foreignKey(constraint, table));
    new ForeignKeys(context, database, table).checkAdded(rows(), "ALTER TABLE");
  }

  private List<@Nullable Object[]> rows() {
    List<@Nullable Object[]> rows = new ArrayList<>();
    Table.RefCursor refs = table.refs(new ReadView(ReadView.Mode.COMMITTED, context.txn(), 0));
    for (RowRef row = refs.next(); row != null; row = refs.next()) {
      rows.add(table.schema().project(row.stored()));
    }
    return rows;
  }

  private void addDefault(Statement.DefaultConstraint constraint) {
    Statement.Default value = constraint.value();
    requireNew(value.name());
    int index = table.schema().indexOf(constraint.column());
    if (index < 0) {
      throw SqlException.of(
          1752,
          16,
          0,
          "Column '"
              + constraint.column()
              + "' in table '"
              + table.name()
              + "' is invalid for creating a default constraint.");
    }
    ColumnDef column = table.schema().columns().get(index);
    if (column.defaultValue() != null) {
      throw SqlException.of(1781, 16, 1, "Column already has a DEFAULT bound to it.");
    }
    ExpressionBinder.standalone(context, library)
        .bind(value.expr())
        .as(column.type())
        .eval(new Frame(null));
    editor.add(maker.defaultOf(value, column, table.name()));
    editor.defaultOf(column, value.expr());
  }

  void drop(Statement.DropConstraints drop) {
    for (String name : drop.names()) {
      if (!drop(name) && !drop.ifExists()) {
        throw SqlException.of(3728, 16, 1, "'" + name + "' is not a constraint.");
      }
    }
  }

  private boolean drop(String name) {
    for (KeyDef key : table.schema().keys()) {
      if (key.constraint() && key.name().equalsIgnoreCase(name)) {
        requireUnreferenced(key);
        requireUncaptured(key);
        editor.drop(key);
        return true;
      }
    }
    for (ConstraintDef constraint : table.schema().constraints()) {
      if (constraint.name().equalsIgnoreCase(name)) {
        editor.drop(constraint);
        return true;
      }
    }
    return false;
  }

  private void requireUncaptured(KeyDef key) {
    SqlException refusal = CdcRename.keyRefusal(database, table, key);
    if (refusal != null) {
      throw refusal;
    }
  }

  private void requireUnreferenced(KeyDef key) {
    ForeignKeys keys = new ForeignKeys(context, database, table);
    if (keys.isReferenced()) {
      throw keys.referenced(key);
    }
  }
}
