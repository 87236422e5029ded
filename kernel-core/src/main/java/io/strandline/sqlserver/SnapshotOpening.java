package io.strandline.sqlserver;

import com.microsoft.sqlserver.jdbc.ISQLServerConnection;
import io.strandline.change.TableColumn;
import io.strandline.port.ReadSession;
import io.strandline.port.SnapshotReadRequest;
import io.strandline.snapshot.KeyColumn;
import io.strandline.snapshot.KeyPiece;
import io.strandline.snapshot.SnapshotColumn;
import io.strandline.snapshot.SnapshotIsolation;
import io.strandline.snapshot.SnapshotKey;
import io.strandline.snapshot.SnapshotReads;
import io.strandline.snapshot.SnapshotTable;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** Opens the statement that reads a range of a table, on a connection of its own. */
final class SnapshotOpening {

  private static final int FIRST_COLUMN = 1;

  private final SnapshotReadRequest request;
  private final FetchLimits limits;
  private final SnapshotErrors errors;

  SnapshotOpening(SnapshotReadRequest request, FetchLimits limits, SnapshotErrors errors) {
    this.request = request;
    this.limits = limits;
    this.errors = errors;
  }

  SnapshotFeed open(Sessions sessions, Calls.Running running) throws SQLException {
    Connection connection = sessions.own(running);
    try {
      return open(connection);
    } catch (SQLException | RuntimeException e) {
      ChangeFeed.abort(connection);
      throw e;
    }
  }

  private SnapshotFeed open(Connection connection) throws SQLException {
    SnapshotTable table = request.table();
    // Before the rows, whose statement alone runs under the isolation asked for.
    ReadSession seen = ReadOpening.identity(connection);
    prepare(connection, request.reads());
    List<KeyColumn> key = key(table);
    List<KeyPiece> pieces = KeyPiece.of(key, request.range());
    PreparedStatement statement =
        connection.prepareStatement(SnapshotStatements.rows(table, key, pieces));
    int place = 1;
    for (KeyPiece piece : pieces) {
      place = SnapshotLayoutCall.bind(statement, place, piece);
    }
    ResultSet rows = statement.executeQuery();
    List<SourceType> sources = ReadOpening.types(rows.getMetaData(), FIRST_COLUMN);
    List<TableColumn> wanted = table.columns().stream().map(SnapshotColumn::column).toList();
    List<TableColumn> columns = ReadOpening.columns(table.captureInstance(), wanted, sources);
    ReadSession session =
        new ReadSession(seen.database(), seen.brokerGuid(), seen.maxLsn(), columns);
    SnapshotFiller filler =
        new SnapshotFiller(rows, ReadOpening.readers(wanted, sources, columns), limits);
    return new SnapshotFeed(connection, statement, rows, filler, session, table, errors);
  }

  private List<KeyColumn> key(SnapshotTable table) {
    if (table.key() instanceof SnapshotKey.Usable usable) {
      return usable.columns();
    }
    if (!request.range().isAll()) {
      throw new IllegalArgumentException("a range of a table without a usable key");
    }
    return List.of();
  }

  /** Makes a session see a table as asked. */
  static void prepare(Connection connection, SnapshotReads reads) throws SQLException {
    if (reads.lockTimeout().isPresent()) {
      try (Statement statement = connection.createStatement()) {
        statement.execute(SnapshotStatements.lockTimeout(reads.lockTimeout().get().toMillis()));
      }
    }
    connection.setTransactionIsolation(
        reads.isolation() == SnapshotIsolation.SNAPSHOT
            ? ISQLServerConnection.TRANSACTION_SNAPSHOT
            : Connection.TRANSACTION_READ_COMMITTED);
  }
}
