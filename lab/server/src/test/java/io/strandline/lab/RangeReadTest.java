package io.strandline.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.lab.cdc.ChangeTable;
import io.strandline.lab.session.Parameter;
import io.strandline.lab.session.SqlType;
import io.strandline.lab.store.Table;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Range reads visit the rows of their range and no others. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RangeReadTest {

  private static final int ROWS = 1_000_000;
  private static final int LINES = 5_000;
  private static final int ROWS_A_COMMIT = 100;

  private CdcFixture cdc;
  private List<Object[]> commits;
  private ChangeTable changes;
  private Table table;
  private Table lines;

  @BeforeAll
  void fill() {
    cdc = new CdcFixture(LabConfig.stepped().withKeepHistory(false).withScanLimits(20, 10));
    cdc.sql.run(
        "CREATE TABLE lines (id int NOT NULL PRIMARY KEY, item nvarchar(30) NULL, qty int NULL,"
            + " CONSTRAINT by_item UNIQUE (item, qty))");
    cdc.database().load("dbo", "lines", rows(LINES, 100), ROWS_A_COMMIT);
    lines = cdc.database().table("dbo", "lines");
    cdc.database().load("dbo", "orders", rows(ROWS, 1000), ROWS_A_COMMIT);
    commits = cdc.sql.query("SELECT start_lsn FROM cdc.lsn_time_mapping ORDER BY start_lsn").rows();
    changes = cdc.database().instance("dbo_orders").changes();
    table = cdc.database().table("dbo", "orders");
    assertThat(changes.size()).isEqualTo(ROWS);
    assertThat(commits).hasSize(ROWS / ROWS_A_COMMIT + 1);
  }

  /** Items 0 to {@code items} less one, each once for a quantity. */
  private static Iterator<Object[]> rows(int count, int items) {
    return IntStream.range(0, count)
        .mapToObj(id -> new Object[] {id, "item " + id % items, id / items})
        .iterator();
  }

  @AfterAll
  void close() {
    cdc.close();
  }

  private Parameter lsn(String name, int commit) {
    return new Parameter(
        name, SqlType.sized(SqlType.Kind.VARBINARY, 8000), commits.get(commit)[0], false);
  }

  private void assertVisits(LongSupplier counter, long most, int rows, String sql) {
    long before = counter.getAsLong();
    LabResult result = cdc.sql.query(sql, lsn("@from", 500), lsn("@to", 510));
    assertThat(result.rows()).as(sql).hasSize(rows);
    assertThat(counter.getAsLong() - before).as(sql).isBetween((long) Math.min(rows, 1), most);
  }

  @Test
  void changeTableRangesAreSought() {
    LongSupplier visited = changes::visitedRows;
    String select = "SELECT __$start_lsn, id FROM cdc.dbo_orders_CT WHERE ";
    String order = " ORDER BY __$start_lsn, __$command_id, __$seqval, __$operation";

    assertVisits(visited, 1000, 1000, select + "__$start_lsn > @from AND __$start_lsn <= @to");
    assertVisits(
        visited, 1000, 1000, select + "__$start_lsn > @from AND __$start_lsn <= @to" + order);
    assertVisits(visited, 1100, 1100, select + "__$start_lsn BETWEEN @from AND @to");
    assertVisits(visited, 900, 900, select + "__$start_lsn > @from AND __$start_lsn < @to");
    assertVisits(visited, 100, 100, select + "__$start_lsn = @from" + order);
    assertVisits(visited, 0, 0, select + "__$start_lsn > @to AND __$start_lsn <= @from");
  }

  @Test
  void topAndExtremesStopEarly() {
    LongSupplier visited = changes::visitedRows;
    String from = " FROM cdc.dbo_orders_CT WHERE __$start_lsn > @from AND __$start_lsn <= @to";

    assertVisits(visited, 1, 1, "SELECT MAX(__$start_lsn)" + from);
    assertVisits(visited, 1, 1, "SELECT MIN(__$start_lsn)" + from);
    assertVisits(
        visited, 10, 10, "SELECT TOP (10) id" + from + " ORDER BY __$start_lsn, __$command_id");
    assertVisits(visited, 1, 1, "SELECT TOP 1 __$start_lsn" + from + " ORDER BY __$start_lsn DESC");
  }

  @Test
  void reversedReadReturnsTheLastRow() {
    Object last =
        cdc.sql.value(
            "SELECT TOP 1 id FROM cdc.dbo_orders_CT ORDER BY __$start_lsn DESC,"
                + " __$command_id DESC, __$seqval DESC, __$operation DESC");

    assertThat(last).isEqualTo(ROWS - 1);
  }

  @Test
  void mappingAndTablesAreSoughtToo() {
    LongSupplier times = () -> cdc.database().cdc().times().visitedRows();
    LongSupplier rows = table::visitedRows;

    assertVisits(
        times,
        10,
        10,
        "SELECT start_lsn FROM cdc.lsn_time_mapping WHERE start_lsn > @from AND start_lsn <= @to"
            + " ORDER BY start_lsn");
    assertVisits(
        times,
        1,
        1,
        "SELECT TOP 1 start_lsn FROM cdc.lsn_time_mapping WHERE start_lsn <= @to ORDER BY"
            + " start_lsn DESC");
    assertVisits(rows, 1000, 1000, "SELECT id FROM orders WHERE id >= 5000 AND id < 6000");
    assertVisits(rows, 1, 1, "SELECT item FROM orders WHERE id = 77");
    assertVisits(rows, 1, 1, "SELECT MAX(id) FROM orders");
    assertVisits(rows, 100, 100, "SELECT TOP (100) id FROM orders WHERE id > 500 ORDER BY id");
  }

  @Test
  @Tag("F1.1.7")
  @DisplayName("facts 1.1: the mapping is ordered by LSN and indexed by end time")
  void mappingIsSoughtByTimeToo() {
    cdc.lab.clock().advance(Duration.ofSeconds(10));
    cdc.sql.run("INSERT orders VALUES (-1, N'late', -1); DELETE orders WHERE id = -1");
    cdc.capture();
    LongSupplier times = () -> cdc.database().cdc().times().visitedRows();
    String late =
        "SELECT start_lsn FROM cdc.lsn_time_mapping WHERE tran_end_time > (SELECT MIN(m.tran_end_time)"
            + " FROM cdc.lsn_time_mapping m)";
    long before = times.getAsLong();

    assertThat(
            cdc.sql
                .query(
                    "DECLARE @t datetime = (SELECT MIN(tran_end_time) FROM cdc.lsn_time_mapping);"
                        + " SELECT start_lsn FROM cdc.lsn_time_mapping WHERE tran_end_time > @t")
                .rows())
        .hasSize(2);
    assertThat(times.getAsLong() - before).isEqualTo(3);
    assertVisits(times, 1, 1, "SELECT MAX(tran_end_time) FROM cdc.lsn_time_mapping");
    assertVisits(
        times,
        1,
        1,
        "SELECT TOP 1 start_lsn FROM cdc.lsn_time_mapping ORDER BY tran_end_time DESC");
    assertThat(cdc.sql.query(late).rows()).hasSize(2);
  }

  @Test
  void rowsBeyondACompositeKeyAreSought() {
    LongSupplier visited = lines::visitedRows;
    String lines = "SELECT id FROM lines WHERE ";

    assertVisits(
        visited,
        10,
        10,
        "SELECT TOP (10) id FROM lines WHERE item > N'item 50' OR (item = N'item 50' AND qty > 40)"
            + " ORDER BY item, qty");
    assertVisits(
        visited,
        30,
        30,
        lines + "(item = N'item 7' AND qty >= 30) OR (item = N'item 8' AND NOT (qty > 9))");
    assertVisits(
        visited,
        9 + 50,
        9 + 50,
        lines + "item >= N'item 98' AND (item > N'item 98' OR (item = N'item 98' AND qty > 40))");
    assertVisits(
        changes::visitedRows,
        1000,
        1000,
        "SELECT id FROM cdc.dbo_orders_CT WHERE (__$start_lsn > @from OR (__$start_lsn = @from AND"
            + " __$command_id > 1)) AND __$start_lsn <= @to");
  }

  @Test
  void alternativesAreSoughtEachOnce() {
    LongSupplier visited = table::visitedRows;
    String orders = "SELECT id FROM orders WHERE ";

    assertVisits(visited, 3, 3, orders + "id IN (5, 999999, 77, 5)");
    assertVisits(visited, 2, 2, orders + "id = 5 OR id = 6 ORDER BY id DESC");
    assertVisits(visited, 25, 25, orders + "id BETWEEN 10 AND 20 OR id BETWEEN 15 AND 34");
    assertVisits(visited, 2, 2, orders + "NOT (id < 10 OR id > 11)");
  }

  @Test
  void piecesOfAUnionAreSoughtEach() {
    assertVisits(
        table::visitedRows,
        1500,
        1500,
        "SELECT id FROM orders WHERE id >= 100 AND id < 1100 UNION ALL SELECT id FROM orders WHERE"
            + " id >= 5000 AND id < 5500");
  }

  @Test
  void uniqueIndexesAreSought() {
    LongSupplier visited = lines::visitedRows;

    assertVisits(visited, 1, 1, "SELECT id FROM lines WHERE item = N'ITEM 3' AND qty = 17");
    assertVisits(visited, 50, 50, "SELECT id FROM lines WHERE item = N'item 3'");
    assertVisits(visited, 5, 5, "SELECT TOP 5 id FROM lines ORDER BY item DESC, qty DESC");
    assertVisits(visited, 1, 1, "SELECT MIN(qty) FROM lines WHERE item = N'item 9'");
  }

  @Test
  void chunksOfATableAreCutByItsKeyAlone() {
    LongSupplier visited = table::visitedRows;

    assertVisits(
        visited,
        1024,
        1,
        "SELECT MAX(id) FROM (SELECT TOP (1024) id FROM orders WHERE id > 500000 ORDER BY id) c");
    assertVisits(visited, 1, 1, "SELECT MIN(id) FROM orders WHERE id > 500000");
  }

  @Test
  void joinSeeksTheMappingForEachRow() {
    long before = cdc.database().cdc().times().visitedRows();

    LabResult result =
        cdc.sql.query(
            "SELECT c.id, t.tran_end_time FROM cdc.dbo_orders_CT c JOIN cdc.lsn_time_mapping t ON"
                + " t.start_lsn = c.__$start_lsn WHERE c.__$start_lsn = @from",
            lsn("@from", 500));

    assertThat(result.rows()).hasSize(ROWS_A_COMMIT);
    assertThat(cdc.database().cdc().times().visitedRows() - before).isEqualTo(ROWS_A_COMMIT);
  }

  @Test
  void updatesAndDeletesSeekTheirRows() {
    long before = table.visitedRows();

    cdc.sql.run(
        "BEGIN TRAN; UPDATE orders SET qty = 0 WHERE id = 5;"
            + " DELETE orders WHERE id BETWEEN 10 AND 19; ROLLBACK");

    assertThat(table.visitedRows() - before).isEqualTo(11);
  }

  @Test
  void nvarcharValueAgainstVarcharKeyScansAsMeasured() {
    cdc.sql.run("CREATE TABLE k (k varchar(10) NOT NULL PRIMARY KEY)");
    cdc.sql.run("INSERT k VALUES ('k1'), ('k10'), ('k2'), ('K3')");
    Table keys = cdc.database().table("dbo", "k");

    assertThat(ResultText.rows(cdc.sql.query("SELECT k FROM k WHERE k >= 'K1' AND k < 'k2'")))
        .containsExactly("k1", "k10");
    assertThat(keys.visitedRows()).isEqualTo(2);
    cdc.sql.query("SELECT k FROM k WHERE k = N'k1'");
    assertThat(keys.visitedRows()).isEqualTo(6);
  }
}
