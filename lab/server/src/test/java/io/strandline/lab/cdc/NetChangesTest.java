package io.strandline.lab.cdc;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.lab.LabRecording;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** {@code cdc.fn_cdc_get_net_changes_<instance>}. */
@Tag("C6")
class NetChangesTest {

  private static final String RANGE =
      "(sys.fn_cdc_increment_lsn(%s), sys.fn_cdc_get_max_lsn(), N'%s')";

  private CdcScene cdc;
  private Lsn start;

  @BeforeEach
  void start() {
    cdc = CdcScene.orders();
    cdc.sql.run("INSERT orders VALUES (1, N'a', 1), (2, N'b', 2), (3, N'c', 3), (4, N'd', 4)");
    cdc.capture();
    start = cdc.maxLsn();
  }

  @AfterEach
  void close() {
    cdc.close();
  }

  private List<String> net(String columns, String option) {
    return cdc.rows(
        "SELECT "
            + columns
            + " FROM cdc.fn_cdc_get_net_changes_dbo_orders"
            + String.format(RANGE, start, option));
  }

  @Test
  void oneRowAKeyWithTheOperationThatBringsACopyUpToDate() {
    cdc.sql.run(
        "UPDATE orders SET qty = 9 WHERE id = 1; UPDATE orders SET item = N'z' WHERE id = 1");
    cdc.sql.run("DELETE orders WHERE id = 2");
    cdc.sql.run("INSERT orders VALUES (7, N'new', 1); UPDATE orders SET qty = 2 WHERE id = 7");
    cdc.sql.run("INSERT orders VALUES (8, N'gone', 1); DELETE orders WHERE id = 8");
    cdc.sql.run("DELETE orders WHERE id = 3; INSERT orders VALUES (3, N'again', 5)");
    cdc.sql.run("UPDATE orders SET id = 5 WHERE id = 4");
    cdc.capture();

    assertThat(net("__$operation, __$update_mask, id, item, qty", "all"))
        .containsExactly(
            "4|NULL|1|z|9",
            "1|NULL|2|b|2",
            "2|NULL|7|new|2",
            "4|NULL|3|again|5",
            "1|NULL|4|d|4",
            "2|NULL|5|d|4");
    assertThat(net("__$operation, __$update_mask, id", "all with mask"))
        .containsExactly("4|0x06|1", "1|NULL|2", "2|NULL|7", "4|0x07|3", "1|NULL|4", "2|NULL|5");
    assertThat(net("__$operation, __$update_mask, id", "all with merge"))
        .containsExactly("5|NULL|1", "1|NULL|2", "5|NULL|7", "5|NULL|3", "1|NULL|4", "5|NULL|5");
  }

  @Test
  void shapeHasNoSeqval() {
    cdc.sql.run("DELETE orders");
    cdc.capture();
    assertThat(
            CdcScene.shape(
                cdc.sql.query(
                    "SELECT * FROM cdc.fn_cdc_get_net_changes_dbo_orders"
                        + String.format(RANGE, start, "all"))))
        .containsExactly(
            "__$start_lsn binary(10)",
            "__$operation int",
            "__$update_mask varbinary(128)",
            "id int",
            "item nvarchar(30)",
            "qty int");
  }

  @Test
  @Tag("F2.6")
  void badRangesAndOptionsAre313() {
    for (String arguments :
        List.of(
            "(0x01, sys.fn_cdc_get_max_lsn(), N'all')",
            "(NULL, sys.fn_cdc_get_max_lsn(), N'all')",
            "(sys.fn_cdc_get_max_lsn(), 0xFF, N'all')",
            "(sys.fn_cdc_get_max_lsn(), sys.fn_cdc_get_max_lsn(), N'everything')",
            "(sys.fn_cdc_get_max_lsn(), sys.fn_cdc_get_min_lsn('dbo_orders'), N'all')")) {
      LabRecording recording =
          cdc.sql.record("SELECT 1 FROM cdc.fn_cdc_get_net_changes_dbo_orders" + arguments);
      assertThat(recording.errors().get(0).number()).isEqualTo(313);
      assertThat(recording.errors().get(0).state()).isEqualTo(3);
    }
  }

  @Test
  void needsAKeyThatIsCaptured() {
    cdc.sql.run("CREATE TABLE keyless (id int NOT NULL, code int NULL)");
    cdc.sql.run("CREATE UNIQUE INDEX ix_code ON keyless (code); CREATE INDEX ix ON keyless (id)");
    String net = ", @supports_net_changes = 1";
    assertThat(cdc.error(CdcScene.enableText("keyless", "k", net))).isEqualTo(22939);
    assertThat(cdc.error(CdcScene.enableText("keyless", "k", net + ", @index_name = N'ix'")))
        .isEqualTo(22929);
    assertThat(cdc.error(CdcScene.enableText("keyless", "k", net + ", @index_name = N'no'")))
        .isEqualTo(22928);
    assertThat(
            cdc.error(
                CdcScene.enableText("orders", "k", net + ", @captured_column_list = N'item'")))
        .isEqualTo(22943);
    cdc.enable("keyless", "k", "");
    assertThat(cdc.error("SELECT 1 FROM cdc.fn_cdc_get_net_changes_k(0x01, 0x02, N'all')"))
        .isEqualTo(208);
  }

  @Test
  void aUniqueIndexServesAsKey() {
    cdc.sql.run("CREATE TABLE coded (code int NOT NULL, qty int NULL)");
    cdc.sql.run("CREATE UNIQUE INDEX ix_code ON coded (code)");
    cdc.enable("coded", "coded", ", @index_name = N'ix_code', @supports_net_changes = 1");
    cdc.sql.run("INSERT coded VALUES (1, 1), (2, 1); UPDATE coded SET qty = 2 WHERE code = 2");
    cdc.capture();
    assertThat(
            cdc.rows(
                "SELECT __$operation, code, qty FROM cdc.fn_cdc_get_net_changes_coded("
                    + "sys.fn_cdc_get_min_lsn('coded'), sys.fn_cdc_get_max_lsn(), N'all')"))
        .containsExactly("2|1|1", "2|2|2");
    assertThat(cdc.rows("SELECT column_name, index_ordinal FROM cdc.index_columns"))
        .contains("code|1");
  }
}
