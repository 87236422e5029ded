package io.strandline.lab.sql.exec;

import io.strandline.lab.catalog.Database;
import io.strandline.lab.session.SqlException;
import io.strandline.lab.session.SqlType.Kind;
import io.strandline.lab.sql.ast.ObjectName;
import io.strandline.lab.sql.ast.Statement;
import io.strandline.lab.sql.ast.Statement.AliasName;
import io.strandline.lab.sql.ast.Statement.SystemType;
import io.strandline.lab.sql.query.StatementContext;
import io.strandline.lab.store.AliasType;
import io.strandline.lab.store.ColumnDef;
import io.strandline.lab.store.Table;
import java.util.EnumSet;
import java.util.Set;

/** Runs CREATE and DROP TYPE of alias types. */
final class TypeRunner {

  /** Types that no alias type can be made of; all others are documented as bases. */
  private static final Set<Kind> NO_BASES =
      EnumSet.of(Kind.XML, Kind.ROWVERSION, Kind.HIERARCHYID, Kind.GEOGRAPHY, Kind.GEOMETRY);

  private final StatementContext context;
  private final Database database;

  TypeRunner(StatementContext context, Database database) {
    this.context = context;
    this.database = database;
  }

  void create(Statement.CreateType create) {
    TableRunner.requireOwner(context, database, "CREATE TYPE");
    ObjectName name = create.name();
    String schema = TableRunner.existing(database, name.schema()).name();
    if (create.base() instanceof AliasName alias) {
      throw invalidBase(alias.name().text());
    }
    SystemType base = (SystemType) create.base();
    if (base.name().equals("sysname") || NO_BASES.contains(base.type().kind())) {
      throw invalidBase(base.name());
    }
    AliasType type =
        new AliasType(
            database.types().nextId(),
            schema,
            name.name(),
            base.type(),
            base.name(),
            create.nullable());
    database.types().add(type);
    context.txn().onUndo(() -> database.types().remove(type));
  }

  private static SqlException invalidBase(String base) {
    return SqlException.of(
        222,
        16,
        1,
        "The base type \"" + base + "\" is not a valid base type for the alias data type.");
  }

  void drop(Statement.DropType drop) {
    AliasType type = database.types().find(drop.name());
    if (type == null && drop.ifExists()) {
      return;
    }
    if (type == null || !context.access().isOwner(database)) {
      throw SqlException.of(
          218,
          16,
          1,
          "Could not find the type '"
              + drop.name().text()
              + "'. Either it does not exist or you do not have the necessary permission.");
    }
    for (Table table : database.tables()) {
      if (table.schema().columns().stream().map(ColumnDef::alias).anyMatch(type::equals)) {
        throw SqlException.of(
            3732,
            16,
            1,
            "Cannot drop type '"
                + drop.name().text()
                + "' because it is being referenced by object '"
                + table.name()
                + "'. There may be other objects that reference this type.");
      }
    }
    database.types().remove(type);
    context.txn().onUndo(() -> database.types().add(type));
  }
}
