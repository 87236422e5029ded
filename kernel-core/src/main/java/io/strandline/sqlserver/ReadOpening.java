package io.strandline.sqlserver;

import io.strandline.change.CapturedColumn;
import io.strandline.change.ColumnType;
import io.strandline.change.TableColumn;
import io.strandline.lsn.LsnRange;
import io.strandline.plan.TypeFit;
import io.strandline.port.ReadRequest;
import io.strandline.port.ReadSession;
import io.strandline.sqlserver.SqlServerErrors.Context;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Opens the statements of a read: one connection for the rows, one for their commit times. */
final class ReadOpening {

  private static final int FIRST_CAPTURED = 5;
  private static final int MISSING_COLUMN = 207;

  private final ReadRequest request;
  private final FetchLimits limits;
  private final Context context;

  ReadOpening(ReadRequest request, FetchLimits limits, Context context) {
    this.request = request;
    this.limits = limits;
    this.context = context;
  }

  ChangeFeed open(Sessions sessions) throws SQLException {
    Connection data = sessions.own();
    try {
      Connection mapping = sessions.own();
      try {
        return open(data, mapping);
      } catch (SQLException | RuntimeException e) {
        ChangeFeed.abort(mapping);
        throw e;
      }
    } catch (SQLException | RuntimeException e) {
      ChangeFeed.abort(data);
      throw e;
    }
  }

  private ChangeFeed open(Connection data, Connection mapping) throws SQLException {
    ReadSession seen = identity(data);
    PreparedStatement changes = changes(data);
    ResultSet rows = changes.getResultSet();
    PreparedStatement times = mapping.prepareStatement(Statements.COMMIT_TIMES);
    bind(times, request.range());
    CommitTimes commitTimes = new CommitTimes(times.executeQuery());
    List<SourceType> sources = types(rows.getMetaData());
    List<TableColumn> columns = columns(sources);
    ReadSession session =
        new ReadSession(seen.database(), seen.brokerGuid(), seen.maxLsn(), columns);
    BatchFiller filler = new BatchFiller(rows, commitTimes, readers(sources, columns), limits);
    return new ChangeFeed(
        data, mapping, new ChangeFeed.Streams(changes, times), rows, filler, session, context);
  }

  private static ReadSession identity(Connection data) throws SQLException {
    try (PreparedStatement statement = data.prepareStatement(Statements.SESSION);
        ResultSet row = statement.executeQuery()) {
      if (!row.next()) {
        throw new IllegalStateException("the session statement returned no row");
      }
      return new ReadSession(
          row.getString("database_name"),
          Cells.guid(row, "broker_guid"),
          Cells.lsn(row, "max_lsn"),
          List.of());
    }
  }

  /**
   * Servers before 2012 SP3 and 2014 SP1 lack the command id in older change tables (documented).
   */
  private PreparedStatement changes(Connection data) throws SQLException {
    try {
      return changes(data, true);
    } catch (SQLException e) {
      if (e.getErrorCode() != MISSING_COLUMN) {
        throw e;
      }
      return changes(data, false);
    }
  }

  private PreparedStatement changes(Connection data, boolean withCommandId) throws SQLException {
    String text =
        Statements.changes(request.instance().name(), request.instance().columns(), withCommandId);
    PreparedStatement statement = data.prepareStatement(text);
    try {
      bind(statement, request.range());
      statement.executeQuery();
      return statement;
    } catch (SQLException e) {
      statement.close();
      throw e;
    }
  }

  private static void bind(PreparedStatement statement, LsnRange range) throws SQLException {
    statement.setBytes(1, range.start().toBytes());
    statement.setBytes(2, range.end().toBytes());
  }

  private static List<SourceType> types(ResultSetMetaData description) throws SQLException {
    List<SourceType> types = new ArrayList<>();
    for (int i = FIRST_CAPTURED; i <= description.getColumnCount(); i++) {
      types.add(
          new SourceType(
              description.getColumnTypeName(i),
              0,
              description.getPrecision(i),
              description.getScale(i)));
    }
    return types;
  }

  private List<TableColumn> columns(List<SourceType> sources) {
    List<CapturedColumn> wanted = request.instance().columns();
    List<TableColumn> columns = new ArrayList<>();
    List<String> unmapped = new ArrayList<>();
    for (int i = 0; i < wanted.size(); i++) {
      String name = wanted.get(i).name();
      Optional<ColumnType> type = delivered(sources.get(i), wanted.get(i));
      if (type.isPresent()) {
        columns.add(new TableColumn(name, type.get()));
      } else {
        unmapped.add(name + " " + sources.get(i).name());
      }
    }
    if (!unmapped.isEmpty()) {
      throw SqlServerErrors.unmapped(request.instance().name(), unmapped);
    }
    return columns;
  }

  /**
   * The type wanted, if the column is still what it was when it was planned or something that fits;
   * else what the column is now. Text that has become a date-time since is not taken for text.
   */
  private static Optional<ColumnType> delivered(SourceType source, CapturedColumn wanted) {
    Optional<ColumnType> seen = source.mapped();
    boolean asPlanned = seen.equals(SourceType.declared(wanted.sourceType()).mapped());
    return seen.isEmpty()
        ? seen
        : wanted
            .type()
            .filter(type -> asPlanned ? source.isReadableAs(type) : TypeFit.fits(seen.get(), type))
            .or(() -> seen);
  }

  private static List<ColumnReader> readers(List<SourceType> sources, List<TableColumn> columns) {
    List<ColumnReader> readers = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      readers.add(ColumnReaders.of(sources.get(i), columns.get(i).type()));
    }
    return readers;
  }
}
