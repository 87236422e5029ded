package io.strandline.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.lab.session.SqlMessage;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Columns that can be declared but hold no values, and columns of another collation. */
class DeclaredTypesTest {

  private Lab lab;
  private LabSqlRunner sql;

  @BeforeEach
  void startLab() {
    lab = Lab.start(LabConfig.stepped());
    sql = lab.admin("sales");
  }

  @AfterEach
  void closeLab() {
    sql.close();
    lab.close();
  }

  private void rows(String query, String... expected) {
    assertThat(ResultText.rows(sql.query(query))).containsExactly(expected);
  }

  private void error(int number, String text) {
    List<SqlMessage> errors = sql.record(text).errors();
    assertThat(errors).as(text).extracting(SqlMessage::number).containsExactly(number);
  }

  @Test
  @Tag("W7")
  void variantsAndClrTypesAreDeclaredButNotRead() {
    sql.run(
        "CREATE TABLE d (id int NOT NULL PRIMARY KEY, v sql_variant, h sys.hierarchyid, g"
            + " geography, m geometry NULL)");
    sql.run("INSERT d (id) VALUES (1); INSERT d VALUES (2, NULL, NULL, NULL, NULL)");
    sql.run("UPDATE d SET id = 3 WHERE id = 1");

    rows("SELECT id FROM d", "2", "3");
    rows(
        "SELECT c.name, t.name, c.system_type_id, c.user_type_id, c.max_length FROM sys.columns AS c"
            + " INNER JOIN sys.types AS t ON t.user_type_id = c.user_type_id"
            + " WHERE c.object_id = OBJECT_ID(N'd') AND c.column_id > 1 ORDER BY c.column_id",
        "v|sql_variant|98|98|8016",
        "h|hierarchyid|240|128|892",
        "g|geography|240|130|-1",
        "m|geometry|240|129|-1");
    for (String column : List.of("v", "h", "g", "m")) {
      error(40510, "SELECT " + column + " FROM d");
      error(40510, "INSERT d (id, " + column + ") VALUES (4, 0x01)");
    }
    error(40510, "SELECT * FROM d");
    rows("SELECT COUNT(*) FROM d", "2");
  }

  @Test
  @Tag("W7")
  void aTextColumnMayHaveAnotherCollation() {
    sql.run(
        "CREATE TABLE c (a varchar(9) COLLATE Latin1_General_CI_AS, b nvarchar(9) COLLATE"
            + " DATABASE_DEFAULT, n int)");
    sql.run("ALTER TABLE c ADD d char(1) COLLATE Latin1_General_CI_AS NULL");

    String collations =
        "SELECT name, collation_name FROM sys.columns WHERE object_id = OBJECT_ID(N'c')"
            + " ORDER BY column_id";
    rows(
        collations,
        "a|Latin1_General_CI_AS",
        "b|SQL_Latin1_General_CP1_CI_AS",
        "n|NULL",
        "d|Latin1_General_CI_AS");
    sql.run("ALTER TABLE c ALTER COLUMN a varchar(10)");
    sql.run("ALTER TABLE c DROP COLUMN d");
    rows(collations, "a|SQL_Latin1_General_CP1_CI_AS", "b|SQL_Latin1_General_CP1_CI_AS", "n|NULL");
    error(448, "CREATE TABLE e (a varchar(9) COLLATE Klingon_CI_AS)");
  }
}
