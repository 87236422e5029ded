package io.strandline.option;

import java.util.List;

/**
 * Which captured columns a stream takes, and as what.
 *
 * @param include the only ones to take; empty for all
 * @param exclude those to leave out; at most one of the two lists has names
 * @param datetimeType what date-times without a zone become
 */
public record ColumnOptions(List<String> include, List<String> exclude, DatetimeType datetimeType) {

  /** All columns, date-times without a zone as they are. */
  public static final ColumnOptions ALL =
      new ColumnOptions(List.of(), List.of(), DatetimeType.TIMESTAMP_NTZ);

  public ColumnOptions {
    include = List.copyOf(include);
    exclude = List.copyOf(exclude);
  }

  static ColumnOptions of(OptionValues values) {
    List<String> include = names(values, Option.INCLUDE_COLUMNS);
    List<String> exclude = names(values, Option.EXCLUDE_COLUMNS);
    if (!include.isEmpty() && !exclude.isEmpty()) {
      values.fault(
          Option.INCLUDE_COLUMNS,
          "includeColumns and excludeColumns are both given; give one of them");
    }
    DatetimeType datetime =
        values.parsed(Option.DATETIME_TYPE, DatetimeType.TIMESTAMP_NTZ, DatetimeType::parse);
    return new ColumnOptions(include, exclude, datetime);
  }

  private static List<String> names(OptionValues values, Option option) {
    return values.find(option).isEmpty()
        ? List.of()
        : values.parsed(option, List.of(), NameList::parse);
  }
}
