package io.strandline.lab;

import io.strandline.lab.catalog.Database;
import io.strandline.lab.catalog.Security;
import io.strandline.lab.cdc.CaptureInstance;
import io.strandline.lab.cdc.CaptureJob;
import io.strandline.lab.cdc.CapturedColumn;
import io.strandline.lab.cdc.CdcDatabase;
import io.strandline.lab.cdc.CdcJobs;
import io.strandline.lab.cdc.CdcSwitches;
import io.strandline.lab.cdc.Cleanup;
import io.strandline.lab.cdc.Lsn;
import io.strandline.lab.cdc.Oracle;
import io.strandline.lab.store.Table;
import java.util.Iterator;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/** A database of the lab, seen from behind: capture, cleanup, logins and truth. Thread-safe. */
public final class LabDatabase {

  private final Lab lab;
  private final Database database;

  LabDatabase(Lab lab, Database database) {
    this.lab = lab;
    this.database = database;
  }

  public String name() {
    return database.name();
  }

  /** The capture job: pause, resume, step, idle entries. */
  public CaptureJob capture() {
    return database.cdc().job();
  }

  /** The log and its mapping to time. */
  public CdcDatabase cdc() {
    return database.cdc();
  }

  /**
   * A capture instance.
   *
   * @throws IllegalArgumentException if there is none of that name
   */
  public CaptureInstance instance(String captureInstance) {
    CaptureInstance instance = database.cdc().instance(captureInstance);
    if (instance == null) {
      throw new IllegalArgumentException(
          "no capture instance '" + captureInstance + "' in database '" + name() + "'");
    }
    return instance;
  }

  /** A user table, for its counters; {@code null} if there is none. */
  public @Nullable Table table(String schema, String table) {
    return database.table(schema, table);
  }

  /**
   * Inserts rows without SQL, for data in the millions.
   *
   * <p>Change rows are captured along the way, even when the capture job is paused, so that the log
   * stays short. {@link LabConfig#keepHistory} should be off: a history keeps every row once more.
   *
   * @param rows a value a column, in the order of the columns, each of its type's Java class
   *     ({@link io.strandline.lab.session.SqlType.Kind#javaClass}) and within its type's bounds
   * @param rowsPerCommit rows a transaction, at least 1
   * @return rows inserted
   * @throws IllegalArgumentException for an unknown table or a value of another class; rows before
   *     its transaction stay
   * @throws io.strandline.lab.session.SqlException 2627 or 2601 for a duplicate key
   */
  public long load(
      String schema, String tableName, Iterator<@Nullable Object[]> rows, int rowsPerCommit) {
    Table table = database.table(schema, tableName);
    if (table == null) {
      throw new IllegalArgumentException("no table " + schema + "." + tableName);
    }
    return new BulkLoad(database, table, rowsPerCommit).run(rows);
  }

  /**
   * Cleans a change table as {@code sys.sp_cdc_cleanup_change_table} does.
   *
   * @param lowWatermark a commit LSN of the mapping; {@code null} for the current watermark
   * @param threshold rows a batch
   * @param betweenBatches called with 1, 2, ... before each batch; the watermark is moved by then
   * @return deleted rows
   */
  public long cleanup(
      String captureInstance,
      @Nullable Lsn lowWatermark,
      int threshold,
      IntConsumer betweenBatches) {
    return new Cleanup(database.cdc(), instance(captureInstance), lab.server().majorVersion())
        .run(lowWatermark, threshold, betweenBatches)
        .deleted();
  }

  /** The jobs' configurations: start, stop, change, drop. */
  public CdcJobs jobs() {
    return database.cdc().jobs();
  }

  /** What tests turn on and off in capture. */
  public CdcSwitches switches() {
    return database.cdc().switches();
  }

  /**
   * Goes back to the state just after a commit, data and capture; a new recovery fork begins and
   * positions are given out again. Tables created since stay, empty; dropped ones stay dropped.
   *
   * @param lsn the commit
   * @param keepCdc as RESTORE WITH KEEP_CDC; else capture is disabled
   */
  public void restoreTo(Lsn lsn, boolean keepCdc) {
    database.restoreTo(lsn, keepCdc);
  }

  /** Goes on at another server, which has no jobs for this database until they are added. */
  public void failover(String serverName) {
    database.failover(serverName);
  }

  /** What an instance's change table must come to hold. */
  public Oracle oracle(String captureInstance) {
    return database.cdc().oracle(instance(captureInstance));
  }

  /**
   * Makes a login that may read one instance and no more: SELECT on the captured columns of the
   * source and on the change table. An existing login gets these permissions too.
   */
  public void grantReader(String login, String captureInstance) {
    CaptureInstance instance = instance(captureInstance);
    if (!lab.server().hasLogin(login)) {
      lab.server().putLogin(login, lab.config().server().readerPassword(), false);
    }
    Security security = database.security();
    if (security.userOf(login) == null) {
      security.addUser(login, login);
    }
    String source = Security.object(instance.source().objectId());
    for (CapturedColumn column : instance.columns()) {
      security.rule(login, "SELECT", source, column.name(), true);
    }
    security.rule(login, "SELECT", Security.object(instance.objectId()), "", true);
  }
}
