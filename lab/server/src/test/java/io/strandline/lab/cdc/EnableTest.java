package io.strandline.lab.cdc;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.lab.LabConfig;
import io.strandline.lab.LabRecording;
import io.strandline.lab.LabSqlRunner;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Enabling, disabling and second instances (facts 7). */
class EnableTest {

  @Test
  @Tag("F7.1")
  @Tag("C7")
  @Tag("C8")
  void argumentsAreChecked() {
    try (CdcScene cdc = CdcScene.orders()) {
      cdc.sql.run("CREATE TABLE other (id int NOT NULL, [a,b] int NULL, [__$end_lsn] int NULL)");
      assertThat(cdc.error(CdcScene.enableText("gone", "x", ""))).isEqualTo(22931);
      assertThat(cdc.error(CdcScene.enableText("other", "dbo_orders", ""))).isEqualTo(22926);
      assertThat(cdc.error(CdcScene.enableText("other", "x".repeat(101), ""))).isEqualTo(22927);
      assertThat(cdc.error(CdcScene.enableText("other", "x", ""))).isEqualTo(22975);
      String list = ", @captured_column_list = N'%s'";
      assertThat(cdc.error(CdcScene.enableText("other", "x", String.format(list, "nope"))))
          .isEqualTo(22930);
      assertThat(cdc.error(CdcScene.enableText("other", "x", String.format(list, "[id"))))
          .isEqualTo(22965);
      assertThat(
              cdc.error(
                  "EXEC sys.sp_cdc_enable_table @source_schema = N'dbo', @source_name = N'other',"
                      + " @role_name = N''"))
          .isEqualTo(22907);
      cdc.enable("other", "x".repeat(100), String.format(list, "id, [a,b]"));
      assertThat(cdc.changes("x".repeat(100), "[a,b]")).isEmpty();
      assertThat(cdc.error(CdcScene.enableText("orders", "y", ", @filegroup_name = N'FG'")))
          .isEqualTo(22973);
      LabRecording again = cdc.sql.record("EXEC sys.sp_cdc_enable_db");
      assertThat(again.infos().get(0).number()).isEqualTo(22905);
      assertThat(cdc.error("USE master; EXEC sys.sp_cdc_enable_db")).isEqualTo(22989);
    }
  }

  @Test
  @Tag("F1.8.6")
  void namesDefaultToSchemaAndTableAndMayHaveAccents() {
    try (CdcScene cdc = new CdcScene(LabConfig.stepped())) {
      cdc.sql.run("CREATE TABLE [Situação] (id int NOT NULL PRIMARY KEY)");
      cdc.sql.run("EXEC sys.sp_cdc_enable_table N'dbo', N'Situação', @role_name = NULL");
      cdc.sql.run("INSERT [Situação] VALUES (1)");
      cdc.capture();
      assertThat(cdc.rows("SELECT id FROM cdc.[dbo_Situação_CT]")).containsExactly("1");
    }
  }

  @Test
  @Tag("F7.1")
  void theThirdInstanceIsRefused() {
    try (CdcScene cdc = CdcScene.orders()) {
      cdc.enable("orders", "v2", "");
      assertThat(cdc.error(CdcScene.enableText("orders", "v3", ""))).isEqualTo(22962);
    }
  }

  @Test
  @Tag("F7.5")
  void nullableIndexColumnsAreRefused() {
    try (CdcScene cdc = CdcScene.orders()) {
      cdc.sql.run("CREATE UNIQUE INDEX ix ON orders (item)");
      String text = CdcScene.enableText("orders", "v2", ", @index_name = N'ix'");
      assertThat(cdc.error(text)).isEqualTo(22838);
      assertThat(cdc.errorText(text)).contains("must be defined as NOT NULL");
    }
  }

  @Test
  @Tag("F7.2")
  @Tag("F2.2")
  void theStartIsTheEnablesCommitAndUnknownUntilCaptured() {
    try (CdcScene cdc = CdcScene.orders()) {
      byte[] shown =
          (byte[]) cdc.sql.query("EXEC sys.sp_cdc_help_change_data_capture").rows().get(0)[5];
      assertThat(cdc.minLsn("dbo_orders")).isEqualTo(Lsn.ZERO);
      cdc.sql.run("EXEC lab.min_lsn_null 1");
      assertThat(cdc.minLsn("dbo_orders")).isNull();
      assertThat(cdc.minLsn("unknown")).isEqualTo(Lsn.ZERO);
      cdc.capture();

      assertThat(cdc.minLsn("dbo_orders")).isEqualTo(Lsn.of(shown));
      assertThat(cdc.minLsn("DBO_ORDERS")).isEqualTo(Lsn.of(shown));
      assertThat(
              cdc.rows(
                  "SELECT COUNT(*) FROM cdc.lsn_time_mapping WHERE start_lsn = " + Lsn.of(shown)))
          .containsExactly("1");
      Lsn first = cdc.maxLsn();
      cdc.enable("orders", "v2", "");
      byte[] second =
          (byte[]) cdc.sql.query("EXEC sys.sp_cdc_help_change_data_capture").rows().get(1)[5];
      assertThat(Lsn.of(second)).isGreaterThan(first);
      assertThat(cdc.maxLsn()).isEqualTo(first);
      cdc.sql.run("EXEC sys.sp_cdc_disable_table N'dbo', N'orders', N'v2'");
      assertThat(cdc.minLsn("v2")).isEqualTo(Lsn.ZERO);
    }
  }

  @Test
  @Tag("F7.3")
  void underLoadEveryCommitIsInTheFirstAndThoseAboveTheStartInBoth() throws Exception {
    LabConfig config = LabConfig.defaults().withPollingInterval(Duration.ofMillis(5));
    try (CdcScene cdc = CdcScene.orders(config);
        LabSqlRunner writer = cdc.lab.admin("sales")) {
      AtomicBoolean enabled = new AtomicBoolean();
      CompletableFuture<Integer> load =
          CompletableFuture.supplyAsync(
              () -> {
                int id = 0;
                for (int after = 0; after < 200; after += enabled.get() ? 1 : 0) {
                  writer.run("INSERT orders VALUES (" + ++id + ", N'x', 1)");
                }
                return id;
              });
      CdcScene.await(() -> cdc.changes("dbo_orders", "id").size() > 50);
      cdc.enable("orders", "v2", "");
      enabled.set(true);
      int commits = load.get(60, TimeUnit.SECONDS);
      CdcScene.await(() -> cdc.database().cdc().unreadTransactions() == 0);

      Lsn start = cdc.minLsn("v2");
      Set<String> first = new HashSet<>(cdc.changes("dbo_orders", "__$start_lsn"));
      Set<String> second = new HashSet<>(cdc.changes("v2", "__$start_lsn"));
      assertThat(first).hasSize(commits).containsAll(second);
      assertThat(second).isNotEmpty().allMatch(lsn -> lsn.compareTo(start.toString()) >= 0);
      first.removeAll(second);
      assertThat(first).isNotEmpty().allMatch(lsn -> lsn.compareTo(start.toString()) < 0);
    }
  }

  @Test
  @Tag("F7.4")
  void theEnableWaitsForWritersOnly() throws Exception {
    try (CdcScene cdc = CdcScene.orders();
        LabSqlRunner wrote = cdc.lab.admin("sales");
        LabSqlRunner begun = cdc.lab.admin("sales")) {
      wrote.run("BEGIN TRAN; INSERT orders VALUES (1, N'before', 1)");
      begun.run("BEGIN TRAN; SELECT 1");
      CompletableFuture<Void> enable =
          CompletableFuture.runAsync(() -> cdc.enable("orders", "v2", ""));
      assertThat(isDone(enable, 300)).isFalse();

      wrote.run("COMMIT");
      enable.get(20, TimeUnit.SECONDS);
      begun.run("INSERT orders VALUES (2, N'after', 1); UPDATE orders SET qty = 2 WHERE id = 2");
      begun.run("COMMIT");
      cdc.capture();

      assertThat(cdc.changes("dbo_orders", "id")).containsExactly("1", "2", "2", "2");
      assertThat(cdc.changes("v2", "id")).containsExactly("2", "2", "2");
      assertThat(cdc.lsn("MIN(__$start_lsn) FROM cdc.dbo_orders_CT")).isLessThan(cdc.minLsn("v2"));
    }
  }

  private static boolean isDone(CompletableFuture<Void> future, long millis) throws Exception {
    try {
      future.get(millis, TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (ExecutionException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  @Tag("F7.6")
  void disablingTakesTheTableAndItsHistory() {
    try (CdcScene cdc = CdcScene.orders()) {
      cdc.enable("orders", "v2", "");
      cdc.sql.run("ALTER TABLE orders ADD note int NULL");
      cdc.capture();
      cdc.sql.run("EXEC sys.sp_cdc_disable_table N'dbo', N'orders', N'dbo_orders'");

      assertThat(cdc.error("SELECT 1 FROM cdc.dbo_orders_CT")).isEqualTo(208);
      assertThat(cdc.minLsn("dbo_orders")).isEqualTo(Lsn.ZERO);
      assertThat(cdc.rows("SELECT COUNT(*) FROM cdc.ddl_history")).containsExactly("1");
      assertThat(cdc.error("EXEC sys.sp_cdc_get_ddl_history N'dbo_orders'")).isEqualTo(22981);
      assertThat(cdc.error("EXEC sys.sp_cdc_disable_table N'dbo', N'orders', N'dbo_orders'"))
          .isEqualTo(22960);
      assertThat(cdc.maxLsn()).isNotNull();

      cdc.sql.run("EXEC sys.sp_cdc_disable_table N'dbo', N'orders', N'all'");
      assertThat(cdc.maxLsn()).isNull();
      assertThat(cdc.error("EXEC sys.sp_cdc_disable_table N'dbo', N'orders', N'all'"))
          .isEqualTo(22985);
    }
  }

  @Test
  @Tag("C7")
  @Tag("V1")
  void aDatabaseEnabledAgainHasNewIdentitiesAndGoesOn() {
    try (CdcScene cdc = CdcScene.orders()) {
      cdc.sql.run("INSERT orders VALUES (1, N'a', 1)");
      cdc.capture();
      Lsn before = cdc.maxLsn();
      String ids = "SELECT object_id FROM cdc.change_tables";
      List<String> old = cdc.rows(ids);
      cdc.sql.run("INSERT orders VALUES (2, N'unread', 1)");
      cdc.sql.run("EXEC sys.sp_cdc_disable_db");
      String enabled = "SELECT is_cdc_enabled FROM sys.databases WHERE name = 'sales'";
      assertThat(cdc.rows(enabled)).containsExactly("0");
      assertThat(cdc.error("SELECT * FROM cdc.lsn_time_mapping")).isEqualTo(208);

      cdc.sql.run("EXEC sys.sp_cdc_enable_db");
      assertThat(cdc.rows(enabled)).containsExactly("1");
      assertThat(cdc.maxLsn()).isNull();
      cdc.enable("orders", "dbo_orders", "");
      cdc.sql.run("INSERT orders VALUES (3, N'c', 1)");
      cdc.capture();

      assertThat(cdc.rows(ids)).isNotEqualTo(old);
      assertThat(cdc.changes("dbo_orders", "id")).containsExactly("3");
      assertThat(cdc.minLsn("dbo_orders")).isGreaterThan(before);
      assertThat(cdc.rows("SELECT COUNT(*) FROM cdc.lsn_time_mapping")).containsExactly("2");
    }
  }

  @Test
  @Tag("F4.6")
  void whileTheAgentStartsNothingIsEnabled() {
    try (CdcScene cdc = CdcScene.orders()) {
      cdc.sql.run("EXEC lab.agent_starting 1");
      assertThat(cdc.error(CdcScene.enableText("orders", "v2", ""))).isEqualTo(14258);
      cdc.sql.run("EXEC lab.agent_starting 0");
      assertThat(cdc.error(CdcScene.enableText("orders", "v2", ""))).isZero();
    }
  }
}
