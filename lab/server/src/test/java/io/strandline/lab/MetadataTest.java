package io.strandline.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** The calls of DatabaseMetaData that the Microsoft driver answers with a query. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MetadataTest {

  private WireFixture wire;
  private Connection connection;
  private DatabaseMetaData meta;

  @BeforeAll
  void start() throws SQLException {
    wire = new WireFixture();
    try (LabSqlRunner sql = wire.lab.admin("sales")) {
      sql.run("CREATE SCHEMA ops");
      sql.run(
          "CREATE TABLE dbo.parent (id int NOT NULL CONSTRAINT pk_parent PRIMARY KEY, code"
              + " varchar(10) NOT NULL CONSTRAINT uq_code UNIQUE, stamp rowversion)");
      sql.run("INSERT parent (id, code) VALUES (1, 'a'), (2, 'b')");
      sql.run(
          "CREATE TABLE ops.child (a int NOT NULL, b bigint IDENTITY(1, 1), c nvarchar(20) NULL"
              + " DEFAULT N'x', d decimal(9, 2) NULL, e datetime2(3) NULL, f AS a + 1, g date,"
              + " CONSTRAINT pk_child PRIMARY KEY (b DESC, a), CONSTRAINT fk_child FOREIGN KEY (a)"
              + " REFERENCES parent (id))");
      sql.run("CREATE INDEX ix_c ON ops.child (c)");
      sql.run("CREATE LOGIN r WITH PASSWORD = 'x'; CREATE USER r; GRANT SELECT ON parent TO r");
    }
    connection = wire.connect();
    meta = connection.getMetaData();
  }

  @AfterAll
  void stop() throws SQLException {
    connection.close();
    wire.close();
  }

  /** Rows as text, the named columns joined by {@code |}. */
  private static List<String> rows(ResultSet set, String... columns) throws SQLException {
    try (set) {
      List<String> rows = new ArrayList<>();
      while (set.next()) {
        List<String> cells = new ArrayList<>();
        for (String column : columns) {
          cells.add(String.valueOf(set.getString(column)));
        }
        rows.add(String.join("|", cells));
      }
      return rows;
    }
  }

  private static List<String> names(ResultSet set) throws SQLException {
    ResultSetMetaData columns = set.getMetaData();
    List<String> names = new ArrayList<>();
    for (int i = 1; i <= columns.getColumnCount(); i++) {
      names.add(columns.getColumnName(i));
    }
    return names;
  }

  @Test
  @Tag("D1")
  void tables() throws SQLException {
    assertThat(
            rows(
                meta.getTables(null, null, "%", new String[] {"TABLE"}),
                "TABLE_CAT",
                "TABLE_SCHEM",
                "TABLE_NAME",
                "TABLE_TYPE"))
        .containsExactly("sales|dbo|parent|TABLE", "sales|ops|child|TABLE");
    assertThat(rows(meta.getTables("sales", "ops", "c\\_ild", null), "TABLE_NAME")).isEmpty();
    assertThat(rows(meta.getTables("sales", "o%", "c_ild", null), "TABLE_NAME"))
        .containsExactly("child");
    assertThat(rows(meta.getTables(null, "sys", "databases", null), "TABLE_TYPE"))
        .containsExactly("VIEW");
    assertThat(rows(meta.getTableTypes(), "TABLE_TYPE"))
        .containsExactlyInAnyOrder("VIEW", "TABLE", "SYSTEM TABLE");
  }

  @Test
  @Tag("D2")
  void columns() throws SQLException {
    assertThat(
            rows(
                meta.getColumns(null, "ops", "child", "%"),
                "COLUMN_NAME",
                "DATA_TYPE",
                "TYPE_NAME",
                "COLUMN_SIZE",
                "DECIMAL_DIGITS",
                "NULLABLE",
                "COLUMN_DEF",
                "ORDINAL_POSITION",
                "IS_AUTOINCREMENT",
                "IS_GENERATEDCOLUMN"))
        .containsExactly(
            "a|" + Types.INTEGER + "|int|10|0|0|null|1|NO|NO",
            "b|" + Types.BIGINT + "|bigint identity|19|0|0|null|2|YES|NO",
            "c|" + Types.NVARCHAR + "|nvarchar|20|null|1|(N'x')|3|NO|NO",
            "d|" + Types.DECIMAL + "|decimal|9|2|1|null|4|NO|NO",
            "e|" + Types.TIMESTAMP + "|datetime2|23|3|1|null|5|NO|NO",
            "f|" + Types.INTEGER + "|int|10|0|1|null|6|NO|YES",
            "g|" + Types.DATE + "|date|10|0|1|null|7|NO|NO");
  }

  @Test
  @Tag("D3")
  void primaryKeys() throws SQLException {
    assertThat(
            rows(meta.getPrimaryKeys("sales", "ops", "child"), "COLUMN_NAME", "KEY_SEQ", "PK_NAME"))
        .containsExactly("b|1|pk_child", "a|2|pk_child");
  }

  @Test
  @Tag("D4")
  void indexInfo() throws SQLException {
    assertThat(
            rows(
                meta.getIndexInfo(null, "ops", "child", false, true),
                "NON_UNIQUE",
                "INDEX_NAME",
                "TYPE",
                "ORDINAL_POSITION",
                "COLUMN_NAME",
                "ASC_OR_DESC"))
        .contains("0|pk_child|1|1|b|D", "0|pk_child|1|2|a|A", "1|ix_c|3|1|c|A");
    assertThat(rows(meta.getIndexInfo(null, "dbo", "parent", true, false), "INDEX_NAME"))
        .contains("pk_parent", "uq_code");
  }

  @Test
  @Tag("D5")
  void foreignKeys() throws SQLException {
    String[] columns = {
      "PKTABLE_SCHEM",
      "PKTABLE_NAME",
      "PKCOLUMN_NAME",
      "FKTABLE_SCHEM",
      "FKTABLE_NAME",
      "FKCOLUMN_NAME",
      "KEY_SEQ",
      "UPDATE_RULE",
      "DELETE_RULE",
      "FK_NAME",
      "PK_NAME",
      "DEFERRABILITY"
    };
    String row =
        "dbo|parent|id|ops|child|a|1|"
            + DatabaseMetaData.importedKeyNoAction
            + "|"
            + DatabaseMetaData.importedKeyNoAction
            + "|fk_child|pk_parent|"
            + DatabaseMetaData.importedKeyNotDeferrable;

    assertThat(rows(meta.getImportedKeys("sales", "ops", "child"), columns)).containsExactly(row);
    assertThat(rows(meta.getExportedKeys("sales", "dbo", "parent"), columns)).containsExactly(row);
    assertThat(
            rows(
                meta.getCrossReference("sales", "dbo", "parent", "sales", "ops", "child"), columns))
        .containsExactly(row);
    assertThat(rows(meta.getImportedKeys("sales", "dbo", "parent"), columns)).isEmpty();
  }

  @Test
  @Tag("D6")
  void typeInfo() throws SQLException {
    List<String> types =
        rows(
            meta.getTypeInfo(), "TYPE_NAME", "DATA_TYPE", "PRECISION", "CREATE_PARAMS", "NULLABLE");

    assertThat(types)
        .contains(
            "int|" + Types.INTEGER + "|10|null|1",
            "int identity|" + Types.INTEGER + "|10|null|0",
            "nvarchar|" + Types.NVARCHAR + "|4000|max length|1",
            "numeric|" + Types.NUMERIC + "|38|precision,scale|1",
            "uniqueidentifier|" + Types.CHAR + "|36|null|1");
    assertThat(types).doesNotHaveDuplicates();
  }

  @Test
  @Tag("D7")
  void schemasAndCatalogs() throws SQLException {
    assertThat(rows(meta.getSchemas(), "TABLE_SCHEM", "TABLE_CATALOG"))
        .contains("dbo|sales", "ops|sales", "sys|sales");
    assertThat(rows(meta.getSchemas("sales", "o%"), "TABLE_SCHEM")).containsExactly("ops");
    assertThat(rows(meta.getCatalogs(), "TABLE_CAT")).contains("master", "sales");
  }

  @Test
  void bestRowIdentifierAndVersionColumns() throws SQLException {
    assertThat(
            rows(
                meta.getBestRowIdentifier(
                    null, "dbo", "parent", DatabaseMetaData.bestRowTransaction, true),
                "SCOPE",
                "COLUMN_NAME",
                "DATA_TYPE",
                "PSEUDO_COLUMN"))
        .containsExactly("1|id|" + Types.INTEGER + "|" + DatabaseMetaData.bestRowNotPseudo);
    assertThat(rows(meta.getVersionColumns(null, "dbo", "parent"), "COLUMN_NAME", "TYPE_NAME"))
        .containsExactly("stamp|timestamp");
  }

  @Test
  void privileges() throws SQLException {
    assertThat(
            rows(
                meta.getTablePrivileges(null, "dbo", "parent"),
                "GRANTEE",
                "PRIVILEGE",
                "IS_GRANTABLE"))
        .contains("dbo|SELECT|YES", "r|SELECT|NO")
        .doesNotContain("r|INSERT|NO");
    assertThat(
            rows(
                meta.getColumnPrivileges(null, "dbo", "parent", "co%"),
                "COLUMN_NAME",
                "GRANTEE",
                "PRIVILEGE"))
        .contains("code|r|SELECT", "code|dbo|UPDATE");
  }

  @Test
  void routines() throws SQLException {
    assertThat(rows(meta.getProcedures(null, "sys", "sp_fkeys"), "PROCEDURE_NAME"))
        .containsExactly("sp_fkeys;1");
    assertThat(rows(meta.getFunctions(null, "dbo", "%"), "FUNCTION_NAME")).isEmpty();
  }

  @Test
  void parametersOfRoutinesAreRefused() {
    assertThatThrownBy(() -> meta.getProcedureColumns(null, "sys", "sp_fkeys", "%"))
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getErrorCode()).isEqualTo(2812));
    assertThatThrownBy(() -> meta.getFunctionColumns(null, "dbo", "%", "%"))
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getErrorCode()).isEqualTo(2812));
  }

  @Test
  void otherAnswersOfTheDriver() throws SQLException {
    assertThat(meta.getMaxConnections()).isEqualTo(32_767);
    assertThat(meta.getUserName()).isEqualTo("sa");
    assertThat(names(meta.getClientInfoProperties()))
        .containsExactly("NAME", "MAX_LEN", "DEFAULT_VALUE", "DESCRIPTION");
    assertThat(rows(meta.getPseudoColumns(null, null, "%", "%"), "COLUMN_NAME")).isEmpty();
    assertThat(meta.getDatabaseProductVersion()).startsWith("16.00");
  }

  @Test
  void stateOfAnErrorDecidesTheSqlState() {
    assertState("SELECT * FROM nope", 208, "S0002");
    assertState("SELECT nope FROM parent", 207, "S0001");
    assertState("INSERT parent (id, code) VALUES (1, 'z')", 2627, "23000");
    assertState("INSERT parent (id) VALUES (9)", 515, "23000");
    assertState("DELETE parent WHERE id = 1 AND 1 / 0 = 1", 8134, "S0001");
    assertState("THROW 50005, 'x', 42", 50005, "S0042");
  }

  private void assertState(String sql, int number, String state) {
    assertThatThrownBy(
            () -> {
              try (var statement = connection.createStatement()) {
                statement.execute(sql);
              }
            })
        .isInstanceOfSatisfying(
            SQLException.class,
            e -> {
              assertThat(e.getErrorCode()).as(sql).isEqualTo(number);
              assertThat(e.getSQLState()).as(sql).isEqualTo(state);
            });
  }
}
