package io.strandline.lab.cdc;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.lab.LabConfig;
import io.strandline.lab.LabSqlRunner;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** No row appears at or below a {@code max_lsn} that was seen (facts 2). */
class FrontierTest {

  @Test
  @Tag("F2.9")
  @Tag("F2.8")
  void rowsNeverAppearBehindTheFrontier() throws Exception {
    LabConfig config = LabConfig.defaults().withPollingInterval(Duration.ofMillis(1));
    try (CdcScene cdc = CdcScene.orders(config);
        LabSqlRunner longOne = cdc.lab.admin("sales");
        LabSqlRunner writer = cdc.lab.admin("sales")) {
      longOne.run("BEGIN TRAN; INSERT orders VALUES (-1, N'long', 1)");
      CompletableFuture<Void> writes =
          CompletableFuture.runAsync(
              () -> {
                for (int id = 1; id <= 300; id++) {
                  writer.run("INSERT orders VALUES (" + id + ", N'x', 1)");
                }
              });
      Map<Lsn, Object> seen = new LinkedHashMap<>();
      while (!writes.isDone()) {
        probe(cdc, seen);
      }
      writes.get(60, TimeUnit.SECONDS);
      longOne.run("COMMIT");
      CdcScene.await(() -> cdc.database().cdc().unreadTransactions() == 0);
      probe(cdc, seen);

      assertThat(seen).hasSizeGreaterThan(1);
      seen.forEach((frontier, count) -> assertThat(count(cdc, frontier)).isEqualTo(count));
      assertThat(cdc.rows("SELECT TOP 1 id FROM cdc.dbo_orders_CT ORDER BY __$start_lsn DESC"))
          .containsExactly("-1");
    }
  }

  private static void probe(CdcScene cdc, Map<Lsn, Object> seen) {
    Lsn frontier = cdc.maxLsn();
    if (frontier != null) {
      seen.putIfAbsent(frontier, count(cdc, frontier));
    }
  }

  private static Object count(CdcScene cdc, Lsn frontier) {
    return cdc.sql.value(
        "SELECT COUNT(*) FROM cdc.dbo_orders_CT WHERE __$start_lsn <= " + frontier);
  }
}
