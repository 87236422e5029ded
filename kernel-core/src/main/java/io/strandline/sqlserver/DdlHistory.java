package io.strandline.sqlserver;

import io.strandline.change.DdlChange;
import io.strandline.lsn.Lsn;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;

/**
 * The changes of tables' definitions after a position, as {@code sys.sp_cdc_get_ddl_history} lists
 * them.
 *
 * <p>The procedure has no argument to leave the older ones out (documented), and it is not known
 * whether {@code INSERT … EXEC} may hold its rows for a query: it may use one itself, and those do
 * not nest. So its rows are left out while they are read, and what is kept is bounded. Not
 * thread-safe.
 */
final class DdlHistory {

  /** Most changes kept of an instance; the newest are. */
  static final int MOST = 2_000;

  /** Most characters kept of a statement's text. */
  static final int LONGEST_COMMAND = 4_000;

  private static final Comparator<DdlChange> IN_LSN_ORDER = Comparator.comparing(DdlChange::lsn);

  private final Lsn position;
  private final Map<String, PriorityQueue<DdlChange>> kept = new HashMap<>();
  private final Map<String, Long> dropped = new HashMap<>();

  DdlHistory(Lsn position) {
    this.position = position;
  }

  /** Takes the current row. */
  void add(ResultSet row) throws SQLException {
    Optional<Lsn> lsn = Cells.lsn(row, "ddl_lsn").filter(at -> at.isAfter(position));
    if (lsn.isEmpty()) {
      return;
    }
    String instance = row.getString("capture_instance");
    PriorityQueue<DdlChange> changes =
        kept.computeIfAbsent(instance, name -> new PriorityQueue<>(IN_LSN_ORDER));
    changes.add(
        new DdlChange(
            lsn.get(),
            Cells.local(row, "ddl_time").orElseThrow(),
            shortened(row.getString("ddl_command")),
            row.getBoolean("required_column_update")));
    if (changes.size() > MOST) {
      changes.remove();
      dropped.merge(instance, 1L, Long::sum);
    }
  }

  private static String shortened(String command) {
    return command.length() <= LONGEST_COMMAND ? command : command.substring(0, LONGEST_COMMAND);
  }

  /** The changes of an instance by its exact name, in LSN order. */
  List<DdlChange> of(String instance) {
    List<DdlChange> changes =
        new ArrayList<>(kept.getOrDefault(instance, new PriorityQueue<>(IN_LSN_ORDER)));
    changes.sort(IN_LSN_ORDER);
    return changes;
  }

  /** What is left out of an instance's changes, in words. */
  Optional<String> warning(String instance) {
    return Optional.ofNullable(dropped.get(instance))
        .map(
            count ->
                "the oldest "
                    + count
                    + " changes of the definition after "
                    + position
                    + " that "
                    + instance
                    + " recorded are left out: only the newest "
                    + MOST
                    + " are looked at");
  }
}
