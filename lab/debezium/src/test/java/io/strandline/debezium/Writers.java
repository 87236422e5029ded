package io.strandline.debezium;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** Writers that change the tables at the same time, each over a connection of its own. */
final class Writers implements AutoCloseable {

  private static final int MOST_TRANSACTIONS = 4_000;
  private static final int DEADLOCK_VICTIM = 1205;
  private static final long PAUSE_NANOS = Duration.ofMillis(2).toNanos();
  private static final Duration LIMIT = Duration.ofSeconds(30);

  private final CdcLab lab;
  private final ExecutorService threads;
  private final List<Future<?>> running = new ArrayList<>();
  private final AtomicInteger nextId = new AtomicInteger();
  private final AtomicInteger commits = new AtomicInteger();
  private final AtomicInteger rollbacks = new AtomicInteger();
  private final AtomicInteger deadlocks = new AtomicInteger();
  private volatile boolean stopped;

  private Writers(CdcLab lab, int count) {
    this.lab = lab;
    this.threads = Executors.newFixedThreadPool(count);
  }

  /** Starts so many writers. */
  static Writers start(CdcLab lab, int count) {
    Writers writers = new Writers(lab, count);
    for (int i = 0; i < count; i++) {
      Random random = new Random(i);
      writers.running.add(writers.threads.submit(() -> writers.write(random)));
    }
    return writers;
  }

  int rollbacks() {
    return rollbacks.get();
  }

  /** Waits until there are so many commits more than now. */
  void awaitCommits(int more) throws InterruptedException, ExecutionException {
    int goal = commits.get() + more;
    long start = System.nanoTime();
    while (commits.get() < goal) {
      for (Future<?> writer : running) {
        if (writer.isDone()) {
          writer.get();
        }
      }
      if (System.nanoTime() - start > LIMIT.toNanos()) {
        throw new AssertionError("only " + commits.get() + " commits, not " + goal);
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }

  /** Ends the writers, and fails if one of them failed. */
  void stop() throws InterruptedException, ExecutionException {
    stopped = true;
    for (Future<?> writer : running) {
      try {
        writer.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
      } catch (java.util.concurrent.TimeoutException e) {
        throw new AssertionError("a writer does not end", e);
      }
    }
  }

  private Void write(Random random) throws SQLException {
    try (Connection connection = lab.connect();
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      for (int i = 0; i < MOST_TRANSACTIONS && !stopped; i++) {
        transaction(connection, statement, random);
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    }
    return null;
  }

  private void transaction(Connection connection, Statement statement, Random random)
      throws SQLException {
    try {
      // Tables in the order in which Debezium locks them, so that it is no deadlock's victim.
      for (int table : random.ints(1 + random.nextInt(4), 0, 3).sorted().toArray()) {
        statement.execute(sql(table, random));
      }
      if (random.nextInt(8) == 0) {
        connection.rollback();
        rollbacks.incrementAndGet();
      } else {
        connection.commit();
        commits.incrementAndGet();
      }
    } catch (SQLException e) {
      if (e.getErrorCode() != DEADLOCK_VICTIM) {
        throw e;
      }
      // The server has rolled it back.
      deadlocks.incrementAndGet();
    }
  }

  private String sql(int table, Random random) {
    return switch (table) {
      case 0 -> customers(random);
      case 1 -> lines(random);
      default -> types(random);
    };
  }

  private String customers(Random random) {
    int id = someId(random);
    return switch (random.nextInt(6)) {
      case 0, 1 ->
          "INSERT INTO dbo.customers (id, name, balance) VALUES (%d, N'n%d', 1.50), (%d, NULL, NULL)"
              .formatted(newId(), id, newId());
      case 2 ->
          "UPDATE dbo.customers SET balance = ISNULL(balance, 0) + 1, seen = SYSUTCDATETIME()"
              + " WHERE id = "
              + id;
      case 3 ->
          "UPDATE dbo.customers SET name = N'm%d' WHERE id BETWEEN %d AND %d"
              .formatted(id, id, id + 20);
      case 4 -> "UPDATE dbo.customers SET id = %d WHERE id = %d".formatted(newId(), id);
      default -> "DELETE FROM dbo.customers WHERE id BETWEEN %d AND %d".formatted(id, id + 2);
    };
  }

  private String lines(Random random) {
    int id = someId(random);
    return switch (random.nextInt(5)) {
      case 0, 1 -> {
        int order = newId();
        yield "INSERT INTO dbo.order_lines (order_id, line_no, sku, quantity)"
            + " VALUES (%d, 1, 'a', 5), (%d, 2, 'b', NULL), (%d, 3, 'c', 7)"
                .formatted(order, order, order);
      }
      case 2 ->
          "UPDATE dbo.order_lines SET quantity = quantity * 2 % 1000 WHERE order_id BETWEEN "
              + (id + " AND " + (id + 9));
      case 3 -> "UPDATE dbo.order_lines SET line_no = line_no + 3 WHERE order_id = " + id;
      default -> "DELETE FROM dbo.order_lines WHERE order_id = %d AND line_no > 1".formatted(id);
    };
  }

  private String types(Random random) {
    return switch (random.nextInt(5)) {
      case 0, 1 -> Types.insert(newId(), random);
      case 2, 3 -> Types.update(someId(random), random);
      default -> "DELETE FROM dbo.types WHERE id = " + someId(random);
    };
  }

  private int newId() {
    return nextId.incrementAndGet();
  }

  /** One of the newest ids, so that it often exists. */
  private int someId(Random random) {
    int newest = nextId.get();
    return Math.max(1, newest - random.nextInt(150));
  }

  @Override
  public void close() {
    stopped = true;
    threads.shutdown();
  }
}
