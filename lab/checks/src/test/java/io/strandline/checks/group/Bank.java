package io.strandline.checks.group;

import io.strandline.checks.scene.Scene;
import io.strandline.delta.TableReader;
import io.strandline.lab.Lab;
import io.strandline.lab.LabConfig;
import io.strandline.lab.LabSqlRunner;
import io.strandline.lsn.Lsn;
import io.strandline.option.Option;
import io.strandline.option.OptionValues;
import io.strandline.option.StreamOptions;
import io.strandline.port.TableStoreProvider;
import io.strandline.sqlserver.Secret;
import io.strandline.sqlserver.SqlServerConfig;
import io.strandline.sqlserver.SqlServerSource;
import io.strandline.stream.Strandline;
import io.strandline.stream.Stream;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;

/** A stepped lab of tables of accounts between which money moves, and their streams. */
final class Bank implements AutoCloseable {

  static final int ACCOUNTS = 5;
  static final long EACH = 100;

  private static final String DATABASE = "bank";
  private static final Comparator<Map<String, Object>> ORDER =
      Comparator.<Map<String, Object>, String>comparing(
              row -> String.valueOf(row.get("_start_lsn")))
          .thenComparing(row -> String.valueOf(row.get("_command_id")))
          .thenComparing(row -> String.valueOf(row.get("_seqval")))
          .thenComparing(row -> (Integer) row.get("_operation"));

  final Lab lab;
  final Strandline strandline;
  private final LabSqlRunner sa;
  private final Path warehouse;

  /** A bank whose accounts were filled before they were captured. */
  Bank(Path folder, String... tables) {
    warehouse = folder.resolve("warehouse");
    lab = Lab.start(LabConfig.stepped().withDatabases(DATABASE));
    sa = lab.admin(DATABASE);
    sa.run("EXEC sys.sp_cdc_enable_db");
    for (String table : tables) {
      make(table);
    }
    strandline =
        Strandline.open(
            SqlServerSource.open(
                SqlServerConfig.of(
                        lab.jdbcUrl(DATABASE),
                        "reader",
                        new Secret(lab.config().server().readerPassword()))
                    .withRetry(Scene.QUICK)),
            ServiceLoader.load(TableStoreProvider.class)
                .findFirst()
                .orElseThrow()
                .open(InstantSource.system()),
            InstantSource.system());
  }

  private void make(String table) {
    sa.run("CREATE TABLE dbo." + table + " (id int NOT NULL PRIMARY KEY, amount bigint NOT NULL)");
    for (int id = 0; id < ACCOUNTS; id++) {
      sa.run("INSERT INTO dbo." + table + " VALUES (" + id + ", " + EACH + ")");
    }
    sa.run(
        "EXEC sys.sp_cdc_enable_table @source_schema = N'dbo', @source_name = N'"
            + table
            + "', @role_name = NULL");
    drain();
    lab.database(DATABASE).grantReader("reader", "dbo_" + table);
  }

  Stream stream(String table) {
    return strandline.stream(
        StreamOptions.of(
            new OptionValues()
                .set(Option.CAPTURE_INSTANCE, "dbo_" + table)
                .set(Option.TARGET, warehouse.resolve(table).toString())
                .set(Option.BOOTSTRAP, "true")
                .set(Option.GRANULARITY, "minute")));
  }

  /** Moves money in one transaction. */
  void move(String from, String to, int amount, int account) {
    lab.clock().advance(Duration.ofMinutes(1));
    sa.run(
        "BEGIN TRANSACTION; UPDATE dbo."
            + from
            + " SET amount = amount - "
            + amount
            + " WHERE id = "
            + account
            + "; UPDATE dbo."
            + to
            + " SET amount = amount + "
            + amount
            + " WHERE id = "
            + account
            + "; COMMIT");
  }

  void drain() {
    lab.database(DATABASE).capture().drain();
  }

  /** Captures the oldest transaction that is not captured yet. */
  void captureOne() {
    lab.database(DATABASE).capture().step(1, 1);
  }

  /** What the rows of tables at or below a cut add up to. */
  long sum(Lsn cut, String... tables) {
    long sum = 0;
    for (String table : tables) {
      for (long amount : accounts(table, cut).values()) {
        sum += amount;
      }
    }
    return sum;
  }

  private Map<Object, Long> accounts(String table, Lsn cut) {
    List<Map<String, Object>> rows = new ArrayList<>();
    new TableReader().forEach(warehouse.resolve(table).toString(), List.of(), rows::add);
    Map<Object, Long> accounts = new HashMap<>();
    rows.stream()
        .filter(row -> !Lsn.parse((String) row.get("_start_lsn")).isAfter(cut))
        .sorted(ORDER)
        .forEach(
            row -> {
              if (row.get("_operation").equals(1)) {
                accounts.remove(row.get("id"));
              } else if (!row.get("_operation").equals(3)) {
                accounts.put(row.get("id"), (Long) row.get("amount"));
              }
            });
    return accounts;
  }

  @Override
  public void close() {
    strandline.close();
    lab.close();
  }
}
