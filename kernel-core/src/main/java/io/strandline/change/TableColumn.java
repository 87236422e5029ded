package io.strandline.change;

import java.util.Locale;

/**
 * A column of a target table.
 *
 * @param name as the table spells it
 * @param type its type
 */
public record TableColumn(String name, ColumnType type) {

  /** What tells the column from others: Delta's names differ in more than case (documented). */
  public String key() {
    return key(name);
  }

  /** What tells a column of a name from others. */
  public static String key(String name) {
    return name.toLowerCase(Locale.ROOT);
  }
}
