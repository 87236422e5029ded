package io.strandline.sqlserver;

import io.strandline.snapshot.KeyColumn;
import java.util.Optional;
import java.util.Set;

/**
 * Which types can bound a range, and how their values travel: as text that the server makes of them
 * and makes them of again, exactly.
 *
 * <p>A bare text parameter next to a column of another type or collation would convert the column,
 * and no index could be used (measured). So each is cast to the column's type, texts with the
 * column's own collation, without which characters of another code page would become question marks
 * (measured).
 */
final class KeyTypes {

  private static final Set<String> INTEGERS = Set.of("tinyint", "smallint", "int", "bigint", "bit");
  private static final Set<String> DECIMALS = Set.of("decimal", "numeric");
  private static final Set<String> MONEY = Set.of("money", "smallmoney");
  private static final Set<String> TEXTS = Set.of("char", "varchar", "nchar", "nvarchar");
  private static final Set<String> BYTES = Set.of("binary", "varbinary");

  /** Their text is read by the session's date order, unless it is ISO 8601's (documented). */
  private static final Set<String> OLD_TIMES = Set.of("datetime", "smalldatetime");

  /** Text in year, month, day is read in that order in every session (documented). */
  private static final Set<String> TIMES = Set.of("date", "time", "datetime2", "datetimeoffset");

  private KeyTypes() {}

  /**
   * Why a column cannot bound ranges; empty if it can.
   *
   * @param type base type in lower case; empty for a type of the server's extensions
   */
  static Optional<String> refusal(String type, int maxLength) {
    boolean known =
        INTEGERS.contains(type)
            || DECIMALS.contains(type)
            || MONEY.contains(type)
            || TEXTS.contains(type)
            || BYTES.contains(type)
            || OLD_TIMES.contains(type)
            || TIMES.contains(type)
            || type.equals("uniqueidentifier");
    if (!known || maxLength < 0) {
      return Optional.of(
          "is " + (type.isEmpty() ? "of a type without text" : type) + ", which cannot be a bound");
    }
    return Optional.empty();
  }

  /** Whether equal values have one text. */
  static boolean oneText(String type) {
    return !TEXTS.contains(type) && !BYTES.contains(type) && !type.equals("datetimeoffset");
  }

  /** The text of a key column's value. */
  static String text(KeyColumn column, String value) {
    String type = base(column);
    if (TEXTS.contains(type)) {
      return "CONVERT(nvarchar(4000), " + value + ")";
    }
    int style = 0;
    if (MONEY.contains(type)) {
      // All four digits.
      style = 2;
    } else if (BYTES.contains(type)) {
      style = 1;
    } else if (OLD_TIMES.contains(type)) {
      style = 126;
    } else if (TIMES.contains(type)) {
      style = 121;
    }
    return "CONVERT(nvarchar(4000), " + value + ", " + style + ")";
  }

  /** The value of a text parameter, for comparing with a key column. */
  static String value(KeyColumn column) {
    String type = base(column);
    if (BYTES.contains(type)) {
      return "CONVERT(" + column.type() + ", ?, 1)";
    }
    if (OLD_TIMES.contains(type)) {
      return "CONVERT(" + column.type() + ", ?, 126)";
    }
    String collation = column.collation().map(name -> " COLLATE " + name).orElse("");
    return "CAST(?" + collation + " AS " + column.type() + ")";
  }

  private static String base(KeyColumn column) {
    int parenthesis = column.type().indexOf('(');
    return parenthesis < 0 ? column.type() : column.type().substring(0, parenthesis);
  }
}
