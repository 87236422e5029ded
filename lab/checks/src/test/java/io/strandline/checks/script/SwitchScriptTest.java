package io.strandline.checks.script;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SwitchScriptTest {

  private static final String SCRIPT = "switch_capture_instance.sql";
  private static final String READER = "strandline_reader";
  private static final String PASSWORD = "Tide-line-7";
  private static final String INSTANCES =
      "SELECT capture_instance FROM cdc.change_tables ORDER BY create_date, object_id";

  private Scripts scripts;

  @BeforeEach
  void makeATableThatGrew() throws SQLException {
    scripts = new Scripts();
    scripts.run("CREATE TABLE dbo.orders (id int NOT NULL PRIMARY KEY, item nvarchar(30) NULL)");
    scripts.script("setup.sql", Map.of("DatabaseName", Scripts.DATABASE, "Tables", "dbo.orders"));
    scripts.script(
        "reader_login.sql",
        Map.of(
            "DatabaseName",
            Scripts.DATABASE,
            "CaptureInstance",
            "dbo_orders",
            "ReaderName",
            READER,
            "READER_PASSWORD",
            PASSWORD));
    scripts.capture();
    scripts.run("ALTER TABLE dbo.orders ADD qty int NULL");
    insert(1);
  }

  @AfterEach
  void close() throws SQLException {
    scripts.close();
  }

  private void insert(int id) throws SQLException {
    scripts.run("INSERT INTO dbo.orders (id, item, qty) VALUES (" + id + ", N'rope', 7)");
    scripts.capture();
  }

  private static Map<String, String> to(String newInstance, String columns, String reached) {
    Map<String, String> variables = new HashMap<>();
    variables.put("DatabaseName", Scripts.DATABASE);
    variables.put("SourceSchema", "dbo");
    variables.put("SourceTable", "orders");
    variables.put("OldInstance", "dbo_orders");
    variables.put("NewInstance", newInstance);
    variables.put("Columns", columns);
    variables.put("ReaderName", READER);
    variables.put("ReachedLsn", reached);
    return variables;
  }

  private String maxLsn() throws SQLException {
    return scripts.rows("SELECT CONVERT(varchar(22), sys.fn_cdc_get_max_lsn(), 1)").get(0);
  }

  private String startOf(String instance) throws SQLException {
    return scripts
        .rows(
            "SELECT CONVERT(varchar(22), start_lsn, 1) FROM cdc.change_tables"
                + " WHERE capture_instance = N'"
                + instance
                + "'")
        .get(0);
  }

  private List<String> ids(String instance) throws SQLException {
    return scripts.rows("SELECT id FROM cdc.[" + instance + "_CT] ORDER BY __$start_lsn");
  }

  @Test
  void bothInstancesRecordEveryCommitFromTheNewOnesStart() throws SQLException {
    ScriptOutcome outcome = scripts.script(SCRIPT, to("dbo_orders_2", "*", "none"));
    insert(2);
    insert(3);
    assertThat(ids("dbo_orders")).containsExactly("1", "2", "3");
    assertThat(ids("dbo_orders_2")).containsExactly("2", "3");
    assertThat(scripts.rows("SELECT qty FROM cdc.dbo_orders_2_CT")).containsExactly("7", "7");
    assertThat(outcome.results().get(0).rows())
        .extracting(row -> row.get(2))
        .containsExactly("dbo_orders", "dbo_orders_2");
    assertThat(outcome.messages())
        .anyMatch(
            message ->
                message.startsWith("Step 4: wait until each stream")
                    && message.contains(startOfNew()));
  }

  private String startOfNew() {
    try {
      return startOf("dbo_orders_2");
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void theReaderSeesBothWithAllColumns() throws SQLException {
    scripts.script(SCRIPT, to("dbo_orders_2", "id, qty", "none"));
    insert(2);
    try (Connection reader = scripts.connect(READER, PASSWORD)) {
      assertThat(Scripts.rows(reader, "EXEC sys.sp_cdc_help_change_data_capture")).hasSize(2);
      assertThat(Scripts.rows(reader, "SELECT id, qty FROM cdc.dbo_orders_2_CT"))
          .containsExactly("2|7");
      assertThat(
              Scripts.rows(
                  reader,
                  "EXEC sys.sp_cdc_get_captured_columns @capture_instance = N'dbo_orders_2'"))
          .extracting(row -> row.split("\\|", -1)[3])
          .containsExactly("id", "qty");
    }
  }

  @Test
  void changesNothingWhenRunAgain() throws SQLException {
    scripts.script(SCRIPT, to("dbo_orders_2", "*", "none"));
    List<String> once = scripts.state();
    scripts.script(SCRIPT, to("dbo_orders_2", "*", "none"));
    assertThat(scripts.state()).isEqualTo(once);
  }

  @Test
  void dropsTheOldInstanceOnceTheStreamsAreBehindTheStart() throws SQLException {
    scripts.script(SCRIPT, to("dbo_orders_2", "*", "none"));
    insert(2);
    ScriptOutcome outcome = scripts.script(SCRIPT, to("dbo_orders_2", "*", maxLsn()));
    assertThat(outcome.messages()).contains("Step 5: capture instance dbo_orders is dropped.");
    assertThat(scripts.rows(INSTANCES)).containsExactly("dbo_orders_2");
    insert(3);
    assertThat(ids("dbo_orders_2")).containsExactly("2", "3");
    List<String> once = scripts.state();
    ScriptOutcome again = scripts.script(SCRIPT, to("dbo_orders_2", "*", maxLsn()));
    assertThat(again.messages())
        .contains("Step 5: capture instance dbo_orders is gone: the switch is done.");
    scripts.script(SCRIPT, to("dbo_orders_2", "*", "none"));
    assertThat(scripts.state()).isEqualTo(once);
  }

  @Test
  void refusesToDropTooEarly() throws SQLException {
    scripts.script(SCRIPT, to("dbo_orders_2", "*", "none"));
    insert(2);
    String ahead = "0xFFFFFFFF000000000001";
    Map<String, String> refused =
        Map.of(
            startOf("dbo_orders_2"),
            "a stream may still need dbo_orders",
            "0x00000000000000000001",
            "a stream may still need dbo_orders",
            ahead,
            "no stream can be there",
            "soon",
            "is soon, not none",
            "0x01",
            "is 0x01, not none",
            "0x0000000000000000000g",
            "not none and not 0x and 20 hex digits");
    for (Map.Entry<String, String> each : refused.entrySet()) {
      assertThat(scripts.tryScript(SCRIPT, to("dbo_orders_2", "*", each.getKey())).errors())
          .as(each.getKey())
          .singleElement()
          .asString()
          .contains(each.getValue());
    }
    assertThat(scripts.rows(INSTANCES)).containsExactly("dbo_orders", "dbo_orders_2");
  }

  @Test
  void refusesAThirdInstanceAndAnUnknownOne() throws SQLException {
    scripts.script(SCRIPT, to("dbo_orders_2", "*", "none"));
    assertThat(scripts.tryScript(SCRIPT, to("dbo_orders_3", "*", "none")).errors())
        .singleElement()
        .asString()
        .contains("error 50000", "two capture instances already");
    Map<String, String> ghost = to("dbo_orders_3", "*", "none");
    ghost.put("OldInstance", "dbo_ghosts");
    assertThat(scripts.tryScript(SCRIPT, ghost).errors())
        .singleElement()
        .asString()
        .contains("error 50000", "no capture instance dbo_ghosts");
    assertThat(scripts.rows(INSTANCES)).containsExactly("dbo_orders", "dbo_orders_2");
  }
}
