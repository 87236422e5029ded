package io.strandline.plan;

import io.strandline.change.CaptureInstance;
import io.strandline.change.CapturedColumn;
import io.strandline.change.ColumnType;
import io.strandline.change.TableColumn;
import io.strandline.error.InvalidOptionsException;
import io.strandline.error.UnsupportedTypeException;
import io.strandline.option.ColumnOptions;
import io.strandline.option.NameList;
import io.strandline.option.Option;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The captured columns that a stream takes, and what they become.
 *
 * @param columns in the order of the change table
 * @param warnings what a person should know of columns left out or in danger; may be empty
 */
public record ColumnSelection(List<Selected> columns, List<String> warnings) {

  /**
   * A column taken.
   *
   * @param source as it is captured, its values read as the target's type
   * @param target as the table has it
   */
  public record Selected(CapturedColumn source, TableColumn target) {}

  public ColumnSelection {
    columns = List.copyOf(columns);
    warnings = List.copyOf(warnings);
  }

  /**
   * Chooses among an instance's columns.
   *
   * @throws InvalidOptionsException if a name of the options is no captured column, or none is left
   * @throws UnsupportedTypeException naming every column whose type has no mapping
   */
  public static ColumnSelection of(CaptureInstance instance, ColumnOptions options) {
    List<CapturedColumn> wanted = wanted(instance, options);
    List<CapturedColumn> computed = wanted.stream().filter(CapturedColumn::computed).toList();
    List<CapturedColumn> taken = wanted.stream().filter(column -> !column.computed()).toList();
    refuseUnmapped(instance, taken);
    if (taken.isEmpty()) {
      throw new InvalidOptionsException(
          instance.name()
              + ": no column is left"
              + (computed.isEmpty() ? "" : ", " + nulls(computed)),
          "take at least one captured column that is not computed, by includeColumns or"
              + " excludeColumns or in another capture instance; nothing was read or written");
    }
    List<String> warnings = new ArrayList<>();
    if (!computed.isEmpty()) {
      warnings.add(instance.name() + ": left out " + nulls(computed));
    }
    foreign(instance, taken, warnings);
    return new ColumnSelection(
        taken.stream().map(column -> selected(column, options)).toList(), warnings);
  }

  /** The columns as the target has them. */
  public List<TableColumn> target() {
    return columns.stream().map(Selected::target).toList();
  }

  /** An instance whose columns are those taken, for a read. */
  public CaptureInstance reading(CaptureInstance instance) {
    return instance.withColumns(columns.stream().map(Selected::source).toList());
  }

  private static Selected selected(CapturedColumn column, ColumnOptions options) {
    ColumnType type =
        column
            .type()
            .map(mapped -> isLocal(mapped) ? options.datetimeType().type() : mapped)
            .orElseThrow();
    return new Selected(column.readAs(type), new TableColumn(column.name(), type));
  }

  /** Only date-times without a zone are mapped to this (see docs/reference/types.md). */
  private static boolean isLocal(ColumnType type) {
    return type.kind() == ColumnType.Kind.TIMESTAMP_NTZ;
  }

  private static List<CapturedColumn> wanted(CaptureInstance instance, ColumnOptions options) {
    boolean including = !options.include().isEmpty();
    Option option = including ? Option.INCLUDE_COLUMNS : Option.EXCLUDE_COLUMNS;
    List<CapturedColumn> named =
        named(instance, including ? options.include() : options.exclude(), option);
    return instance.columns().stream()
        .filter(column -> named.contains(column) == including)
        .toList();
  }

  private static List<CapturedColumn> named(
      CaptureInstance instance, List<String> names, Option option) {
    List<CapturedColumn> found = new ArrayList<>();
    List<String> unknown = new ArrayList<>();
    for (String name : names) {
      List<CapturedColumn> matches = matches(instance.columns(), name);
      if (matches.size() == 1) {
        found.add(matches.get(0));
      } else {
        unknown.add(NameList.quote(name));
      }
    }
    if (!unknown.isEmpty()) {
      throw new InvalidOptionsException(
          option.javaName()
              + " names "
              + String.join(", ", unknown)
              + ", which "
              + instance.name()
              + " does not capture, or has more than one of but for case; it captures "
              + texts(instance.columns(), column -> NameList.quote(column.name())),
          "correct the names; nothing was read or written");
    }
    return found;
  }

  /** Exactly that name, else that name but for case. */
  private static List<CapturedColumn> matches(List<CapturedColumn> columns, String name) {
    List<CapturedColumn> exact = columns.stream().filter(c -> c.name().equals(name)).toList();
    return exact.isEmpty()
        ? columns.stream().filter(c -> c.name().equalsIgnoreCase(name)).toList()
        : exact;
  }

  private static void refuseUnmapped(CaptureInstance instance, List<CapturedColumn> taken) {
    List<CapturedColumn> unmapped = taken.stream().filter(c -> c.type().isEmpty()).toList();
    if (!unmapped.isEmpty()) {
      throw new UnsupportedTypeException(
          instance.name()
              + ": no mapping for "
              + texts(unmapped, column -> column.name() + " " + column.sourceType()),
          "leave them out with "
              + Option.EXCLUDE_COLUMNS.javaName()
              + " '"
              + texts(unmapped, column -> NameList.quote(column.name()))
              + "', or name the columns to take with "
              + Option.INCLUDE_COLUMNS.javaName()
              + "; nothing was read or written");
    }
  }

  private static String nulls(List<CapturedColumn> computed) {
    return "computed columns "
        + texts(computed, CapturedColumn::name)
        + ", which change data capture records as NULL";
  }

  private static void foreign(
      CaptureInstance instance, List<CapturedColumn> taken, List<String> warnings) {
    List<CapturedColumn> foreign =
        taken.stream().filter(column -> column.foreignCollation().isPresent()).toList();
    if (!foreign.isEmpty()) {
      warnings.add(
          instance.name()
              + ": the collation of "
              + texts(foreign, c -> c.name() + " (" + c.foreignCollation().orElse("") + ")")
              + " is not the database's, so that change data capture may damage text outside ASCII"
              + " in these columns; nvarchar columns are safe");
    }
  }

  private static String texts(List<CapturedColumn> columns, Function<CapturedColumn, String> text) {
    return columns.stream().map(text).collect(Collectors.joining(", "));
  }
}
