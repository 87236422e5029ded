package io.strandline.lab.cdc;

import io.strandline.lab.clock.LabClock;
import io.strandline.lab.sql.type.DateTimes;
import io.strandline.lab.store.CommitOrder;
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
public final class CdcDatabase implements TransactionLog, AutoCloseable {

  private final String name;
  private final Store store;
  private final LabClock clock;
  private final LsnAllocator allocator;
  private final CommitLog log;
  private final LsnTimeMapping times = new LsnTimeMapping();
  private final CdcSwitches switches = new CdcSwitches();
  private final ScanSessions sessions = new ScanSessions();
  private final CaptureJob job;
  private final CleanupJob cleanupJob;
  private final CdcJobs jobs;
  private final Instances instances;
  private final RecoveryFork fork;
  private volatile @Nullable Restore restore;
  private volatile boolean enabled;

  /** The log of a new database; {@code seed} decides the gaps between its positions. */
  public CdcDatabase(
      String name, Store store, LabClock clock, CaptureSettings settings, long seed) {
    this.name = name;
    this.store = store;
    this.clock = clock;
    this.allocator = new LsnAllocator(seed);
    this.log = new CommitLog(settings.keepHistory());
    this.job = new CaptureJob(this, clock, settings);
    this.cleanupJob = new CleanupJob(this, clock, settings.automatic());
    this.jobs = new CdcJobs(settings, job, cleanupJob, seed);
    this.instances = new Instances(this);
    this.fork = new RecoveryFork(name, seed);
  }

  @Override
  public Part open(Txn txn) {
    Restore running = restore;
    return running != null && running.isBy(txn)
        ? running
        : new LogPart(this, txn.id(), txn, allocator.next(), localNow());
  }

  String name() {
    return name;
  }

  Store store() {
    return store;
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

  Instances registry() {
    return instances;
  }

  /** Commit times. */
  public LsnTimeMapping times() {
    return times;
  }

  /** The capture job. */
  public CaptureJob job() {
    return job;
  }

  /** The rows of {@code msdb.dbo.cdc_jobs}. */
  public CdcJobs jobs() {
    return jobs;
  }

  /** What tests turn on and off. */
  public CdcSwitches switches() {
    return switches;
  }

  /** What the dynamic management views tell. */
  public ScanSessions sessions() {
    return sessions;
  }

  /** Which line of restores the database is on. */
  public RecoveryFork fork() {
    return fork;
  }

  /** Server-local time as a datetime. */
  LocalDateTime localNow() {
    return local(clock.instant());
  }

  /** An instant on the server's local clock, as a {@code datetime} holds it. */
  LocalDateTime local(Instant instant) {
    return DateTimes.datetime(LocalDateTime.ofInstant(instant, clock.zone()));
  }

  /** When a transaction that commits now does so. */
  Instant commitTime() {
    Instant fixed = switches.commitTime();
    return fixed == null ? clock.instant() : fixed;
  }

  public boolean isEnabled() {
    return enabled;
  }

  /** {@code sys.sp_cdc_enable_db}. The jobs come with the first table (documented). */
  public void enable() {
    enabled = true;
  }

  /** {@code sys.sp_cdc_disable_db}: everything captured is gone, and both jobs (documented). */
  public void disable() {
    enabled = false;
    jobs.dropAll();
    job.abandonScan();
    order().publish(this::disable);
  }

  /** Takes everything captured away under a commit number. */
  void disable(long number) {
    enabled = false;
    instances.clear();
    log.dropUnread();
    times.deleteBelow(new Lsn(-1, 0xFFFF), number, order().oldestSnapshot());
  }

  /** Capture instances by creation. */
  public List<CaptureInstance> instances() {
    return instances.all();
  }

  /** The instances of a table by creation, at most two. */
  public List<CaptureInstance> instancesOf(Table table) {
    List<CaptureInstance> found = new ArrayList<>(2);
    for (CaptureInstance instance : instances.all()) {
      if (instance.source() == table) {
        found.add(instance);
      }
    }
    return found;
  }

  boolean isTracked(Table table) {
    for (CaptureInstance instance : instances.all()) {
      if (instance.source() == table) {
        return true;
      }
    }
    return false;
  }

  /** An instance by name, in any case (seen in production). */
  public @Nullable CaptureInstance instance(String wanted) {
    for (CaptureInstance instance : instances.all()) {
      if (instance.name().equalsIgnoreCase(wanted)) {
        return instance;
      }
    }
    return null;
  }

  /** Enables a capture instance; the caller holds the table alone. */
  public CaptureInstance enableTable(CaptureRequest request, int objectId, Txn txn) {
    jobs.ensure();
    return instances.enable(request, objectId, txn);
  }

  /** Disables an instance: change table and DDL history are gone at once (measured). */
  public void disableTable(CaptureInstance instance) {
    instances.disable(instance);
  }

  public List<DdlHistoryRow> ddlHistory() {
    return instances.ddlHistory();
  }

  void addDdlHistory(List<DdlHistoryRow> rows) {
    instances.addDdlHistory(rows);
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

  /** The newest commit or dummy entry, captured or not; {@code null} before the first. */
  public @Nullable Lsn newestCommit() {
    Lsn committed = log.newest();
    Lsn mapped = times.max(Long.MAX_VALUE);
    boolean later = committed != null && (mapped == null || committed.compareTo(mapped) > 0);
    return later ? committed : mapped;
  }

  /** Transactions that capture has not read yet. */
  public int unreadTransactions() {
    return log.unreadCount();
  }

  /** Starts the next log file, so that positions jump. */
  public void rollLogFile() {
    allocator.roll();
  }

  /**
   * Goes back to the state just after a commit, as a restore to a point in time does.
   *
   * <p>Positions after it are given out again. What cleanup took away stays away.
   *
   * @param lsn the commit
   * @param keepCdc as RESTORE WITH KEEP_CDC; else capture is disabled afterwards
   * @throws IllegalArgumentException if nothing was committed at {@code lsn}
   * @throws io.strandline.lab.session.SqlException 3101 if the tables are in use for ten seconds
   */
  public void restoreTo(Lsn lsn, boolean keepCdc) {
    // Dummy entries of an idle database are in the mapping alone.
    if (!log.isCommit(lsn) && times.find(lsn, Long.MAX_VALUE) == null) {
      throw new IllegalArgumentException(
          "@lsn = " + lsn + " is no commit; give the start_lsn of one");
    }
    job.abandonScan();
    Restore running = new Restore(this, lsn, keepCdc);
    restore = running;
    try {
      running.run();
    } finally {
      restore = null;
    }
    if (!keepCdc) {
      jobs.dropAll();
    }
  }

  /** Goes on at a server that has no jobs; dynamic management views begin anew. */
  public void failover() {
    jobs.dropAll();
    job.abandonScan();
    sessions.reset();
  }

  /** Writes a dummy entry without change rows; {@code false} while transactions are unread. */
  boolean writeIdleEntry() {
    boolean[] written = {false};
    order()
        .publish(
            number -> {
              if (enabled && log.isAllRead()) {
                LocalDateTime time = local(commitTime());
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

  /** Ends the jobs for good. */
  @Override
  public void close() {
    job.close();
    cleanupJob.unschedule();
  }
}
