package io.strandline.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.lab.session.SqlMessage;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** DROP DATABASE. */
class DropDatabaseTest {

  private Lab lab;
  private LabSqlRunner sql;

  @BeforeEach
  void startLab() {
    lab = Lab.start(LabConfig.stepped());
    sql = lab.admin("master");
    sql.run("CREATE DATABASE parcels");
  }

  @AfterEach
  void closeLab() {
    sql.close();
    lab.close();
  }

  private List<Integer> errors(String text) {
    return sql.record(text).errors().stream().map(SqlMessage::number).toList();
  }

  @Test
  void takesTheDatabaseAway() {
    sql.run("USE parcels; EXEC sys.sp_cdc_enable_db; USE master");

    assertThat(errors("DROP DATABASE parcels")).isEmpty();

    assertThat(sql.query("SELECT name FROM sys.databases WHERE name = 'parcels'").rows()).isEmpty();
    assertThat(errors("USE parcels")).containsExactly(911);
    assertThat(errors("CREATE DATABASE parcels")).isEmpty();
  }

  @Test
  void isRefusedWhileASessionIsInIt() {
    try (LabSqlRunner other = lab.admin("master")) {
      other.run("USE parcels");
      assertThat(errors("DROP DATABASE parcels")).containsExactly(3702);
      other.run("USE master");
      other.run("USE parcels");
    }
    assertThat(errors("DROP DATABASE parcels")).isEmpty();
  }

  @Test
  void isRefusedForAnUnknownOneUnlessAsked() {
    assertThat(errors("DROP DATABASE nowhere")).containsExactly(3701);
    assertThat(errors("DROP DATABASE IF EXISTS nowhere")).isEmpty();
  }
}
