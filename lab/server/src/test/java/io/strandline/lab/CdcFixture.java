package io.strandline.lab;

import io.strandline.lab.cdc.Lsn;
import java.util.List;

/** A stepped lab with table {@code dbo.orders} captured as {@code dbo_orders}. */
final class CdcFixture implements AutoCloseable {

  final Lab lab;
  final LabSqlRunner sql;

  CdcFixture(LabConfig config) {
    lab = Lab.start(config);
    sql = lab.admin("sales");
    sql.run("EXEC sys.sp_cdc_enable_db");
    sql.run(
        "CREATE TABLE dbo.orders (id int NOT NULL PRIMARY KEY, item nvarchar(30) NULL,"
            + " qty int NULL)");
    enable("dbo_orders", null);
  }

  CdcFixture() {
    this(LabConfig.stepped());
  }

  void enable(String instance, String columns) {
    sql.run(
        "EXEC sys.sp_cdc_enable_table @source_schema = N'dbo', @source_name = N'orders',"
            + " @role_name = NULL, @capture_instance = N'"
            + instance
            + "'"
            + (columns == null ? "" : ", @captured_column_list = N'" + columns + "'"));
  }

  LabDatabase database() {
    return lab.database("sales");
  }

  void capture() {
    database().capture().drain();
  }

  List<String> changes(String columns) {
    return ResultText.rows(
        sql.query(
            "SELECT "
                + columns
                + " FROM cdc.dbo_orders_CT ORDER BY __$start_lsn, __$command_id, __$seqval,"
                + " __$operation"));
  }

  Lsn maxLsn() {
    byte[] bytes = (byte[]) sql.value("SELECT sys.fn_cdc_get_max_lsn()");
    return bytes == null ? null : Lsn.of(bytes);
  }

  Lsn minLsn() {
    return Lsn.of((byte[]) sql.value("SELECT sys.fn_cdc_get_min_lsn('dbo_orders')"));
  }

  @Override
  public void close() {
    sql.close();
    lab.close();
  }
}
