package io.strandline.lab.sql.exec;

import io.strandline.lab.control.LabControls;
import io.strandline.lab.faults.FiredFault;
import io.strandline.lab.session.Column;
import io.strandline.lab.sql.type.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Procedures that make things go wrong for clients. */
final class FaultControl {

  private FaultControl() {}

  static List<LabProcedure> procedures() {
    return List.of(
        fault(),
        LabProcedure.named("faults_clear", "Takes back the faults that have not happened")
            .does(call -> controls(call).faults().clear()),
        LabProcedure.named("faults_fired", "Lists the newest 10,000 faults that happened, in order")
            .does(FaultControl::fired),
        LabProcedure.named(
                "restart",
                "Resets every connection, this one too, as a restart does; data and port stay")
            .does(call -> controls(call).dropConnections()));
  }

  static LabControls controls(ProcedureCall call) {
    return call.context().server().controls();
  }

  private static LabProcedure fault() {
    return LabProcedure.named(
            "fault", "Makes something go wrong; statements that begin with EXEC lab. are spared")
        .with(
            "@effect",
            "nvarchar",
            "error, deadlock, refuse_login, kill, half_packet, delay," + " blackhole or drop_reply")
        .with("@pattern", "nvarchar", "regular expression found in the statement, case ignored")
        .with("@table", "nvarchar", "table that the statement names, such as cdc.dbo_orders_CT")
        .with("@user", "nvarchar", "login name")
        .with("@program", "nvarchar", "what the client calls itself")
        .with("@connection", "int", "number of the connection since the start, from 1")
        .with(
            "@point",
            "nvarchar",
            "accept, prelogin, tls_handshake, login, before_statement,"
                + " before_columns, before_row, after_rows, before_done, before_commit or after_commit;"
                + " before_statement without it, after_rows with @rows")
        .with("@rows", "bigint", "of before_row and after_rows")
        .with("@error", "int", "number of an error; 50000 without it")
        .with("@severity", "int", "11 to 25; 16 without it; 20 and more ends the connection")
        .with("@state", "int", "0 to 255; 1 without it")
        .with("@message", "nvarchar", "text of an error")
        .with("@milliseconds", "bigint", "of a delay, 1 to 3600000")
        .with("@skip", "int", "how many times it is let pass first; 0 without it")
        .with("@times", "int", "how many times it happens; 1 without it")
        .with("@probability", "float", "of happening each time, above 0 to 1; 1 without it")
        .with("@seed", "int", "decides what the probability leaves open; 1 without it")
        .does(call -> add(call));
  }

  private static void add(ProcedureCall call) {
    try {
      controls(call).faults().add(new FaultArguments(call).read());
    } catch (IllegalStateException e) {
      throw LabErrors.notReady(e);
    }
  }

  private static void fired(ProcedureCall call) {
    List<Column> columns =
        List.of(
            new Column("sequence", Types.BIGINT, false, false),
            new Column("point", Types.SYSNAME, false, false),
            new Column("effect", Types.SYSNAME, false, false),
            new Column("connection", Types.INT, false, false),
            new Column("session_id", Types.INT, false, false),
            new Column("login_name", Types.SYSNAME, false, false),
            new Column("program_name", Types.SYSNAME, false, false),
            new Column("statement", Types.NVARCHAR_MAX, false, false));
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (FiredFault fired : controls(call).faults().fired()) {
      rows.add(
          new @Nullable Object[] {
            fired.sequence(),
            fired.fault().point().kind().name().toLowerCase(Locale.ROOT),
            fired.fault().effect().toString(),
            fired.client().connection(),
            fired.client().session(),
            fired.client().user(),
            fired.client().application(),
            fired.statement()
          });
    }
    call.rows(columns, rows);
  }
}
