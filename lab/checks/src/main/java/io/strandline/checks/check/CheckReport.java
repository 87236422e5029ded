package io.strandline.checks.check;

import java.util.List;

/**
 * What the checks found.
 *
 * @param server {@code @@VERSION} in one line
 * @param lab whether it is the stand-in
 * @param driver name and version of the JDBC driver
 * @param database that the checks wrote to
 * @param clockRate seconds of the server's clock a real second
 * @param results in the order of the checks
 */
record CheckReport(
    String server,
    boolean lab,
    String driver,
    String database,
    double clockRate,
    List<CheckResult> results) {

  /** Exit codes of the command. */
  static final int PASSED = 0;

  static final int FAILED = 1;
  static final int COULD_NOT_RUN = 3;

  long count(Class<? extends Outcome> kind) {
    return results.stream().filter(result -> kind.isInstance(result.outcome())).count();
  }

  /** 0 if some passed and none failed, 1 if one failed, 3 if all were skipped. */
  int exitCode() {
    if (count(Outcome.Failed.class) > 0) {
      return FAILED;
    }
    return count(Outcome.Passed.class) > 0 ? PASSED : COULD_NOT_RUN;
  }
}
