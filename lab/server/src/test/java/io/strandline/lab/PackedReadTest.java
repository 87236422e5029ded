package io.strandline.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A plain read of a change table copies bytes; the driver sees what a computed one returns. */
class PackedReadTest {

  private static final String COLUMNS =
      "__$start_lsn, __$end_lsn, __$seqval, __$operation, __$update_mask, id, a, b, c, d, e, f, g,"
          + " h, i, j, __$command_id";

  private Lab lab;
  private Connection connection;

  @BeforeEach
  void start() throws SQLException {
    lab = Lab.start(LabConfig.stepped());
    try (LabSqlRunner sql = lab.admin("sales")) {
      sql.run("EXEC sys.sp_cdc_enable_db");
      sql.run(
          "CREATE TABLE t (id int NOT NULL PRIMARY KEY, a bigint NULL, b varchar(20) NULL, c"
              + " nvarchar(max) NULL, d decimal(38, 4) NULL, e datetime NULL, f datetime2(7) NULL, g"
              + " varbinary(max) NULL, h bit NOT NULL, i uniqueidentifier NULL, j char(5) NULL)");
      sql.run("EXEC sys.sp_cdc_enable_table N'dbo', N't', @role_name = NULL");
      sql.run(
          "INSERT t VALUES (1, 2, 'x', REPLICATE(CAST(N'y' AS nvarchar(max)), 40000), 1.5,"
              + " '2024-01-01T01:02:03.997', '2024-01-01T01:02:03.1234567', 0x00FF, 1,"
              + " '6F9619FF-8B86-D011-B42D-00C04FC964FF', 'ab'), (2, NULL, NULL, NULL, NULL, NULL,"
              + " NULL, NULL, 0, NULL, NULL)");
      sql.run("UPDATE t SET a = 3 WHERE id = 1; DELETE t WHERE id = 2");
    }
    lab.database("sales").capture().drain();
    connection =
        DriverManager.getConnection(
            lab.jdbcUrl("sales"), Lab.SA, lab.config().server().saPassword());
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
    lab.close();
  }

  private List<List<Object>> rows(String sql) throws SQLException {
    List<List<Object>> rows = new ArrayList<>();
    try (PreparedStatement statement = connection.prepareStatement(sql);
        ResultSet result = statement.executeQuery()) {
      int columns = result.getMetaData().getColumnCount();
      while (result.next()) {
        List<Object> row = new ArrayList<>();
        for (int column = 1; column <= columns; column++) {
          row.add(result.getObject(column));
        }
        rows.add(row);
      }
    }
    return rows;
  }

  private void assertSame(String columns, String condition) throws SQLException {
    String plain = "SELECT " + columns + " FROM cdc.dbo_t_CT" + condition;
    String computed =
        "SELECT " + columns + " FROM (SELECT DISTINCT * FROM cdc.dbo_t_CT) AS c" + condition;

    List<List<Object>> rows = rows(plain);
    assertThat(rows).isNotEmpty();
    assertThat(rows).usingRecursiveComparison().as(plain).isEqualTo(rows(computed));
  }

  @Test
  void everyShapeOfAPlainReadIsSame() throws SQLException {
    String order = " ORDER BY __$start_lsn, __$command_id, __$seqval, __$operation";

    assertSame(COLUMNS, "");
    assertSame("*", order);
    assertSame("id, id, j, a, __$operation, c", order);
    assertSame("h, __$operation, c", " WHERE id = 1 AND b = 'x'" + order);
    assertSame("TOP 2 id, f", " WHERE a IS NULL OR a > 2" + order);
    assertSame("id, e", order + " OFFSET 1 ROWS FETCH NEXT 3 ROWS ONLY");
    assertSame(
        "id, __$operation",
        " ORDER BY __$start_lsn DESC, __$command_id DESC, __$seqval DESC, __$operation DESC");
  }

  @Test
  void aRetypedColumnIsReadInItsNewType() throws SQLException {
    try (LabSqlRunner sql = lab.admin("sales")) {
      sql.run("ALTER TABLE t ALTER COLUMN b nvarchar(30) NULL");
      sql.run("INSERT t (id, b, h) VALUES (3, N'\u0391', 0)");
    }
    lab.database("sales").capture().drain();

    assertSame(COLUMNS, "");
    assertThat(rows("SELECT b FROM cdc.dbo_t_CT WHERE id = 3").get(0).get(0)).isEqualTo("\u0391");
  }
}
