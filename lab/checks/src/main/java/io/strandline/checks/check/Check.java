package io.strandline.checks.check;

import java.sql.SQLException;
import java.time.Duration;

/** One question to the source. Stateless. */
interface Check {

  /** What it tests. */
  Fact fact();

  /** The longest it takes in real time, unless the user says otherwise. */
  default Duration budget() {
    return Duration.ofMinutes(3);
  }

  /**
   * Asks.
   *
   * @throws SQLException what the server answered that the check did not expect
   * @throws StoppedException if the budget is over before the answer
   */
  Outcome run(CheckRun run) throws SQLException;
}
