package io.strandline.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.lab.cdc.ChangeTable;
import io.strandline.lab.session.Parameter;
import io.strandline.lab.session.SqlType;
import io.strandline.lab.store.Table;
import java.util.List;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Range reads visit the rows of their range and no others. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RangeReadTest {

  private static final int ROWS = 100_000;
  private static final int ROWS_A_COMMIT = 100;

  private CdcFixture cdc;
  private List<Object[]> commits;
  private ChangeTable changes;
  private Table table;

  @BeforeAll
  void fill() {
    cdc = new CdcFixture();
    cdc.sql.run(
        "DECLARE @i int = 0; WHILE @i < "
            + ROWS / ROWS_A_COMMIT
            + " BEGIN"
            + " INSERT orders (id, item, qty) SELECT @i * 100 + a.n * 10 + b.n, N'x', @i FROM"
            + " (VALUES (0),(1),(2),(3),(4),(5),(6),(7),(8),(9)) a (n) CROSS JOIN"
            + " (VALUES (0),(1),(2),(3),(4),(5),(6),(7),(8),(9)) b (n); SET @i += 1; END");
    cdc.capture();
    commits = cdc.sql.query("SELECT start_lsn FROM cdc.lsn_time_mapping ORDER BY start_lsn").rows();
    changes = cdc.database().instance("dbo_orders").changes();
    table = cdc.database().table("dbo", "orders");
    assertThat(changes.size()).isEqualTo(ROWS);
    assertThat(commits).hasSize(ROWS / ROWS_A_COMMIT + 1);
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
