package io.strandline.plan;

import io.strandline.change.CaptureInstance;
import io.strandline.change.CapturedColumn;
import io.strandline.change.ColumnType;
import io.strandline.change.TableColumn;
import io.strandline.error.InvalidOptionsException;
import io.strandline.error.SchemaChangedException;
import io.strandline.error.UnsupportedTypeException;
import io.strandline.option.ColumnOptions;
import io.strandline.option.NameList;
import io.strandline.option.Option;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The captured columns that a stream takes, and what they become. Immutable. */
public final class ColumnSelection {

  private final ColumnOptions options;

  /** A selection by options. */
  public ColumnSelection(ColumnOptions options) {
    this.options = options;
  }

  /**
   * Passes if each name of the options is one column of the table's instances: what a stream needs
   * to begin.
   *
   * @throws InvalidOptionsException naming every other name
   */
  public void verifyNames(List<CaptureInstance> instances) {
    List<String> wrong = new ArrayList<>(ambiguous(instances));
    wrong.addAll(uncaptured(instances));
    refuseUnknown(instances, wrong);
  }

  /**
   * Passes if a stream that has a table can go on: names that no instance captures any more were
   * captured when it began, and an excluded one is not missed.
   *
   * @param target the table's columns for captured values
   * @return what a person should know of excluded names without a column; may be empty
   * @throws InvalidOptionsException naming each name that fits several columns, or that is to be
   *     taken and is in neither an instance nor the table
   * @throws SchemaChangedException naming each column to be taken that only the table has
   */
  public List<String> verifyNames(List<CaptureInstance> instances, List<TableColumn> target) {
    List<String> gone = uncaptured(instances);
    List<String> wrong = new ArrayList<>(ambiguous(instances));
    if (isIncluding()) {
      gone.stream().filter(name -> !isIn(target, name)).forEach(wrong::add);
    }
    refuseUnknown(instances, wrong);
    if (gone.isEmpty()) {
      return List.of();
    }
    if (isIncluding()) {
      throw vanished(gone, instances.stream().map(CaptureInstance::name).toList());
    }
    return List.of(
        Option.EXCLUDE_COLUMNS.javaName()
            + " names "
            + quoted(gone)
            + ", which no capture instance has: take the names out, or correct them if they are"
            + " mistyped");
  }

  /**
   * Passes if the newest instance captures every column to be taken that the table has, which would
   * silently be NULL from its start on.
   *
   * @throws SchemaChangedException naming those that it does not
   */
  public void verifyTaken(CaptureInstance newest, List<TableColumn> target) {
    List<String> gone =
        isIncluding()
            ? uncaptured(List.of(newest)).stream().filter(name -> isIn(target, name)).toList()
            : List.of();
    if (!gone.isEmpty()) {
      throw vanished(gone, List.of(newest.name()));
    }
  }

  private List<String> ambiguous(List<CaptureInstance> instances) {
    return names().stream()
        .filter(name -> instances.stream().anyMatch(at -> matches(at.columns(), name).size() > 1))
        .toList();
  }

  /** The names without a column in any instance; none if there are no instances. */
  private List<String> uncaptured(List<CaptureInstance> instances) {
    return names().stream()
        .filter(
            name ->
                !instances.isEmpty()
                    && instances.stream().allMatch(at -> matches(at.columns(), name).isEmpty()))
        .toList();
  }

  private static boolean isIn(List<TableColumn> target, String name) {
    return target.stream().anyMatch(column -> column.key().equals(TableColumn.key(name)));
  }

  private static String quoted(List<String> names) {
    return names.stream().map(NameList::quote).collect(Collectors.joining(", "));
  }

  private static SchemaChangedException vanished(List<String> names, List<String> instances) {
    return new SchemaChangedException(
        String.join(", ", instances)
            + ": "
            + Option.INCLUDE_COLUMNS.javaName()
            + " names "
            + quoted(names)
            + ", which the table has and which is no longer captured",
        "take the names out of "
            + Option.INCLUDE_COLUMNS.javaName()
            + ", and the columns are NULL in the table from now on; or capture them again in another"
            + " instance; nothing was read or written",
        Map.of("capture_instance", String.join(", ", instances), "columns", quoted(names)));
  }

  /**
   * The columns taken of an instance, in the order of its change table, with their types.
   *
   * @throws UnsupportedTypeException naming every column whose type has no mapping
   * @throws InvalidOptionsException if no column is left
   */
  public List<TableColumn> columns(CaptureInstance instance) {
    List<CapturedColumn> wanted = wanted(instance);
    List<CapturedColumn> taken = wanted.stream().filter(column -> !column.computed()).toList();
    refuseUnmapped(instance, taken);
    if (taken.isEmpty()) {
      throw new InvalidOptionsException(
          instance.name() + ": no column is left" + (wanted.isEmpty() ? "" : ", " + nulls(wanted)),
          "take at least one captured column that is not computed, by includeColumns or"
              + " excludeColumns or in another capture instance; nothing was read or written");
    }
    return taken.stream().map(column -> new TableColumn(column.name(), type(column))).toList();
  }

  /** What a person should know of an instance's columns left out or in danger; may be empty. */
  public List<String> warnings(CaptureInstance instance) {
    List<String> warnings = new ArrayList<>();
    List<CapturedColumn> wanted = wanted(instance);
    List<CapturedColumn> computed = wanted.stream().filter(CapturedColumn::computed).toList();
    if (!computed.isEmpty()) {
      warnings.add(instance.name() + ": left out " + nulls(computed));
    }
    foreign(instance, wanted).ifPresent(warnings::add);
    return warnings;
  }

  private ColumnType type(CapturedColumn column) {
    return column
        .type()
        .map(mapped -> isLocal(mapped) ? options.datetimeType().type() : mapped)
        .orElseThrow();
  }

  /** Only date-times without a zone are mapped to this (see docs/reference/types.md). */
  private static boolean isLocal(ColumnType type) {
    return type.kind() == ColumnType.Kind.TIMESTAMP_NTZ;
  }

  private boolean isIncluding() {
    return !options.include().isEmpty();
  }

  private List<String> names() {
    return isIncluding() ? options.include() : options.exclude();
  }

  /** The captured columns that the options leave in, computed and unmapped ones too. */
  public List<CapturedColumn> wanted(CaptureInstance instance) {
    Set<CapturedColumn> named = new HashSet<>();
    names().forEach(name -> named.addAll(matches(instance.columns(), name)));
    return instance.columns().stream()
        .filter(column -> named.contains(column) == isIncluding())
        .toList();
  }

  private void refuseUnknown(List<CaptureInstance> instances, List<String> unknown) {
    if (unknown.isEmpty()) {
      return;
    }
    Option option = isIncluding() ? Option.INCLUDE_COLUMNS : Option.EXCLUDE_COLUMNS;
    String captured =
        instances.stream()
            .map(each -> each.name() + ": " + texts(each.columns(), c -> NameList.quote(c.name())))
            .collect(Collectors.joining("; "));
    throw new InvalidOptionsException(
        option.javaName()
            + " names "
            + quoted(unknown)
            + ", which is not captured, or more than one column but for case; captured are "
            + captured,
        "correct the names; nothing was read or written");
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

  private static Optional<String> foreign(CaptureInstance instance, List<CapturedColumn> wanted) {
    List<CapturedColumn> foreign =
        wanted.stream().filter(column -> column.foreignCollation().isPresent()).toList();
    return foreign.isEmpty()
        ? Optional.empty()
        : Optional.of(
            instance.name()
                + ": the collation of "
                + texts(foreign, c -> c.name() + " (" + c.foreignCollation().orElse("") + ")")
                + " is not the database's, so that change data capture may damage text outside"
                + " ASCII in these columns; nvarchar columns are safe");
  }

  private static String texts(List<CapturedColumn> columns, Function<CapturedColumn, String> text) {
    return columns.stream().map(text).collect(Collectors.joining(", "));
  }
}
