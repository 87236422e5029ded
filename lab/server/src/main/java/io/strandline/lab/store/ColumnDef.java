package io.strandline.lab.store;

import io.strandline.lab.session.SqlType;
import io.strandline.lab.sql.ast.Expr;
import org.jspecify.annotations.Nullable;

/**
 * A column of a table.
 *
 * @param id 1-based and never used again after a drop; values are kept at {@code id - 1}
 * @param typeName as declared, {@code sysname} for one
 * @param identity whether the server numbers it
 * @param defaultValue for rows that name no value
 * @param missingValue for rows older than the column
 */
public record ColumnDef(
    int id,
    String name,
    SqlType type,
    String typeName,
    boolean nullable,
    boolean identity,
    @Nullable Expr defaultValue,
    @Nullable Object missingValue) {

  ColumnDef retyped(SqlType newType, String newTypeName, boolean newNullable) {
    return new ColumnDef(
        id, name, newType, newTypeName, newNullable, identity, defaultValue, missingValue);
  }
}
