package io.strandline.lab.sql.exec;

import io.strandline.lab.catalog.Database;
import io.strandline.lab.session.SqlException;
import io.strandline.lab.session.SqlType;
import io.strandline.lab.sql.ast.Statement;
import io.strandline.lab.sql.ast.Statement.AliasName;
import io.strandline.lab.sql.ast.Statement.ColumnDefinition;
import io.strandline.lab.sql.ast.Statement.SystemType;
import io.strandline.lab.store.AliasType;
import io.strandline.lab.store.ColumnDef;
import org.jspecify.annotations.Nullable;

/**
 * Makes the columns of one statement that are not computed, of system types and of a database's
 * alias types.
 */
final class ColumnMaker {

  private final @Nullable Database database;
  private int place;

  /**
   * For the columns of a table.
   *
   * @param database whose alias types are looked up; {@code null} for a temporary table, as those
   *     of tempdb are none (general knowledge)
   */
  ColumnMaker(@Nullable Database database) {
    this.database = database;
  }

  /** A column, or the place of a computed one. */
  ColumnDef column(ColumnDefinition definition, int id, boolean keyed) {
    place++;
    if (definition.type() instanceof AliasName name) {
      AliasType alias = alias(name);
      return column(definition, id, keyed, alias.type(), alias.typeName(), alias);
    }
    SystemType system = (SystemType) definition.type();
    return system.name().equals("sysname")
        ? column(definition, id, keyed, system.type(), "nvarchar", AliasType.SYSNAME)
        : column(definition, id, keyed, system.type(), system.name(), null);
  }

  private static ColumnDef column(
      ColumnDefinition definition,
      int id,
      boolean keyed,
      SqlType type,
      String typeName,
      @Nullable AliasType alias) {
    Boolean declared = definition.nullable();
    boolean wanted = declared == null ? alias == null || alias.nullable() : declared;
    boolean nullable =
        wanted && !keyed && definition.identity() == null && type.kind() != SqlType.Kind.ROWVERSION;
    Statement.Default value = definition.defaultValue();
    return new ColumnDef(
            id,
            definition.name(),
            type,
            typeName,
            nullable,
            definition.identity() != null,
            value == null ? null : value.expr(),
            null)
        .collated(definition.collation())
        .aliased(alias);
  }

  /** Errors 2715 and 2716, whose states are those of a column (general knowledge, measured). */
  private AliasType alias(AliasName name) {
    AliasType alias = database == null ? null : database.types().find(name.name());
    if (alias == null) {
      throw SqlException.of(
          2715,
          16,
          6,
          "Column, parameter, or variable #"
              + place
              + ": Cannot find data type "
              + name.name().text()
              + ".");
    }
    if (name.sized()) {
      throw SqlException.of(
          2716,
          16,
          3,
          "Column, parameter, or variable #"
              + place
              + ": Cannot specify a column width on data type "
              + name.name().text()
              + ".");
    }
    return alias;
  }
}
