package io.strandline.lab.store;

import io.strandline.lab.session.SqlType;
import io.strandline.lab.sql.type.Types;

/**
 * An alias data type: another name for a system type, with a nullability of its own.
 *
 * @param id {@code user_type_id}
 * @param type of the values
 * @param typeName the system type's name as declared, {@code numeric} for one
 * @param nullable whether a column takes NULL that says neither NULL nor NOT NULL
 */
public record AliasType(
    int id, String schema, String name, SqlType type, String typeName, boolean nullable) {

  /** The one that every database has; NOT NULL unless a column says else (documented). */
  public static final AliasType SYSNAME =
      new AliasType(256, "sys", "sysname", Types.SYSNAME, "nvarchar", false);
}
