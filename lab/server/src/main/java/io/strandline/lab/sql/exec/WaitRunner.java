package io.strandline.lab.sql.exec;

import io.strandline.lab.clock.LabClock;
import io.strandline.lab.session.CancelledException;
import io.strandline.lab.session.SqlException;
import io.strandline.lab.session.SqlType;
import io.strandline.lab.sql.ast.Statement;
import io.strandline.lab.sql.type.Types;
import java.time.Duration;
import java.time.LocalTime;

/** Runs WAITFOR on the lab's clock. */
final class WaitRunner {

  private final LabSession session;
  private final BatchRunner batch;

  WaitRunner(LabSession session, BatchRunner batch) {
    this.session = session;
    this.batch = batch;
  }

  /** Error 148 for a text that is no time. */
  private LocalTime time(Statement.WaitFor wait) {
    SqlType time = SqlType.fractional(SqlType.Kind.TIME, 7);
    Object value = batch.value(wait.time(), Types.NVARCHAR_MAX);
    SqlException wrong =
        SqlException.of(
            148,
            15,
            1,
            "Incorrect time syntax in time string '"
                + (value == null ? "NULL" : value)
                + "' used with WAITFOR.");
    try {
      if (batch.value(wait.time(), time) instanceof LocalTime given) {
        return given;
      }
    } catch (SqlException e) {
      throw e.sqlMessage().number() == 241 ? wrong : e;
    }
    throw wrong;
  }

  void run(Statement.WaitFor wait) {
    LocalTime given = time(wait);
    LabClock clock = session.server().clock();
    Duration delay = Duration.ofNanos(given.toNanoOfDay());
    if (!wait.delay()) {
      delay = Duration.between(clock.local().toLocalTime(), given);
      delay = delay.isNegative() ? delay.plusDays(1) : delay;
    }
    try {
      boolean reached = clock.awaitElapsed(clock.elapsed().plus(delay), session::isCancelled);
      if (!reached) {
        throw new CancelledException("cancelled in WAITFOR");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CancelledException("interrupted in WAITFOR");
    }
  }
}
