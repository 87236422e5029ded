package io.strandline.sqlserver;

import io.strandline.lsn.LsnRange;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** Counts entries of the time mapping in one statement. */
final class EntriesCall {

  private EntriesCall() {}

  static long run(Connection connection, LsnRange range, int most) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(Statements.ENTRIES)) {
      statement.setInt(1, most);
      statement.setBytes(2, range.start().toBytes());
      statement.setBytes(3, range.end().toBytes());
      try (ResultSet row = statement.executeQuery()) {
        row.next();
        return row.getLong("entry_count");
      }
    }
  }
}
