package io.strandline.lab.cdc;

import io.strandline.lab.clock.LabClock;
import io.strandline.lab.sql.type.DateTimes;
import io.strandline.lab.store.CommitOrder;
import io.strandline.lab.store.ReadView;
import io.strandline.lab.store.RowRef;
import io.strandline.lab.store.Store;
import io.strandline.lab.store.Table;
import io.strandline.lab.store.TransactionLog;
import io.strandline.lab.store.Txn;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One database's log and change data capture. Thread-safe. */
public final class CdcDatabase implements TransactionLog {

  private final Store store;
  private final LabClock clock;
  private final LsnAllocator allocator;
  private final CommitLog log;
  private final LsnTimeMapping times = new LsnTimeMapping();
  private final CaptureJob job;
  private volatile List<CaptureInstance> instances = List.of();
  private volatile List<DdlHistoryRow> ddlHistory = List.of();
  private volatile boolean enabled;

  /** The log of a new database; {@code seed} decides the gaps between its positions. */
  public CdcDatabase(Store store, LabClock clock, CaptureSettings settings, long seed) {
    this.store = store;
    this.clock = clock;
    this.allocator = new LsnAllocator(seed);
    this.log = new CommitLog(settings.keepHistory());
    this.job = new CaptureJob(this, clock, settings);
  }

  @Override
  public Part open(Txn txn) {
    return new LogPart(this, txn.id(), txn, allocator.next(), local());
  }

  CommitOrder order() {
    return store.order();
  }

  LabClock clock() {
    return clock;
  }

  LsnAllocator allocator() {
    return allocator;
  }

  CommitLog log() {
    return log;
  }

  /** Commit times. */
  public LsnTimeMapping times() {
    return times;
  }

  /** The capture job. */
  public CaptureJob job() {
    return job;
  }

  /** Server-local time as a datetime. */
  LocalDateTime local() {
    return local(clock.instant());
  }

  /** An instant on the server's local clock, as a {@code datetime} holds it. */
  LocalDateTime local(Instant instant) {
    return DateTimes.datetime(LocalDateTime.ofInstant(instant, clock.zone()));
  }

  public boolean isEnabled() {
    return enabled;
  }

  /** {@code sys.sp_cdc_enable_db}. */
  public void enable() {
    enabled = true;
    job.start();
  }

  /** {@code sys.sp_cdc_disable_db}: everything captured is gone. */
  public void disable() {
    enabled = false;
    job.stop();
    order()
        .publish(
            number -> {
              instances = List.of();
              ddlHistory = List.of();
              times.deleteBelow(new Lsn(-1, 0xFFFF), number, order().oldestSnapshot());
            });
  }

  /** Capture instances by creation. */
  public List<CaptureInstance> instances() {
    return instances;
  }

  /** The instances of a table by creation, at most two. */
  public List<CaptureInstance> instancesOf(Table table) {
    List<CaptureInstance> found = new ArrayList<>(2);
    for (CaptureInstance instance : instances) {
      if (instance.source() == table) {
        found.add(instance);
      }
    }
    return found;
  }

  boolean isTracked(Table table) {
    for (CaptureInstance instance : instances) {
      if (instance.source() == table) {
        return true;
      }
    }
    return false;
  }

  /** An instance by name, in any case (seen in production). */
  public @Nullable CaptureInstance instance(String name) {
    for (CaptureInstance instance : instances) {
      if (instance.name().equalsIgnoreCase(name)) {
        return instance;
      }
    }
    return null;
  }

  /**
   * Enables a capture instance; the caller holds the table alone.
   *
   * <p>Its start is the commit LSN of this very act, which capture later writes to {@code
   * lsn_time_mapping}.
   */
  public CaptureInstance enableTable(CaptureRequest request, int objectId, Txn txn) {
    List<@Nullable Object[]> rows = log.keepsHistory() ? rowsOf(request.source(), txn) : List.of();
    List<CaptureInstance> made = new ArrayList<>(1);
    order()
        .publish(
            number -> {
              Lsn begin = allocator.next();
              Lsn commit = allocator.commit();
              Instant now = clock.instant();
              LocalDateTime time = local(now);
              CaptureInstance instance = new CaptureInstance(request, objectId, commit, time);
              List<CaptureInstance> all = new ArrayList<>(instances);
              all.add(instance);
              instances = List.copyOf(all);
              log.append(
                  new CommittedTxn(
                      txn.id(),
                      begin,
                      commit,
                      time,
                      time,
                      now,
                      List.of(new LogEntry.Enabled(instance, rows))));
              made.add(instance);
            });
    return made.get(0);
  }

  private static List<@Nullable Object[]> rowsOf(Table table, Txn txn) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    Table.RefCursor refs = table.refs(new ReadView(ReadView.Mode.COMMITTED, txn, 0));
    for (RowRef row = refs.next(); row != null; row = refs.next()) {
      rows.add(row.stored());
    }
    return rows;
  }

  /** Disables an instance: change table and DDL history are gone at once (measured). */
  public void disableTable(CaptureInstance instance) {
    order()
        .publish(
            number -> {
              List<CaptureInstance> all = new ArrayList<>(instances);
              all.remove(instance);
              instances = List.copyOf(all);
              ddlHistory = ddlHistory.stream().filter(row -> row.instance() != instance).toList();
            });
  }

  public List<DdlHistoryRow> ddlHistory() {
    return ddlHistory;
  }

  void addDdlHistory(List<DdlHistoryRow> rows) {
    if (!rows.isEmpty()) {
      List<DdlHistoryRow> all = new ArrayList<>(ddlHistory);
      all.addAll(rows);
      ddlHistory = List.copyOf(all);
    }
  }

  /** {@code sys.fn_cdc_get_max_lsn}: NULL until capture wrote anything. */
  public @Nullable Lsn maxLsn(long horizon) {
    return times.max(horizon);
  }

  /** {@code sys.fn_cdc_get_min_lsn}: zero until capture has read the enable. */
  public Lsn minLsn(CaptureInstance instance, long horizon) {
    Lsn max = times.max(horizon);
    return max == null || max.compareTo(instance.enabledAt()) < 0 ? Lsn.ZERO : instance.startLsn();
  }

  /** The expected changes of an instance. */
  public Oracle oracle(CaptureInstance instance) {
    return new Oracle(instance, log.history());
  }

  /** Transactions that capture has not read yet. */
  public int unreadTransactions() {
    return log.unreadCount();
  }

  /** Starts the next log file, so that positions jump. */
  public void rollLogFile() {
    allocator.roll();
  }

  /** Writes a dummy entry without change rows; {@code false} while transactions are unread. */
  boolean writeIdleEntry() {
    boolean[] written = {false};
    order()
        .publish(
            number -> {
              if (enabled && log.isAllRead()) {
                LocalDateTime time = local();
                times.append(
                    List.of(
                        new LsnTimeEntry(allocator.commit(), time, time, new byte[] {0}, Lsn.ZERO)),
                    number,
                    order().oldestSnapshot());
                written[0] = true;
              }
            });
    return written[0];
  }
}
