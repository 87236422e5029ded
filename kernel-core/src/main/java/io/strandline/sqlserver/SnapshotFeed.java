package io.strandline.sqlserver;

import io.strandline.change.SnapshotRows;
import io.strandline.lsn.Lsn;
import io.strandline.port.ReadSession;
import io.strandline.snapshot.SnapshotColumn;
import io.strandline.snapshot.SnapshotColumn.Origin;
import io.strandline.snapshot.SnapshotTable;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The rows of one open statement on a table, then the retention watermark of the same session.
 *
 * <p>While the rows are drawn no other statement runs on the connection. It is in autocommit mode,
 * so that a transaction lasts as long as the statement at most, and it is cut in the end. Used by
 * one thread; only {@link #cancel} and {@link #abort} by others.
 */
final class SnapshotFeed implements RunningRead.Feed<SnapshotRows> {

  private final Connection connection;
  private final PreparedStatement statement;
  private final ResultSet rows;
  private final SnapshotFiller filler;
  private final ReadSession session;
  private final SnapshotTable table;
  private final SnapshotErrors errors;
  private volatile Optional<Lsn> minLsnAfter = Optional.empty();

  SnapshotFeed(
      Connection connection,
      PreparedStatement statement,
      ResultSet rows,
      SnapshotFiller filler,
      ReadSession session,
      SnapshotTable table,
      SnapshotErrors errors) {
    this.connection = connection;
    this.statement = statement;
    this.rows = rows;
    this.filler = filler;
    this.session = session;
    this.table = table;
    this.errors = errors;
  }

  @Override
  public ReadSession session() {
    return session;
  }

  @Override
  public Optional<Lsn> minLsnAfter() {
    return minLsnAfter;
  }

  @Override
  public Optional<SnapshotRows> next() {
    try {
      Optional<SnapshotRows> batch = filler.next();
      if (batch.isEmpty()) {
        rows.close();
        lookAfter();
      }
      return batch;
    } catch (SQLException e) {
      throw errors.translate(e);
    }
  }

  private static final class After implements Results.Visitor {

    private Optional<Lsn> minLsn = Optional.empty();
    private final Map<Integer, String> columns = new HashMap<>();

    @Override
    public void visit(String firstLabel, ResultSet row) throws SQLException {
      while (row.next()) {
        if (firstLabel.equals("min_lsn")) {
          minLsn = Cells.lsn(row, "min_lsn");
        } else {
          columns.put(row.getInt("table_column_id"), row.getString("name"));
        }
      }
    }
  }

  /**
   * The statement named columns by name. An id is never given to a second column (documented), so
   * the ids of now are those of the read.
   */
  private void lookAfter() throws SQLException {
    connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
    After after = new After();
    try (PreparedStatement question = connection.prepareStatement(SnapshotStatements.AFTER)) {
      question.setString(1, table.captureInstance());
      question.setInt(2, table.objectId());
      Results.forEach(question, Set.of(), after);
    }
    for (SnapshotColumn column : table.columns()) {
      boolean read = column.origin() == Origin.TABLE;
      if (read && !column.column().name().equals(after.columns.get(column.columnId()))) {
        throw errors.changedMeanwhile();
      }
    }
    minLsnAfter = after.minLsn;
  }

  @Override
  public void cancel() {
    try {
      statement.cancel();
    } catch (SQLException e) {
      // Closed already: nothing runs.
    }
  }

  @Override
  public void abort() {
    ChangeFeed.abort(connection);
  }

  /** Cuts the connection; closing a result set first would draw the rest of its rows. */
  @Override
  public void close() {
    ChangeFeed.abort(connection);
  }
}
