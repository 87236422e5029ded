package io.strandline.checks.check;

import java.sql.SQLException;
import java.util.Optional;

/** What a reader of a table, and of its change table, waits for. */
final class IsolationCheck implements Check {

  private static final int LOCK_TIMEOUT = 1222;
  private static final int SNAPSHOT_NOT_ALLOWED = 3952;
  private static final int PATIENCE_MILLIS = 500;

  @Override
  public Fact fact() {
    return new Fact(
        "isolation",
        "a READ COMMITTED reader waits for a row that another transaction has changed, unless the"
            + " database reads committed snapshots; SNAPSHOT returns the committed row at once and is"
            + " refused until allowed; a reader of the change table waits for no writer",
        "asserted on 2022 (t3 and tests of the PySpark implementation); 3952 and 1222 documented",
        "reading changes never waits for writers; a snapshot read can, and has a lock timeout");
  }

  /** What a read came to: a value, or the number of an error. */
  private record Read(Optional<Integer> value, int error) {}

  @Override
  public Outcome run(CheckRun run) throws SQLException {
    Session session = run.session();
    Tracked table = run.track("isolation", CheckStatement.CREATE_COMMITS);
    session.run(CheckStatement.INSERT_COMMIT, table.names(), 1, 0);
    run.awaitCapture();
    Session writer = run.open();
    Session reader = run.open();
    reader.run(CheckStatement.LOCK_TIMEOUT, Names.NONE.with("millis", PATIENCE_MILLIS));
    writer.begin();
    writer.run(CheckStatement.UPDATE_AMOUNT, table.names(), 7, 1);
    readCommitted(run, reader, table);
    long seen = reader.number(CheckStatement.WIDE_COUNT, table.names());
    run.expect(
        seen == 1, "the change table has " + seen + " rows before the writer committed, not 1");
    boolean allowed = snapshotAllowed(reader);
    reader.run(CheckStatement.SNAPSHOT, Names.NONE);
    snapshot(run, reader, table, allowed, 0);
    writer.commit();
    if (!allowed && run.sandbox().isOwn()) {
      session.run(
          CheckStatement.ALLOW_SNAPSHOT, Names.NONE.with("database", run.sandbox().database()));
      writer.begin();
      writer.run(CheckStatement.UPDATE_AMOUNT, table.names(), 8, 1);
      snapshot(run, reader, table, snapshotAllowed(session), 7);
      writer.rollBack();
    }
    reader.run(CheckStatement.READ_COMMITTED, Names.NONE);
    Read after = read(reader, table);
    run.expect(after.value().equals(Optional.of(7)), "after the commit a reader gets " + after);
    return run.outcome("readers wait, or do not, as expected");
  }

  private static Read read(Session reader, Tracked table) throws SQLException {
    try {
      return new Read(
          Optional.of((int) reader.number(CheckStatement.AMOUNT_OF_ID, table.names(), 1)), 0);
    } catch (SQLException e) {
      return new Read(Optional.empty(), e.getErrorCode());
    }
  }

  private static void readCommitted(CheckRun run, Session reader, Tracked table)
      throws SQLException {
    boolean versions = reader.one(CheckStatement.DATABASE, Names.NONE, row -> row.getBoolean(2));
    run.measure("read_committed_snapshot", versions ? 1 : 0, Measure.YES);
    long start = System.nanoTime();
    Read read = read(reader, table);
    run.measure("waited", (System.nanoTime() - start) / 1e6, "ms");
    if (versions) {
      run.expect(
          read.value().equals(Optional.of(0)), "with committed snapshots a reader gets " + read);
    } else {
      run.expect(
          read.error() == LOCK_TIMEOUT,
          "a READ COMMITTED reader of a changed row gets " + read + ", not error " + LOCK_TIMEOUT);
    }
  }

  private static boolean snapshotAllowed(Session session) throws SQLException {
    return session.one(CheckStatement.DATABASE, Names.NONE, row -> row.getInt(3) == 1);
  }

  private static void snapshot(
      CheckRun run, Session reader, Tracked table, boolean allowed, int committed)
      throws SQLException {
    Read read = read(reader, table);
    run.expect(
        allowed
            ? read.value().equals(Optional.of(committed))
            : read.error() == SNAPSHOT_NOT_ALLOWED,
        "a SNAPSHOT reader gets "
            + read
            + " where snapshots are "
            + (allowed ? "allowed" : "not allowed"));
  }
}
