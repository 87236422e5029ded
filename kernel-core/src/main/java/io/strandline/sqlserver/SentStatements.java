package io.strandline.sqlserver;

import io.strandline.change.CapturedColumn;
import io.strandline.lsn.Lsn;
import io.strandline.lsn.LsnRange;
import io.strandline.port.Piece;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The texts of all statements that are sent to a source, for those who have to approve or check
 * what runs on their server. All of them only read; {@code ?} marks a parameter.
 */
public final class SentStatements {

  /** The ranges of a request are parameters, so that any will do. */
  private static final Lsn LATER = Lsn.ZERO.next().next();

  private SentStatements() {}

  /**
   * The statements for a capture instance, by a name of their purpose.
   *
   * @param instance its name
   * @param columns those that are read
   */
  public static Map<String, String> of(String instance, List<CapturedColumn> columns) {
    Map<String, String> statements = new LinkedHashMap<>();
    statements.put("poll", Statements.POLL);
    statements.put("session", Statements.SESSION);
    statements.put("min_lsn", Statements.MIN_LSN);
    statements.put("reach", Statements.REACH);
    statements.put("commit_times", Statements.COMMIT_TIMES);
    List<String> names = columns.stream().map(CapturedColumn::name).toList();
    Piece older = new Piece(instance, new LsnRange(Lsn.ZERO, LATER.previous()));
    Piece newer = new Piece(instance, new LsnRange(LATER.previous(), LATER));
    statements.put("measure", RangeStatements.measure(List.of(older)));
    statements.put("measure_two_instances", RangeStatements.measure(List.of(older, newer)));
    statements.put("tiles", RangeStatements.tiles(older));
    statements.put("changes", Statements.changes(instance, names, true));
    statements.put("changes_without_command_id", Statements.changes(instance, names, false));
    return statements;
  }
}
