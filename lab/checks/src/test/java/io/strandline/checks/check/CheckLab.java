package io.strandline.checks.check;

import io.strandline.lab.Lab;
import io.strandline.lab.LabConfig;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/** A stand-in whose capture polls by itself on a fast clock, and checks on it. */
final class CheckLab implements AutoCloseable {

  static final ZoneId ZONE = ZoneId.of("America/New_York");

  /** A minute of its clock is 0.3 s, so five idle minutes are 1.5 s. */
  static final LabConfig CONFIG =
      LabConfig.defaults()
          .withZone(ZONE)
          .withSpeed(200)
          .withPollingInterval(Duration.ofSeconds(5))
          .withKeepHistory(false);

  static final Limits LIMITS =
      new Limits(Optional.of(Duration.ofSeconds(30)), Duration.ofMillis(1_200), 2_000);

  private static final AtomicInteger RUNS = new AtomicInteger();

  private final Lab lab;

  private CheckLab(LabConfig config) {
    lab = Lab.start(config);
  }

  static CheckLab start(LabConfig config) {
    return new CheckLab(config);
  }

  String url() {
    return lab.jdbcUrl("master");
  }

  String password() {
    return lab.config().server().saPassword();
  }

  Connector connector() {
    return Connector.of(url(), Lab.SA, password());
  }

  /** Names of the databases that are there. */
  List<String> databases() throws SQLException {
    try (Connection sa = connector().open(Map.of());
        var rows = sa.createStatement().executeQuery("SELECT name FROM sys.databases")) {
      List<String> names = new ArrayList<>();
      while (rows.next()) {
        names.add(rows.getString(1));
      }
      return names;
    }
  }

  /** Sets the clock back. */
  void stepBack(Duration step) {
    lab.clock().jump(step.negated());
  }

  /** The number that a query of a database returns. */
  long count(String database, String sql) throws SQLException {
    try (Connection sa = connector().open(Map.of())) {
      sa.setCatalog(database);
      try (var row = sa.createStatement().executeQuery(sql)) {
        row.next();
        return row.getLong(1);
      }
    }
  }

  void run(String sql) throws SQLException {
    try (Connection sa = connector().open(Map.of());
        var statement = sa.createStatement()) {
      statement.execute(sql);
    }
  }

  /** Runs one check over a connector. */
  static CheckResult run(Connector connector, String name, Settings settings) throws SQLException {
    String suffix = "t" + RUNS.incrementAndGet();
    try (Sandbox sandbox = Sandbox.own(connector, Sandbox.PREFIX + suffix, suffix)) {
      sandbox.prepare();
      return new CheckRunner(sandbox, settings)
          .run(Checks.named(List.of(name)), result -> {})
          .results()
          .get(0);
    }
  }

  CheckResult check(String name) throws SQLException {
    return run(connector(), name, new Settings(LIMITS, Optional.of(ZONE)));
  }

  @Override
  public void close() {
    lab.close();
  }
}
