package io.strandline.change;

import java.util.Optional;

/**
 * A column that a capture instance records.
 *
 * @param name as the source table spells it
 * @param ordinal 1-based place in the change table, metadata columns not counted
 * @param columnId its id in the source table; a column dropped and made again has another
 * @param sourceType the source's declaration, such as {@code decimal(5,1)}
 * @param type the type it maps to; empty if the source's type has no mapping
 * @param computed whether the source computes it: NULL in every change row (documented)
 * @param foreignCollation its collation if that is not the database's and its text is in a code
 *     page, so that capture may damage it (documented)
 */
public record CapturedColumn(
    String name,
    int ordinal,
    int columnId,
    String sourceType,
    Optional<ColumnType> type,
    boolean computed,
    Optional<String> foreignCollation) {

  /** A column with values of its own, in the database's collation. */
  public static CapturedColumn of(
      String name, int ordinal, String sourceType, Optional<ColumnType> type) {
    return new CapturedColumn(name, ordinal, ordinal, sourceType, type, false, Optional.empty());
  }
}
