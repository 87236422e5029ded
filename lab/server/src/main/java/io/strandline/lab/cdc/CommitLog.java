package io.strandline.lab.cdc;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Committed transactions in commit order: those that capture has not read, and all of them.
 *
 * <p>The history is what {@link Oracle} answers from and {@link Restore} goes back by; without it
 * only the unread ones are kept. Thread-safe.
 */
final class CommitLog {

  private final ArrayDeque<CommittedTxn> unread = new ArrayDeque<>();
  private final List<CommittedTxn> history = new ArrayList<>();
  private final boolean keepsHistory;

  CommitLog(boolean keepsHistory) {
    this.keepsHistory = keepsHistory;
  }

  boolean keepsHistory() {
    return keepsHistory;
  }

  synchronized void append(CommittedTxn txn) {
    if (txn.entries().stream().anyMatch(LogEntry::tracked)) {
      unread.add(txn);
    }
    if (keepsHistory) {
      history.add(txn);
    }
  }

  /** The oldest unread transactions, at most {@code limit}; they stay unread. */
  synchronized List<CommittedTxn> peek(int limit) {
    List<CommittedTxn> txns = new ArrayList<>(Math.min(limit, unread.size()));
    for (CommittedTxn txn : unread) {
      if (txns.size() == limit) {
        break;
      }
      txns.add(txn);
    }
    return txns;
  }

  /** Marks the {@code count} oldest as read. */
  synchronized void markRead(int count) {
    for (int i = 0; i < count; i++) {
      unread.remove();
    }
  }

  /** Nobody is going to read what is unread now. */
  synchronized void dropUnread() {
    unread.clear();
  }

  synchronized boolean isAllRead() {
    return unread.isEmpty();
  }

  synchronized int unreadCount() {
    return unread.size();
  }

  /** All transactions so far. */
  synchronized List<CommittedTxn> history() {
    requireHistory();
    return List.copyOf(history);
  }

  /** The newest transaction's commit; {@code null} before the first. */
  synchronized @Nullable Lsn newest() {
    requireHistory();
    return history.isEmpty() ? null : history.get(history.size() - 1).commitLsn();
  }

  /** Whether a transaction committed at {@code lsn}. */
  synchronized boolean isCommit(Lsn lsn) {
    requireHistory();
    return history.stream().anyMatch(txn -> txn.commitLsn().equals(lsn));
  }

  private void requireHistory() {
    if (!keepsHistory) {
      throw new IllegalStateException("this lab keeps no history; LabConfig.keepHistory(true)");
    }
  }

  /** The transactions that committed after {@code lsn}, newest first. */
  synchronized List<CommittedTxn> after(Lsn lsn) {
    requireHistory();
    List<CommittedTxn> txns = new ArrayList<>();
    for (int i = history.size() - 1; i >= 0 && isAfter(history.get(i), lsn); i--) {
      txns.add(history.get(i));
    }
    return txns;
  }

  private static boolean isAfter(CommittedTxn txn, Lsn lsn) {
    return txn.commitLsn().compareTo(lsn) > 0;
  }

  /** Forgets the transactions that committed after {@code lsn}. */
  synchronized void forgetAfter(Lsn lsn) {
    history.removeIf(txn -> isAfter(txn, lsn));
    unread.removeIf(txn -> isAfter(txn, lsn));
  }
}
