package io.strandline.checks.check;

import java.sql.SQLException;

/** Runs something in a sandbox and undoes the sandbox afterwards, also when it is interrupted. */
final class SandboxRun {

  private SandboxRun() {}

  /** Something to do. */
  interface Body<T> {
    T run() throws SQLException;
  }

  /**
   * Prepares, runs and cleans up; a failure of the cleaning up is added to that of the running.
   *
   * @throws SQLException of any of them
   */
  static <T> T run(Sandbox sandbox, Body<T> body) throws SQLException {
    Thread hook = new Thread(() -> closeAtExit(sandbox), "check-cleanup");
    Runtime.getRuntime().addShutdownHook(hook);
    try (sandbox) {
      sandbox.prepare();
      return body.run();
    } finally {
      remove(hook);
    }
  }

  private static void remove(Thread hook) {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The process is ending and the hook is at work: nothing is left to do here.
    }
  }

  private static void closeAtExit(Sandbox sandbox) {
    try {
      sandbox.close();
    } catch (SQLException e) {
      throw new IllegalStateException(
          "database '" + sandbox.database() + "' may hold tables of the checks: drop them", e);
    }
  }
}
