package io.strandline.lab.sql.exec;

import io.strandline.lab.cdc.CaptureInstance;
import io.strandline.lab.cdc.CapturedColumn;
import io.strandline.lab.cdc.Oracle;
import io.strandline.lab.session.Column;
import io.strandline.lab.session.SqlType;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The stand-in's own procedures, schema {@code lab}, for sysadmins: they steer capture and tell
 * what a change table must come to hold. A real server has none of them.
 */
final class LabProcedures {

  /** The schema's name. */
  static final String SCHEMA = "lab";

  private static final Map<String, Procedure> PROCEDURES = procedures();

  private LabProcedures() {}

  /** A procedure of the schema; {@code null} if there is none of that name. */
  static @Nullable Procedure find(String name) {
    return PROCEDURES.get(name.toLowerCase(Locale.ROOT));
  }

  private static Map<String, Procedure> procedures() {
    Map<String, Procedure> procedures = new HashMap<>();
    procedures.put(
        "changes", Procedure.of("@capture_instance", forSysadmin(LabProcedures::changes)));
    put(procedures, "capture_pause", call -> call.database().cdc().job().pause());
    put(procedures, "capture_resume", call -> call.database().cdc().job().resume());
    put(procedures, "capture_step", call -> call.database().cdc().job().drain());
    put(procedures, "idle_entry", call -> call.database().cdc().job().idleEntry());
    LabCdcProcedures.addTo(procedures, LabProcedures::forSysadmin);
    return Map.copyOf(procedures);
  }

  private static void put(
      Map<String, Procedure> procedures, String name, Consumer<ProcedureCall> body) {
    procedures.put(name, Procedure.withoutParameters(forSysadmin(body::accept)));
  }

  private static Procedure.Body forSysadmin(Procedure.Body body) {
    return call -> {
      if (!call.context().access().isSysadmin()) {
        throw CdcErrors.sysadminRequired();
      }
      body.run(call);
    };
  }

  /** Every change that was committed, with its commit time in UTC, told by the commits alone. */
  private static void changes(ProcedureCall call) {
    String name = call.text("@capture_instance");
    CaptureInstance instance = name == null ? null : call.database().cdc().instance(name);
    if (instance == null) {
      throw CdcErrors.noSuchInstanceOrDenied();
    }
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (Oracle.Change change : call.database().cdc().oracle(instance).changes()) {
      rows.add(row(change));
    }
    call.rows(columns(instance), rows);
  }

  private static List<Column> columns(CaptureInstance instance) {
    SqlType lsn = SqlType.sized(SqlType.Kind.BINARY, 10);
    SqlType number = SqlType.of(SqlType.Kind.INT);
    List<Column> columns = new ArrayList<>();
    columns.add(new Column("start_lsn", lsn, false, false));
    columns.add(new Column("seqval", lsn, false, false));
    columns.add(new Column("operation", number, false, false));
    columns.add(new Column("command_id", number, false, false));
    columns.add(new Column("commit_utc", SqlType.of(SqlType.Kind.DATETIME), false, false));
    for (CapturedColumn column : instance.columns()) {
      columns.add(new Column(column.name(), column.type(), true, false));
    }
    return columns;
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
