package io.strandline.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.lab.cdc.Lsn;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Change rows, by the facts on change row semantics and LSN functions. */
class CdcChangesTest {

  private CdcFixture cdc;

  @BeforeEach
  void start() {
    cdc = new CdcFixture();
  }

  @AfterEach
  void close() {
    cdc.close();
  }

  private List<String> shape() {
    return cdc.changes("__$operation, __$command_id, id, item, qty");
  }

  @Test
  @Tag("F3.1")
  @DisplayName("facts 3: insert, update, update, delete in one transaction are 2,3,4,3,4,1")
  void operationsOfATransaction() {
    cdc.sql.run("INSERT orders VALUES (9, N'z', 1)");
    cdc.sql.runTransaction(
        List.of(
            "INSERT orders VALUES (1, N'a', 1)",
            "UPDATE orders SET qty = 2 WHERE id = 1",
            "UPDATE orders SET item = N'b' WHERE id = 1",
            "DELETE orders WHERE id = 9"),
        false);
    cdc.capture();

    assertThat(shape())
        .containsExactly(
            "2|1|9|z|1",
            "2|1|1|a|1",
            "3|3|1|a|1",
            "4|3|1|a|2",
            "3|5|1|a|2",
            "4|5|1|b|2",
            "1|7|9|z|1");
    assertThat(
            cdc.changes("DISTINCT __$start_lsn".replace("DISTINCT ", "")).stream()
                .distinct()
                .count())
        .isEqualTo(2);
  }

  @Test
  @Tag("F3.1")
  @DisplayName("facts 3: the two rows of an update share seqval and command id")
  void updatePairsShareTheirPosition() {
    cdc.sql.run("INSERT orders VALUES (1, N'a', 1); UPDATE orders SET qty = 2");
    cdc.capture();

    List<String> pair =
        ResultText.rows(
            cdc.sql.query(
                "SELECT __$seqval, __$command_id FROM cdc.dbo_orders_CT"
                    + " WHERE __$operation IN (3, 4)"));
    assertThat(pair).hasSize(2);
    assertThat(pair.get(0)).isEqualTo(pair.get(1));
  }

  @Test
  @DisplayName("facts 3: a primary-key update is 1 and 2")
  void keyUpdateIsDeleteAndInsert() {
    cdc.sql.run("INSERT orders VALUES (1, N'a', 1), (2, N'b', 2)");
    cdc.sql.run("UPDATE orders SET id = id + 1");
    cdc.capture();

    assertThat(cdc.changes("__$operation, id, item").subList(2, 6))
        .containsExactly("1|1|a", "1|2|b", "2|2|a", "2|3|b");
    assertThat(ResultText.rows(cdc.sql.query("SELECT id, item FROM orders")))
        .containsExactly("2|a", "3|b");
  }

  @Test
  @DisplayName("facts 3: an update of columns that an instance does not capture writes no row")
  void uncapturedUpdateWritesNothing() {
    cdc.enable("narrow", "id, item");
    cdc.sql.run("INSERT orders VALUES (1, N'a', 1)");
    cdc.capture();
    cdc.sql.run("UPDATE orders SET qty = 5");
    cdc.capture();

    assertThat(cdc.sql.value("SELECT COUNT(*) FROM cdc.narrow_CT")).isEqualTo(1);
    assertThat(cdc.sql.value("SELECT COUNT(*) FROM cdc.dbo_orders_CT")).isEqualTo(3);
  }

  @Test
  @DisplayName("facts 3: two instances have equal (start_lsn, seqval) and other command ids")
  void twoInstancesShareSeqvals() {
    cdc.enable("v2", null);
    cdc.sql.runTransaction(
        List.of("INSERT orders VALUES (1, N'a', 1)", "UPDATE orders SET qty = 2", "DELETE orders"),
        false);
    cdc.capture();

    assertThat(cdc.changes("__$command_id")).containsExactly("1", "3", "3", "5");
    assertThat(
            ResultText.rows(
                cdc.sql.query("SELECT __$command_id FROM cdc.v2_CT ORDER BY __$command_id")))
        .containsExactly("2", "4", "4", "6");
    assertThat(
            cdc.sql.value(
                "SELECT COUNT(*) FROM cdc.dbo_orders_CT a JOIN cdc.v2_CT b ON b.__$start_lsn ="
                    + " a.__$start_lsn AND b.__$seqval = a.__$seqval AND b.__$operation ="
                    + " a.__$operation"))
        .isEqualTo(4);
  }

  @Test
  void rowsOfOneStatementShareACommand() {
    cdc.sql.run("INSERT orders VALUES (1, N'a', 1), (2, N'b', 2)");
    cdc.capture();

    assertThat(cdc.changes("__$command_id, id")).containsExactly("1|1", "1|2");
  }

  @Test
  @Tag("C4")
  void updateMaskHasTheChangedColumnsOnly() {
    cdc.sql.run("INSERT orders VALUES (1, N'a', 1); UPDATE orders SET qty = 2; DELETE orders");
    cdc.capture();

    assertThat(cdc.changes("__$operation, __$update_mask"))
        .containsExactly("2|0x07", "3|0x04", "4|0x04", "1|0x07");
    assertThat(
            ResultText.rows(
                cdc.sql.query(
                    "SELECT sys.fn_cdc_get_column_ordinal('dbo_orders', 'qty'),"
                        + " sys.fn_cdc_is_bit_set(3, 0x04), sys.fn_cdc_is_bit_set(1, 0x04)")))
        .containsExactly("3|true|false");
  }

  @Test
  void rolledBackWorkAndUndoneStatementsLeaveNoChange() {
    cdc.sql.runTransaction(List.of("INSERT orders VALUES (1, N'a', 1)"), true);
    cdc.sql.record(
        "BEGIN TRAN; INSERT orders VALUES (2, N'b', 1);"
            + " INSERT orders VALUES (3, N'c', 1), (2, N'd', 1);"
            + " SAVE TRAN s; INSERT orders VALUES (4, N'e', 1); ROLLBACK TRAN s; COMMIT");
    cdc.capture();

    assertThat(cdc.changes("id")).containsExactly("2");
  }

  @Test
  void updateWithoutAChangeWritesNothing() {
    cdc.sql.run("INSERT orders VALUES (1, N'a', 1)");
    cdc.capture();
    Lsn before = cdc.maxLsn();
    cdc.sql.run("UPDATE orders SET qty = qty");
    cdc.capture();

    assertThat(cdc.maxLsn()).isEqualTo(before);
  }

  @Test
  @Tag("F2.8")
  @DisplayName("facts 2: LSN order is commit order, and an older seqval can commit later")
  void lsnOrderIsCommitOrder() {
    try (LabSqlRunner other = cdc.lab.admin("sales")) {
      cdc.sql.run("BEGIN TRAN; INSERT orders VALUES (1, N'first', 1)");
      other.run("INSERT orders VALUES (2, N'second', 1)");
      cdc.sql.run("COMMIT");
    }
    cdc.capture();

    assertThat(cdc.changes("item")).containsExactly("second", "first");
    List<Object[]> rows =
        cdc.sql.query("SELECT __$start_lsn, __$seqval FROM cdc.dbo_orders_CT").rows();
    assertThat(lsn(rows.get(0)[0])).isLessThan(lsn(rows.get(1)[0]));
    assertThat(lsn(rows.get(0)[1])).isGreaterThan(lsn(rows.get(1)[1]));
    assertThat(lsn(rows.get(1)[1])).isLessThan(lsn(rows.get(0)[0]));
  }

  private static Lsn lsn(Object bytes) {
    return Lsn.of((byte[]) bytes);
  }

  @Test
  @Tag("F2.1")
  @Tag("F2.2")
  @Tag("C1")
  @DisplayName("facts 2: min_lsn is zero until capture has read the enable, max_lsn NULL")
  void minIsZeroUntilTheEnableIsCaptured() {
    assertThat(cdc.maxLsn()).isNull();
    assertThat(cdc.minLsn().isZero()).isTrue();
    Object[] help = cdc.sql.query("EXEC sys.sp_cdc_help_change_data_capture").rows().get(0);
    assertThat(help[5]).isNotNull();

    cdc.capture();

    assertThat(cdc.maxLsn()).isEqualTo(lsn(help[5]));
    assertThat(cdc.minLsn()).isEqualTo(lsn(help[5]));
    assertThat(cdc.sql.value("SELECT sys.fn_cdc_get_min_lsn('DBO_ORDERS')")).isEqualTo(help[5]);
    assertThat(cdc.sql.value("SELECT sys.fn_cdc_get_min_lsn('nope')")).isEqualTo(new byte[10]);
  }

  @Test
  @Tag("F2.3")
  @Tag("C2")
  @DisplayName(
      "facts 2: increment and decrement are plus and minus one on 80 bits; NULL gives NULL")
  void incrementAndDecrement() {
    assertThat(
            ResultText.rows(
                cdc.sql.query(
                    "SELECT sys.fn_cdc_increment_lsn(0x0000000100000002FFFF),"
                        + " sys.fn_cdc_decrement_lsn(0x00000001000000030000),"
                        + " sys.fn_cdc_increment_lsn(NULL)")))
        .containsExactly("0x00000001000000030000|0x0000000100000002FFFF|NULL");
  }

  @Test
  @Tag("F2.6")
  @Tag("C5")
  @DisplayName("facts 2: a range outside the validity interval is error 313 state 3")
  void allChangesChecksItsRange() {
    cdc.sql.run("INSERT orders VALUES (1, N'a', 1); UPDATE orders SET qty = 2");
    cdc.capture();
    String call = "SELECT __$operation FROM cdc.fn_cdc_get_all_changes_dbo_orders(%s, %s, N'%s')";
    String min = "sys.fn_cdc_get_min_lsn('dbo_orders')";
    String max = "sys.fn_cdc_get_max_lsn()";

    assertThat(ResultText.rows(cdc.sql.query(String.format(call, min, max, "all"))))
        .containsExactly("2", "4");
    assertThat(ResultText.rows(cdc.sql.query(String.format(call, min, max, "all update old"))))
        .containsExactly("2", "3", "4");
    for (String[] range :
        new String[][] {
          {"0x00000000000000000001", max},
          {max, min},
          {"NULL", max},
          {min, "0xFF"}
        }) {
      LabRecording recording = cdc.sql.record(String.format(call, range[0], range[1], "all"));
      assertThat(recording.errors().get(0).number()).isEqualTo(313);
      assertThat(recording.errors().get(0).state()).isEqualTo(3);
    }
    assertThat(
            cdc.sql
                .record(
                    "SELECT __$command_id FROM cdc.fn_cdc_get_all_changes_dbo_orders(0x0, 0x0,"
                        + " N'all')")
                .errors()
                .get(0)
                .number())
        .isEqualTo(207);
  }

  @Test
  @Tag("F2.7")
  @DisplayName("facts 2: a direct SELECT over an inverted range returns no rows")
  void directSelectOfInvertedRangeIsEmpty() {
    cdc.sql.run("INSERT orders VALUES (1, N'a', 1)");
    cdc.capture();

    assertThat(
            cdc.sql
                .query(
                    "SELECT 1 FROM cdc.dbo_orders_CT WHERE __$start_lsn > 0xFF AND"
                        + " __$start_lsn <= 0x01")
                .rows())
        .isEmpty();
  }

  @Test
  @DisplayName("facts 7: a third instance is refused, a second starts at its own enable")
  void atMostTwoInstances() {
    cdc.sql.run("INSERT orders VALUES (1, N'a', 1)");
    cdc.enable("v2", null);
    cdc.sql.run("INSERT orders VALUES (2, N'b', 1)");
    cdc.capture();

    assertThat(cdc.changes("id")).containsExactly("1", "2");
    assertThat(ResultText.rows(cdc.sql.query("SELECT id FROM cdc.v2_CT"))).containsExactly("2");
    assertThat(
            cdc.sql
                .record("EXEC sys.sp_cdc_enable_table N'dbo', N'orders', N'v3', 0, NULL")
                .errors()
                .get(0)
                .number())
        .isEqualTo(22962);
  }

  @Test
  @DisplayName("facts 7: disabling drops the change table at once")
  void disableDropsTheChangeTable() {
    cdc.capture();
    cdc.sql.run("EXEC sys.sp_cdc_disable_table N'dbo', N'orders', N'dbo_orders'");

    assertThat(cdc.sql.record("SELECT 1 FROM cdc.dbo_orders_CT").errors().get(0).number())
        .isEqualTo(208);
    assertThat(cdc.minLsn().isZero()).isTrue();
    assertThat(cdc.sql.query("EXEC sys.sp_cdc_help_change_data_capture").rows()).isEmpty();
  }

  @Test
  @DisplayName("facts 7: a unique index over nullable columns is refused as @index_name")
  void nullableIndexIsRefused() {
    cdc.sql.run("CREATE UNIQUE INDEX ix ON orders (item)");

    LabRecording recording =
        cdc.sql.record(
            "EXEC sys.sp_cdc_enable_table @source_schema = N'dbo', @source_name = N'orders',"
                + " @role_name = NULL, @capture_instance = N'v2', @index_name = N'ix'");

    assertThat(recording.errors().get(0).text()).contains("must be defined as NOT NULL");
  }

  @Test
  void oracleAgreesWithTheChangeTable() {
    cdc.enable("v2", "id, qty");
    cdc.sql.run("INSERT orders VALUES (1, N'a', 1), (2, N'b', 2)");
    cdc.sql.runTransaction(
        List.of(
            "UPDATE orders SET qty = qty + 1",
            "UPDATE orders SET item = N'x'",
            "UPDATE orders SET id = 7 WHERE id = 1",
            "DELETE orders WHERE id = 2"),
        false);
    cdc.capture();

    for (String instance : List.of("dbo_orders", "v2")) {
      List<String> expected =
          cdc.database().oracle(instance).changes().stream()
              .map(
                  change ->
                      ResultText.row(
                              new Object[] {
                                change.commitLsn().bytes(),
                                null,
                                change.seqval().bytes(),
                                change.operation()
                              })
                          + "|"
                          + ResultText.row(change.values().toArray())
                          + "|"
                          + change.commandId())
              .toList();
      String columns = instance.equals("v2") ? "id, qty" : "id, item, qty";
      List<String> actual =
          ResultText.rows(
              cdc.sql.query(
                  "SELECT __$start_lsn, __$end_lsn, __$seqval, __$operation, "
                      + columns
                      + ", __$command_id FROM cdc."
                      + instance
                      + "_CT"));
      assertThat(actual).isEqualTo(expected);
    }
    assertThat(cdc.database().oracle("v2").tableAt(cdc.maxLsn()))
        .containsExactly(java.util.Arrays.asList(7, 2));
  }
}
