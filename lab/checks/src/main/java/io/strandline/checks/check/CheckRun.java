package io.strandline.checks.check;

import io.strandline.lsn.Lsn;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What one check works with: a session, tables, time, and a place for what it finds. */
final class CheckRun implements AutoCloseable {

  private static final Duration LOOK_AGAIN = Duration.ofSeconds(1);
  private static final int MOST_REASONS = 3;

  private final Sandbox sandbox;
  private final Marks marks;
  private final Pace pace;
  private final Limits limits;
  private final Settings settings;
  private final Budget budget;
  private final List<Session> sessions = new ArrayList<>();
  private final List<Measure> measures = new ArrayList<>();
  private final List<String> broken = new ArrayList<>();
  private final Session session;

  CheckRun(Sandbox sandbox, Marks marks, Pace pace, Settings settings, Duration budget)
      throws SQLException {
    this.sandbox = sandbox;
    this.marks = marks;
    this.pace = pace;
    this.limits = settings.limits();
    this.settings = settings;
    this.budget = new Budget(budget);
    this.session = open(Map.of());
  }

  /** The check's own session. */
  Session session() {
    return session;
  }

  /** Another session with options of the driver; it ends with the check. */
  Session open(Map<String, String> options) throws SQLException {
    Session opened = sandbox.open(options);
    synchronized (sessions) {
      sessions.add(opened);
    }
    return opened;
  }

  /** Another session; it ends with the check. */
  Session open() throws SQLException {
    return open(Map.of());
  }

  Sandbox sandbox() {
    return sandbox;
  }

  Pace pace() {
    return pace;
  }

  Limits limits() {
    return limits;
  }

  Settings settings() {
    return settings;
  }

  Budget budget() {
    return budget;
  }

  /** Makes a table and tracks it with all its columns. */
  Tracked track(String name, CheckStatement create) throws SQLException {
    Tracked table = sandbox.create(session, name, create);
    Enabling.table(session, CheckStatement.ENABLE_TABLE, table.names());
    return table;
  }

  /**
   * Waits until capture has recorded everything committed so far.
   *
   * @return the LSN of a commit after all of it
   * @throws StoppedException if the budget is over before
   */
  Lsn awaitCapture() throws SQLException {
    return marks.await(session, pace, budget);
  }

  /** Lets a moment pass between two looks at the server. */
  void lookAgain() {
    pace.pass(LOOK_AGAIN);
  }

  void measure(String name, double value, String unit) {
    measures.add(new Measure(name, value, unit));
  }

  /** Notes that the fact is broken unless something holds. */
  void expect(boolean holds, String otherwise) {
    if (!holds) {
      broken.add(otherwise);
    }
  }

  /** Passed with what was seen, or failed with what was broken. */
  Outcome outcome(String seen) {
    if (broken.isEmpty()) {
      return new Outcome.Passed(seen, List.copyOf(measures));
    }
    int more = broken.size() - MOST_REASONS;
    String reasons = String.join("; ", broken.subList(0, Math.min(MOST_REASONS, broken.size())));
    return failed(more > 0 ? reasons + "; and " + more + " more" : reasons);
  }

  Outcome failed(String reason) {
    return new Outcome.Failed(reason, List.copyOf(measures));
  }

  Outcome skipped(String reason) {
    return new Outcome.Skipped(reason, List.copyOf(measures));
  }

  @Override
  public void close() throws SQLException {
    synchronized (sessions) {
      for (Session opened : sessions) {
        opened.close();
      }
    }
  }
}
