package io.strandline.lab.cdc;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** DDL on captured tables and its history (facts 1.6 and 8). */
class CapturedDdlTest {

  private CdcScene cdc;

  @BeforeEach
  void start() {
    cdc = CdcScene.orders();
    cdc.sql.run("INSERT orders VALUES (1, N'kept', 1)");
  }

  @AfterEach
  void close() {
    cdc.close();
  }

  private List<String> history(String instance) {
    return cdc.sql.query("EXEC sys.sp_cdc_get_ddl_history N'" + instance + "'").rows().stream()
        .map(row -> CdcScene.cell(row[3]) + "|" + row[4])
        .toList();
  }

  private List<String> capturedTypes() {
    return cdc.sql.query("EXEC sys.sp_cdc_get_captured_columns N'dbo_orders'").rows().stream()
        .map(row -> row[3] + " " + row[6] + " " + row[7])
        .toList();
  }

  @Test
  @Tag("F8.1")
  @Tag("F8.8")
  void addedColumnsAreNotCaptured() {
    cdc.sql.run("ALTER TABLE orders DROP COLUMN item");
    cdc.sql.run("ALTER TABLE orders ADD item nvarchar(30) NULL");
    cdc.sql.run("INSERT orders (id, qty, item) VALUES (2, 2, N'new')");
    cdc.capture();

    assertThat(cdc.changes("dbo_orders", "id, item, qty")).containsExactly("1|kept|1", "2|NULL|2");
    assertThat(history("dbo_orders"))
        .containsExactly(
            "0|ALTER TABLE orders DROP COLUMN item",
            "0|ALTER TABLE orders ADD item nvarchar(30) NULL");
    assertThat(
            cdc.rows(
                "SELECT column_id FROM sys.columns WHERE object_id = OBJECT_ID('orders') AND name"
                    + " = 'item'"))
        .containsExactly("4");
    assertThat(CdcScene.expected(cdc.database(), "dbo_orders"))
        .isEqualTo(cdc.actual("dbo_orders", "id, item, qty"));
    assertThat(cdc.database().oracle("dbo_orders").tableAt(cdc.maxLsn()))
        .containsExactly(java.util.Arrays.asList(1, null, 1), java.util.Arrays.asList(2, null, 2));
  }

  @Test
  @Tag("F8.2")
  @Tag("F1.4.15")
  void aDroppedColumnStaysListedAndLaterRowsAreNull() {
    cdc.sql.run("ALTER TABLE orders DROP COLUMN item; UPDATE orders SET qty = 2; DELETE orders");
    cdc.capture();

    assertThat(cdc.changes("dbo_orders", "__$operation, item"))
        .containsExactly("2|kept", "3|NULL", "4|NULL", "1|NULL");
    assertThat(capturedTypes()).contains("item nvarchar 30");
  }

  @Test
  @Tag("F8.3")
  @Tag("F8.4")
  @Tag("F1.4.15")
  void alteredTypesChangeTheChangeTable() {
    cdc.capture();
    cdc.sql.run("ALTER TABLE orders ALTER COLUMN qty bigint");
    cdc.sql.run("ALTER TABLE orders ALTER COLUMN item nvarchar(50) NULL");
    cdc.sql.run("ALTER TABLE orders ALTER COLUMN item nvarchar(50) NOT NULL");
    cdc.sql.run("UPDATE orders SET qty = 5000000000");
    assertThat(capturedTypes()).contains("qty int null");
    cdc.capture();

    assertThat(capturedTypes()).contains("qty bigint null", "item nvarchar 50");
    assertThat(CdcScene.shape(cdc.sql.query("SELECT qty FROM cdc.dbo_orders_CT")))
        .containsExactly("qty bigint");
    assertThat(cdc.changes("dbo_orders", "qty")).containsExactly("1", "1", "5000000000");
    assertThat(history("dbo_orders"))
        .extracting(row -> row.substring(0, 1))
        .containsExactly("1", "1", "0");
    assertThat(CdcScene.expected(cdc.database(), "dbo_orders"))
        .isEqualTo(cdc.actual("dbo_orders", "id, item, qty"));
    assertThat(cdc.database().oracle("dbo_orders").tableAt(cdc.maxLsn()))
        .containsExactly(List.of(1, "kept", 5_000_000_000L));
  }

  @Test
  @Tag("F8.3")
  void decimalsGetTheirNewScale() {
    cdc.sql.run("CREATE TABLE prices (id int NOT NULL PRIMARY KEY, p decimal(9,2), v varchar(10))");
    cdc.enable("prices", "prices", "");
    cdc.sql.run("INSERT prices VALUES (1, 1.25, 'x')");
    cdc.capture();
    cdc.sql.run("ALTER TABLE prices ALTER COLUMN p decimal(18,4)");
    cdc.sql.run("ALTER TABLE prices ALTER COLUMN v varchar(50)");
    cdc.sql.run("INSERT prices VALUES (2, 1.2345, 'y')");
    cdc.capture();
    assertThat(cdc.changes("prices", "p, v")).containsExactly("1.2500|x", "1.2345|y");
  }

  @Test
  @Tag("F1.6.8")
  @Tag("F1.6.9")
  void historyComesWithCaptureAtAnLsnThatIsNoCommit() {
    cdc.pass(Duration.ofSeconds(75));
    cdc.capture();
    Lsn before = cdc.maxLsn();
    cdc.sql.run("ALTER TABLE orders ADD note int NULL");
    assertThat(history("dbo_orders")).isEmpty();
    cdc.capture();

    assertThat(history("dbo_orders")).hasSize(1);
    assertThat(cdc.lsn("ddl_lsn FROM cdc.ddl_history")).isGreaterThan(before);
    assertThat(
            cdc.rows("SELECT sys.fn_cdc_map_lsn_to_time(ddl_lsn), ddl_time FROM cdc.ddl_history"))
        .containsExactly("NULL|2026-01-01T00:01");
  }

  @Test
  @Tag("F1.6.11")
  void bothInstancesTellOfDdlSinceTheyExist() {
    cdc.sql.run("ALTER TABLE orders ADD one int NULL");
    cdc.enable("orders", "v2", "");
    cdc.sql.run("ALTER TABLE orders ADD two int NULL");
    cdc.capture();

    assertThat(history("dbo_orders"))
        .containsExactly(
            "0|ALTER TABLE orders ADD one int NULL", "0|ALTER TABLE orders ADD two int NULL");
    assertThat(history("v2")).containsExactly("0|ALTER TABLE orders ADD two int NULL");
  }

  @Test
  void changesAroundAnAlterInOneTransactionArePublishedTogether() {
    cdc.sql.runTransaction(
        List.of(
            "UPDATE orders SET qty = 2",
            "ALTER TABLE orders ALTER COLUMN qty bigint",
            "UPDATE orders SET qty = 3"),
        false);
    cdc.capture();
    assertThat(cdc.changes("dbo_orders", "__$operation, qty"))
        .containsExactly("2|1", "3|1", "4|2", "3|2", "4|3");
    assertThat(CdcScene.expected(cdc.database(), "dbo_orders"))
        .isEqualTo(cdc.actual("dbo_orders", "id, item, qty"));
  }

  @Test
  @Tag("F8.7")
  void truncateAndKeyChangesAreRefused() {
    assertThat(cdc.error("TRUNCATE TABLE orders")).isEqualTo(4711);
    assertThat(cdc.sql.record("ALTER TABLE orders ALTER COLUMN id bigint NOT NULL").errors())
        .extracting(error -> error.number())
        .contains(4922);
    assertThat(cdc.rows("SELECT id FROM orders")).containsExactly("1");
  }

  @Test
  @Tag("F8.5")
  @Tag("F8.6")
  @Tag("F1.3.20")
  @Tag("F1.3.21")
  void onlyWhatIsNotCapturedCanBeRenamed() {
    cdc.sql.run("ALTER TABLE orders ADD note int NULL");
    cdc.capture();
    String rename = "EXEC sp_rename N'%s', N'%s', N'%s'";
    String captured = String.format(rename, "dbo.orders.item", "thing", "COLUMN");
    assertThat(cdc.error(captured)).isEqualTo(4928);
    assertThat(cdc.errorText(captured))
        .isEqualTo("Cannot alter column 'item' because it is 'REPLICATED'.");
    cdc.sql.run(String.format(rename, "dbo.orders.note", "remark", "COLUMN"));
    cdc.sql.run(String.format(rename, "dbo.orders", "purchases", "OBJECT"));
    cdc.sql.run("INSERT purchases (id, remark) VALUES (2, 3)");
    cdc.capture();

    assertThat(cdc.changes("dbo_orders", "id")).containsExactly("1", "2");
    assertThat(history("dbo_orders")).hasSize(1);
    Object[] help = cdc.sql.query("EXEC sys.sp_cdc_help_change_data_capture").rows().get(0);
    assertThat(help[1]).isEqualTo("purchases");
    assertThat(help[2]).isEqualTo("dbo_orders");
    assertThat(cdc.error("EXEC sys.sp_cdc_help_change_data_capture N'dbo', N'orders'"))
        .isEqualTo(22931);
  }

  @Test
  void theIndexOfAnInstanceCannotBeDropped() {
    cdc.sql.run(
        "CREATE TABLE coded (code int NOT NULL, id int NOT NULL CONSTRAINT pk PRIMARY KEY)");
    cdc.sql.run("CREATE UNIQUE INDEX ix ON coded (code)");
    cdc.enable("coded", "by_key", "");
    cdc.enable("coded", "by_code", ", @index_name = N'ix'");
    assertThat(cdc.error("DROP INDEX ix ON coded")).isEqualTo(22983);
    assertThat(cdc.error("ALTER TABLE coded DROP CONSTRAINT pk")).isEqualTo(22979);
    cdc.sql.run("EXEC sys.sp_cdc_disable_table N'dbo', N'coded', N'all'");
    assertThat(cdc.error("DROP INDEX ix ON coded")).isZero();
  }
}
