package io.strandline.sqlserver;

import io.strandline.change.CapturedColumn;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The texts of all statements that are sent to a source, for those who have to approve or check
 * what runs on their server. All of them only read; {@code ?} marks a parameter.
 */
public final class SentStatements {

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
    statements.put("measure", Statements.measure(instance));
    statements.put("changes", Statements.changes(instance, columns, true));
    statements.put("changes_without_command_id", Statements.changes(instance, columns, false));
    return statements;
  }
}
