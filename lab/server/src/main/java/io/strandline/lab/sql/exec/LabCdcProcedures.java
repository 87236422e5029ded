package io.strandline.lab.sql.exec;

import io.strandline.lab.cdc.CaptureInstance;
import io.strandline.lab.cdc.CapturedColumn;
import io.strandline.lab.cdc.CdcDatabase;
import io.strandline.lab.cdc.CdcJob;
import io.strandline.lab.cdc.Cleanup;
import io.strandline.lab.cdc.Lsn;
import io.strandline.lab.session.Column;
import io.strandline.lab.session.SqlMessage;
import io.strandline.lab.sql.view.ViewColumns;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The procedures of schema {@code lab} that steer capture, cleanup and restores of the database
 * they are called in.
 *
 * <table>
 *   <caption>Each with its arguments and what it does</caption>
 *   <tr><td>lab.cleanup_begin @capture_instance, @low_water_mark</td><td>moves the low watermark
 *       only; rows stay</td></tr>
 *   <tr><td>lab.cleanup_step @capture_instance, @threshold = 5000</td><td>deletes one batch below
 *       the watermark; returns deleted and remaining</td></tr>
 *   <tr><td>lab.cleanup_end @capture_instance</td><td>trims cdc.lsn_time_mapping</td></tr>
 *   <tr><td>lab.cleanup_job</td><td>runs the retention job now</td></tr>
 *   <tr><td>lab.cleanup_fail @batches = 1</td><td>lets the next batches fail with 22852</td></tr>
 *   <tr><td>lab.scan_fail @number = 22859</td><td>lets the next scan fail</td></tr>
 *   <tr><td>lab.capture_split @entries</td><td>log entries a step works off; NULL for no
 *       split</td></tr>
 *   <tr><td>lab.min_lsn_null @on = 1</td><td>min_lsn NULL, not zero, before an enable is
 *       captured</td></tr>
 *   <tr><td>lab.equal_commit_times @on = 1</td><td>all commits from now on have one time</td></tr>
 *   <tr><td>lab.agent_starting @on = 1</td><td>enabling a table is error 14258</td></tr>
 *   <tr><td>lab.log_roll</td><td>the next log file: positions jump</td></tr>
 *   <tr><td>lab.restore_to @lsn, @keep_cdc = 1</td><td>goes back to just after a commit</td></tr>
 *   <tr><td>lab.failover @server_name</td><td>another server without jobs</td></tr>
 *   <tr><td>lab.table_at @capture_instance, @lsn</td><td>the source's true rows after a
 *       commit</td></tr>
 * </table>
 */
final class LabCdcProcedures {

  private static final List<Column> STEP = ViewColumns.parse("deleted int!, remaining int!");

  private LabCdcProcedures() {}

  /** Adds the procedures, each wrapped as {@code guard} wraps a body. */
  static void addTo(Map<String, Procedure> procedures, UnaryOperator<Procedure.Body> guard) {
    add(
        procedures,
        guard,
        "cleanup_begin",
        "@capture_instance @low_water_mark",
        call -> {
          byte[] mark = call.bytes("@low_water_mark");
          cleanup(call).begin(mark == null ? null : Lsn.of(mark));
        });
    add(
        procedures,
        guard,
        "cleanup_step",
        "@capture_instance @threshold",
        call -> {
          Cleanup cleanup = cleanup(call);
          int deleted = cleanup.deleteBatch(CdcProcedures.threshold(call));
          List<@Nullable Object[]> rows = new ArrayList<>();
          rows.add(new @Nullable Object[] {deleted, cleanup.remaining()});
          call.rows(STEP, rows);
        });
    add(procedures, guard, "cleanup_end", "@capture_instance", call -> cleanup(call).finish());
    add(procedures, guard, "cleanup_job", "", LabCdcProcedures::cleanupJob);
    add(
        procedures,
        guard,
        "cleanup_fail",
        "@batches",
        call -> cdc(call).switches().failCleanupBatches((int) number(call, "@batches", 1)));
    add(procedures, guard, "scan_fail", "@number", LabCdcProcedures::failScan);
    add(
        procedures,
        guard,
        "capture_split",
        "@entries",
        call ->
            cdc(call)
                .switches()
                .entriesAStep(Math.max(1, number(call, "@entries", Long.MAX_VALUE))));
    add(
        procedures,
        guard,
        "min_lsn_null",
        "@on",
        call -> cdc(call).switches().minLsnNull(on(call)));
    add(
        procedures,
        guard,
        "equal_commit_times",
        "@on",
        call ->
            cdc(call)
                .switches()
                .commitTime(on(call) ? call.context().server().clock().instant() : null));
    add(
        procedures,
        guard,
        "agent_starting",
        "@on",
        call -> cdc(call).switches().agentStarting(on(call)));
    add(procedures, guard, "log_roll", "", call -> cdc(call).rollLogFile());
    add(procedures, guard, "restore_to", "@lsn @keep_cdc", LabCdcProcedures::restore);
    add(
        procedures,
        guard,
        "failover",
        "@server_name",
        call -> call.database().failover(EnableProcedures.required(call, "@server_name")));
    add(procedures, guard, "table_at", "@capture_instance @lsn", LabCdcProcedures::tableAt);
  }

  private static void add(
      Map<String, Procedure> procedures,
      UnaryOperator<Procedure.Body> guard,
      String name,
      String parameters,
      Procedure.Body body) {
    procedures.put(
        name,
        parameters.isEmpty()
            ? Procedure.withoutParameters(guard.apply(body))
            : Procedure.of(parameters, guard.apply(body)));
  }

  private static CdcDatabase cdc(ProcedureCall call) {
    return call.database().cdc();
  }

  private static boolean on(ProcedureCall call) {
    return !Boolean.FALSE.equals(call.flag("@on"));
  }

  private static long number(ProcedureCall call, String argument, long otherwise) {
    Long number = call.number(argument);
    return number == null ? otherwise : number;
  }

  private static Cleanup cleanup(ProcedureCall call) {
    return new Cleanup(
        cdc(call), CdcProcedures.cleaned(call), call.context().server().majorVersion());
  }

  private static void cleanupJob(ProcedureCall call) {
    EnableProcedures.requireOwner(call);
    if (cdc(call).jobs().find(CdcJob.Type.CLEANUP) == null) {
      throw CdcJobErrors.noSuchJob(CdcJob.Type.CLEANUP.text());
    }
    cdc(call).jobs().start(CdcJob.Type.CLEANUP);
  }

  private static void failScan(ProcedureCall call) {
    int number = (int) number(call, "@number", 22859);
    String text =
        "Log Scan process failed in processing log records. Refer to previous errors in the"
            + " current session to identify the cause and correct any associated problems.";
    cdc(call).switches().failNextScan(new SqlMessage(number, 16, 1, text, 1));
  }

  private static Lsn lsn(ProcedureCall call) {
    byte[] bytes = call.bytes("@lsn");
    if (bytes == null) {
      throw CdcErrors.emptyParameter("@lsn");
    }
    return Lsn.of(bytes);
  }

  private static void restore(ProcedureCall call) {
    boolean keepCdc = !Boolean.FALSE.equals(call.flag("@keep_cdc"));
    call.database().restoreTo(lsn(call), keepCdc);
  }

  private static void tableAt(ProcedureCall call) {
    CaptureInstance instance = CdcProcedures.cleaned(call);
    List<Column> columns = new ArrayList<>();
    for (CapturedColumn column : instance.columns()) {
      columns.add(new Column(column.name(), column.type(), true, false));
    }
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (List<@Nullable Object> row : cdc(call).oracle(instance).tableAt(lsn(call))) {
      rows.add(row.toArray());
    }
    call.rows(columns, rows);
  }
}
