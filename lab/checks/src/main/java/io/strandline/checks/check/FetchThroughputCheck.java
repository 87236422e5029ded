package io.strandline.checks.check;

import io.strandline.lsn.Lsn;
import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** Every way to fetch returns the same rows; how fast each is. */
final class FetchThroughputCheck implements Check {

  private static final int SEED_ROWS = 1_000;
  private static final int FETCH_SIZE = 10_000;
  private static final int FIRST_COLUMN = 3;
  private static final int COLUMNS = 12;
  private static final double NANOS = 1e9;
  private static final long PRIME = 1_000_003;

  /** For comparison only: the product uses no server cursors, so a server may refuse them. */
  private static final String CURSOR = "cursor_8000";

  private static final Map<String, Map<String, String>> WAYS = ways();

  private static Map<String, Map<String, String>> ways() {
    Map<String, Map<String, String>> ways = new LinkedHashMap<>();
    ways.put("adaptive_8000", Map.of("responseBuffering", "adaptive", "packetSize", "8000"));
    // The largest packet of an encrypted connection is 16,383 bytes (documented).
    ways.put("adaptive_16383", Map.of("responseBuffering", "adaptive", "packetSize", "16383"));
    ways.put("full_8000", Map.of("responseBuffering", "full", "packetSize", "8000"));
    ways.put(CURSOR, Map.of("selectMethod", "cursor", "packetSize", "8000"));
    return ways;
  }

  @Override
  public Fact fact() {
    return new Fact(
        "fetch-throughput",
        "the change table is read whole and in order with every option of the driver",
        "speeds measured by t8 of the PySpark implementation through another driver, and on the stand-in",
        "one connection's speed bounds an ingest; more splits or a larger packet may help");
  }

  /** What a read came to; equal reads have equal sums. */
  private record Read(long rows, long ids, long sum, boolean ordered) {}

  @Override
  public Outcome run(CheckRun run) throws SQLException {
    Tracked table = run.track("wide", CheckStatement.CREATE_WIDE);
    int rows = fill(run, table);
    run.awaitCapture();
    run.measure("rows", rows, "change rows of 12 columns");
    read(run.open(), table); // Else the first way would be slowed by a cold virtual machine.
    Set<Long> sums = new HashSet<>();
    for (Map.Entry<String, Map<String, String>> way : WAYS.entrySet()) {
      try {
        Read read = timed(run, way, table);
        sums.add(read.sum());
        judge(run, way.getKey(), read, rows);
      } catch (SQLException e) {
        if (!way.getKey().equals(CURSOR)) {
          throw e;
        }
        run.measure(CURSOR + "_refused_with", e.getErrorCode(), Measure.ERROR);
      }
    }
    run.expect(sums.size() == 1, "not every way returned the same values");
    return run.outcome("every way returned the same rows in order");
  }

  private static Read timed(CheckRun run, Map.Entry<String, Map<String, String>> way, Tracked table)
      throws SQLException {
    Session session = run.open(way.getValue());
    long start = System.nanoTime();
    Read read = read(session, table);
    double seconds = (System.nanoTime() - start) / NANOS;
    run.measure(way.getKey(), Math.rint(read.rows() / seconds), "rows/s");
    return read;
  }

  private static void judge(CheckRun run, String way, Read read, int rows) {
    run.expect(
        read.rows() == rows && read.ids() == (long) rows * (rows - 1) / 2,
        way + " returned " + read.rows() + " rows of " + rows + ", or not the right ones");
    run.expect(read.ordered(), way + " returned rows out of order");
  }

  /** A thousand rows, doubled until there are enough. */
  private static int fill(CheckRun run, Tracked table) throws SQLException {
    Session session = run.session();
    session.begin();
    for (int id = 0; id < SEED_ROWS; id++) {
      session.run(
          CheckStatement.INSERT_WIDE,
          table.names(),
          (long) id,
          id,
          id % 2 == 0 ? id : -id,
          BigDecimal.valueOf(id, 4),
          id / 3.0,
          id % 2 == 0,
          LocalDate.of(2026, 1, 1).plusDays(id),
          LocalDateTime.of(2026, 1, 1, 0, 0).plusNanos(id * 100L),
          "code " + id,
          "name of " + id,
          "city \u014c " + id % 7,
          new byte[16]);
    }
    session.commit();
    int rows = SEED_ROWS;
    while (rows * 2 <= run.limits().rows() && !run.budget().isOver()) {
      session.run(CheckStatement.DOUBLE_WIDE, table.names().with("rows", rows));
      rows *= 2;
    }
    return rows;
  }

  private static Read read(Session session, Tracked table) throws SQLException {
    try (Statement statement = session.connection().createStatement()) {
      statement.setFetchSize(FETCH_SIZE);
      try (ResultSet rows =
          statement.executeQuery(CheckStatement.WIDE_CHANGES.text(table.names()))) {
        long count = 0;
        long ids = 0;
        long sum = 0;
        Lsn last = Lsn.ZERO;
        boolean ordered = true;
        while (rows.next()) {
          Lsn lsn = Lsn.of(rows.getBytes(1));
          ordered &= !lsn.isBefore(last);
          last = lsn;
          count++;
          ids += rows.getLong(FIRST_COLUMN);
          sum = sum * PRIME + hash(rows);
        }
        return new Read(count, ids, sum, ordered);
      }
    }
  }

  private static long hash(ResultSet row) throws SQLException {
    long hash = row.getLong(FIRST_COLUMN);
    hash = hash * 31 + row.getInt(4);
    hash = hash * 31 + row.getInt(5);
    hash = hash * 31 + String.valueOf(row.getBigDecimal(6)).hashCode();
    hash = hash * 31 + Double.hashCode(row.getDouble(7));
    hash = hash * 31 + Boolean.hashCode(row.getBoolean(8));
    for (int column = 9; column < FIRST_COLUMN + COLUMNS - 1; column++) {
      hash = hash * 31 + String.valueOf(row.getString(column)).hashCode();
    }
    return hash * 31 + row.getBytes(FIRST_COLUMN + COLUMNS - 1).length;
  }
}
