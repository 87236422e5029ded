package io.strandline.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.lab.cdc.Lsn;
import io.strandline.lab.session.SqlException;
import io.strandline.lab.session.SqlRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Cleanup, by the facts on retention. */
class CleanupTest {

  private CdcFixture cdc;

  @BeforeEach
  void start() {
    cdc = new CdcFixture();
    for (int id = 1; id <= 6; id++) {
      cdc.lab.clock().advance(Duration.ofSeconds(1));
      cdc.sql.run("INSERT orders VALUES (" + id + ", N'x', 1)");
    }
    cdc.capture();
  }

  @AfterEach
  void close() {
    cdc.close();
  }

  private Lsn lsnOf(int id) {
    return Lsn.of(
        (byte[]) cdc.sql.value("SELECT __$start_lsn FROM cdc.dbo_orders_CT WHERE id = " + id));
  }

  @Test
  @DisplayName("facts 6: the watermark moves first, then rows below it go in batches")
  void watermarkMovesBeforeTheRows() {
    Lsn mark = lsnOf(5);
    List<String> seen = new ArrayList<>();

    long deleted =
        cdc.database()
            .cleanup(
                "dbo_orders",
                mark,
                2,
                batch ->
                    seen.add(
                        batch + ":" + cdc.changes("id").size() + ":" + cdc.minLsn().equals(mark)));

    assertThat(deleted).isEqualTo(4);
    assertThat(seen).containsExactly("1:6:true", "2:4:true");
    assertThat(cdc.changes("id")).containsExactly("5", "6");
    assertThat(cdc.minLsn()).isEqualTo(mark);
  }

  @Test
  @DisplayName("facts 6: of mapping rows that tie in time the lowest LSN is the watermark")
  void tiesTakeTheLowestLsn() {
    cdc.sql.run("INSERT orders VALUES (7, N'tie', 1)");
    cdc.sql.run("INSERT orders VALUES (8, N'tie', 1)");
    cdc.capture();
    Lsn lowest = lsnOf(6);

    cdc.database().cleanup("dbo_orders", lsnOf(8), 5000, batch -> {});

    assertThat(cdc.minLsn()).isEqualTo(lowest);
    assertThat(cdc.changes("id")).containsExactly("6", "7", "8");
  }

  @Test
  void watermarkMustBeACommit() {
    assertThatThrownBy(
            () -> cdc.database().cleanup("dbo_orders", lsnOf(3).increment(), 10, batch -> {}))
        .isInstanceOf(SqlException.class)
        .hasMessageContaining("22964");
    cdc.database().cleanup("dbo_orders", lsnOf(3), 10, batch -> {});
    assertThat(
            cdc.sql
                .record(
                    "DECLARE @l binary(10) = (SELECT MIN(start_lsn) FROM cdc.lsn_time_mapping);"
                        + " EXEC sys.sp_cdc_cleanup_change_table N'dbo_orders', @l")
                .errors())
        .isEmpty();
  }

  @Test
  @DisplayName("facts 6: mapping rows stay until the lowest watermark of all instances passes")
  void mappingRowsWaitForAllInstances() {
    cdc.enable("v2", null);
    cdc.lab.clock().advance(Duration.ofSeconds(1));
    cdc.sql.run("INSERT orders VALUES (7, N'x', 1)");
    cdc.capture();
    Lsn mark = lsnOf(7);
    Object all = cdc.sql.value("SELECT COUNT(*) FROM cdc.lsn_time_mapping");

    cdc.database().cleanup("v2", mark, 5000, batch -> {});
    assertThat(cdc.sql.value("SELECT COUNT(*) FROM cdc.lsn_time_mapping")).isEqualTo(all);

    cdc.database().cleanup("dbo_orders", mark, 5000, batch -> {});
    assertThat(cdc.sql.value("SELECT COUNT(*) FROM cdc.lsn_time_mapping")).isEqualTo(1);
    assertThat(
            cdc.sql.value(
                "SELECT sys.fn_cdc_map_time_to_lsn(N'largest less than or equal',"
                    + " '2026-01-01T00:00:02')"))
        .isNull();
  }

  private RowHookSink readWhile(IntConsumer afterRow) {
    RowHookSink sink = new RowHookSink(afterRow);
    try (LabSqlRunner reader = cdc.lab.admin("sales")) {
      reader
          .session()
          .run(
              new SqlRequest.Text(
                  "SELECT id FROM cdc.dbo_orders_CT ORDER BY __$start_lsn", List.of()),
              sink);
    }
    return sink;
  }

  @Test
  @DisplayName("facts 6: a reader without a snapshot loses rows that cleanup deletes ahead of it")
  void cleanupOvertakesAReader() {
    Lsn mark = lsnOf(5);

    RowHookSink sink =
        readWhile(
            row -> {
              if (row == 2) {
                cdc.database().cleanup("dbo_orders", mark, 5000, batch -> {});
              }
            });

    assertThat(sink.rows).containsExactly("1", "2", "5", "6");
  }

  @Test
  void aSnapshotReaderKeepsThem() {
    cdc.sql.run("ALTER DATABASE CURRENT SET READ_COMMITTED_SNAPSHOT ON");
    Lsn mark = lsnOf(5);

    RowHookSink sink =
        readWhile(
            row -> {
              if (row == 2) {
                cdc.database().cleanup("dbo_orders", mark, 5000, batch -> {});
              }
            });

    assertThat(sink.rows).containsExactly("1", "2", "3", "4", "5", "6");
  }

  @Test
  @DisplayName("facts 7: disabling an instance ends a reader with 208")
  void disableEndsAReader() {
    RowHookSink sink =
        readWhile(
            row -> {
              if (row == 2) {
                cdc.sql.run("EXEC sys.sp_cdc_disable_table N'dbo', N'orders', N'all'");
              }
            });

    assertThat(sink.rows).containsExactly("1", "2");
    assertThat(sink.errors).containsExactly(208);
  }

  @Test
  @DisplayName("facts 2: reading below min_lsn is error 313 from the function, fewer rows directly")
  void readingBelowTheWatermark() {
    Lsn old = cdc.minLsn();
    cdc.database().cleanup("dbo_orders", lsnOf(4), 5000, batch -> {});

    assertThat(
            ResultText.rows(
                cdc.sql.query("SELECT id FROM cdc.dbo_orders_CT WHERE __$start_lsn >= " + old)))
        .containsExactly("4", "5", "6");
    assertThat(
            cdc.sql
                .record(
                    "SELECT 1 FROM cdc.fn_cdc_get_all_changes_dbo_orders("
                        + old
                        + ", sys.fn_cdc_get_max_lsn(), N'all')")
                .errors()
                .get(0)
                .number())
        .isEqualTo(313);
  }

  @Test
  void procedureCleansToo() {
    Lsn mark = lsnOf(3);

    cdc.sql.run(
        "DECLARE @failed bit; EXEC sys.sp_cdc_cleanup_change_table @capture_instance ="
            + " N'dbo_orders', @low_water_mark = "
            + mark
            + ", @threshold = 1,"
            + " @fCleanupFailed = @failed OUTPUT");

    assertThat(cdc.changes("id")).containsExactly("3", "4", "5", "6");
  }
}
