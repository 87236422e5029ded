package io.strandline.plan;

import io.strandline.change.TableColumn;
import io.strandline.error.InvalidOptionsException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Which names the captured columns of a bronze table can have. */
public final class ColumnNames {

  /** The table's own columns, which no captured one may be called like. */
  public static final Set<String> RESERVED =
      Set.of(
          "_capture_instance",
          "_start_lsn",
          "_seqval",
          "_operation",
          "_command_id",
          "_commit_ts",
          "_batch_id",
          "_snapshot",
          "_chunk");

  /** What Delta forbids in names of a table without name mapping (documented). */
  private static final String FORBIDDEN = " ,;{}()\n\t=";

  /** Why a name that {@link #isNoText} cannot be. */
  static final String NO_TEXT = "hold half a surrogate pair, which UTF-8 cannot hold";

  private static final String REMEDY =
      "Leave these columns out of the capture instance (@captured_column_list) or rename them at"
          + " the source and enable a new instance.";

  private ColumnNames() {}

  /**
   * Passes if a new table can have these captured columns, its names mapped where they have to be.
   *
   * @throws InvalidOptionsException naming all that no table can have
   */
  public static void verify(List<TableColumn> captured) {
    List<String> names = captured.stream().map(TableColumn::name).toList();
    refuse(
        names.stream().filter(ColumnNames::isReserved).toList(),
        "are names of the table's own columns");
    refuse(sameButForCase(names), "differ only in case, which Delta does not tell apart");
    refuse(names.stream().filter(String::isEmpty).toList(), "have no name");
    refuse(names.stream().filter(ColumnNames::isNoText).toList(), NO_TEXT);
  }

  private static void refuse(List<String> names, String why) {
    if (!names.isEmpty()) {
      throw new InvalidOptionsException("captured columns " + quoted(names) + " " + why, REMEDY);
    }
  }

  /** Whether the table has a column of its own by this name, in any case. */
  public static boolean isReserved(String name) {
    return RESERVED.contains(name.toLowerCase(Locale.ROOT));
  }

  /** Whether the name holds half a surrogate pair, so that no table's log can name it. */
  static boolean isNoText(String name) {
    return name.codePoints()
        .anyMatch(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE);
  }

  /** Whether only a table with name mapping can have the column. */
  public static boolean needsMapping(String name) {
    return name.chars().anyMatch(c -> FORBIDDEN.indexOf(c) >= 0);
  }

  /** The names that equal another one but for case, which Delta does not tell apart. */
  public static List<String> sameButForCase(List<String> names) {
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

  /** Names in quotes, for messages. */
  public static String quoted(List<String> names) {
    return names.stream().map(name -> "'" + name + "'").collect(Collectors.joining(", "));
  }
}
