package io.strandline.lab.sql.exec;

import io.strandline.lab.catalog.Database;
import io.strandline.lab.cdc.CaptureInstance;
import io.strandline.lab.cdc.CaptureRequest;
import io.strandline.lab.cdc.CapturedColumn;
import io.strandline.lab.store.ColumnDef;
import io.strandline.lab.store.KeyDef;
import io.strandline.lab.store.LockMode;
import io.strandline.lab.store.Table;
import io.strandline.lab.store.TableSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** {@code sys.sp_cdc_enable_*} and {@code sys.sp_cdc_disable_*}. */
final class EnableProcedures {

  private static final int MAX_INSTANCE_NAME = 100;
  private static final Set<String> SYSTEM_DATABASES = Set.of("master", "model", "msdb", "tempdb");
  private static final Set<String> RESERVED =
      Set.of("__$start_lsn", "__$end_lsn", "__$seqval", "__$operation", "__$update_mask");

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
    if (SYSTEM_DATABASES.contains(database.name().toLowerCase(Locale.ROOT))) {
      throw CdcErrors.systemDatabase(database.name());
    }
    if (database.cdc().isEnabled()) {
      call.info(CdcErrors.alreadyEnabled(database.name()));
      return;
    }
    if (database.schema("cdc") != null || database.security().hasPrincipal("cdc")) {
      throw CdcErrors.cdcNameTaken(database.name());
    }
    database.addSchema("cdc");
    database.cdc().enable();
    call.context()
        .txn()
        .onUndo(
            () -> {
              database.cdc().disable();
              database.removeSchema("cdc");
            });
  }

  private static void disableDatabase(ProcedureCall call) {
    if (!call.context().access().isSysadmin()) {
      throw CdcErrors.sysadminRequired();
    }
    requireEnabled(call.database());
    call.session().requireAutocommit("sys.sp_cdc_disable_db");
    call.database().cdc().disable();
    call.database().removeSchema("cdc");
  }

  static void requireEnabled(Database database) {
    if (!database.cdc().isEnabled()) {
      throw CdcErrors.notEnabled(database.name());
    }
  }

  /** Errors 22901 and 22904 unless capture is enabled here and the caller owns the database. */
  static void requireOwner(ProcedureCall call) {
    requireEnabled(call.database());
    if (!call.context().access().isOwner(call.database())) {
      throw CdcErrors.ownerRequired();
    }
  }

  /** A named argument: error 201 if it was not given, 22963 if it is NULL or empty. */
  static String required(ProcedureCall call, String argument) {
    String text = call.has(argument) ? call.text(argument) : call.requiredText(argument);
    if (text == null || text.isEmpty()) {
      throw CdcErrors.emptyParameter(argument);
    }
    return text;
  }

  private static Table source(Database database, String schema, String name) {
    Table table = database.table(schema, name);
    if (table == null) {
      throw CdcErrors.noSuchTable(schema, name);
    }
    return table;
  }

  private static void enableTable(ProcedureCall call) {
    requireOwner(call);
    Database database = call.database();
    String schema = required(call, "@source_schema");
    String name = required(call, "@source_name");
    Table table = source(database, schema, name);
    if (!call.has("@role_name")) {
      call.requiredText("@role_name");
    }
    if ("".equals(call.text("@role_name"))) {
      throw CdcErrors.emptyRole();
    }
    if (database.cdc().switches().isAgentStarting()) {
      throw CdcJobErrors.agentStarting();
    }
    call.context().txn().lock(table, LockMode.SCHEMA);
    String given = call.text("@capture_instance");
    String instance = given == null ? table.schemaName() + "_" + table.name() : given;
    if (instance.length() > MAX_INSTANCE_NAME) {
      throw CdcErrors.longName(instance);
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
          throw CdcErrors.nullableIndex(key.name(), table.schemaName(), table.name());
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
        supportsNet,
        filegroup(call),
        !Boolean.FALSE.equals(call.flag("@allow_partition_switch")));
  }

  /** Databases have one filegroup here, PRIMARY. */
  private static @Nullable String filegroup(ProcedureCall call) {
    String filegroup = call.text("@filegroup_name");
    if (filegroup != null && !filegroup.equalsIgnoreCase("PRIMARY")) {
      throw CdcErrors.noSuchFilegroup(filegroup, call.database().name());
    }
    return filegroup;
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
    return new CapturedColumn(key.id(), key.name(), key.type(), 0, false);
  }

  private static List<CapturedColumn> captured(@Nullable String list, Table table) {
    List<CapturedColumn> columns = new ArrayList<>();
    List<String> wanted = list == null ? List.of() : names(list);
    for (String name : wanted) {
      if (table.schema().indexOf(name) < 0) {
        throw CdcErrors.noSuchColumn(name, table.schemaName(), table.name());
      }
    }
    for (ColumnDef column : table.schema().columns()) {
      boolean named = wanted.stream().anyMatch(name -> name.equalsIgnoreCase(column.name()));
      if (named || list == null) {
        if (RESERVED.contains(column.name().toLowerCase(Locale.ROOT))) {
          throw CdcErrors.reservedColumn(table.name());
        }
        columns.add(
            new CapturedColumn(
                column.id(),
                column.name(),
                column.type(),
                columns.size() + 1,
                column.isComputed()));
      }
    }
    return columns;
  }

  /** The names of a list such as {@code [a], "b", c}; quoted names may hold commas. */
  private static List<String> names(String list) {
    List<String> names = new ArrayList<>();
    int at = 0;
    while (at < list.length()) {
      char first = list.charAt(at);
      if (first == ',' || Character.isWhitespace(first)) {
        at++;
      } else if (first == '[' || first == '"') {
        at = quoted(list, at + 1, first == '[' ? ']' : '"', names);
      } else {
        int comma = list.indexOf(',', at);
        int end = comma < 0 ? list.length() : comma;
        names.add(list.substring(at, end).trim());
        at = end;
      }
    }
    return names;
  }

  private static int quoted(String list, int start, char quote, List<String> names) {
    StringBuilder name = new StringBuilder();
    for (int at = start; at < list.length(); at++) {
      char next = list.charAt(at);
      boolean doubled = next == quote && at + 1 < list.length() && list.charAt(at + 1) == quote;
      if (next == quote && !doubled) {
        names.add(name.toString());
        return at + 1;
      }
      name.append(next);
      at += doubled ? 1 : 0;
    }
    throw CdcErrors.openQuote();
  }

  private static @Nullable KeyDef key(@Nullable String index, Table table) {
    if (index == null) {
      return table.schema().primaryKey();
    }
    for (KeyDef key : table.schema().keys()) {
      if (key.name().equalsIgnoreCase(index)) {
        if (!key.unique()) {
          throw CdcErrors.notUnique(index, table.schemaName(), table.name());
        }
        return key;
      }
    }
    throw CdcErrors.noSuchIndex(index, table.schemaName(), table.name());
  }

  private static void disableTable(ProcedureCall call) {
    requireOwner(call);
    Database database = call.database();
    String schema = required(call, "@source_schema");
    String name = required(call, "@source_name");
    String wanted = required(call, "@capture_instance");
    Table table = source(database, schema, name);
    if (database.cdc().instancesOf(table).isEmpty()) {
      throw CdcErrors.notTracked(table.schemaName(), table.name());
    }
    boolean all = wanted.equalsIgnoreCase("all");
    if (!all && !isInstanceOf(table, wanted, database)) {
      throw CdcErrors.noSuchInstance(wanted, table.schemaName(), table.name());
    }
    call.session().requireAutocommit("sys.sp_cdc_disable_table");
    for (CaptureInstance instance : database.cdc().instancesOf(table)) {
      if (all || instance.name().equalsIgnoreCase(wanted)) {
        database.cdc().disableTable(instance);
        database.security().forget(instance.objectId());
      }
    }
  }

  private static boolean isInstanceOf(Table table, String name, Database database) {
    return database.cdc().instancesOf(table).stream()
        .anyMatch(instance -> instance.name().equalsIgnoreCase(name));
  }
}
