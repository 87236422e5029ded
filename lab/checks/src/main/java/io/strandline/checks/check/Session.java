package io.strandline.checks.check;

import io.strandline.lsn.Lsn;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A connection that takes {@link CheckStatement}s and nothing else. For one thread. */
final class Session implements AutoCloseable {

  private static final int QUERY_TIMEOUT_SECONDS = 600;

  private final Connection connection;
  private final Runnable ended;

  /** Reads one row. */
  interface RowReader<T> {
    T read(ResultSet row) throws SQLException;
  }

  Session(Connection connection) {
    this(connection, () -> {});
  }

  /** A session that tells when it has ended. */
  Session(Connection connection, Runnable ended) {
    this.connection = connection;
    this.ended = ended;
  }

  Connection connection() {
    return connection;
  }

  /** Runs a statement; parameters are bound in order. Rows that changed, or -1. */
  int run(CheckStatement statement, Names names, Object... parameters) throws SQLException {
    String text = statement.text(names);
    if (parameters.length == 0) {
      try (Statement batch = connection.createStatement()) {
        batch.setQueryTimeout(QUERY_TIMEOUT_SECONDS);
        batch.execute(text);
        return batch.getUpdateCount();
      }
    }
    try (PreparedStatement call = prepare(text, parameters)) {
      call.execute();
      return call.getUpdateCount();
    }
  }

  /** All rows of a query. */
  <T> List<T> rows(CheckStatement statement, Names names, RowReader<T> reader, Object... parameters)
      throws SQLException {
    List<T> rows = new ArrayList<>();
    if (parameters.length == 0) {
      try (Statement batch = connection.createStatement()) {
        batch.setQueryTimeout(QUERY_TIMEOUT_SECONDS);
        read(batch.executeQuery(statement.text(names)), reader, rows);
      }
    } else {
      try (PreparedStatement call = prepare(statement.text(names), parameters)) {
        read(call.executeQuery(), reader, rows);
      }
    }
    return rows;
  }

  private static <T> void read(ResultSet results, RowReader<T> reader, List<T> rows)
      throws SQLException {
    try (results) {
      while (results.next()) {
        rows.add(reader.read(results));
      }
    }
  }

  private PreparedStatement prepare(String text, Object... parameters) throws SQLException {
    PreparedStatement call = connection.prepareStatement(text);
    call.setQueryTimeout(QUERY_TIMEOUT_SECONDS);
    for (int i = 0; i < parameters.length; i++) {
      call.setObject(i + 1, parameters[i]);
    }
    return call;
  }

  /** The only row of a query. */
  <T> T one(CheckStatement statement, Names names, RowReader<T> reader, Object... parameters)
      throws SQLException {
    List<T> rows = rows(statement, names, reader, parameters);
    if (rows.size() != 1) {
      throw new StoppedException(statement + " returned " + rows.size() + " rows instead of one");
    }
    return rows.get(0);
  }

  /** The number in the only row of a query. */
  long number(CheckStatement statement, Names names, Object... parameters) throws SQLException {
    return one(statement, names, row -> row.getLong(1), parameters);
  }

  /** The LSN in the only row of a query; empty for NULL. */
  Optional<Lsn> lsn(CheckStatement statement, Names names, Object... parameters)
      throws SQLException {
    return one(
        statement, names, row -> Optional.ofNullable(row.getBytes(1)).map(Lsn::of), parameters);
  }

  /** {@code sys.fn_cdc_get_max_lsn()}; {@link Lsn#ZERO} while it is NULL. */
  Lsn maxLsn() throws SQLException {
    return lsn(CheckStatement.MAX_LSN, Names.NONE).orElse(Lsn.ZERO);
  }

  /** Opens a transaction that lasts until {@link #commit} or {@link #rollBack}. */
  void begin() throws SQLException {
    connection.setAutoCommit(false);
  }

  void commit() throws SQLException {
    connection.commit();
    connection.setAutoCommit(true);
  }

  void rollBack() throws SQLException {
    connection.rollback();
    connection.setAutoCommit(true);
  }

  @Override
  public void close() throws SQLException {
    connection.close();
    ended.run();
  }
}
