package io.strandline.sqlserver;

import io.strandline.port.ServerView;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Asks a server what a login may see of it, each thing apart, because each may be refused. */
final class InspectCall {

  private static final int RUNNING = 4;

  /** Error 22904 asks for the database's owner, 916 says that msdb is closed to the login. */
  private static final Set<Integer> REFUSED = Set.of(916, 22904);

  private static final Set<SqlFailure.Kind> UNSEEN =
      Set.of(
          SqlFailure.Kind.PERMISSION, SqlFailure.Kind.NOT_ENABLED, SqlFailure.Kind.MISSING_OBJECT);

  /** Makes a value of a result set's current row. */
  private interface Cell<T> {
    T of(ResultSet row) throws SQLException;
  }

  private final Connection connection;

  private InspectCall(Connection connection) {
    this.connection = connection;
  }

  static ServerView run(Connection connection, String instance, Optional<Integer> tableId)
      throws SQLException {
    return new InspectCall(connection).view(instance, tableId);
  }

  private ServerView view(String instance, Optional<Integer> tableId) throws SQLException {
    Optional<Boolean> agent =
        rows(InspectionStatements.AGENT, row -> row.getInt("status") == RUNNING)
            .flatMap(InspectCall::first);
    Optional<List<String>> jobs = rows(InspectionStatements.JOBS, row -> row.getString("job_type"));
    Optional<List<ServerView.Scan>> scans =
        rows(
            InspectionStatements.SCANS,
            row -> new ServerView.Scan(Cells.local(row, "end_time"), row.getInt("error_count")));
    Optional<List<LocalDateTime>> entries =
        rows(
            InspectionStatements.ENTRY_TIMES,
            row -> Cells.local(row, "tran_end_time").orElseThrow());
    Optional<Integer> partitions =
        tableId.isEmpty()
            ? Optional.empty()
            : rows(
                    InspectionStatements.PARTITIONS,
                    row -> row.getInt("partition_count"),
                    tableId.get())
                .flatMap(InspectCall::first)
                .filter(count -> count > 0);
    Optional<Boolean> switching =
        rows(
                InspectionStatements.PARTITION_SWITCH,
                row -> row.getBoolean("partition_switch"),
                instance)
            .flatMap(InspectCall::first);
    return rows(
            InspectionStatements.SERVER,
            row ->
                new ServerView(
                    row.getString("product_version"),
                    row.getString("edition"),
                    row.getInt("engine_edition"),
                    row.getBoolean("is_cdc_enabled"),
                    agent,
                    jobs,
                    scans,
                    entries,
                    partitions,
                    switching))
        .flatMap(InspectCall::first)
        .orElseThrow();
  }

  private static <T> Optional<T> first(List<T> rows) {
    return rows.stream().findFirst();
  }

  /** Empty if the login may not ask. */
  private <T> Optional<List<T>> rows(String sql, Cell<T> cell, Object... parameters)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < parameters.length; i++) {
        statement.setObject(i + 1, parameters[i]);
      }
      List<T> all = new ArrayList<>();
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          all.add(cell.of(rows));
        }
      }
      return Optional.of(all);
    } catch (SQLException e) {
      if (REFUSED.contains(e.getErrorCode()) || UNSEEN.contains(SqlFailure.of(e).kind())) {
        return Optional.empty();
      }
      throw e;
    }
  }
}
