package io.strandline.lab.sql.exec;

import io.strandline.lab.catalog.Database;
import io.strandline.lab.cdc.CaptureInstance;
import io.strandline.lab.session.SqlException;
import io.strandline.lab.sql.ast.ObjectName;
import io.strandline.lab.sql.ast.Statement;
import io.strandline.lab.sql.query.StatementContext;
import io.strandline.lab.sql.query.TemporaryTables;
import io.strandline.lab.sql.type.DateTimes;
import io.strandline.lab.sql.type.SqlErrors;
import io.strandline.lab.store.ConstraintEditor;
import io.strandline.lab.store.IdentityCounter;
import io.strandline.lab.store.LockMode;
import io.strandline.lab.store.Table;
import io.strandline.lab.store.TableSchema;
import java.time.LocalDateTime;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Runs CREATE and DROP of tables, types and schemas; {@link AlterRunner} does the rest. */
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
    } else if (statement instanceof Statement.DropIndex index) {
      new AlterRunner(session, context).run(index);
    } else if (statement instanceof Statement.CreateType type) {
      new TypeRunner(context, session.current()).create(type);
    } else if (statement instanceof Statement.DropType type) {
      new TypeRunner(context, session.current()).drop(type);
    } else if (statement instanceof Statement.CreateSchema schema) {
      Database database = session.current();
      requireOwner(context, database, "CREATE SCHEMA");
      database.addSchema(schema.name());
      context.txn().onUndo(() -> database.removeSchema(schema.name()));
    } else if (statement instanceof Statement.Drop drop) {
      dropSchema(drop);
    } else if (statement instanceof Statement.Truncate truncate) {
      truncate(truncate.name());
    } else {
      throw SqlErrors.syntax(statement.getClass().getSimpleName());
    }
  }

  static void requireOwner(StatementContext context, Database database, String what) {
    if (!context.access().isOwner(database)) {
      throw SqlException.of(
          262, 14, 1, what + " permission denied in database '" + database.name() + "'.");
    }
  }

  private void create(Statement.CreateTable create) {
    Database database = context.database(create.name());
    String name = create.name().name();
    boolean temporary = name.startsWith("#");
    if (name.startsWith("##")) {
      throw SqlErrors.syntax(name);
    }
    SchemaMaker maker = maker(database, temporary);
    ColumnMaker columns = new ColumnMaker(temporary ? null : database);
    TableSchema schema = maker.schema(name, create.columns(), create.constraints(), columns);
    Table table = make(create.name(), schema, SchemaMaker.identityOf(create.columns(), name));
    for (Statement.Constraint constraint : create.constraints()) {
      if (constraint instanceof Statement.ForeignKey key && !temporary) {
        new ConstraintEditor(table, context.txn()).add(maker.foreignKey(key, table));
      }
    }
  }

  private SchemaMaker maker(Database database, boolean temporary) {
    return new SchemaMaker(
        context,
        session.engine().library(),
        temporary ? session.temporaryTables()::nextId : database::nextObjectId);
  }

  /** Makes an empty table in its database, or in the session if its name begins with #. */
  Table make(ObjectName objectName, TableSchema schema, IdentityCounter identity) {
    Database database = context.database(objectName);
    String name = objectName.name();
    LocalDateTime now = DateTimes.datetime(session.server().clock().local());
    if (name.startsWith("#")) {
      TemporaryTables tables = session.temporaryTables();
      Table table =
          new Table(tables.nextId(), "dbo", name, now, schema, identity, UnloggedTable.LOG);
      tables.add(table);
      context.txn().onUndo(() -> tables.remove(table));
      return table;
    }
    requireOwner(context, database, "CREATE TABLE");
    Table table =
        new Table(
            database.nextObjectId(),
            existing(database, objectName.schema()).name(),
            name,
            now,
            schema,
            identity,
            database.cdc());
    database.add(table);
    context.txn().onUndo(() -> database.remove(table));
    return table;
  }

  /** A schema of a database, {@code dbo} if none is named; error 2760 for any that is not there. */
  static Database.Schema existing(Database database, @Nullable String named) {
    String schema = named == null ? "dbo" : named;
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
    return found;
  }

  private void drop(ObjectName name, boolean ifExists) {
    Database database = context.database(name);
    @Nullable Table table = context.table(name);
    boolean temporary = table != null && TemporaryTables.isTemporary(table.objectId());
    if (table == null || !temporary && !context.access().isOwner(database)) {
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
    if (temporary) {
      session.temporaryTables().remove(table);
      context.txn().onUndo(() -> session.temporaryTables().add(table));
      return;
    }
    if (new ForeignKeys(context, database, table).isReferencedByOthers()) {
      throw SqlException.of(
          3726,
          16,
          1,
          "Could not drop object '"
              + name.text()
              + "' because it is referenced by a FOREIGN KEY constraint.");
    }
    List<CaptureInstance> instances = database.cdc().instancesOf(table);
    if (!instances.isEmpty()) {
      session.requireAutocommit("DROP TABLE of a captured table");
    }
    for (CaptureInstance instance : instances) {
      database.cdc().disableTable(instance);
    }
    database.remove(table);
    database.security().forget(table.objectId());
    context.txn().onUndo(() -> database.add(table));
  }

  private void dropSchema(Statement.Drop drop) {
    Database database = session.current();
    Database.Schema schema = database.schema(drop.name());
    if (schema == null && drop.ifExists()) {
      return;
    }
    boolean fixed = schema != null && schema.id() < 5;
    if (schema == null || fixed || !context.access().isOwner(database)) {
      throw SqlException.of(
          15151,
          16,
          1,
          "Cannot drop the schema '"
              + drop.name()
              + "', because it does not exist or you do not have permission.");
    }
    for (Table table : database.tables()) {
      requireEmpty(schema, table.schemaName(), table.name());
    }
    database.types().all().forEach(type -> requireEmpty(schema, type.schema(), type.name()));
    database.removeSchema(schema.name());
    context.txn().onUndo(() -> database.addSchema(schema.name()));
  }

  private static void requireEmpty(Database.Schema schema, String of, String object) {
    if (of.equalsIgnoreCase(schema.name())) {
      throw SqlException.of(
          3729,
          16,
          1,
          "Cannot drop schema '"
              + schema.name()
              + "' because it is being referenced by object '"
              + object
              + "'.");
    }
  }

  private void truncate(ObjectName name) {
    Database database = context.database(name);
    Table table = context.table(name);
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
    if (new ForeignKeys(context, database, table).isReferencedByOthers()) {
      throw SqlException.of(
          4712,
          16,
          1,
          "Cannot truncate table '"
              + name.text()
              + "' because it is being referenced by a FOREIGN KEY constraint.");
    }
    if (!TemporaryTables.isTemporary(table.objectId())) {
      requireOwner(context, database, "ALTER TABLE");
    }
    new RowChanger(context, table).deleteAll();
  }
}
