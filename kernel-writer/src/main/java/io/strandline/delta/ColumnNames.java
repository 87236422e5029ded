package io.strandline.delta;

import io.strandline.change.TableColumn;
import io.strandline.error.InvalidOptionsException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Which captured column names a bronze table can have. */
final class ColumnNames {

  /** What Delta forbids in names of an unmapped table (documented). */
  private static final String FORBIDDEN = " ,;{}()\n\t=";

  private static final String REMEDY =
      "Leave these columns out of the capture instance (@captured_column_list) or rename them at"
          + " the source and enable a new instance.";

  private ColumnNames() {}

  /**
   * Refuses names that a bronze table cannot have, naming all of them.
   *
   * @throws InvalidOptionsException if there are any
   */
  static void check(List<TableColumn> captured) {
    List<String> names = captured.stream().map(TableColumn::name).toList();
    refuse(
        names.stream().filter(ColumnNames::isReserved).toList(),
        "are names of the table's own columns");
    refuse(sameButForCase(names), "differ only in case, which Delta does not tell apart");
    refuse(
        names.stream().filter(ColumnNames::isForbidden).toList(),
        "hold characters that Delta allows only with name mapping, which is not written here");
  }

  private static boolean isReserved(String name) {
    return BronzeSchema.RESERVED.contains(name.toLowerCase(Locale.ROOT));
  }

  private static boolean isForbidden(String name) {
    return name.isEmpty() || name.chars().anyMatch(c -> FORBIDDEN.indexOf(c) >= 0);
  }

  private static List<String> sameButForCase(List<String> names) {
    Map<String, List<String>> groups =
        names.stream()
            .collect(
                Collectors.groupingBy(
                    name -> name.toLowerCase(Locale.ROOT),
                    LinkedHashMap::new,
                    Collectors.toList()));
    return groups.values().stream()
        .filter(group -> group.size() > 1)
        .flatMap(List::stream)
        .toList();
  }

  private static void refuse(List<String> names, String why) {
    if (!names.isEmpty()) {
      String quoted =
          names.stream().map(name -> "'" + name + "'").collect(Collectors.joining(", "));
      throw new InvalidOptionsException("captured columns " + quoted + " " + why, REMEDY);
    }
  }
}
