package io.strandline.sqlserver;

import io.strandline.change.ChangeBatch;
import io.strandline.error.StrandlineException;
import io.strandline.lsn.Lsn;
import io.strandline.port.ReadSession;
import io.strandline.sqlserver.BatchFiller.UnmappedCommit;
import io.strandline.sqlserver.SqlServerErrors.Context;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;

/**
 * The rows of one open change statement, then the retention watermark of the same session.
 *
 * <p>While the rows are drawn no other statement runs on their connection: the driver would buffer
 * all of them first (measured). Used by one thread; only {@link #cancel} and {@link #abort} by
 * others.
 */
final class ChangeFeed implements RunningRead.Feed<ChangeBatch> {

  /**
   * Two connections with their open statements.
   *
   * @param changes rows of the change table
   * @param times rows of the time mapping
   */
  record Streams(PreparedStatement changes, PreparedStatement times) {}

  private final Connection data;
  private final Connection mapping;
  private final Streams streams;
  private final ResultSet rows;
  private final BatchFiller filler;
  private final ReadSession session;
  private final Context context;
  private volatile Optional<Lsn> minLsnAfter = Optional.empty();

  ChangeFeed(
      Connection data,
      Connection mapping,
      Streams streams,
      ResultSet rows,
      BatchFiller filler,
      ReadSession session,
      Context context) {
    this.data = data;
    this.mapping = mapping;
    this.streams = streams;
    this.rows = rows;
    this.filler = filler;
    this.session = session;
    this.context = context;
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
  public Optional<ChangeBatch> next() {
    try {
      Optional<ChangeBatch> batch = filler.next();
      if (batch.isEmpty()) {
        rows.close();
        minLsnAfter = ask(data, Statements.MIN_LSN, "min_lsn");
      }
      return batch;
    } catch (SQLException e) {
      throw SqlServerErrors.translate(e, context);
    } catch (UnmappedCommit e) {
      throw unmapped(e.lsn());
    }
  }

  private Optional<Lsn> ask(Connection connection, String text, String label) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(text)) {
      statement.setString(1, context.instance());
      try (ResultSet row = statement.executeQuery()) {
        return row.next() ? Cells.lsn(row, label) : Optional.empty();
      }
    }
  }

  /**
   * Why a row's commit has no time: the second session is behind the first, or cleanup has passed
   * the commit, or a defect.
   */
  private StrandlineException unmapped(Lsn lsn) {
    try {
      streams.times().cancel();
      streams.times().close();
      Optional<Lsn> max = ask(mapping, Statements.REACH, "max_lsn");
      Optional<Lsn> min = ask(mapping, Statements.REACH, "min_lsn");
      boolean behind = max.map(lsn::isAfter).orElse(true);
      boolean cleaned = min.map(lsn::isBefore).orElse(true);
      return behind || cleaned
          ? SqlServerErrors.notMapped(lsn, context.place())
          : SqlServerErrors.unmappedRow(lsn, context.instance());
    } catch (SQLException e) {
      return SqlServerErrors.translate(e, context);
    }
  }

  @Override
  public void cancel() {
    cancel(streams.changes());
    cancel(streams.times());
  }

  private static void cancel(Statement statement) {
    try {
      statement.cancel();
    } catch (SQLException e) {
      // Closed already: nothing runs.
    }
  }

  @Override
  public void abort() {
    abort(data);
    abort(mapping);
  }

  static void abort(Connection connection) {
    try {
      connection.abort(Runnable::run);
    } catch (SQLException e) {
      // Broken already.
    }
  }

  /** Cuts both connections; closing a result set first would draw the rest of its rows. */
  @Override
  public void close() {
    abort(data);
    abort(mapping);
  }
}
