package io.strandline.lab.store;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A transaction: what it wrote, holds and has to undo.
 *
 * <p>Used by its session's thread; others only wait for it.
 */
public final class Txn {

  /** A point to undo back to, and the tables that were held then. */
  public record Savepoint(
      int undo, Map<TransactionLog.Part, Integer> logSizes, Set<Table> locked) {}

  private record HeldLock(Table table, LockMode mode) {}

  private final Store store;
  private final long id;
  private final int sessionId;
  private final BooleanSupplier cancelled;
  private final CommitStamp stamp = new CommitStamp(this);
  private final List<Runnable> undo = new ArrayList<>();
  private final List<Garbage> garbage = new ArrayList<>();
  private final Map<TransactionLog, TransactionLog.Part> logs = new LinkedHashMap<>();
  private final Map<Table, Set<LockMode>> locks = new HashMap<>();
  private final ArrayDeque<HeldLock> statementLocks = new ArrayDeque<>();
  private long lockTimeoutMillis = -1;
  private long snapshot = -1;
  private int statement;
  private @Nullable Boolean begunBySnapshot;
  private final List<LongConsumer> published = new ArrayList<>();

  Txn(Store store, long id, int sessionId, BooleanSupplier cancelled) {
    this.store = store;
    this.id = id;
    this.sessionId = sessionId;
    this.cancelled = cancelled;
  }

  /** A number that no other transaction of the store has; at least 1. */
  public long id() {
    return id;
  }

  public int sessionId() {
    return sessionId;
  }

  CommitStamp stamp() {
    return stamp;
  }

  Store store() {
    return store;
  }

  /** Whether the session was told to stop. */
  public boolean cancelRequested() {
    return cancelled.getAsBoolean();
  }

  long lockTimeoutMillis() {
    return lockTimeoutMillis;
  }

  /** How long a lock may be waited for; negative is for ever. */
  public void lockTimeoutMillis(long millis) {
    lockTimeoutMillis = millis;
  }

  /** The transaction's snapshot, opened at its first use. */
  public long snapshot() {
    if (snapshot < 0) {
      snapshot = store.order().openSnapshot();
    }
    return snapshot;
  }

  public boolean hasSnapshot() {
    return snapshot >= 0;
  }

  /**
   * Notes that data are used.
   *
   * @return whether the transaction began to use data by a snapshot too, or not by one too
   */
  public boolean uses(boolean bySnapshot) {
    if (begunBySnapshot == null) {
      begunBySnapshot = bySnapshot;
    }
    return begunBySnapshot == bySnapshot;
  }

  /** Begins the next statement: rows it changes share a command. */
  public void nextStatement() {
    statement++;
  }

  public int statement() {
    return statement;
  }

  /** Whether there is anything to commit. */
  public boolean hasWritten() {
    return !undo.isEmpty();
  }

  /** This transaction's part of a database's log. */
  public TransactionLog.Part log(TransactionLog log) {
    return logs.computeIfAbsent(log, l -> l.open(this));
  }

  /** Takes a table until the transaction ends. */
  public void lock(Table table, LockMode mode) {
    Set<LockMode> held =
        locks.computeIfAbsent(table, t -> java.util.EnumSet.noneOf(LockMode.class));
    if (!held.contains(mode)) {
      table.lock().acquire(this, mode, store.waits());
      held.add(mode);
    }
  }

  /** Takes a table until the statement ends. */
  public void lockForStatement(Table table, LockMode mode) {
    Set<LockMode> held = locks.get(table);
    if (held == null || !held.contains(mode)) {
      table.lock().acquire(this, mode, store.waits());
      statementLocks.push(new HeldLock(table, mode));
    }
  }

  /** Ends the statement: its own locks go. */
  public void endStatement() {
    if (statementLocks.isEmpty()) {
      return;
    }
    while (!statementLocks.isEmpty()) {
      HeldLock held = statementLocks.pop();
      Set<LockMode> kept = locks.get(held.table());
      if (kept == null || !kept.contains(held.mode())) {
        held.table().lock().release(this, held.mode());
      }
    }
    store.waits().wake();
  }

  /** Remembers how to take a change back. */
  public void onUndo(Runnable action) {
    undo.add(action);
  }

  /** Does something with the commit's number, before the commit is visible. */
  void onPublish(LongConsumer action) {
    published.add(action);
  }

  void onCommit(Garbage later) {
    garbage.add(later);
  }

  /** Waits while another transaction holds the row. */
  void awaitRow(RowSlot slot, WaitType type) {
    store
        .waits()
        .await(
            this,
            type,
            () -> {
              @Nullable Txn holder = slot.holderOtherThan(this);
              return holder == null ? Set.of() : Set.of(holder);
            });
  }

  /** Marks this point. */
  public Savepoint savepoint() {
    Map<TransactionLog.Part, Integer> sizes = new HashMap<>();
    logs.values().forEach(part -> sizes.put(part, part.size()));
    return new Savepoint(undo.size(), sizes, Set.copyOf(locks.keySet()));
  }

  /** Takes back everything since {@code savepoint}; rows it wrote are free again at once. */
  public void rollbackTo(Savepoint savepoint) {
    undoTo(savepoint.undo());
    logs.values().forEach(part -> part.truncate(savepoint.logSizes().getOrDefault(part, 0)));
    store.waits().wake();
  }

  /** Lets go of the tables that were taken since {@code savepoint}. */
  public void unlockTo(Savepoint savepoint) {
    locks
        .keySet()
        .removeIf(
            table -> {
              boolean later = !savepoint.locked().contains(table);
              if (later) {
                table.lock().releaseAll(this);
              }
              return later;
            });
    store.waits().wake();
  }

  private void undoTo(int size) {
    while (undo.size() > size) {
      undo.remove(undo.size() - 1).run();
    }
  }

  /** Commits. */
  public void commit() {
    if (hasWritten()) {
      store
          .order()
          .publish(
              number -> {
                logs.values().forEach(part -> part.commit(number));
                published.forEach(action -> action.accept(number));
                stamp.commit(number);
              });
    } else {
      stamp.commit(Long.MAX_VALUE);
    }
    end();
    store.purge(garbage);
    garbage.clear();
  }

  /** Takes back everything. */
  public void rollback() {
    undoTo(0);
    stamp.rollBack();
    end();
    garbage.clear();
    store.purge(List.of());
  }

  private void end() {
    undo.clear();
    logs.clear();
    if (snapshot >= 0) {
      store.order().closeSnapshot(snapshot);
      snapshot = -1;
    }
    locks.keySet().forEach(table -> table.lock().releaseAll(this));
    while (!statementLocks.isEmpty()) {
      statementLocks.pop().table().lock().releaseAll(this);
    }
    locks.clear();
    store.waits().wake();
  }
}
