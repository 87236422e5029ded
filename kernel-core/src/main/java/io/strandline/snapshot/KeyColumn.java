package io.strandline.snapshot;

import java.util.Optional;
import java.util.Set;

/**
 * A column of the key by which a table is cut.
 *
 * @param name as the source table spells it
 * @param type the source's declaration without nullability, such as {@code varchar(20)}
 * @param collation of a text; empty for other types
 * @param order in which the index keeps it
 * @param oneText whether values that the server holds for equal always have one text; false for
 *     collated text, bytes (trailing zeros do not count) and times with an offset (the instant
 *     counts)
 */
public record KeyColumn(
    String name, String type, Optional<String> collation, KeyOrder order, boolean oneText) {

  private static final Set<String> INTEGERS = Set.of("tinyint", "smallint", "int", "bigint");

  /** Whether its values are whole numbers that a {@code long} holds. */
  public boolean isInteger() {
    return INTEGERS.contains(type);
  }
}
