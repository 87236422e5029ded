package io.strandline.lab.sql.exec;

import io.strandline.lab.catalog.Database;
import io.strandline.lab.cdc.CaptureInstance;
import io.strandline.lab.cdc.CapturedColumn;
import io.strandline.lab.cdc.CdcJob;
import io.strandline.lab.cdc.Cleanup;
import io.strandline.lab.cdc.DdlHistoryRow;
import io.strandline.lab.cdc.Lsn;
import io.strandline.lab.session.Column;
import io.strandline.lab.session.SqlMessage;
import io.strandline.lab.session.SqlType;
import io.strandline.lab.sql.type.Types;
import io.strandline.lab.sql.view.TypeCatalog;
import io.strandline.lab.sql.view.ViewColumns;
import io.strandline.lab.store.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The procedures that tell of capture instances, and cleanup. */
final class CdcProcedures {

  private static final List<Column> HELP =
      ViewColumns.parse(
          "source_schema sysname, source_table sysname, capture_instance sysname!, object_id int,"
              + " source_object_id int, start_lsn binary(10), end_lsn binary(10),"
              + " supports_net_changes bit, has_drop_pending bit, role_name sysname, index_name"
              + " sysname, filegroup_name sysname, create_date datetime, index_column_list"
              + " nvarchar(max), captured_column_list nvarchar(max)");

  private static final List<Column> CAPTURED_COLUMNS =
      ViewColumns.parse(
          "source_schema sysname, source_table sysname, capture_instance sysname, column_name"
              + " sysname, column_id int, column_ordinal int, data_type sysname,"
              + " character_maximum_length int, numeric_precision tinyint,"
              + " numeric_precision_radix smallint, numeric_scale int, datetime_precision"
              + " smallint");

  private static final List<Column> DDL_HISTORY =
      ViewColumns.parse(
          "source_schema sysname, source_table sysname, capture_instance sysname,"
              + " required_column_update bit, ddl_command nvarchar(max), ddl_lsn binary(10),"
              + " ddl_time datetime");

  private CdcProcedures() {}

  static void addTo(Map<String, Procedure> procedures) {
    procedures.put(
        "sp_cdc_help_change_data_capture",
        Procedure.of("@source_schema @source_name", CdcProcedures::help));
    procedures.put(
        "sp_cdc_get_captured_columns",
        Procedure.of("@capture_instance", CdcProcedures::capturedColumns));
    procedures.put(
        "sp_cdc_get_ddl_history", Procedure.of("@capture_instance", CdcProcedures::ddlHistory));
    procedures.put(
        "sp_cdc_cleanup_change_table",
        Procedure.of(
            "@capture_instance @low_water_mark @threshold @fcleanupfailed",
            CdcProcedures::cleanup));
  }

  /** Without SELECT on the captured columns an instance is not listed (measured on 2022). */
  private static void help(ProcedureCall call) {
    Database database = call.database();
    EnableProcedures.requireEnabled(database);
    String schema = nonEmpty(call.text("@source_schema"));
    String name = nonEmpty(call.text("@source_name"));
    if ((schema == null) != (name == null)) {
      throw CdcErrors.bothOrNeither();
    }
    List<CaptureInstance> instances = database.cdc().instances();
    if (schema != null && name != null) {
      Table table = database.table(schema, name);
      if (table == null) {
        throw CdcErrors.noSuchTable(schema, name);
      }
      instances = database.cdc().instancesOf(table);
      if (instances.isEmpty()) {
        throw CdcErrors.notTracked(table.schemaName(), table.name());
      }
    }
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (CaptureInstance instance : instances) {
      if (call.context().access().seesInstance(database, instance)) {
        rows.add(help(instance));
      }
    }
    call.rows(HELP, rows);
  }

  private static @Nullable String nonEmpty(@Nullable String text) {
    return text == null || text.isEmpty() ? null : text;
  }

  private static @Nullable Object[] help(CaptureInstance instance) {
    return new @Nullable Object[] {
      instance.source().schemaName(),
      instance.source().name(),
      instance.name(),
      instance.objectId(),
      instance.source().objectId(),
      instance.startLsn().bytes(),
      null,
      instance.supportsNetChanges(),
      false,
      instance.role(),
      instance.indexName(),
      instance.filegroup(),
      instance.createDate(),
      instance.indexColumns().isEmpty() ? null : list(instance.indexColumns()),
      list(instance.columns())
    };
  }

  private static String list(List<CapturedColumn> columns) {
    return columns.stream()
        .map(column -> "[" + column.name().replace("]", "]]") + "]")
        .collect(Collectors.joining(", "));
  }

  private static CaptureInstance visible(ProcedureCall call) {
    Database database = call.database();
    EnableProcedures.requireEnabled(database);
    CaptureInstance instance =
        database.cdc().instance(EnableProcedures.required(call, "@capture_instance"));
    if (instance == null || !call.context().access().seesInstance(database, instance)) {
      throw CdcErrors.noSuchInstanceOrDenied();
    }
    return instance;
  }

  private static void capturedColumns(ProcedureCall call) {
    CaptureInstance instance = visible(call);
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (CapturedColumn column : instance.columns()) {
      rows.add(capturedColumn(instance, column));
    }
    call.rows(CAPTURED_COLUMNS, rows);
  }

  private static @Nullable Object[] capturedColumn(
      CaptureInstance instance, CapturedColumn column) {
    SqlType type = column.type();
    boolean number = Types.isNumeric(type) && type.kind() != SqlType.Kind.BIT;
    boolean floating = type.kind() == SqlType.Kind.FLOAT || type.kind() == SqlType.Kind.REAL;
    return new @Nullable Object[] {
      instance.source().schemaName(),
      instance.source().name(),
      instance.name(),
      column.name(),
      column.columnId(),
      column.ordinal(),
      Types.name(type),
      TypeCatalog.characters(type),
      number ? (Integer) TypeCatalog.precision(type) : null,
      number ? (Integer) (floating ? 2 : 10) : null,
      number && !floating ? (Integer) TypeCatalog.scale(type) : null,
      TypeCatalog.fractionDigits(type)
    };
  }

  private static void ddlHistory(ProcedureCall call) {
    CaptureInstance instance = visible(call);
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (DdlHistoryRow row : call.database().cdc().ddlHistory()) {
      if (row.instance() == instance) {
        rows.add(
            new @Nullable Object[] {
              instance.source().schemaName(),
              instance.source().name(),
              instance.name(),
              row.required(),
              row.command(),
              row.lsn().bytes(),
              row.time()
            });
      }
    }
    call.rows(DDL_HISTORY, rows);
  }

  /** The instance that cleanup is asked for. */
  static CaptureInstance cleaned(ProcedureCall call) {
    EnableProcedures.requireOwner(call);
    String name = EnableProcedures.required(call, "@capture_instance");
    CaptureInstance instance = call.database().cdc().instance(name);
    if (instance == null) {
      throw CdcErrors.noSuchInstanceInDatabase(name, call.database().name());
    }
    return instance;
  }

  /** The rows a batch of cleanup deletes at most; 5,000 if it is not given. */
  static int threshold(ProcedureCall call) {
    Long threshold = call.number("@threshold");
    long batch = threshold == null ? CdcJob.DEFAULT_THRESHOLD : threshold;
    if (batch < 1) {
      throw CdcErrors.badThreshold();
    }
    return (int) Math.min(Integer.MAX_VALUE, batch);
  }

  private static void cleanup(ProcedureCall call) {
    CaptureInstance instance = cleaned(call);
    byte[] mark = call.bytes("@low_water_mark");
    int threshold = threshold(call);
    Cleanup.Outcome outcome =
        new Cleanup(call.database().cdc(), instance, call.context().server().majorVersion())
            .run(mark == null ? null : Lsn.of(mark), threshold, number -> {});
    SqlMessage failure = outcome.failure();
    call.output("@fcleanupfailed", failure != null, Types.BIT);
    if (failure != null) {
      call.info(failure);
    }
  }
}
