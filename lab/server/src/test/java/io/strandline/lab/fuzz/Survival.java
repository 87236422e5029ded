package io.strandline.lab.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.lab.Lab;
import io.strandline.lab.session.Client;
import io.strandline.lab.session.RequestTrace;
import io.strandline.lab.session.SqlRequest;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What must hold of a lab while it is ill-treated: another connection goes on all the time, no
 * thread dies of an exception, and memory stays flat.
 */
final class Survival implements AutoCloseable {

  private static final long MAX_GROWTH = 48L << 20;

  private final Lab lab;
  private final List<String> troubles = new CopyOnWriteArrayList<>();
  private final List<String> defects = new CopyOnWriteArrayList<>();
  private final AtomicLong pings = new AtomicLong();
  private final Thread.UncaughtExceptionHandler before;
  private final Connection connection;
  private final Thread pinger;
  private volatile boolean ended;
  private long baseline;

  Survival(Lab lab) throws SQLException {
    this.lab = lab;
    this.before = Thread.getDefaultUncaughtExceptionHandler();
    Thread.setDefaultUncaughtExceptionHandler(
        (thread, failure) -> troubles.add(thread.getName() + " died: " + failure));
    lab.trace().listen(new Defects());
    this.connection = connect(lab, lab.port());
    this.pinger = new Thread(this::ping, "pinger");
    pinger.start();
  }

  /** Hears of what the engine fails on without an error of SQL Server's. */
  private final class Defects implements RequestTrace {
    @Override
    public void request(Client client, SqlRequest request) {}

    @Override
    public void failed(Client client, SqlRequest request, Throwable failure) {
      String text = request.text();
      defects.add(
          failure
              + " at "
              + failure.getStackTrace()[0]
              + " for "
              + text.substring(0, Math.min(300, text.length())));
    }
  }

  /** The engine's defects so far. */
  List<String> defects() {
    return defects;
  }

  static Connection connect(Lab lab, int port) throws SQLException {
    return DriverManager.getConnection(
        lab.jdbcUrl("sales").replace(":" + lab.port(), ":" + port)
            + ";connectRetryCount=0;loginTimeout=20",
        Lab.SA,
        lab.config().server().saPassword());
  }

  private void ping() {
    try (Statement statement = connection.createStatement()) {
      while (!ended) {
        statement.setQueryTimeout(20);
        try (ResultSet result = statement.executeQuery("SELECT 6 * 7")) {
          if (!result.next() || result.getInt(1) != 42) {
            troubles.add("another connection gets a wrong answer");
            return;
          }
        }
        pings.incrementAndGet();
      }
    } catch (SQLException e) {
      troubles.add("another connection fails: " + e);
    }
  }

  /** Fails with the case if something died. */
  void check(String what) {
    assertThat(troubles).as(what).isEmpty();
  }

  /** Remembers the memory in use, after a part of the cases has warmed everything up. */
  void warm() {
    baseline = used();
  }

  /** Checks all once more, and the memory. */
  void finish(long casesRun) {
    check("after " + casesRun + " cases");
    assertThat(pings.get()).as("pings").isPositive();
    assertThat(used() - baseline).as("bytes of growth").isLessThan(MAX_GROWTH);
  }

  private long used() {
    lab.trace().clear();
    Runtime runtime = Runtime.getRuntime();
    long least = Long.MAX_VALUE;
    for (int i = 0; i < 4; i++) {
      System.gc();
      least = Math.min(least, runtime.totalMemory() - runtime.freeMemory());
    }
    return least;
  }

  @Override
  public void close() throws Exception {
    ended = true;
    pinger.join(30_000);
    connection.close();
    Thread.setDefaultUncaughtExceptionHandler(before);
  }
}
