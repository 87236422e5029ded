package io.strandline.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.lab.cdc.Lsn;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The capture job: asynchronous, stepped, paused and idle. */
class CaptureJobTest {

  private static void await(BooleanSupplier condition) throws InterruptedException {
    long end = System.nanoTime() + Duration.ofSeconds(20).toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > end) {
        throw new AssertionError("the condition did not come true in 20 s");
      }
      Thread.onSpinWait();
    }
  }

  @Test
  @Tag("F4.5")
  @DisplayName("facts 4: several commits are recorded by one scan when capture restarts")
  void changesAppearWhenCaptureSteps() {
    try (CdcFixture cdc = new CdcFixture()) {
      cdc.sql.run("INSERT orders VALUES (1, N'a', 1)");
      cdc.sql.run("INSERT orders VALUES (2, N'a', 1)");
      assertThat(cdc.changes("id")).isEmpty();

      assertThat(cdc.database().capture().step()).isEqualTo(3);

      assertThat(cdc.changes("id")).containsExactly("1", "2");
      assertThat(cdc.database().capture().step()).isZero();
    }
  }

  @Test
  void aScanReadsNoMoreThanItsLimit() {
    try (CdcFixture cdc = new CdcFixture(LabConfig.stepped().withScanLimits(2, 1))) {
      for (int id = 1; id <= 4; id++) {
        cdc.sql.run("INSERT orders VALUES (" + id + ", N'a', 1)");
      }

      assertThat(cdc.database().capture().step()).isEqualTo(2);
      assertThat(cdc.changes("id")).containsExactly("1");
      cdc.capture();
      assertThat(cdc.changes("id")).containsExactly("1", "2", "3", "4");
    }
  }

  @Test
  void automaticCapturePollsAndPauses() throws InterruptedException {
    try (CdcFixture cdc =
        new CdcFixture(LabConfig.defaults().withPollingInterval(Duration.ofMillis(5)))) {
      cdc.sql.run("INSERT orders VALUES (1, N'a', 1)");
      await(() -> cdc.changes("id").size() == 1);

      cdc.database().capture().pause();
      cdc.sql.run("INSERT orders VALUES (2, N'b', 1)");
      assertThat(cdc.database().cdc().unreadTransactions()).isEqualTo(1);
      assertThat(cdc.changes("id")).containsExactly("1");

      cdc.database().capture().resume();
      await(() -> cdc.changes("id").size() == 2);
      assertThat(cdc.database().capture().failure()).isNull();
    }
  }

  @Test
  @Tag("F4.2")
  @Tag("F1.1.9")
  @DisplayName("facts 4: an idle database gets a dummy entry about every five minutes")
  void idleEntriesComeByTheLabsClock() throws InterruptedException {
    LabConfig config = LabConfig.defaults().withSpeed(0).withPollingInterval(Duration.ofSeconds(5));
    try (CdcFixture cdc = new CdcFixture(config)) {
      cdc.lab.clock().advance(Duration.ofSeconds(5));
      await(() -> cdc.maxLsn() != null);
      Lsn first = cdc.maxLsn();

      cdc.lab.clock().advance(Duration.ofSeconds(290));
      cdc.lab.clock().advance(Duration.ofSeconds(15));

      await(() -> !cdc.maxLsn().equals(first));
      assertThat(
              ResultText.rows(
                  cdc.sql.query(
                      "SELECT TOP 1 tran_id FROM cdc.lsn_time_mapping ORDER BY start_lsn"
                          + " DESC")))
          .containsExactly("0x00");
      assertThat(cdc.changes("id")).isEmpty();
    }
  }

  @Test
  void idleEntryOnDemandWaitsForUnreadTransactions() {
    try (CdcFixture cdc = new CdcFixture()) {
      assertThat(cdc.database().capture().idleEntry()).isFalse();
      cdc.capture();
      Lsn before = cdc.maxLsn();

      assertThat(cdc.database().capture().idleEntry()).isTrue();

      assertThat(cdc.maxLsn()).isGreaterThan(before);
    }
  }

  @Test
  @Tag("F4.3")
  @Tag("F1.1.6")
  @DisplayName("facts 4: other tables' commits have mapping rows only if something is captured")
  void uncapturedTablesLeaveNoEntry() {
    try (CdcFixture cdc = new CdcFixture()) {
      cdc.sql.run("CREATE TABLE other (id int)");
      cdc.capture();
      Lsn before = cdc.maxLsn();
      cdc.sql.run("INSERT other VALUES (1)");
      cdc.capture();

      assertThat(cdc.maxLsn()).isEqualTo(before);
    }
  }

  @Test
  @Tag("F5.1")
  @Tag("F5.2")
  @Tag("F5.3")
  @Tag("F1.1.3")
  @DisplayName("facts 5: tran_end_time is server-local, 1/300 s, and goes back with the clock")
  void commitTimesAreLocalAndFollowTheClock() {
    LabConfig config =
        LabConfig.stepped()
            .withZone(ZoneId.of("America/New_York"))
            .withStart(Instant.parse("2026-11-01T05:45:00.002Z"));
    try (CdcFixture cdc = new CdcFixture(config)) {
      cdc.sql.run("INSERT orders VALUES (1, N'before', 1)");
      cdc.lab.clock().advance(Duration.ofMinutes(45));
      cdc.sql.run("INSERT orders VALUES (2, N'after', 1)");
      cdc.lab.clock().jump(Duration.ofMinutes(-2));
      cdc.sql.run("INSERT orders VALUES (3, N'back', 1)");
      cdc.capture();

      List<Object[]> rows =
          cdc.sql.query("SELECT tran_end_time FROM cdc.lsn_time_mapping ORDER BY start_lsn").rows();
      assertThat(rows)
          .extracting(row -> row[0])
          .containsExactly(
              LocalDateTime.parse("2026-11-01T01:45:00.003"),
              LocalDateTime.parse("2026-11-01T01:45:00.003"),
              LocalDateTime.parse("2026-11-01T01:30:00.003"),
              LocalDateTime.parse("2026-11-01T01:28:00.003"));
      assertThat(cdc.database().oracle("dbo_orders").changes())
          .extracting(change -> change.commitInstant().toString())
          .containsExactly(
              "2026-11-01T05:45:00.002Z", "2026-11-01T06:30:00.002Z", "2026-11-01T06:28:00.002Z");
    }
  }

  @Test
  @Tag("F2.4")
  @Tag("F2.5")
  @Tag("C3")
  @DisplayName("facts 2: map_time_to_lsn with ties, and map_lsn_to_time of exact LSNs only")
  void timesAndLsnsMapBothWays() {
    try (CdcFixture cdc = new CdcFixture()) {
      cdc.lab.clock().advance(Duration.ofSeconds(1));
      cdc.sql.run("INSERT orders VALUES (1, N'a', 1)");
      cdc.sql.run("INSERT orders VALUES (2, N'b', 1)");
      cdc.lab.clock().advance(Duration.ofSeconds(1));
      cdc.sql.run("INSERT orders VALUES (3, N'c', 1)");
      cdc.capture();
      List<String> lsns =
          ResultText.rows(
              cdc.sql.query("SELECT start_lsn FROM cdc.lsn_time_mapping ORDER BY start_lsn"));
      String map = "SELECT sys.fn_cdc_map_time_to_lsn(N'%s', '2026-01-01T00:00:0%s')";

      assertThat(text(cdc, map, "largest less than or equal", 1)).isEqualTo(lsns.get(2));
      assertThat(text(cdc, map, "largest less than", 1)).isEqualTo(lsns.get(0));
      assertThat(text(cdc, map, "smallest greater than or equal", 1)).isEqualTo(lsns.get(1));
      assertThat(text(cdc, map, "smallest greater than", 1)).isEqualTo(lsns.get(3));
      assertThat(text(cdc, map, "smallest greater than", 2)).isEqualTo("NULL");
      assertThat(
              cdc.sql.value(
                  "SELECT sys.fn_cdc_map_lsn_to_time(sys.fn_cdc_increment_lsn("
                      + lsns.get(1)
                      + "))"))
          .isNull();
      assertThat(cdc.sql.value("SELECT sys.fn_cdc_map_lsn_to_time(" + lsns.get(1) + ")"))
          .isEqualTo(LocalDateTime.parse("2026-01-01T00:00:01"));
    }
  }

  private static String text(CdcFixture cdc, String form, String operator, int second) {
    return ResultText.cell(cdc.sql.value(String.format(form, operator, second)));
  }
}
