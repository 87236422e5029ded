package io.strandline.checks.conformance;

import java.security.SecureRandom;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** One run of the script against one server, in a database of its own. Not thread-safe. */
final class ConformanceRun implements AutoCloseable {

  private static final Duration POLL = Duration.ofMillis(100);
  private static final Duration STILL_WAITING = Duration.ofMillis(300);
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(60);

  private final Target target;
  private final Map<String, JdbcSession> sessions = new HashMap<>();
  private final Map<String, Future<Answer>> started = new HashMap<>();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Map<String, String> own;
  private Bindings bindings;
  private int executed;

  ConformanceRun(Target target) {
    this.target = target;
    String identity = random(4);
    own =
        Map.of(
            "user", target.user(),
            "password", target.password(),
            "database", "strandline_conformance_" + identity,
            "login", "strandline_reader_" + identity,
            "login_password", "Aa1-" + random(12));
    bindings = new Bindings(own);
  }

  private static String random(int bytes) {
    byte[] value = new byte[bytes];
    new SecureRandom().nextBytes(value);
    return HexFormat.of().formatHex(value);
  }

  /** Runs a theme with new connections; what went wrong, step by step. */
  List<String> run(Script.Theme theme) throws SQLException, InterruptedException {
    List<String> failures = new ArrayList<>();
    for (Step step : theme.steps()) {
      executed++;
      List<String> found = differences(step);
      if (!found.isEmpty()) {
        failures.add(theme.name() + ": " + step.title() + ": " + String.join("; ", found));
      }
    }
    closeSessions();
    bindings = new Bindings(own);
    return failures;
  }

  /** How many steps have been run. */
  int executed() {
    return executed;
  }

  private List<String> differences(Step step) throws SQLException, InterruptedException {
    long end = System.nanoTime() + step.within().toNanos();
    while (true) {
      try {
        Bindings trial = bindings.copy();
        List<String> found = Comparison.differences(step.expected(), answer(step), trial);
        if (found.isEmpty()) {
          bindings = trial;
        }
        if (found.isEmpty() || System.nanoTime() >= end) {
          return found;
        }
      } catch (IllegalArgumentException | TimeoutException e) {
        return List.of(String.valueOf(e.getMessage()));
      }
      Thread.sleep(POLL.toMillis());
    }
  }

  private Answer answer(Step step) throws SQLException, InterruptedException, TimeoutException {
    return switch (step.mode()) {
      case RUN -> run(step);
      case CLOSE -> {
        JdbcSession session = sessions.remove(step.session());
        if (session != null) {
          session.close();
        }
        yield Answer.EMPTY;
      }
      case START -> {
        Future<Answer> running = threads.submit(() -> run(step));
        started.put(step.session(), running);
        if (isOver(running)) {
          throw new IllegalArgumentException("it did not wait");
        }
        yield Answer.EMPTY;
      }
      case FINISH -> {
        Future<Answer> running = started.remove(step.session());
        if (running == null) {
          throw new IllegalArgumentException("nothing was started");
        }
        yield await(running, LONGEST_WAIT);
      }
    };
  }

  private static boolean isOver(Future<Answer> running) throws SQLException, InterruptedException {
    try {
      await(running, STILL_WAITING);
      return true;
    } catch (TimeoutException e) {
      return false;
    }
  }

  private static Answer await(Future<Answer> running, Duration longest)
      throws SQLException, InterruptedException, TimeoutException {
    try {
      return running.get(longest.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw new SQLException("a batch in the background failed", e.getCause());
    }
  }

  private Answer run(Step step) throws SQLException {
    JdbcSession session;
    try {
      session = session(step);
    } catch (SQLException e) {
      return Answer.refused(JdbcSession.failure(e));
    }
    if (step.sql().isEmpty()) {
      return Answer.EMPTY;
    }
    String sql = bindings.expand(step.sql());
    if (step.parameters().isEmpty()) {
      return session.run(sql);
    }
    List<Step.Parameter> parameters =
        step.parameters().stream()
            .map(each -> new Step.Parameter(each.type(), bindings.expand(each.value())))
            .toList();
    return session.run(sql, parameters, step.times());
  }

  private JdbcSession session(Step step) throws SQLException {
    JdbcSession known = sessions.get(step.session());
    if (known != null) {
      return known;
    }
    List<String> open =
        step.open().isEmpty() ? List.of("&{user}", "&{password}", "&{database}") : step.open();
    List<String> login = open.stream().map(bindings::expand).toList();
    JdbcSession opened = new JdbcSession(target.connect(login.get(0), login.get(1), login.get(2)));
    sessions.put(step.session(), opened);
    return opened;
  }

  private void closeSessions() throws SQLException {
    for (JdbcSession session : sessions.values()) {
      session.close();
    }
    sessions.clear();
    started.clear();
  }

  @Override
  public void close() throws SQLException {
    closeSessions();
    threads.shutdownNow();
  }
}
