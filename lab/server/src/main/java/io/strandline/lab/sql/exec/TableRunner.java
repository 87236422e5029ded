package io.strandline.lab.sql.exec;

import io.strandline.lab.catalog.Database;
import io.strandline.lab.cdc.CaptureInstance;
import io.strandline.lab.session.SqlException;
import io.strandline.lab.sql.ast.ObjectName;
import io.strandline.lab.sql.ast.Statement;
import io.strandline.lab.sql.query.StatementContext;
import io.strandline.lab.sql.type.DateTimes;
import io.strandline.lab.sql.type.SqlErrors;
import io.strandline.lab.store.ColumnDef;
import io.strandline.lab.store.IdentityCounter;
import io.strandline.lab.store.KeyDef;
import io.strandline.lab.store.LockMode;
import io.strandline.lab.store.Table;
import io.strandline.lab.store.TableSchema;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;

/** Runs CREATE and DROP of tables, schemas and indexes; {@link AlterRunner} does the rest. */
final class TableRunner {

  private final LabSession session;
  private final StatementContext context;

  TableRunner(LabSession session, StatementContext context) {
    this.session = session;
    this.context = context;
  }

  void run(Statement statement) {
    if (statement instanceof Statement.CreateTable create) {
      create(create);
    } else if (statement instanceof Statement.DropTable drop) {
      drop.names().forEach(name -> drop(name, drop.ifExists()));
    } else if (statement instanceof Statement.AlterTable alter) {
      new AlterRunner(session, context).run(alter);
    } else if (statement instanceof Statement.CreateIndex index) {
      new AlterRunner(session, context).run(index);
    } else if (statement instanceof Statement.CreateSchema schema) {
      Database database = session.current();
      requireOwner(database, "CREATE SCHEMA");
      database.addSchema(schema.name());
      context.txn().onUndo(() -> database.removeSchema(schema.name()));
    } else if (statement instanceof Statement.Truncate truncate) {
      truncate(truncate.name());
    } else {
      throw SqlErrors.syntax(statement.getClass().getSimpleName());
    }
  }

  private void requireOwner(Database database, String what) {
    if (!context.access().isOwner(database)) {
      throw SqlException.of(
          262, 14, 1, what + " permission denied in database '" + database.name() + "'.");
    }
  }

  private void create(Statement.CreateTable create) {
    Database database = context.database(create.name());
    requireOwner(database, "CREATE TABLE");
    String name = create.name().name();
    if (name.startsWith("#")) {
      throw SqlErrors.syntax(name);
    }
    String schema = create.name().schema() == null ? "dbo" : create.name().schema();
    Database.Schema found = database.schema(schema);
    boolean reserved = schema.equalsIgnoreCase("sys") || schema.equalsIgnoreCase("cdc");
    if (found == null || reserved) {
      throw SqlException.of(
          2760,
          16,
          1,
          "The specified schema name \""
              + schema
              + "\" either does not exist or you do not have permission to use it.");
    }
    LocalDateTime now = DateTimes.datetime(session.server().clock().local());
    Table table =
        new Table(
            database.nextObjectId(),
            found.name(),
            name,
            now,
            schemaOf(create),
            identityOf(create),
            database.cdc());
    database.add(table);
    context.txn().onUndo(() -> database.remove(table));
  }

  private static IdentityCounter identityOf(Statement.CreateTable create) {
    for (Statement.ColumnDefinition column : create.columns()) {
      Statement.Identity identity = column.identity();
      if (identity != null) {
        return new IdentityCounter(identity.seed(), identity.increment());
      }
    }
    return new IdentityCounter(1, 1);
  }

  private static TableSchema schemaOf(Statement.CreateTable create) {
    List<ColumnDef> columns = new ArrayList<>();
    for (Statement.ColumnDefinition column : create.columns()) {
      for (ColumnDef other : columns) {
        if (other.name().equalsIgnoreCase(column.name())) {
          throw SqlException.of(
              2705,
              16,
              3,
              "Column names in each table must be unique. Column name '"
                  + column.name()
                  + "' in table '"
                  + create.name().name()
                  + "' is specified more than once.");
        }
      }
      boolean keyed =
          create.constraints().stream()
              .filter(Statement.KeyConstraint::primary)
              .flatMap(key -> key.columns().stream())
              .anyMatch(part -> part.name().equalsIgnoreCase(column.name()));
      columns.add(columnOf(column, columns.size() + 1, keyed));
    }
    TableSchema schema = new TableSchema(columns, columns.size(), List.of());
    List<KeyDef> keys = new ArrayList<>();
    for (Statement.KeyConstraint constraint : create.constraints()) {
      keys.add(keyOf(constraint, create.name().name(), schema, keys.size() + 1));
    }
    if (keys.stream().filter(KeyDef::primary).count() > 1) {
      throw SqlException.of(
          8110,
          16,
          0,
          "Cannot add multiple PRIMARY KEY constraints to table '" + create.name().name() + "'.");
    }
    return new TableSchema(columns, columns.size(), keys);
  }

  static ColumnDef columnOf(Statement.ColumnDefinition column, int id, boolean keyed) {
    boolean rowversion = column.type().kind() == io.strandline.lab.session.SqlType.Kind.ROWVERSION;
    boolean nullable =
        !keyed
            && column.identity() == null
            && !rowversion
            && !Boolean.FALSE.equals(column.nullable());
    return new ColumnDef(
        id,
        column.name(),
        column.type(),
        column.typeName(),
        nullable,
        column.identity() != null,
        column.defaultValue(),
        null);
  }

  static KeyDef keyOf(
      Statement.KeyConstraint constraint, String table, TableSchema schema, int position) {
    List<KeyDef.Part> parts = parts(constraint.columns(), schema);
    String name = constraint.name();
    String prefix = constraint.primary() ? "PK__" : "UQ__";
    String made =
        prefix
            + table.substring(0, Math.min(9, table.length()))
            + "__"
            + String.format("%08X", (table + position).hashCode());
    return new KeyDef(
        name == null ? made : name, constraint.primary(), true, true, position, parts);
  }

  static List<KeyDef.Part> parts(List<Statement.KeyColumn> columns, TableSchema schema) {
    List<KeyDef.Part> parts = new ArrayList<>();
    for (Statement.KeyColumn column : columns) {
      int index = schema.indexOf(column.name());
      if (index < 0) {
        throw SqlException.of(
            1911,
            16,
            1,
            "Column name '" + column.name() + "' does not exist in the target table or view.");
      }
      parts.add(new KeyDef.Part(schema.columns().get(index).id(), column.descending()));
    }
    return parts;
  }

  private void drop(ObjectName name, boolean ifExists) {
    Database database = context.database(name);
    Table table = database.table(name.schema() == null ? "dbo" : name.schema(), name.name());
    if (table == null || !context.access().isOwner(database)) {
      if (ifExists && table == null) {
        return;
      }
      throw SqlException.of(
          3701,
          11,
          5,
          "Cannot drop the table '"
              + name.text()
              + "', because it does not exist or you do not have permission.");
    }
    context.txn().lock(table, LockMode.SCHEMA);
    for (CaptureInstance instance : database.cdc().instancesOf(table)) {
      database.cdc().disableTable(instance);
    }
    database.remove(table);
    database.security().forget(table.objectId());
    context.txn().onUndo(() -> database.add(table));
  }

  private void truncate(ObjectName name) {
    Database database = context.database(name);
    Table table = database.table(name.schema() == null ? "dbo" : name.schema(), name.name());
    if (table == null) {
      throw SqlException.of(
          4701,
          16,
          1,
          "Cannot find the object \""
              + name.text()
              + "\" because it does not exist or you do not have permissions.");
    }
    if (!database.cdc().instancesOf(table).isEmpty()) {
      throw SqlException.of(
          4711,
          16,
          1,
          "Cannot truncate table '"
              + name.text()
              + "' because it is published for replication or enabled for Change Data Capture.");
    }
    requireOwner(database, "ALTER TABLE");
    new RowChanger(context, table).deleteAll();
  }
}
