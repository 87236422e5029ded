package io.strandline.lab;

import static io.strandline.lab.WireFixture.rows;
import static io.strandline.lab.WireFixture.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Server cursors as the driver opens them. */
@Timeout(60)
class CursorsTest {

  private WireFixture wire;
  private Connection connection;

  @BeforeEach
  void open() throws Exception {
    wire = new WireFixture();
    connection = wire.connect("selectMethod=cursor");
    run(connection, "CREATE TABLE dbo.t (id int NOT NULL PRIMARY KEY, v nvarchar(20) NULL)");
    StringBuilder insert = new StringBuilder("INSERT INTO dbo.t VALUES (1, N'v1')");
    for (int i = 2; i <= 500; i++) {
      insert.append(", (").append(i).append(", ").append(i % 7 == 0 ? "NULL" : "N'v" + i + "'");
      insert.append(')');
    }
    run(connection, insert.toString());
  }

  @AfterEach
  void close() throws Exception {
    connection.close();
    wire.close();
  }

  @Test
  void selectMethodCursorReadsEveryRowInBlocks() throws Exception {
    try (Statement statement = connection.createStatement()) {
      statement.setFetchSize(30);
      List<Integer> ids = new ArrayList<>();
      try (ResultSet result = statement.executeQuery("SELECT id, v FROM dbo.t ORDER BY id")) {
        assertThat(result.getMetaData().getColumnCount()).isEqualTo(2);
        while (result.next()) {
          ids.add(result.getInt(1));
          assertThat(result.getString("v"))
              .isEqualTo(ids.size() % 7 == 0 ? null : "v" + ids.size());
        }
      }
      assertThat(ids).hasSize(500).isSorted();
    }
    assertThat(rows(connection, "SELECT COUNT(*) FROM dbo.t WHERE 1 = 0")).containsExactly("0");
  }

  @Test
  void aPreparedStatementKeepsItsHandle() throws Exception {
    try (PreparedStatement statement =
        connection.prepareStatement("SELECT v FROM dbo.t WHERE id BETWEEN ? AND ? ORDER BY id")) {
      for (int round = 1; round <= 4; round++) {
        statement.setInt(1, round);
        statement.setInt(2, round + 2);
        try (ResultSet result = statement.executeQuery()) {
          List<String> values = new ArrayList<>();
          while (result.next()) {
            values.add(result.getString(1));
          }
          assertThat(values).containsExactly("v" + round, "v" + (round + 1), "v" + (round + 2));
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {ResultSet.TYPE_SCROLL_INSENSITIVE, ResultSet.TYPE_SCROLL_SENSITIVE})
  void aScrollableResultGoesAnywhere(int type) throws Exception {
    try (Connection plain = wire.connect();
        Statement statement = plain.createStatement(type, ResultSet.CONCUR_READ_ONLY)) {
      statement.setFetchSize(10);
      try (ResultSet result = statement.executeQuery("SELECT id FROM dbo.t ORDER BY id")) {
        assertThat(result.last()).isTrue();
        assertThat(result.getRow()).isEqualTo(500);
        assertThat(result.getInt(1)).isEqualTo(500);
        assertThat(result.absolute(250)).isTrue();
        assertThat(result.getInt(1)).isEqualTo(250);
        assertThat(result.relative(-100)).isTrue();
        assertThat(result.getInt(1)).isEqualTo(150);
        assertThat(result.absolute(-500)).isTrue();
        assertThat(result.getInt(1)).isEqualTo(1);
        assertThat(result.previous()).isFalse();
        assertThat(result.isBeforeFirst()).isTrue();
        assertThat(result.absolute(501)).isFalse();
        assertThat(result.isAfterLast()).isTrue();
        for (int id = 500; id >= 1; id--) {
          assertThat(result.previous()).isTrue();
          assertThat(result.getInt(1)).isEqualTo(id);
        }
        result.afterLast();
        assertThat(result.first()).isTrue();
        assertThat(result.isFirst()).isTrue();
      }
    }
  }

  @Test
  void aCursorIsACopyOfTheTimeItWasOpened() throws Exception {
    try (Connection plain = wire.connect();
        Statement statement =
            plain.createStatement(ResultSet.TYPE_SCROLL_INSENSITIVE, ResultSet.CONCUR_READ_ONLY);
        ResultSet result = statement.executeQuery("SELECT id FROM dbo.t ORDER BY id")) {
      run(connection, "DELETE FROM dbo.t WHERE id > 10");
      assertThat(result.last()).isTrue();
      assertThat(result.getInt(1)).isEqualTo(500);
    }
  }

  @Test
  void whatIsNotOneQueryRunsWithoutACursor() throws Exception {
    try (Statement statement = connection.createStatement()) {
      assertThat(statement.execute("UPDATE dbo.t SET v = N'x' WHERE id <= 3")).isFalse();
      assertThat(statement.getUpdateCount()).isEqualTo(3);
      assertThat(statement.execute("SELECT 1 AS a; SELECT 2 AS b")).isTrue();
      try (ResultSet first = statement.getResultSet()) {
        assertThat(first.next()).isTrue();
        assertThat(first.getInt("a")).isEqualTo(1);
      }
      assertThat(statement.getMoreResults()).isTrue();
      try (ResultSet second = statement.getResultSet()) {
        assertThat(second.next()).isTrue();
        assertThat(second.getInt("b")).isEqualTo(2);
      }
      assertThat(statement.execute("EXEC sp_tables @table_name = 't'")).isTrue();
      assertThat(statement.getResultSet().next()).isTrue();
    }
  }

  @Test
  void errorsComeThroughAndTheConnectionGoesOn() throws Exception {
    assertThatThrownBy(() -> rows(connection, "SELECT nothing FROM dbo.t"))
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getErrorCode()).isEqualTo(207));
    assertThatThrownBy(() -> rows(connection, "SELECT 1 / (id - id) FROM dbo.t"))
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getErrorCode()).isEqualTo(8134));
    assertThat(rows(connection, "SELECT 5")).containsExactly("5");
  }

  @Test
  void anUpdatableCursorIsRefused() throws Exception {
    try (Statement statement =
        connection.createStatement(ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_UPDATABLE)) {
      assertThatThrownBy(() -> statement.executeQuery("SELECT id, v FROM dbo.t"))
          .hasMessageContaining("A cursor that can be updated is not supported")
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getErrorCode()).isEqualTo(40510));
    }
  }

  @Test
  void aTransactionEndsUnderAnOpenCursor() throws Exception {
    connection.setAutoCommit(false);
    try (Statement statement = connection.createStatement()) {
      statement.setFetchSize(5);
      try (ResultSet result = statement.executeQuery("SELECT id FROM dbo.t ORDER BY id")) {
        result.next();
        connection.commit();
        int count = 1;
        while (result.next()) {
          count++;
        }
        assertThat(count).isEqualTo(500);
      }
    }
    connection.setAutoCommit(true);
  }
}
