package io.strandline.checks.check;

import io.strandline.lsn.Lsn;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A tracked table into which commits are made to see how far capture has come. Thread-safe.
 *
 * <p>Changes are recorded in the order of their commits (documented), so when a mark is in its
 * change table, all that was committed before it is in its own.
 */
final class Marks {

  private static final Duration LOOK_AGAIN = Duration.ofMillis(500);

  private final Tracked table;
  private final AtomicInteger next = new AtomicInteger(1);

  Marks(Tracked table) {
    this.table = table;
  }

  /** Makes the table and tracks it. */
  static Marks create(Sandbox sandbox, Session session) throws SQLException {
    Tracked table = sandbox.create(session, "marks", CheckStatement.CREATE_MARKS);
    Enabling.table(session, CheckStatement.ENABLE_TABLE, table.names());
    return new Marks(table);
  }

  /**
   * Commits a mark and waits until capture has recorded it.
   *
   * @return its LSN
   * @throws StoppedException if the budget is over before
   */
  Lsn await(Session session, Pace pace, Budget budget) throws SQLException {
    int id = next.getAndIncrement();
    session.run(CheckStatement.INSERT_MARK, table.names(), id);
    while (true) {
      List<Lsn> found =
          session.rows(
              CheckStatement.CHANGE_OF_ID, table.names(), row -> Lsn.of(row.getBytes(1)), id);
      if (!found.isEmpty()) {
        return found.get(0);
      }
      if (budget.isOver()) {
        throw new StoppedException(
            "the budget of "
                + budget.length().toSeconds()
                + " s was over before capture recorded a commit: look whether SQL Server Agent and the capture job run");
      }
      pace.pass(LOOK_AGAIN);
    }
  }
}
