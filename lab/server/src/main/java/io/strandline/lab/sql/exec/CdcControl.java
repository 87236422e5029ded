package io.strandline.lab.sql.exec;

import io.strandline.lab.cdc.CdcDatabase;
import io.strandline.lab.cdc.CdcJob;
import io.strandline.lab.cdc.Cleanup;
import io.strandline.lab.cdc.Lsn;
import io.strandline.lab.session.Column;
import io.strandline.lab.session.SqlMessage;
import io.strandline.lab.sql.view.ViewColumns;
import io.strandline.lab.store.Table;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Procedures that steer cleanup, restores and what a server may do differently. */
final class CdcControl {

  private static final List<Column> STEP = ViewColumns.parse("deleted int!, remaining int!");

  private static final int MOST_PARTITIONS = 15_000;

  private CdcControl() {}

  static List<LabProcedure> procedures() {
    List<LabProcedure> all = new ArrayList<>(cleanup());
    all.addAll(switches());
    all.add(
        LabProcedure.named("log_roll", "Starts the next log file, so that positions jump")
            .does(call -> cdc(call).rollLogFile()));
    all.add(
        LabProcedure.named(
                "restore_to", "Goes back to just after a commit: data, capture and positions")
            .with("@lsn", "binary(10)", "of the commit")
            .with("@keep_cdc", "bit", "0 disables capture, as a restore without KEEP_CDC does")
            .does(CdcControl::restore));
    all.add(
        LabProcedure.named("failover", "Goes on at another server, which has no jobs")
            .with("@server_name", "nvarchar", "what @@SERVERNAME is from now on")
            .does(call -> call.database().failover(name(call))));
    return all;
  }

  private static List<LabProcedure> cleanup() {
    return List.of(
        LabProcedure.named("cleanup_begin", "Moves an instance's low watermark; rows stay")
            .with("@capture_instance", "nvarchar", "its name")
            .with("@low_water_mark", "binary(10)", "of a commit; NULL leaves it")
            .does(CdcControl::begin),
        LabProcedure.named(
                "cleanup_step",
                "Deletes one batch below the watermark; returns rows deleted and remaining")
            .with("@capture_instance", "nvarchar", "its name")
            .with("@threshold", "bigint", "rows a batch, 5000 without it")
            .does(CdcControl::step),
        LabProcedure.named("cleanup_end", "Trims cdc.lsn_time_mapping below the lowest watermark")
            .with("@capture_instance", "nvarchar", "whose cleanup ends")
            .does(call -> cleanup(call).finish()),
        LabProcedure.named("cleanup_job", "Runs the retention job now")
            .does(CdcControl::cleanupJob),
        LabProcedure.named("cleanup_fail", "Lets the next batches of cleanup fail with 22852")
            .with("@batches", "int", "how many, 1 without it")
            .does(
                call ->
                    cdc(call).switches().failCleanupBatches((int) number(call, "@batches", 1))));
  }

  private static List<LabProcedure> switches() {
    return List.of(
        LabProcedure.named("scan_fail", "Lets the next scan of capture fail")
            .with("@number", "int", "of the error, 1 or more; 22859 without it")
            .does(CdcControl::failScan),
        LabProcedure.named(
                "capture_split", "Spreads a scan over steps; its last one publishes it whole")
            .with("@entries", "bigint", "log records a step; NULL for no split")
            .does(CdcControl::split),
        LabProcedure.named("min_lsn_null", "Makes min_lsn NULL, not zero, before the capture")
            .with("@on", "bit", "0 for zero again")
            .does(call -> cdc(call).switches().minLsnNull(on(call))),
        LabProcedure.named(
                "partitioned",
                "Lists a table in sys.partitions as one of many; rows stay as they are")
            .with("@table", "nvarchar", "its name in schema dbo")
            .with("@partitions", "int", "how many, 1 to 15000")
            .does(CdcControl::partitioned),
        LabProcedure.named("equal_commit_times", "Gives all commits from now on one time")
            .with("@on", "bit", "0 for the clock's again")
            .does(CdcControl::equalTimes),
        LabProcedure.named("agent_starting", "Makes enabling a table error 14258")
            .with("@on", "bit", "0 when the Agent has started")
            .does(call -> cdc(call).switches().agentStarting(on(call))));
  }

  /** A table has at most 15,000 partitions (documented). */
  private static void partitioned(ProcedureCall call) {
    String name = EnableProcedures.required(call, "@table");
    Table table = call.database().table("dbo", name);
    long count = number(call, "@partitions", 1);
    if (table == null || count < 1 || count > MOST_PARTITIONS) {
      throw CdcErrors.noSuchTable("dbo", name);
    }
    table.partitions((int) count);
  }

  private static CdcDatabase cdc(ProcedureCall call) {
    return call.database().cdc();
  }

  private static String name(ProcedureCall call) {
    return EnableProcedures.required(call, "@server_name");
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

  private static void begin(ProcedureCall call) {
    byte[] mark = call.bytes("@low_water_mark");
    cleanup(call).begin(mark == null ? null : Lsn.of(mark));
  }

  private static void step(ProcedureCall call) {
    Cleanup cleanup = cleanup(call);
    int deleted = cleanup.deleteBatch(CdcProcedures.threshold(call));
    List<@Nullable Object[]> rows = new ArrayList<>();
    rows.add(new @Nullable Object[] {deleted, cleanup.remaining()});
    call.rows(STEP, rows);
  }

  private static void cleanupJob(ProcedureCall call) {
    if (cdc(call).jobs().find(CdcJob.Type.CLEANUP) == null) {
      throw CdcJobErrors.noSuchJob(CdcJob.Type.CLEANUP.text());
    }
    cdc(call).jobs().start(CdcJob.Type.CLEANUP);
  }

  private static void failScan(ProcedureCall call) {
    long number = number(call, "@number", 22859);
    if (number < 1 || number > Integer.MAX_VALUE) {
      throw LabErrors.badArgument("@number", number, "Give an error's number, 1 or more.");
    }
    String text =
        "Log Scan process failed in processing log records. Refer to previous errors in the"
            + " current session to identify the cause and correct any associated problems.";
    cdc(call).switches().failNextScan(new SqlMessage((int) number, 16, 1, text, 1));
  }

  private static void split(ProcedureCall call) {
    long entries = number(call, "@entries", Long.MAX_VALUE);
    if (entries < 1) {
      throw LabErrors.badArgument("@entries", entries, "Give 1 or more, or NULL for no split.");
    }
    cdc(call).switches().entriesAStep(entries);
  }

  private static void equalTimes(ProcedureCall call) {
    cdc(call).switches().commitTime(on(call) ? call.context().server().clock().instant() : null);
  }

  private static void restore(ProcedureCall call) {
    byte[] lsn = call.bytes("@lsn");
    if (lsn == null) {
      throw LabErrors.badArgument("@lsn", null, "Give the start_lsn of a commit.");
    }
    boolean keepCdc = !Boolean.FALSE.equals(call.flag("@keep_cdc"));
    try {
      call.database().restoreTo(Lsn.of(lsn), keepCdc);
    } catch (IllegalArgumentException e) {
      throw LabErrors.invalid(e);
    } catch (IllegalStateException e) {
      throw LabErrors.notReady(e);
    }
  }
}
