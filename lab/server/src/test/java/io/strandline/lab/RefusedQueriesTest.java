package io.strandline.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.lab.session.SqlMessage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Statements that SQL Server refuses although an answer could be made up. */
class RefusedQueriesTest {

  private Lab lab;
  private LabSqlRunner sql;

  @BeforeEach
  void startLab() {
    lab = Lab.start(LabConfig.stepped().withDatabases("sales"));
    sql = lab.admin("sales");
    sql.run("CREATE TABLE s (id int PRIMARY KEY, v int); INSERT s VALUES (1, 20), (2, 10)");
  }

  @AfterEach
  void closeLab() {
    sql.close();
    lab.close();
  }

  private void rows(String query, String... expected) {
    assertThat(ResultText.rows(sql.query(query))).containsExactly(expected);
  }

  private void error(int number, int severity, String text) {
    assertThat(sql.record(text).errors())
        .as(text)
        .extracting(SqlMessage::number, SqlMessage::severity)
        .containsExactly(org.assertj.core.groups.Tuple.tuple(number, severity));
  }

  @Test
  void inTakesAQueryOfOneColumn() {
    error(116, 16, "SELECT id FROM s WHERE v IN (SELECT id, v FROM s)");
    error(116, 16, "SELECT id FROM s WHERE v NOT IN (SELECT * FROM s)");
    rows("SELECT id FROM s WHERE EXISTS (SELECT id, v FROM s) AND v IN (SELECT v FROM s)", "1", "2");
  }

  @Test
  void optionsThatWouldChangeAnswersAreRefused() {
    error(40510, 16, "SET CONCAT_NULL_YIELDS_NULL OFF");
    error(40510, 16, "SET ANSI_NULLS OFF");
    error(40510, 16, "SET ANSI_WARNINGS, ANSI_PADDING OFF");
    error(40510, 16, "SET ANSI_DEFAULTS OFF");
    error(40510, 16, "SET TEXTSIZE 10");
    error(40510, 16, "SET DATEFORMAT dmy");
    error(40510, 16, "SET LANGUAGE German");
  }

  @Test
  void optionsThatClientsSendAtLoginAreTaken() {
    sql.run(
        "SET TEXTSIZE 0; SET TEXTSIZE -1; SET TEXTSIZE 64512; SET TEXTSIZE 2147483647;"
            + " SET ANSI_NULLS, ANSI_WARNINGS, CONCAT_NULL_YIELDS_NULL ON; SET ANSI_DEFAULTS ON;"
            + " SET ARITHABORT OFF; SET ARITHABORT ON; SET DATEFORMAT mdy; SET LANGUAGE us_english;"
            + " SET LANGUAGE English; SET LANGUAGE 'us_english'");
    rows("SELECT id FROM s WHERE v = 10", "2");
  }
}
