package io.strandline.lab.cdc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Commands, images and masks of change rows (facts 3). */
class ChangeSemanticsTest {

  private CdcScene cdc;

  @BeforeEach
  void start() {
    cdc = CdcScene.orders();
  }

  @AfterEach
  void close() {
    cdc.close();
  }

  private void insertUpdateDelete() {
    cdc.sql.runTransaction(
        List.of("INSERT orders VALUES (1, N'a', 1)", "UPDATE orders SET qty = 2", "DELETE orders"),
        false);
    cdc.capture();
  }

  @Test
  @Tag("F3.1")
  void commandsOfOneInstanceAreNotDense() {
    insertUpdateDelete();

    assertThat(cdc.changes("dbo_orders", "__$operation, __$command_id"))
        .containsExactly("2|1", "3|3", "4|3", "1|5");
    assertThat(
            cdc.rows(
                "SELECT COUNT(DISTINCT __$seqval) FROM cdc.dbo_orders_CT WHERE __$operation IN"
                    + " (3, 4)"))
        .containsExactly("1");
  }

  @Test
  @Tag("F3.4")
  void theSecondInstanceHasOtherCommandIds() {
    cdc.enable("orders", "v2", "");
    insertUpdateDelete();

    assertThat(cdc.changes("dbo_orders", "__$command_id")).containsExactly("1", "3", "3", "5");
    assertThat(cdc.changes("v2", "__$command_id")).containsExactly("2", "4", "4", "6");
    assertThat(cdc.changes("v2", "__$start_lsn, __$seqval, __$operation"))
        .isEqualTo(cdc.changes("dbo_orders", "__$start_lsn, __$seqval, __$operation"));
  }

  @Test
  @Tag("F3.2")
  void keyUpdatesOfManyRowsAreDeletesAndInserts() {
    cdc.sql.run("INSERT orders VALUES (1, N'a', 1), (2, N'b', 2), (3, N'c', 3)");
    cdc.capture();
    cdc.sql.run("UPDATE orders SET id = id + 1 WHERE id < 4");
    cdc.capture();

    assertThat(cdc.changes("dbo_orders", "__$operation, id, item").subList(3, 9))
        .containsExactly("1|1|a", "1|2|b", "1|3|c", "2|2|a", "2|3|b", "2|4|c");
    assertThat(CdcScene.expected(cdc.database(), "dbo_orders"))
        .isEqualTo(cdc.actual("dbo_orders", "id, item, qty"));
  }

  @Test
  @Tag("F3.3")
  void anUpdateOfUncapturedColumnsIsNoChange() {
    cdc.enable("orders", "narrow", ", @captured_column_list = N'id, [item]'");
    insertUpdateDelete();

    assertThat(cdc.changes("narrow", "__$operation, __$command_id")).containsExactly("2|2", "1|6");
  }

  @Test
  @Tag("F1.8.3")
  @Tag("F1.8.4")
  @Tag("F2.10")
  void theClusteredKeyKeepsCommitOrder() {
    insertUpdateDelete();
    cdc.sql.run("INSERT orders VALUES (2, N'b', 1)");
    cdc.capture();

    List<String> natural =
        cdc.rows("SELECT __$start_lsn, __$command_id, __$operation FROM cdc.dbo_orders_CT");
    assertThat(natural)
        .isEqualTo(
            cdc.rows(
                "SELECT __$start_lsn, __$command_id, __$operation FROM cdc.dbo_orders_CT ORDER BY"
                    + " __$start_lsn, __$command_id, __$operation"));
    assertThat(natural.stream().map(row -> row.split("\\|")[0]).distinct()).hasSize(2);
  }

  @Test
  @Tag("F3.5")
  @Tag("F3.6")
  void largeValuesAreMissingFromBeforeImages() {
    cdc.sql.run(
        "CREATE TABLE large (id int NOT NULL PRIMARY KEY, n int NULL, old text NULL, pic image"
            + " NULL, m varchar(max) NULL, u nvarchar(max) NULL, b varbinary(max) NULL, x xml"
            + " NULL)");
    cdc.enable("large", "large", "");
    cdc.sql.run(
        "INSERT large VALUES (1, 1, 'o', 0x01, 'm', N'u', 0x02, N'<x/>');"
            + " UPDATE large SET n = 2;"
            + " UPDATE large SET m = 'm2';"
            + " DELETE large");
    cdc.capture();

    assertThat(cdc.changes("large", "__$operation, n, old, pic, m, u, b, x"))
        .containsExactly(
            "2|1|o|0x01|m|u|0x02|<x/>",
            "3|1|NULL|NULL|NULL|NULL|NULL|<x/>",
            "4|2|o|0x01|m|u|0x02|<x/>",
            "3|2|NULL|NULL|m|NULL|NULL|<x/>",
            "4|2|o|0x01|m2|u|0x02|<x/>",
            "1|2|NULL|NULL|m2|u|0x02|<x/>");
    assertThat(cdc.changes("large", "__$update_mask").subList(1, 5))
        .containsExactly("0x02", "0x02", "0x10", "0x10");
    assertThat(CdcScene.expected(cdc.database(), "large"))
        .isEqualTo(cdc.actual("large", "id, n, old, pic, m, u, b, x"));
  }

  @Test
  void masksOfMoreThanEightColumnsCountFromTheLastByte() {
    cdc.sql.run(
        "CREATE TABLE wide (c1 int NOT NULL PRIMARY KEY, c2 int, c3 int, c4 int, c5 int, c6 int, c7"
            + " int, c8 int, c9 int, c10 int)");
    cdc.enable("wide", "wide", "");
    cdc.sql.run("INSERT wide (c1) VALUES (1); UPDATE wide SET c2 = 1, c10 = 1; DELETE wide");
    cdc.capture();

    assertThat(cdc.changes("wide", "__$update_mask"))
        .containsExactly("0x03FF", "0x0202", "0x0202", "0x03FF");
  }

  @Test
  @Tag("F3.5")
  void computedColumnsAreNullInEveryRow() {
    cdc.sql.run(
        "CREATE TABLE sums (id int NOT NULL PRIMARY KEY, a int NULL, b AS a + 1, c AS a * 2"
            + " PERSISTED)");
    cdc.enable("sums", "sums", "");
    cdc.sql.run("INSERT sums (id, a) VALUES (1, 1); UPDATE sums SET a = 2; DELETE sums");
    cdc.capture();

    assertThat(cdc.changes("sums", "__$operation, a, b, c"))
        .containsExactly("2|1|NULL|NULL", "3|1|NULL|NULL", "4|2|NULL|NULL", "1|2|NULL|NULL");
    assertThat(
            cdc.rows(
                "SELECT column_name, is_computed FROM cdc.captured_columns WHERE object_id ="
                    + " OBJECT_ID('cdc.sums_CT') ORDER BY column_ordinal"))
        .containsExactly("id|0", "a|0", "b|1", "c|1");
    assertThat(CdcScene.expected(cdc.database(), "sums"))
        .isEqualTo(cdc.actual("sums", "id, a, b, c"));
  }
}
