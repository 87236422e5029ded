package io.strandline.checks.script;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SetupScriptTest {

  private static final Map<String, String> ORDERS_AND_LINES =
      Map.of("DatabaseName", Scripts.DATABASE, "Tables", "dbo.orders, [dbo].[order lines]");

  private static void createTables(Scripts scripts) throws SQLException {
    scripts.run(
        "CREATE TABLE dbo.orders (id int NOT NULL PRIMARY KEY, item nvarchar(30) NULL)",
        "CREATE TABLE dbo.[order lines] (id int NOT NULL, line int NULL)",
        "CREATE TABLE dbo.other (id int NOT NULL PRIMARY KEY)");
  }

  @Test
  void enablesTheDatabaseAndTheListedTables() throws SQLException {
    try (Scripts scripts = new Scripts()) {
      createTables(scripts);
      ScriptOutcome outcome = scripts.script("setup.sql", ORDERS_AND_LINES);
      assertThat(outcome.messages())
          .containsExactly(
              Scripts.CONTEXT,
              "CDC is now enabled on this database.",
              "CDC is now enabled on dbo.orders.",
              "CDC is now enabled on [dbo].[order lines].");
      assertThat(outcome.results().get(0).rows())
          .extracting(row -> row.subList(0, 4))
          .containsExactly(
              List.of("dbo", "order lines", "dbo_order lines", "NULL"),
              List.of("dbo", "orders", "dbo_orders", "NULL"));
      assertThat(outcome.results().get(1).rows())
          .extracting(row -> row.get(0), row -> row.get(2))
          .containsExactly(
              org.assertj.core.groups.Tuple.tuple("capture", "0"),
              org.assertj.core.groups.Tuple.tuple("cleanup", "4320"));
      scripts.run("INSERT INTO dbo.orders (id, item) VALUES (1, N'rope')");
      scripts.capture();
      assertThat(scripts.rows("SELECT __$operation, id, item FROM cdc.dbo_orders_CT"))
          .containsExactly("2|1|rope");
    }
  }

  @Test
  void changesNothingWhenRunAgain() throws SQLException {
    try (Scripts scripts = new Scripts()) {
      createTables(scripts);
      scripts.script("setup.sql", ORDERS_AND_LINES);
      List<String> once = scripts.state();
      ScriptOutcome again = scripts.script("setup.sql", ORDERS_AND_LINES);
      assertThat(again.messages()).containsExactly(Scripts.CONTEXT);
      assertThat(again.results().get(0).rows()).hasSize(2);
      assertThat(scripts.state()).isEqualTo(once);
    }
  }

  @Test
  void stopsAtATableThatIsNotThere() throws SQLException {
    try (Scripts scripts = new Scripts()) {
      createTables(scripts);
      ScriptOutcome outcome =
          scripts.tryScript(
              "setup.sql",
              Map.of("DatabaseName", Scripts.DATABASE, "Tables", "dbo.orders,dbo.orderz"));
      assertThat(outcome.errors())
          .singleElement()
          .asString()
          .contains("error 50000", "There is no table dbo.orderz in database sales.");
      assertThat(scripts.rows("SELECT capture_instance FROM cdc.change_tables"))
          .containsExactly("dbo_orders");
      scripts.script("setup.sql", ORDERS_AND_LINES);
      assertThat(scripts.rows("SELECT COUNT(*) FROM cdc.change_tables")).containsExactly("2");
    }
  }

  @Test
  void tellsThatAgentIsStopped() throws SQLException {
    try (Scripts scripts = new Scripts()) {
      createTables(scripts);
      scripts.lab.agent().stop();
      assertThat(scripts.script("setup.sql", ORDERS_AND_LINES).messages())
          .anyMatch(message -> message.startsWith("WARNING: SQL Server Agent does not run"));
    }
  }
}
