package io.strandline.sqlserver;

import io.strandline.change.CaptureInstance;
import io.strandline.change.CapturedColumn;
import io.strandline.change.TableColumn;
import io.strandline.port.SnapshotView;
import io.strandline.port.SnapshotViewRequest;
import io.strandline.snapshot.SnapshotColumn;
import io.strandline.snapshot.SnapshotColumn.Origin;
import io.strandline.snapshot.SnapshotTable;
import io.strandline.sqlserver.KeyChoice.Column;
import io.strandline.sqlserver.SnapshotViewAnswer.Head;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Looks at a source table in one statement batch. */
final class SnapshotViewCall {

  private static final int NO_OBJECT = 15009;
  private static final int MISSING_COLUMN = 207;

  private final CaptureInstance instance;
  private final List<TableColumn> wanted;
  private final SnapshotErrors errors;

  SnapshotViewCall(SnapshotViewRequest request, SnapshotErrors errors) {
    this.instance = request.instance();
    this.wanted = request.wanted();
    this.errors = errors;
  }

  SnapshotView run(Connection connection) throws SQLException {
    SnapshotViewAnswer answer = new SnapshotViewAnswer();
    try (PreparedStatement statement = connection.prepareStatement(SnapshotStatements.VIEW)) {
      statement.setString(1, instance.name());
      statement.setInt(2, instance.sourceObjectId());
      Results.forEach(statement, Set.of(NO_OBJECT), answer);
    }
    Head head = answer.head();
    String schema = head.schema().orElseThrow(errors::unknownTable);
    String name = head.table().orElseThrow(errors::unknownTable);
    List<SnapshotColumn> columns = new ArrayList<>();
    for (TableColumn column : wanted) {
      columns.add(column(connection, schema, name, column, answer));
    }
    SnapshotTable table =
        new SnapshotTable(
            instance.name(),
            schema,
            name,
            instance.sourceObjectId(),
            columns,
            new KeyChoice(answer.columns(), new HashSet<>(answer.captured().values()))
                .of(answer.indexes()));
    return new SnapshotView(
        head.database(),
        head.brokerGuid(),
        head.maxLsn(),
        head.minLsn(),
        head.snapshotAllowed(),
        table,
        answer.rows());
  }

  /** A column's id and name must both be the captured one's: a name given anew is another's. */
  private SnapshotColumn column(
      Connection connection,
      String schema,
      String table,
      TableColumn column,
      SnapshotViewAnswer answer)
      throws SQLException {
    Integer id = answer.captured().get(column.name());
    if (id == null) {
      throw errors.changed(null);
    }
    Column found = answer.columns().get(id);
    if (found == null) {
      boolean nameIsAnothers =
          answer.columns().values().stream()
              .anyMatch(other -> other.name().equalsIgnoreCase(column.name()));
      if (!nameIsAnothers) {
        proveDropped(connection, Statements.quote(schema) + "." + Statements.quote(table), column);
      }
      return new SnapshotColumn(column, sourceType(column), id, Origin.DROPPED);
    }
    if (!found.name().equals(column.name())) {
      // A captured column cannot be renamed (documented), so the two answers are of two moments.
      throw errors.changed(null);
    }
    return new SnapshotColumn(
        column, sourceType(column), id, found.computed() ? Origin.COMPUTED : Origin.TABLE);
  }

  private String sourceType(TableColumn column) {
    return instance.columns().stream()
        .filter(captured -> captured.name().equals(column.name()))
        .map(CapturedColumn::sourceType)
        .findFirst()
        .orElseThrow(() -> errors.changed(null));
  }

  /** The catalog does not tell a dropped column from one that this login may not see. */
  private void proveDropped(Connection connection, String table, TableColumn column)
      throws SQLException {
    try (PreparedStatement probe =
            connection.prepareStatement(SnapshotStatements.probe(table, column.name()));
        ResultSet none = probe.executeQuery()) {
      throw errors.changed(null);
    } catch (SQLException e) {
      if (SqlFailure.of(e).number() != MISSING_COLUMN) {
        throw e;
      }
    }
  }
}
