package io.strandline.lab.sql.view;

import io.strandline.lab.catalog.Database;
import io.strandline.lab.cdc.CaptureInstance;
import io.strandline.lab.cdc.CapturedColumn;
import io.strandline.lab.cdc.DdlHistoryRow;
import io.strandline.lab.sql.query.StatementContext;
import io.strandline.lab.sql.type.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The {@code cdc} catalog tables, which only the database's owner may read (measured). */
final class CdcViews {

  private static final View CHANGE_TABLES =
      new View(
          "object_id int!, version int, source_object_id int, capture_instance sysname!, start_lsn"
              + " binary(10), end_lsn binary(10), supports_net_changes bit, has_drop_pending bit,"
              + " role_name sysname, index_name sysname, filegroup_name sysname, create_date"
              + " datetime, partition_switch bit!",
          CdcViews::changeTables);

  private static final View CAPTURED_COLUMNS =
      new View(
          "object_id int!, column_name sysname!, column_id int, column_type sysname!,"
              + " column_ordinal int!, is_computed bit",
          CdcViews::capturedColumns);

  private static final View INDEX_COLUMNS =
      new View(
          "object_id int!, column_name sysname!, index_ordinal tinyint!, column_id int!",
          CdcViews::indexColumns);

  private static final View DDL_HISTORY =
      new View(
          "source_object_id int, object_id int!, required_column_update bit, ddl_command"
              + " nvarchar(max), ddl_lsn binary(10)!, ddl_time datetime",
          CdcViews::ddlHistory);

  private CdcViews() {}

  /** A catalog table by name; {@code null} if there is none. */
  static @Nullable View find(String name) {
    return switch (name.toLowerCase(Locale.ROOT)) {
      case "change_tables" -> CHANGE_TABLES;
      case "captured_columns" -> CAPTURED_COLUMNS;
      case "index_columns" -> INDEX_COLUMNS;
      case "ddl_history" -> DDL_HISTORY;
      default -> null;
    };
  }

  private static List<@Nullable Object[]> changeTables(
      StatementContext context, Database database) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (CaptureInstance instance : database.cdc().instances()) {
      rows.add(
          new @Nullable Object[] {
            instance.objectId(),
            0,
            instance.source().objectId(),
            instance.name(),
            instance.startLsn().bytes(),
            null,
            instance.supportsNetChanges(),
            false,
            instance.role(),
            instance.indexName(),
            instance.filegroup(),
            instance.createDate(),
            instance.partitionSwitch()
          });
    }
    return rows;
  }

  private static List<@Nullable Object[]> capturedColumns(
      StatementContext context, Database database) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (CaptureInstance instance : database.cdc().instances()) {
      for (CapturedColumn column : instance.columns()) {
        rows.add(
            new @Nullable Object[] {
              instance.objectId(),
              column.name(),
              column.columnId(),
              Types.name(column.type()),
              column.ordinal(),
              column.computed()
            });
      }
    }
    return rows;
  }

  private static List<@Nullable Object[]> indexColumns(
      StatementContext context, Database database) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (CaptureInstance instance : database.cdc().instances()) {
      for (int i = 0; i < instance.indexColumns().size(); i++) {
        CapturedColumn column = instance.indexColumns().get(i);
        rows.add(
            new @Nullable Object[] {instance.objectId(), column.name(), i + 1, column.columnId()});
      }
    }
    return rows;
  }

  private static List<@Nullable Object[]> ddlHistory(StatementContext context, Database database) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (DdlHistoryRow row : database.cdc().ddlHistory()) {
      rows.add(
          new @Nullable Object[] {
            row.instance().source().objectId(),
            row.instance().objectId(),
            row.required(),
            row.command(),
            row.lsn().bytes(),
            row.time()
          });
    }
    return rows;
  }
}
