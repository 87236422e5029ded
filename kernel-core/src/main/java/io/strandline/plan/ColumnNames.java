package io.strandline.plan;

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

  private ColumnNames() {}

  /** Whether the table has a column of its own by this name, in any case. */
  public static boolean isReserved(String name) {
    return RESERVED.contains(name.toLowerCase(Locale.ROOT));
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
