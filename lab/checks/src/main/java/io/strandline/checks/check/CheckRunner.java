package io.strandline.checks.check;

import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Runs checks one after another in a sandbox. */
final class CheckRunner {

  /** On a quiet database capture may come to an enable after five minutes (measured on 2022). */
  private static final Duration FIRST_CAPTURE = Duration.ofMinutes(6);

  private static final Duration FIRST_CAPTURE_AT_LEAST = Duration.ofSeconds(5);

  private final Sandbox sandbox;
  private final Settings settings;

  CheckRunner(Sandbox sandbox, Settings settings) {
    this.sandbox = sandbox;
    this.settings = settings;
  }

  /**
   * Runs the checks.
   *
   * @param each told of every result as it comes
   * @throws SQLException if the server cannot be reached or does not let the checks begin
   * @throws StoppedException if nothing is captured at all
   */
  CheckReport run(List<Check> checks, Consumer<CheckResult> each) throws SQLException {
    try (Session session = sandbox.open()) {
      ServerInfo info = ServerInfo.ask(session);
      Pace pace = Pace.measure(session);
      Marks marks = Marks.create(sandbox, session);
      marks.await(session, pace, pace.budget(FIRST_CAPTURE, FIRST_CAPTURE_AT_LEAST));
      List<CheckResult> results = new ArrayList<>();
      for (Check check : checks) {
        CheckResult result = run(check, marks, pace);
        results.add(result);
        each.accept(result);
      }
      return new CheckReport(
          info.version(),
          info.isLab(),
          session.connection().getMetaData().getDriverName()
              + " "
              + session.connection().getMetaData().getDriverVersion(),
          sandbox.database(),
          pace.rate(),
          List.copyOf(results));
    }
  }

  private CheckResult run(Check check, Marks marks, Pace pace) {
    Duration length = settings.limits().budget().orElse(check.budget());
    Budget spent = new Budget(length);
    Outcome outcome;
    try (CheckRun run = new CheckRun(sandbox, marks, pace, settings, length)) {
      outcome = attempt(check, run);
    } catch (SQLException e) {
      outcome = new Outcome.Failed("a connection failed: " + e.getMessage(), List.of());
    }
    return new CheckResult(check.fact(), outcome, spent.spent().toMillis() / 1e3);
  }

  private static Outcome attempt(Check check, CheckRun run) {
    try {
      return check.run(run);
    } catch (StoppedException e) {
      return run.failed(String.valueOf(e.getMessage()));
    } catch (SQLException e) {
      return run.failed("the server answered error " + e.getErrorCode() + ": " + e.getMessage());
    }
  }
}
