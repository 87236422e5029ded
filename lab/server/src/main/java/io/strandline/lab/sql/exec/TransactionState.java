package io.strandline.lab.sql.exec;

import io.strandline.lab.session.ResultSink;
import io.strandline.lab.session.SqlException;
import io.strandline.lab.store.Store;
import io.strandline.lab.store.Txn;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** A session's transaction: open or not, how deep, with which savepoints. */
final class TransactionState {

  private final Store store;
  private final int sessionId;
  private final BooleanSupplier cancelled;
  private final List<Named> savepoints = new ArrayList<>();
  private @Nullable Txn open;
  private @Nullable String name;
  private int depth;
  private boolean doomed;

  /** A savepoint; several may have one name, the newest is meant. */
  private record Named(String name, Txn.Savepoint point) {}

  TransactionState(Store store, int sessionId, BooleanSupplier cancelled) {
    this.store = store;
    this.sessionId = sessionId;
    this.cancelled = cancelled;
  }

  /** From now on the open transaction can only be rolled back. */
  void doom() {
    doomed = open != null;
  }

  boolean isDoomed() {
    return doomed;
  }

  /** Error 3930 in a transaction that can only be rolled back. */
  void requireWritable() {
    if (doomed) {
      throw SqlException.of(
          3930,
          16,
          1,
          "The current transaction cannot be committed and cannot support operations that write to"
              + " the log file. Roll back the transaction.");
    }
  }

  int depth() {
    return depth;
  }

  @Nullable Txn open() {
    return open;
  }

  /** A transaction for one statement outside any. */
  Txn autocommit() {
    return store.begin(sessionId, cancelled);
  }

  /** BEGIN TRANSACTION; inside one, only the count grows. */
  void begin(@Nullable String newName, ResultSink out) {
    depth++;
    if (open == null) {
      Txn begun = autocommit();
      open = begun;
      name = newName;
      out.transactionBegan(begun.id());
    }
  }

  /** COMMIT; error 3902 without a transaction. */
  void commit(ResultSink out) {
    Txn txn = open;
    if (txn == null) {
      throw SqlException.of(
          3902, 16, 1, "The COMMIT TRANSACTION request has no corresponding BEGIN TRANSACTION.");
    }
    requireWritable();
    if (depth > 1) {
      depth--;
      return;
    }
    boolean wrote = txn.hasWritten();
    if (wrote) {
      out.committing();
    }
    end();
    txn.commit();
    if (wrote) {
      out.committed();
    }
    out.transactionCommitted(txn.id());
  }

  /** ROLLBACK of everything, or to a savepoint; errors 3903 and 6401. */
  void rollback(@Nullable String to, ResultSink out) {
    Txn txn = open;
    if (txn == null) {
      throw SqlException.of(
          3903, 16, 1, "The ROLLBACK TRANSACTION request has no corresponding BEGIN TRANSACTION.");
    }
    int savepoint = to == null ? -1 : indexOf(to);
    if (savepoint >= 0) {
      if (doomed) {
        throw SqlException.of(
            3931,
            16,
            1,
            "The current transaction cannot be committed and cannot be rolled back to a savepoint."
                + " Roll back the entire transaction.");
      }
      Txn.Savepoint point = savepoints.get(savepoint).point();
      txn.rollbackTo(point);
      // Locks taken since are released, conversions of older ones are not (documented).
      txn.unlockTo(point);
      savepoints.subList(savepoint + 1, savepoints.size()).clear();
      return;
    }
    if (to != null && !to.equalsIgnoreCase(name)) {
      throw SqlException.of(
          6401,
          16,
          1,
          "Cannot roll back " + to + ". No transaction or savepoint of that name was found.");
    }
    rollbackAll(out);
  }

  private int indexOf(String savepoint) {
    for (int i = savepoints.size() - 1; i >= 0; i--) {
      if (savepoints.get(i).name().equalsIgnoreCase(savepoint)) {
        return i;
      }
    }
    return -1;
  }

  /** Rolls back whatever is open. */
  void rollbackAll(@Nullable ResultSink out) {
    Txn txn = open;
    if (txn != null) {
      end();
      txn.rollback();
      if (out != null) {
        out.transactionRolledBack(txn.id());
      }
    }
  }

  /** SAVE TRANSACTION; error 628 without a transaction. */
  void save(String savepoint) {
    Txn txn = open;
    if (txn == null) {
      throw SqlException.of(
          628, 16, 0, "Cannot issue SAVE TRANSACTION when there is no active transaction.");
    }
    requireWritable();
    savepoints.add(new Named(savepoint, txn.savepoint()));
  }

  private void end() {
    open = null;
    name = null;
    depth = 0;
    doomed = false;
    savepoints.clear();
  }
}
