package io.strandline.lab.cdc;

import io.strandline.lab.Lab;
import io.strandline.lab.LabConfig;
import io.strandline.lab.LabDatabase;
import io.strandline.lab.LabRecording;
import io.strandline.lab.LabResult;
import io.strandline.lab.LabSqlRunner;
import io.strandline.lab.session.Column;
import io.strandline.lab.session.SqlType;
import io.strandline.lab.sql.type.Types;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.function.BooleanSupplier;

/** A stepped lab whose database has capture on and table {@code dbo.orders}, captured or not. */
final class CdcScene implements AutoCloseable {

  final Lab lab;
  final LabSqlRunner sql;

  CdcScene(LabConfig config) {
    lab = Lab.start(config);
    sql = lab.admin("sales");
    sql.run("EXEC sys.sp_cdc_enable_db");
  }

  /** Stepped, with {@code dbo.orders (id int key, item nvarchar(30), qty int)} captured. */
  static CdcScene orders() {
    return orders(LabConfig.stepped());
  }

  static CdcScene orders(LabConfig config) {
    CdcScene scene = new CdcScene(config);
    scene.sql.run(
        "CREATE TABLE dbo.orders (id int NOT NULL PRIMARY KEY, item nvarchar(30) NULL,"
            + " qty int NULL)");
    scene.enable("orders", "dbo_orders", "");
    return scene;
  }

  void enable(String table, String instance, String more) {
    sql.run(enableText(table, instance, more));
  }

  static String enableText(String table, String instance, String more) {
    return "EXEC sys.sp_cdc_enable_table @source_schema = N'dbo', @source_name = N'"
        + table
        + "', @role_name = NULL, @capture_instance = N'"
        + instance
        + "'"
        + more;
  }

  LabDatabase database() {
    return lab.database("sales");
  }

  void capture() {
    database().capture().drain();
  }

  void pass(Duration time) {
    lab.clock().advance(time);
  }

  /** The rows of a query, cells joined by {@code |}. */
  List<String> rows(String query) {
    return rows(sql, query);
  }

  static List<String> rows(LabSqlRunner session, String query) {
    List<String> rows = new ArrayList<>();
    for (Object[] row : session.query(query).rows()) {
      List<String> cells = new ArrayList<>();
      for (Object cell : row) {
        cells.add(cell(cell));
      }
      rows.add(String.join("|", cells));
    }
    return rows;
  }

  static String cell(Object cell) {
    if (cell == null) {
      return "NULL";
    }
    if (cell instanceof byte[] bytes) {
      return "0x" + HexFormat.of().withUpperCase().formatHex(bytes);
    }
    if (cell instanceof Boolean bit) {
      return bit ? "1" : "0";
    }
    return cell instanceof BigDecimal decimal ? decimal.toPlainString() : cell.toString();
  }

  /** Change rows in the order of the clustered key. */
  List<String> changes(String instance, String columns) {
    return rows(
        "SELECT "
            + columns
            + " FROM cdc."
            + instance
            + "_CT ORDER BY __$start_lsn, __$command_id, __$seqval, __$operation");
  }

  Lsn lsn(String expression) {
    byte[] bytes = (byte[]) sql.value("SELECT " + expression);
    return bytes == null ? null : Lsn.of(bytes);
  }

  Lsn maxLsn() {
    return lsn("sys.fn_cdc_get_max_lsn()");
  }

  Lsn minLsn(String instance) {
    return lsn("sys.fn_cdc_get_min_lsn('" + instance + "')");
  }

  /** The first error of a batch; 0 if there is none. */
  int error(String text) {
    return error(sql, text);
  }

  static int error(LabSqlRunner session, String text) {
    LabRecording recording = session.record(text);
    return recording.errors().isEmpty() ? 0 : recording.errors().get(0).number();
  }

  String errorText(String text) {
    return sql.record(text).errors().get(0).text();
  }

  /** Columns as {@code name type}. */
  static List<String> shape(LabResult result) {
    return result.columns().stream().map(CdcScene::shape).toList();
  }

  private static String shape(Column column) {
    SqlType type = column.type();
    String length =
        switch (type.kind()) {
          case BINARY, VARBINARY, NVARCHAR, VARCHAR ->
              "(" + (type.length() == SqlType.MAX ? "max" : type.length()) + ")";
          default -> "";
        };
    return column.name() + " " + Types.name(type) + length;
  }

  /** What the oracle expects and what the change table holds agree. */
  static List<String> expected(LabDatabase database, String instance) {
    List<String> rows = new ArrayList<>();
    for (Oracle.Change change : database.oracle(instance).changes()) {
      StringBuilder row = new StringBuilder();
      row.append(change.commitLsn()).append('|').append(change.seqval());
      row.append('|').append(change.operation()).append('|').append(change.commandId());
      change.values().forEach(value -> row.append('|').append(cell(value)));
      rows.add(row.toString());
    }
    return rows;
  }

  /** The change table's rows as {@link #expected} writes them. */
  List<String> actual(String instance, String columns) {
    return changes(instance, "__$start_lsn, __$seqval, __$operation, __$command_id, " + columns);
  }

  static void await(BooleanSupplier condition) {
    long end = System.nanoTime() + Duration.ofSeconds(20).toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > end) {
        throw new AssertionError("the condition did not come true in 20 s");
      }
      Thread.onSpinWait();
    }
  }

  @Override
  public void close() {
    sql.close();
    lab.close();
  }
}
