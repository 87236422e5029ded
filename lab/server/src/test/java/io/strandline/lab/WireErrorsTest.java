package io.strandline.lab;

import static io.strandline.lab.WireFixture.rows;
import static io.strandline.lab.WireFixture.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.microsoft.sqlserver.jdbc.SQLServerException;
import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Errors as they reach the driver: number, class and state, and what goes on after them. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class WireErrorsTest {

  private WireFixture wire;
  private Connection connection;

  @BeforeAll
  void open() throws Exception {
    wire = new WireFixture();
    connection = wire.connect();
    run(connection, "CREATE TABLE dbo.e (id int NOT NULL PRIMARY KEY, n int NOT NULL)");
    run(connection, "INSERT INTO dbo.e VALUES (1, 1)");
  }

  @AfterAll
  void close() throws Exception {
    connection.close();
    wire.close();
  }

  /** Classes and states are general knowledge of the real server's messages. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "102 | 15 | 1 | SELECT 1 +",
        "156 | 15 | 1 | SELECT FROM dbo.e",
        "207 | 16 | 1 | SELECT nothing FROM dbo.e",
        "208 | 16 | 1 | SELECT 1 FROM dbo.missing",
        "245 | 16 | 1 | SELECT CAST('x' AS int)",
        "515 | 16 | 2 | INSERT INTO dbo.e VALUES (2, NULL)",
        "2627 | 14 | 1 | INSERT INTO dbo.e VALUES (1, 1)",
        "2812 | 16 | 62 | EXEC dbo.missing",
        "3902 | 16 | 1 | COMMIT",
        "3903 | 16 | 1 | ROLLBACK",
        "8134 | 16 | 1 | SELECT 1 / 0"
      })
  void numberClassAndState(int number, int severity, int state, String sql) {
    assertThatThrownBy(() -> rows(connection, sql))
        .isInstanceOfSatisfying(
            SQLServerException.class,
            e -> {
              assertThat(e.getErrorCode()).isEqualTo(number);
              assertThat(e.getSQLServerError().getErrorSeverity()).isEqualTo((short) severity);
              assertThat(e.getSQLServerError().getErrorState()).isEqualTo((short) state);
            });
  }

  @Test
  void aFailingCallAmongSeveralOfAMessageFailsAlone() throws Exception {
    run(connection, "DELETE FROM dbo.e WHERE id > 1");
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO dbo.e VALUES (?, 0)")) {
      for (int id : new int[] {10, 11, 12, 1, 13, 1, 14}) {
        insert.setInt(1, id);
        insert.addBatch();
      }
      assertThatThrownBy(insert::executeBatch)
          .isInstanceOfSatisfying(
              BatchUpdateException.class,
              e ->
                  assertThat(e.getUpdateCounts())
                      .containsExactly(
                          1, 1, 1, Statement.EXECUTE_FAILED, 1, Statement.EXECUTE_FAILED, 1));
    }
    assertThat(rows(connection, "SELECT id FROM dbo.e ORDER BY id"))
        .containsExactly("1", "10", "11", "12", "13", "14");
  }

  @Test
  void aStatementThatCannotBeCompiledIsPreparedAnewEachTime() throws Exception {
    wire.lab.trace().clear();
    try (PreparedStatement select =
        connection.prepareStatement("SELECT n FROM dbo.late WHERE n = ?")) {
      for (int i = 0; i < 4; i++) {
        select.setInt(1, i);
        assertThatThrownBy(select::executeQuery)
            .isInstanceOfSatisfying(
                SQLException.class, e -> assertThat(e.getErrorCode()).isEqualTo(208));
      }
      run(connection, "CREATE TABLE dbo.late (n int NOT NULL)");
      select.setInt(1, 5);
      assertThat(select.executeQuery().next()).isFalse();
    }
    run(connection, "DROP TABLE dbo.late");
  }

  @Test
  void aQueryTimeoutRollsTheStatementBackAndTheConnectionGoesOn() throws Exception {
    try (Connection holder = wire.connect();
        Statement waiting = connection.createStatement()) {
      holder.setAutoCommit(false);
      run(holder, "UPDATE dbo.e SET n = 2 WHERE id = 1");
      waiting.setQueryTimeout(1);
      assertThatThrownBy(() -> waiting.execute("UPDATE dbo.e SET n = 3"))
          .isInstanceOf(java.sql.SQLTimeoutException.class);
      holder.rollback();
    }
    assertThat(rows(connection, "SELECT n FROM dbo.e WHERE id = 1")).containsExactly("1");
  }

  @Test
  void bigPacketsAndBigStatements() throws Exception {
    try (Connection big = wire.connect("packetSize=32767")) {
      String literal = "N'" + "w".repeat(300_000) + "'";
      assertThat(rows(big, "SELECT LEN(CAST(" + literal + " AS nvarchar(max)))"))
          .containsExactly("300000");
    }
  }

  @Test
  void variantsAndTableTypesAreRefused() {
    assertThatThrownBy(() -> run(connection, "DECLARE @v sql_variant = 1"))
        .isInstanceOf(SQLException.class);
    assertThatThrownBy(() -> run(connection, "CREATE TYPE dbo.tt AS TABLE (n int)"))
        .isInstanceOf(SQLException.class);
    assertThatThrownBy(
            () -> wire.connect("integratedSecurity=true;authenticationScheme=NTLM;domain=d"))
        .isInstanceOf(SQLException.class);
  }
}
