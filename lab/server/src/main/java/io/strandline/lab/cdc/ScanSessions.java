package io.strandline.lab.cdc;

import io.strandline.lab.session.SqlMessage;
import java.time.LocalDateTime;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The newest sessions of a database's capture job and their errors, as far as the dynamic
 * management views keep them: 32 (documented for errors). Thread-safe.
 */
public final class ScanSessions {

  private static final int KEPT = 32;

  /**
   * A row of {@code sys.dm_cdc_errors}.
   *
   * @param session 0 outside a session, as in cleanup
   * @param time server-local datetime
   */
  public record ScanError(int session, LocalDateTime time, SqlMessage message) {}

  private final Deque<ScanSession> sessions = new ArrayDeque<>();
  private final Deque<ScanError> errors = new ArrayDeque<>();
  private int lastId;

  /** The sessions, oldest first. */
  public synchronized List<ScanSession> sessions() {
    return List.copyOf(sessions);
  }

  /** The errors, oldest first. */
  public synchronized List<ScanError> errors() {
    return List.copyOf(errors);
  }

  synchronized void add(ScanSession.Counter counter, LocalDateTime start, LocalDateTime end) {
    @Nullable ScanSession last = sessions.peekLast();
    if (counter.isEmpty() && last != null && last.emptyScans() > 0) {
      sessions.removeLast();
      sessions.addLast(counter.end(last.id(), last.start(), end, last.emptyScans() + 1));
      return;
    }
    sessions.addLast(counter.end(++lastId, start, end, counter.isEmpty() ? 1 : 0));
    if (sessions.size() > KEPT) {
      sessions.removeFirst();
    }
  }

  /** Keeps an error of the session that is to be added next. */
  synchronized void scanError(SqlMessage message, LocalDateTime time) {
    keep(new ScanError(lastId + 1, time, message));
  }

  /** Keeps an error outside any session. */
  synchronized void error(SqlMessage message, LocalDateTime time) {
    keep(new ScanError(0, time, message));
  }

  private void keep(ScanError error) {
    errors.addLast(error);
    if (errors.size() > KEPT) {
      errors.removeFirst();
    }
  }

  /** Forgets all, as the start of a server does (documented). */
  synchronized void reset() {
    sessions.clear();
    errors.clear();
    lastId = 0;
  }
}
