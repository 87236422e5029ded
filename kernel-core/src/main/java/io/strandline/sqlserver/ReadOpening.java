package io.strandline.sqlserver;

import io.strandline.change.ColumnType;
import io.strandline.change.TableColumn;
import io.strandline.lsn.LsnRange;
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

  ChangeFeed open(Sessions sessions, Calls.Running running) throws SQLException {
    Connection data = sessions.own(running);
    try {
      Connection mapping = sessions.own(running);
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

  ChangeFeed open(Connection data, Connection mapping) throws SQLException {
    ReadSession seen = identity(data);
    PreparedStatement changes = changes(data);
    ResultSet rows = changes.getResultSet();
    PreparedStatement times = mapping.prepareStatement(Statements.COMMIT_TIMES);
    bind(times, request.range());
    CommitTimes commitTimes = new CommitTimes(times.executeQuery());
    List<SourceType> sources = types(rows.getMetaData(), FIRST_CAPTURED);
    List<TableColumn> columns = columns(request.instance().name(), request.wanted(), sources);
    ReadSession session =
        new ReadSession(seen.database(), seen.brokerGuid(), seen.maxLsn(), columns);
    BatchFiller filler =
        new BatchFiller(rows, commitTimes, readers(request.wanted(), sources, columns), limits);
    return new ChangeFeed(
        data, mapping, new ChangeFeed.Streams(changes, times), rows, filler, session, context);
  }

  static ReadSession identity(Connection data) throws SQLException {
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
    List<String> names = request.wanted().stream().map(TableColumn::name).toList();
    String text = Statements.changes(request.instance().name(), names, withCommandId);
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

  static List<SourceType> types(ResultSetMetaData description, int first) throws SQLException {
    List<SourceType> types = new ArrayList<>();
    for (int i = first; i <= description.getColumnCount(); i++) {
      types.add(
          new SourceType(
              description.getColumnTypeName(i),
              0,
              description.getPrecision(i),
              description.getScale(i)));
    }
    return types;
  }

  /** The wanted columns as a result set has them. */
  static List<TableColumn> columns(
      String instance, List<TableColumn> wanted, List<SourceType> sources) {
    List<TableColumn> columns = new ArrayList<>();
    List<String> unmapped = new ArrayList<>();
    for (int i = 0; i < wanted.size(); i++) {
      String name = wanted.get(i).name();
      Optional<ColumnType> type = sources.get(i).mapped();
      if (type.isPresent()) {
        columns.add(new TableColumn(name, type.get()));
      } else {
        unmapped.add(name + " " + sources.get(i).name());
      }
    }
    if (!unmapped.isEmpty()) {
      throw SqlServerErrors.unmapped(instance, unmapped);
    }
    return columns;
  }

  /** Readers that deliver the wanted columns, of which a result set has the natural ones. */
  static List<ColumnReader> readers(
      List<TableColumn> wanted, List<SourceType> sources, List<TableColumn> natural) {
    List<ColumnReader> readers = new ArrayList<>();
    for (int i = 0; i < natural.size(); i++) {
      SourceType source = sources.get(i);
      ColumnType type = wanted.get(i).type();
      // A column that no longer fits comes as it is: its session's columns say so before any row.
      readers.add(
          ColumnReaders.of(source, source.isReadableAs(type) ? type : natural.get(i).type()));
    }
    return readers;
  }
}
