package io.strandline.checks.crash;

import io.strandline.lab.Lab;
import io.strandline.lab.LabConfig;
import io.strandline.lab.LabSqlRunner;
import io.strandline.lab.cdc.CaptureInstance;
import io.strandline.lab.cdc.CapturedColumn;
import io.strandline.lab.cdc.Lsn;
import io.strandline.lab.cdc.Oracle;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A table whose definition, capture instance and retention change, and all that it ever held. */
final class ChangingSource implements AutoCloseable {

  static final String DATABASE = "sales";
  static final String FIRST_INSTANCE = "dbo_orders";
  private static final int BASE_ROWS = 40;
  private static final int TENS = 10;

  /** Twice as many rows a transaction as one reader takes at least. */
  private static final int LARGE = 100_000;

  private final Lab lab = Lab.start(LabConfig.stepped().withDatabases(DATABASE));
  private final LabSqlRunner sa = lab.admin(DATABASE);
  private final Map<String, Captured> retired = new TreeMap<>();
  private final Map<String, List<Integer>> ids = new TreeMap<>();
  private String instance = FIRST_INSTANCE;
  private int added;
  private int nextId = 1;

  /**
   * What an instance captured.
   *
   * @param columns names of its columns
   * @param changes in commit order
   */
  record Captured(List<String> columns, List<Oracle.Change> changes) {}

  ChangingSource() {
    sa.run("EXEC sys.sp_cdc_enable_db");
    sa.run("CREATE TABLE dbo.tens (n int NOT NULL PRIMARY KEY)");
    sa.run("INSERT INTO dbo.tens VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8), (9)");
    sa.run(
        "CREATE TABLE dbo.orders (id int NOT NULL PRIMARY KEY, note varchar(20) NULL, spare int"
            + " NULL)");
    enable(FIRST_INSTANCE);
    lab.database(DATABASE).capture().drain();
    for (int row = 0; row < BASE_ROWS; row++) {
      insert();
    }
    drain();
  }

  String url() {
    return lab.jdbcUrl(DATABASE);
  }

  String readerPassword() {
    return lab.config().server().readerPassword();
  }

  private void enable(String name) {
    sa.run(
        "EXEC sys.sp_cdc_enable_table @source_schema = N'dbo', @source_name = N'orders',"
            + " @role_name = NULL, @capture_instance = N'"
            + name
            + "'");
    lab.database(DATABASE).grantReader("reader", name);
  }

  /** Time passes and capture reads what was committed. */
  private void drain() {
    lab.clock().advance(Duration.ofMinutes(7));
    lab.database(DATABASE).capture().drain();
    lab.database(DATABASE).capture().idleEntry();
  }

  private void insert() {
    sa.run("INSERT INTO dbo.orders (id, note) VALUES (" + nextId + ", 'order " + nextId + "')");
    nextId++;
  }

  /** Commits and captures a few changes. */
  void more() {
    insert();
    sa.run("UPDATE dbo.orders SET note = 'again' WHERE id = " + (nextId - 1));
    sa.run("DELETE FROM dbo.orders WHERE id = " + (nextId - 1 - BASE_ROWS / 2));
    drain();
  }

  /** Commits and captures a transaction for several readers. */
  void large() {
    for (int transaction = 0; transaction < 2; transaction++) {
      sa.run(
          "INSERT INTO dbo.orders (id, note) SELECT "
              + nextId
              + " + a.n + b.n * 10 + c.n * 100 + d.n * 1000 + e.n * 10000, 'many' FROM dbo.tens a"
              + " CROSS JOIN dbo.tens b CROSS JOIN dbo.tens c CROSS JOIN dbo.tens d CROSS JOIN"
              + " dbo.tens e WHERE e.n < "
              + TENS / 2);
      nextId += LARGE;
    }
    drain();
  }

  /** Adds a column, which a newer instance captures from now on. */
  void addColumn() {
    added++;
    sa.run("ALTER TABLE dbo.orders ADD extra_" + added + " int NULL");
    more();
    enable("orders_" + added);
    lab.database(DATABASE).capture().drain();
    sa.run("UPDATE dbo.orders SET extra_" + added + " = id WHERE id > " + (nextId - 10));
    drain();
  }

  /** Disables the older instance, once it was read to its end. */
  void retireOlder() {
    retired.put(instance, captured(instance));
    sa.run(
        "EXEC sys.sp_cdc_disable_table @source_schema = N'dbo', @source_name = N'orders',"
            + " @capture_instance = N'"
            + instance
            + "'");
    instance = "orders_" + added;
    drain();
  }

  void widen() {
    sa.run("ALTER TABLE dbo.orders ALTER COLUMN note varchar(" + (40 + added) + ") NULL");
  }

  void dropSpare() {
    sa.run("ALTER TABLE dbo.orders DROP COLUMN spare");
  }

  /** Lets cleanup pass changes that nobody has read. */
  void expire() {
    more();
    lab.clock().advance(Duration.ofDays(1));
    more();
    Lsn newest = lastOf(captured(instance).changes());
    lab.database(DATABASE).cleanup(instance, newest, 5000, batch -> {});
    more();
  }

  private static Lsn lastOf(List<Oracle.Change> changes) {
    return changes.get(changes.size() - 1).commitLsn();
  }

  private Captured captured(String name) {
    CaptureInstance there = lab.database(DATABASE).instance(name);
    return new Captured(
        there.columns().stream().map(CapturedColumn::name).toList(),
        lab.database(DATABASE).oracle(name).changes());
  }

  /** What every instance captured so far, by its name. */
  Map<String, Captured> everything() {
    Map<String, Captured> all = new TreeMap<>(retired);
    all.put(instance, captured(instance));
    if (added > 0 && !instance.equals("orders_" + added)) {
      all.put("orders_" + added, captured("orders_" + added));
    }
    return all;
  }

  /** Ids of the table's rows after a commit; asked for first while the first instance is there. */
  List<Integer> idsAt(String lsn) {
    return ids.computeIfAbsent(
        lsn,
        commit ->
            lab
                .database(DATABASE)
                .oracle(FIRST_INSTANCE)
                .tableAt(Lsn.of(HexFormat.of().parseHex(commit.substring(2))))
                .stream()
                .map(row -> (Integer) row.get(0))
                .toList());
  }

  Instant now() {
    return lab.clock().instant();
  }

  @Override
  public void close() {
    lab.close();
  }
}
