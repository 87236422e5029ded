package io.strandline.lab.sql.exec;

import io.strandline.lab.catalog.Database;
import io.strandline.lab.cdc.CaptureInstance;
import io.strandline.lab.cdc.CapturedColumn;
import io.strandline.lab.cdc.Lsn;
import io.strandline.lab.cdc.Oracle;
import io.strandline.lab.session.Column;
import io.strandline.lab.session.SqlType;
import io.strandline.lab.sql.type.Types;
import io.strandline.lab.store.Table;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Procedures that tell what is true, by the commits alone and not by what capture made of them. */
final class TruthControl {

  private TruthControl() {}

  static List<LabProcedure> procedures() {
    return List.of(
        LabProcedure.named(
                "changes", "Lists every change that a capture instance must come to hold")
            .with("@capture_instance", "nvarchar", "its name")
            .does(TruthControl::changes),
        LabProcedure.named(
                "state_at",
                "Lists a tracked table's rows as they were after a commit, in key order")
            .with(
                "@table",
                "nvarchar",
                "schema.table, read as its oldest capture instance does, or a capture instance")
            .with("@lsn", "binary(10)", "of the commit, not before the enable; now without it")
            .does(TruthControl::stateAt));
  }

  private static CaptureInstance instance(ProcedureCall call, String argument) {
    String name = call.requiredText(argument);
    CaptureInstance instance = find(call.database(), name);
    if (instance == null) {
      throw CdcErrors.noSuchInstanceOrDenied();
    }
    return instance;
  }

  private static @Nullable CaptureInstance find(Database database, String name) {
    int dot = name.indexOf('.');
    Table table = dot < 0 ? null : database.table(name.substring(0, dot), name.substring(dot + 1));
    if (table == null) {
      return database.cdc().instance(name);
    }
    List<CaptureInstance> instances = database.cdc().instancesOf(table);
    return instances.isEmpty() ? null : instances.get(0);
  }

  private static Oracle oracle(ProcedureCall call, CaptureInstance instance) {
    try {
      return call.database().cdc().oracle(instance);
    } catch (IllegalStateException e) {
      throw LabErrors.notReady(e);
    }
  }

  private static void stateAt(ProcedureCall call) {
    CaptureInstance instance = instance(call, "@table");
    byte[] given = call.bytes("@lsn");
    byte[] last = new byte[10];
    Arrays.fill(last, (byte) 0xFF);
    List<Column> columns = new ArrayList<>();
    addCaptured(instance, columns);
    List<@Nullable Object[]> rows = new ArrayList<>();
    Lsn lsn = Lsn.of(given == null ? last : given);
    Oracle oracle = oracle(call, instance);
    Lsn newest = call.database().cdc().newestCommit();
    if (given != null && (newest == null || lsn.compareTo(newest) > 0)) {
      throw LabErrors.badArgument(
          "@lsn", lsn, "Give the start_lsn of a commit; the newest is " + newest + ".");
    }
    for (List<@Nullable Object> row : oracle.tableAt(lsn)) {
      rows.add(row.toArray());
    }
    call.rows(columns, rows);
  }

  /** Every change that was committed, with its commit time in UTC. */
  private static void changes(ProcedureCall call) {
    CaptureInstance instance = instance(call, "@capture_instance");
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (Oracle.Change change : oracle(call, instance).changes()) {
      rows.add(row(change));
    }
    call.rows(columns(instance), rows);
  }

  private static List<Column> columns(CaptureInstance instance) {
    List<Column> columns = new ArrayList<>();
    columns.add(new Column("start_lsn", Types.LSN, false, false));
    columns.add(new Column("seqval", Types.LSN, false, false));
    columns.add(new Column("operation", Types.INT, false, false));
    columns.add(new Column("command_id", Types.INT, false, false));
    columns.add(new Column("commit_utc", SqlType.of(SqlType.Kind.DATETIME), false, false));
    addCaptured(instance, columns);
    return columns;
  }

  private static void addCaptured(CaptureInstance instance, List<Column> columns) {
    for (CapturedColumn column : instance.columns()) {
      columns.add(new Column(column.name(), column.type(), true, false));
    }
  }

  private static @Nullable Object[] row(Oracle.Change change) {
    List<@Nullable Object> values = new ArrayList<>();
    values.add(change.commitLsn().bytes());
    values.add(change.seqval().bytes());
    values.add(change.operation());
    values.add(change.commandId());
    values.add(LocalDateTime.ofInstant(change.commitInstant(), ZoneOffset.UTC));
    values.addAll(change.values());
    return values.toArray();
  }
}
