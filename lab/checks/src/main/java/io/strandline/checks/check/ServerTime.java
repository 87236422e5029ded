package io.strandline.checks.check;

import java.sql.SQLException;
import java.time.LocalDateTime;

/**
 * The server's clock at one moment.
 *
 * @param utc what it says UTC is
 * @param local what it says local time is
 * @param offsetMinutes its own offset of local time from UTC
 */
record ServerTime(LocalDateTime utc, LocalDateTime local, int offsetMinutes) {

  static ServerTime ask(Session session) throws SQLException {
    return session.one(
        CheckStatement.CLOCK,
        Names.NONE,
        row ->
            new ServerTime(
                row.getObject(1, LocalDateTime.class),
                row.getObject(2, LocalDateTime.class),
                row.getInt(3)));
  }
}
