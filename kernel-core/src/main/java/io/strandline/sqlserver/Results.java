package io.strandline.sqlserver;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Set;

/** Goes through all results of a statement batch. */
final class Results {

  private static final int MOST = 32;

  /** Takes one result set. */
  interface Visitor {

    /**
     * Reads a result set.
     *
     * @param firstLabel label of its first column, by which the sets of a batch are told apart
     */
    void visit(String firstLabel, ResultSet rows) throws SQLException;
  }

  private Results() {}

  /**
   * Runs a batch and shows every result set.
   *
   * @param tolerated error numbers after which the batch's further results are read
   */
  static void forEach(PreparedStatement statement, Set<Integer> tolerated, Visitor visitor)
      throws SQLException {
    boolean isRows = statement.execute();
    for (int i = 0; i < MOST; i++) {
      if (isRows) {
        try (ResultSet rows = statement.getResultSet()) {
          visitor.visit(rows.getMetaData().getColumnLabel(1), rows);
        }
      } else if (statement.getUpdateCount() == -1) {
        return;
      }
      isRows = next(statement, tolerated);
    }
    throw new IllegalStateException("more than " + MOST + " results of a statement batch");
  }

  private static boolean next(PreparedStatement statement, Set<Integer> tolerated)
      throws SQLException {
    for (int i = 0; i < MOST; i++) {
      try {
        return statement.getMoreResults();
      } catch (SQLException e) {
        if (!tolerated.contains(e.getErrorCode())) {
          throw e;
        }
      }
    }
    throw new IllegalStateException("more than " + MOST + " errors of a statement batch");
  }
}
