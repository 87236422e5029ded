package io.strandline.lab.protocol;

import static io.strandline.lab.protocol.ScriptedEngine.column;
import static io.strandline.lab.protocol.ScriptedEngine.rows;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.microsoft.sqlserver.jdbc.SQLServerException;
import io.strandline.lab.session.Column;
import io.strandline.lab.session.ResultSink.StatementKind;
import io.strandline.lab.session.SqlMessage;
import io.strandline.lab.session.SqlRequest;
import io.strandline.lab.session.SqlType;
import io.strandline.lab.session.SqlType.Kind;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Batches, calls, results, counts and errors over the real driver. */
class StatementsTest {

  private static final Column NUMBER = column("n", SqlType.of(Kind.INT));
  private static final Column TEXT = column("t", SqlType.sized(Kind.NVARCHAR, 20));

  private final ScriptedEngine engine = new ScriptedEngine();
  private Lab lab;
  private Connection connection;

  @BeforeEach
  void open() throws Exception {
    lab = Lab.plain(engine);
    connection = lab.connect();
  }

  @AfterEach
  void close() throws Exception {
    connection.close();
    lab.close();
  }

  private static SqlMessage error(int number, int severity, int state, String text) {
    return new SqlMessage(number, severity, state, text, 3);
  }

  @Test
  void aBatchGivesSeveralResultSetsAndCounts() throws Exception {
    engine.on(
        "everything",
        (request, out, session) -> {
          rows(out, List.of(NUMBER), new Object[] {1}, new Object[] {2});
          out.done(StatementKind.INSERT, 3);
          out.done(StatementKind.UPDATE, 0);
          rows(out, List.of(TEXT, NUMBER), new Object[] {"x", null});
          out.done(StatementKind.DELETE, 7_000_000_000L);
        });
    try (Statement statement = connection.createStatement()) {
      assertThat(statement.execute("everything")).isTrue();
      assertThat(numbers(statement.getResultSet())).containsExactly(1, 2);
      assertThat(statement.getMoreResults()).isFalse();
      assertThat(statement.getUpdateCount()).isEqualTo(3);
      assertThat(statement.getMoreResults()).isFalse();
      assertThat(statement.getUpdateCount()).isZero();
      assertThat(statement.getMoreResults()).isTrue();
      try (ResultSet second = statement.getResultSet()) {
        assertThat(second.next()).isTrue();
        assertThat(second.getString("t")).isEqualTo("x");
        assertThat(second.getObject("n")).isNull();
      }
      assertThat(statement.getMoreResults()).isFalse();
      assertThat(statement.getLargeUpdateCount()).isEqualTo(7_000_000_000L);
      assertThat(statement.getMoreResults()).isFalse();
      assertThat(statement.getUpdateCount()).isEqualTo(-1);
    }
  }

  @Test
  void rowsAreStreamedAsTheClientReads() throws Exception {
    AtomicInteger given = new AtomicInteger();
    String wide = "x".repeat(1_000);
    engine.on(
        "many",
        (request, out, session) -> {
          out.columns(List.of(NUMBER, column("w", SqlType.sized(Kind.VARCHAR, 1_000))));
          while (given.get() < 200_000) {
            out.row(new Object[] {given.getAndIncrement(), wide});
          }
          out.done(StatementKind.SELECT, given.get());
        });
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery("many")) {
      assertThat(result.next()).isTrue();
      // 200 MB are far more than the sockets can hold.
      assertThat(given.get()).isLessThan(200_000);
      int read = 1;
      while (result.next()) {
        if (result.getInt(1) != read) {
          assertThat(result.getInt(1)).isEqualTo(read);
        }
        read++;
      }
      assertThat(read).isEqualTo(200_000);
    }
  }

  @Test
  void statementsWithoutACountGiveNone() throws Exception {
    engine.on("set", (request, out, session) -> out.done(StatementKind.OTHER, -1));
    try (Statement statement = connection.createStatement()) {
      assertThat(statement.execute("set nocount on")).isFalse();
      assertThat(statement.getUpdateCount()).isEqualTo(-1);
    }
  }

  @Test
  void aDefinitionCountsAsZero() throws Exception {
    engine.on("create", (request, out, session) -> out.done(StatementKind.OTHER, 0));
    try (Statement statement = connection.createStatement()) {
      assertThat(statement.executeUpdate("create table t (n int)")).isZero();
    }
  }

  @Test
  void messagesBecomeWarnings() throws Exception {
    engine.on(
        "print",
        (request, out, session) -> {
          out.info(error(0, 0, 1, "hello \u4e2d"));
          out.done(StatementKind.OTHER, -1);
        });
    try (Statement statement = connection.createStatement()) {
      statement.execute("print 'hello'");
      SQLWarning warning = statement.getWarnings();
      assertThat(warning.getMessage()).isEqualTo("hello \u4e2d");
    }
  }

  @Test
  void errorsOfABatchKeepTheirNumbers() throws Exception {
    check("s1", error(208, 16, 1, "Invalid object name 'x'."), "S0002", false);
    check("s2", error(2627, 14, 1, "Violation of PRIMARY KEY constraint."), "23000", false);
    check("s3", error(1205, 13, 51, "Deadlocked."), "40001", false);
    check("s4", error(1222, 16, 56, "Lock request time out."), "S0056", false);
    check("s5", error(229, 14, 5, "Permission denied."), "S0005", false);
  }

  @Test
  void errorsOfACallKeepTheirNumbers() throws Exception {
    check("s1", error(208, 16, 1, "Invalid object name 'x'."), "S0002", true);
    check("s2", error(2627, 14, 1, "Violation of PRIMARY KEY constraint."), "23000", true);
    check("s3", error(1205, 13, 51, "Deadlocked."), "40001", true);
    check("s6", error(313, 16, 3, "An insufficient number of arguments."), "S0003", true);
  }

  private void check(String key, SqlMessage message, String sqlState, boolean call)
      throws SQLException {
    engine.on(
        key,
        (request, out, session) -> {
          out.error(message);
          out.done(StatementKind.OTHER, -1);
        });
    try (PreparedStatement prepared = connection.prepareStatement(key + " where x = ?");
        Statement statement = connection.createStatement()) {
      prepared.setInt(1, 1);
      assertThatThrownBy(() -> run(call, prepared, statement, key))
          .isInstanceOfSatisfying(
              SQLServerException.class,
              e -> {
                assertThat(e.getErrorCode()).isEqualTo(message.number());
                assertThat(e.getSQLState()).isEqualTo(sqlState);
                assertThat(e.getMessage()).isEqualTo(message.text());
                assertThat(e.getSQLServerError().getErrorSeverity()).isEqualTo(message.severity());
                assertThat(e.getSQLServerError().getErrorState()).isEqualTo(message.state());
                assertThat(e.getSQLServerError().getLineNumber()).isEqualTo(3);
                assertThat(e.getSQLServerError().getServerName()).isEqualTo("STRANDLINE-LAB");
              });
    }
    assertThat(connection.isValid(5)).isTrue();
  }

  private static void run(boolean call, PreparedStatement prepared, Statement statement, String key)
      throws SQLException {
    if (call) {
      prepared.execute();
    } else {
      statement.execute(key);
    }
  }

  @Test
  void anErrorAfterRowsComesAfterThem() throws Exception {
    engine.on(
        "half",
        (request, out, session) -> {
          out.columns(List.of(NUMBER));
          out.row(new Object[] {1});
          out.error(error(8134, 16, 1, "Divide by zero error encountered."));
          out.done(StatementKind.SELECT, -1);
        });
    try (PreparedStatement prepared = connection.prepareStatement("half ?")) {
      prepared.setInt(1, 1);
      try (ResultSet result = prepared.executeQuery()) {
        assertThat(result.next()).isTrue();
        assertThat(result.getInt(1)).isEqualTo(1);
        assertThatThrownBy(result::next)
            .hasMessage("Divide by zero error encountered.")
            .extracting(e -> ((SQLException) e).getErrorCode())
            .isEqualTo(8134);
      }
    }
    assertThat(connection.isValid(5)).isTrue();
  }

  @Test
  void aBatchGoesOnAfterAnError() throws Exception {
    engine.on(
        "two",
        (request, out, session) -> {
          out.error(error(8134, 16, 1, "Divide by zero error encountered."));
          out.done(StatementKind.OTHER, -1);
          out.done(StatementKind.INSERT, 4);
        });
    for (boolean call : new boolean[] {false, true}) {
      try (PreparedStatement statement = connection.prepareStatement(call ? "two ?" : "two")) {
        if (call) {
          statement.setInt(1, 1);
        }
        assertThatThrownBy(statement::execute).hasMessage("Divide by zero error encountered.");
        assertThat(statement.getMoreResults()).isFalse();
        assertThat(statement.getUpdateCount()).isEqualTo(4);
      }
    }
  }

  @Test
  void transactionsAreTheDriversOwnBatches() throws Exception {
    connection.setAutoCommit(false);
    connection.setTransactionIsolation(4_096);
    connection.commit();
    connection.rollback();
    connection.setAutoCommit(true);
    assertThat(engine.requests)
        .extracting(request -> ((SqlRequest.Text) request).sql())
        .containsExactly(
            "set implicit_transactions on ",
            "set transaction isolation level  snapshot ",
            "IF @@TRANCOUNT > 0 COMMIT TRAN",
            "IF @@TRANCOUNT > 0 ROLLBACK TRAN",
            "set implicit_transactions off IF @@TRANCOUNT > 0 COMMIT TRAN ");
  }

  @Test
  void aBulkLoadIsRefused() throws Exception {
    try (Statement statement = connection.createStatement()) {
      assertThatThrownBy(() -> statement.execute("INSERT BULK t (n int) WITH (TABLOCK)"))
          .hasMessageContaining("Bulk load is not supported")
          .extracting(e -> ((SQLException) e).getErrorCode())
          .isEqualTo(40510);
    }
    assertThat(engine.requests).isEmpty();
    assertThat(connection.isValid(5)).isTrue();
  }

  @Test
  void aTableValuedParameterIsRefused() throws Exception {
    com.microsoft.sqlserver.jdbc.SQLServerDataTable table =
        new com.microsoft.sqlserver.jdbc.SQLServerDataTable();
    table.addColumnMetadata("n", Types.INTEGER);
    table.addRow(1);
    try (PreparedStatement statement = connection.prepareStatement("insert t select * from ?")) {
      statement
          .unwrap(com.microsoft.sqlserver.jdbc.SQLServerPreparedStatement.class)
          .setStructured(1, "dbo.numbers", table);
      assertThatThrownBy(statement::execute)
          .extracting(e -> ((SQLException) e).getErrorCode())
          .isEqualTo(40510);
    }
    assertThat(connection.isValid(5)).isTrue();
  }

  @Test
  void aDefectOfTheEngineIsReportedAndEndsTheConnection() throws Exception {
    engine.on(
        "broken",
        (request, out, session) -> {
          out.columns(List.of(NUMBER, TEXT));
          out.row(new Object[] {1, "x".repeat(21)});
        });
    try (Statement statement = connection.createStatement()) {
      assertThatThrownBy(() -> statement.executeQuery("broken").next())
          .hasMessageContaining("value of length 21 in a type of 20")
          .extracting(e -> ((SQLException) e).getErrorCode())
          .isEqualTo(3624);
    }
    assertThat(connection.isValid(5)).isFalse();
    try (Connection next = lab.connect()) {
      assertThat(next.isValid(5)).isTrue();
    }
  }

  @Test
  void theDatabaseChangeReachesTheClient() throws Exception {
    engine.on(
        "USE",
        (request, out, session) -> {
          out.databaseChanged("sales", "master");
          out.info(error(5701, 0, 1, "Changed database context to 'master'."));
          out.done(StatementKind.OTHER, -1);
        });
    assertThat(connection.getCatalog()).isEqualTo("sales");
    connection.setCatalog("master");
    assertThat(connection.getCatalog()).isEqualTo("master");
  }

  private static List<Integer> numbers(ResultSet result) throws SQLException {
    List<Integer> numbers = new ArrayList<>();
    try (result) {
      while (result.next()) {
        numbers.add(result.getInt(1));
      }
    }
    return numbers;
  }
}
