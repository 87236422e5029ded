package io.strandline.lab.store;

import io.strandline.lab.session.SqlType;
import io.strandline.lab.sql.ast.Expr;
import org.jspecify.annotations.Nullable;

/**
 * A column of a table.
 *
 * @param id 1-based and never used again after a drop; values are kept at {@code id - 1}
 * @param typeName the system type's name as declared, {@code numeric} for one
 * @param identity whether the server numbers it
 * @param defaultValue for rows that name no value
 * @param missingValue for rows older than the column
 * @param computed how the server computes it; {@code null} for a column of its own. The values are
 *     stored with the row, persisted or not
 * @param collation of text; {@code null} for the database's
 * @param alias it was declared with; {@code null} for a system type
 */
public record ColumnDef(
    int id,
    String name,
    SqlType type,
    String typeName,
    boolean nullable,
    boolean identity,
    @Nullable Expr defaultValue,
    @Nullable Object missingValue,
    @Nullable Computed computed,
    @Nullable String collation,
    @Nullable AliasType alias) {

  /** A computed column's expression, on the columns of its own row, and the expression's text. */
  public record Computed(Expr expr, String text, boolean persisted) {}

  /** A column that is not computed. */
  public ColumnDef(
      int id,
      String name,
      SqlType type,
      String typeName,
      boolean nullable,
      boolean identity,
      @Nullable Expr defaultValue,
      @Nullable Object missingValue) {
    this(
        id, name, type, typeName, nullable, identity, defaultValue, missingValue, null, null, null);
  }

  /** Whether the server computes it from other columns. */
  public boolean isComputed() {
    return computed != null;
  }

  ColumnDef renamed(String newName) {
    return new ColumnDef(
        id,
        newName,
        type,
        typeName,
        nullable,
        identity,
        defaultValue,
        missingValue,
        computed,
        collation,
        alias);
  }

  ColumnDef withDefault(@Nullable Expr newDefault) {
    return new ColumnDef(
        id,
        name,
        type,
        typeName,
        nullable,
        identity,
        newDefault,
        missingValue,
        computed,
        collation,
        alias);
  }

  /** The same column in another collation; {@code null} for the database's. */
  public ColumnDef collated(@Nullable String newCollation) {
    return new ColumnDef(
        id,
        name,
        type,
        typeName,
        nullable,
        identity,
        defaultValue,
        missingValue,
        computed,
        newCollation,
        alias);
  }

  /** The same column declared with an alias type; {@code null} for a system type. */
  public ColumnDef aliased(@Nullable AliasType newAlias) {
    return new ColumnDef(
        id,
        name,
        type,
        typeName,
        nullable,
        identity,
        defaultValue,
        missingValue,
        computed,
        collation,
        newAlias);
  }
}
