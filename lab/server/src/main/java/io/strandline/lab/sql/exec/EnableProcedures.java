package io.strandline.lab.sql.exec;

import io.strandline.lab.catalog.Database;
import io.strandline.lab.cdc.CaptureInstance;
import io.strandline.lab.cdc.CaptureRequest;
import io.strandline.lab.cdc.CapturedColumn;
import io.strandline.lab.session.SqlException;
import io.strandline.lab.store.ColumnDef;
import io.strandline.lab.store.KeyDef;
import io.strandline.lab.store.LockMode;
import io.strandline.lab.store.Table;
import io.strandline.lab.store.TableSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** {@code sys.sp_cdc_enable_*} and {@code sys.sp_cdc_disable_*}. */
final class EnableProcedures {

  private static final int MAX_INSTANCE_NAME = 100;

  private EnableProcedures() {}

  static void addTo(Map<String, Procedure> procedures) {
    procedures.put(
        "sp_cdc_enable_db", Procedure.withoutParameters(EnableProcedures::enableDatabase));
    procedures.put(
        "sp_cdc_disable_db", Procedure.withoutParameters(EnableProcedures::disableDatabase));
    procedures.put(
        "sp_cdc_enable_table",
        Procedure.of(
            "@source_schema @source_name @capture_instance @supports_net_changes @role_name"
                + " @index_name @captured_column_list @filegroup_name @allow_partition_switch",
            EnableProcedures::enableTable));
    procedures.put(
        "sp_cdc_disable_table",
        Procedure.of(
            "@source_schema @source_name @capture_instance", EnableProcedures::disableTable));
  }

  private static void enableDatabase(ProcedureCall call) {
    if (!call.context().access().isSysadmin()) {
      throw CdcErrors.sysadminRequired();
    }
    Database database = call.database();
    if (database.name().equals("master")) {
      throw SqlException.of(
          22906, 16, 1, "The database 'master' cannot be enabled for Change Data Capture.");
    }
    if (database.cdc().isEnabled()) {
      throw SqlException.of(
          22907,
          16,
          1,
          "The database '" + database.name() + "' is already enabled for Change Data Capture.");
    }
    database.addSchema("cdc");
    database.cdc().enable();
  }

  private static void disableDatabase(ProcedureCall call) {
    if (!call.context().access().isSysadmin()) {
      throw CdcErrors.sysadminRequired();
    }
    requireEnabled(call.database());
    call.database().cdc().disable();
    call.database().removeSchema("cdc");
  }

  static void requireEnabled(Database database) {
    if (!database.cdc().isEnabled()) {
      throw CdcErrors.notEnabled(database.name());
    }
  }

  private static void requireOwner(ProcedureCall call) {
    requireEnabled(call.database());
    if (!call.context().access().isOwner(call.database())) {
      throw CdcErrors.ownerRequired();
    }
  }

  private static void enableTable(ProcedureCall call) {
    requireOwner(call);
    Database database = call.database();
    String schema = call.requiredText("@source_schema");
    String name = call.requiredText("@source_name");
    Table table = database.table(schema, name);
    if (table == null) {
      throw CdcErrors.noSuchTable(schema, name);
    }
    if (!call.has("@role_name")) {
      call.requiredText("@role_name");
    }
    call.context().txn().lock(table, LockMode.SCHEMA);
    String given = call.text("@capture_instance");
    String instance = given == null ? table.schemaName() + "_" + table.name() : given;
    if (instance.length() > MAX_INSTANCE_NAME) {
      throw SqlException.of(
          22935, 16, 1, "The capture instance name '" + instance + "' exceeds 100 characters.");
    }
    if (database.cdc().instancesOf(table).size() >= 2) {
      throw CdcErrors.twoInstances(table.schemaName(), table.name());
    }
    if (database.cdc().instance(instance) != null) {
      throw CdcErrors.instanceExists(instance);
    }
    CaptureRequest request = request(call, table, instance);
    String role = request.role();
    if (role != null && !database.security().hasRole(role)) {
      database.security().addRole(role);
    }
    CaptureInstance made =
        database.cdc().enableTable(request, database.nextObjectId(), call.context().txn());
    call.context().txn().onUndo(() -> database.cdc().disableTable(made));
  }

  private static CaptureRequest request(ProcedureCall call, Table table, String instance) {
    TableSchema schema = table.schema();
    List<CapturedColumn> columns = captured(call.text("@captured_column_list"), table);
    KeyDef key = key(call.text("@index_name"), table);
    Boolean net = call.flag("@supports_net_changes");
    boolean supportsNet = net == null ? key != null : net;
    if (supportsNet && key == null) {
      throw CdcErrors.noKey();
    }
    List<CapturedColumn> index = new ArrayList<>();
    if (key != null) {
      for (KeyDef.Part part : key.parts()) {
        ColumnDef column = schema.byId(part.columnId());
        if (column == null || column.nullable()) {
          throw CdcErrors.nullableIndex(key.name());
        }
        index.add(capturedKey(columns, column, supportsNet));
      }
    }
    return new CaptureRequest(
        instance,
        table,
        call.text("@role_name"),
        key == null ? null : key.name(),
        columns,
        index,
        supportsNet);
  }

  private static CapturedColumn capturedKey(
      List<CapturedColumn> columns, ColumnDef key, boolean supportsNet) {
    for (CapturedColumn column : columns) {
      if (column.columnId() == key.id()) {
        return column;
      }
    }
    if (supportsNet) {
      throw CdcErrors.uncapturedKey();
    }
    return new CapturedColumn(key.id(), key.name(), key.type(), 0);
  }

  private static List<CapturedColumn> captured(@Nullable String list, Table table) {
    List<CapturedColumn> columns = new ArrayList<>();
    List<String> wanted = list == null ? List.of() : names(list);
    int found = 0;
    for (ColumnDef column : table.schema().columns()) {
      boolean named = wanted.stream().anyMatch(name -> name.equalsIgnoreCase(column.name()));
      found += named ? 1 : 0;
      if (named || list == null) {
        columns.add(
            new CapturedColumn(column.id(), column.name(), column.type(), columns.size() + 1));
      }
    }
    if (list != null && found != wanted.size()) {
      throw CdcErrors.unknownColumn(table.schemaName(), table.name());
    }
    return columns;
  }

  /** The names of a list such as {@code [a], "b", c}. */
  private static List<String> names(String list) {
    List<String> names = new ArrayList<>();
    for (String part : list.split(",")) {
      String name = part.trim();
      boolean quoted = name.startsWith("[") && name.endsWith("]") || name.startsWith("\"");
      names.add(quoted && name.length() > 1 ? name.substring(1, name.length() - 1) : name);
    }
    return names;
  }

  private static @Nullable KeyDef key(@Nullable String index, Table table) {
    if (index == null) {
      return table.schema().primaryKey();
    }
    for (KeyDef key : table.schema().keys()) {
      if (key.name().equalsIgnoreCase(index) && key.unique()) {
        return key;
      }
    }
    throw CdcErrors.notUnique(index, table.schemaName(), table.name());
  }

  private static void disableTable(ProcedureCall call) {
    requireOwner(call);
    Database database = call.database();
    String schema = call.requiredText("@source_schema");
    String name = call.requiredText("@source_name");
    String wanted = call.requiredText("@capture_instance");
    Table table = database.table(schema, name);
    if (table == null) {
      throw CdcErrors.noSuchTable(schema, name);
    }
    boolean all = wanted.equalsIgnoreCase("all");
    boolean any = false;
    for (CaptureInstance instance : database.cdc().instancesOf(table)) {
      if (all || instance.name().equalsIgnoreCase(wanted)) {
        any = true;
        database.cdc().disableTable(instance);
        database.security().forget(instance.objectId());
      }
    }
    if (!any && !all) {
      throw CdcErrors.noSuchInstance(wanted);
    }
  }
}
