package io.strandline.sqlserver;

import io.strandline.port.SnapshotLayoutRequest;
import io.strandline.snapshot.CountedRanges;
import io.strandline.snapshot.CountedRanges.Slice;
import io.strandline.snapshot.KeyBound;
import io.strandline.snapshot.KeyColumn;
import io.strandline.snapshot.KeyCondition;
import io.strandline.snapshot.KeyPiece;
import io.strandline.snapshot.KeyRange;
import io.strandline.snapshot.SnapshotKey;
import io.strandline.snapshot.SnapshotLayout;
import io.strandline.snapshot.SoughtRanges;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Cuts a table into ranges, asking the server on one connection. */
final class SnapshotLayoutCall {

  private final Connection connection;
  private final SnapshotLayoutRequest request;

  SnapshotLayoutCall(Connection connection, SnapshotLayoutRequest request) {
    this.connection = connection;
    this.request = request;
  }

  /** Carries an error of the server through the planners, which know none. */
  private static final class Failed extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient SQLException error;

    Failed(SQLException error) {
      super(error);
      this.error = error;
    }
  }

  SnapshotLayout run(SnapshotKey.Usable key) throws SQLException {
    try {
      return key.isOneInteger() ? counted(key.columns().get(0)) : sought(key.columns());
    } catch (Failed e) {
      throw e.error;
    }
  }

  private SnapshotLayout counted(KeyColumn key) throws SQLException {
    try (PreparedStatement statement =
            connection.prepareStatement(SnapshotStatements.extent(request.table(), key));
        ResultSet row = statement.executeQuery()) {
      row.next();
      long low = row.getLong("low");
      long high = row.getLong("high");
      if (row.wasNull()) {
        return SnapshotLayout.single("it has no rows");
      }
      return CountedRanges.plan(
          low,
          high,
          request.ranges(),
          request.leastRows(),
          (first, last, width) -> slices(key, first, last, width));
    }
  }

  private List<Slice> slices(KeyColumn key, long low, long high, long width) {
    try (PreparedStatement statement =
        connection.prepareStatement(SnapshotStatements.counts(request.table(), key))) {
      statement.setLong(1, low);
      statement.setLong(2, width);
      statement.setLong(3, low);
      statement.setLong(4, high);
      List<Slice> slices = new ArrayList<>();
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          slices.add(
              new Slice(rows.getLong("low"), rows.getLong("high"), rows.getLong("row_count")));
        }
      }
      return slices;
    } catch (SQLException e) {
      throw new Failed(e);
    }
  }

  private SnapshotLayout sought(List<KeyColumn> key) {
    return SoughtRanges.plan(
        request.rowEstimate(),
        request.ranges(),
        request.leastRows(),
        (from, rows) -> after(key, from, rows));
  }

  private Optional<KeyBound> after(List<KeyColumn> key, Optional<KeyBound> from, long rows) {
    List<KeyPiece> pieces = KeyPiece.of(key, new KeyRange(from, Optional.empty()));
    try (PreparedStatement statement =
        connection.prepareStatement(SnapshotStatements.seek(request.table(), key, pieces))) {
      int place = 1;
      for (KeyPiece piece : pieces) {
        statement.setLong(place++, rows + 1);
        place = bind(statement, place, piece);
      }
      statement.setLong(place, rows);
      try (ResultSet row = statement.executeQuery()) {
        return row.next() ? Optional.of(bound(row, key.size())) : Optional.empty();
      }
    } catch (SQLException e) {
      throw new Failed(e);
    }
  }

  private static KeyBound bound(ResultSet row, int columns) throws SQLException {
    List<String> values = new ArrayList<>();
    for (int i = 1; i <= columns; i++) {
      values.add(row.getString(i));
    }
    return new KeyBound(values);
  }

  /** Sets a piece's values from a 1-based place on, and returns the place after them. */
  static int bind(PreparedStatement statement, int place, KeyPiece piece) throws SQLException {
    int next = place;
    for (KeyCondition condition : piece.conditions()) {
      statement.setNString(next++, condition.value());
    }
    return next;
  }
}
