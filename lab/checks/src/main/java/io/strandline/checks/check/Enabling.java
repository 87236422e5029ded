package io.strandline.checks.check;

import java.sql.SQLException;
import java.time.Duration;

/** Enables CDC on tables, patient with what passes by itself. */
final class Enabling {

  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final int AGENT_STARTS = 14258;
  private static final int DEADLOCK = 1205;

  private Enabling() {}

  /**
   * Enables a capture instance. While SQL Server Agent is still starting the answer is 14258 (seen
   * on 2022), and enabling can be the victim of a deadlock with writers (asserted on 2022): both
   * are tried again.
   */
  static void table(Session session, CheckStatement enable, Names names) throws SQLException {
    Budget patience = new Budget(PATIENCE);
    while (true) {
      try {
        session.run(enable, names);
        return;
      } catch (SQLException e) {
        boolean passes = e.getErrorCode() == AGENT_STARTS || e.getErrorCode() == DEADLOCK;
        if (!passes || patience.isOver()) {
          throw e;
        }
        Pace.of(1).pass(Duration.ofSeconds(1));
      }
    }
  }
}
