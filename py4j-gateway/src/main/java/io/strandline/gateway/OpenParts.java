package io.strandline.gateway;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Sources and tables that stay open between calls, so that a call need not log in or set up anew.
 * Thread-safe.
 *
 * <p>What nobody used for a while is closed by the next call, as are the longest unused of too
 * many.
 */
final class OpenParts implements AutoCloseable {

  static final int MOST = 16;
  static final Duration UNUSED = Duration.ofMinutes(5);

  private final InstantSource clock;

  /** In the order of their last use. */
  private final Map<Object, Open> parts = new LinkedHashMap<>();

  OpenParts(InstantSource clock) {
    this.clock = clock;
  }

  /**
   * How a kind of part is opened and closed.
   *
   * @param type of the part
   * @param open must not block for long: other calls wait for it
   */
  record Opener<P>(Class<P> type, Supplier<P> open, Consumer<P> close) {}

  /**
   * Runs a call on a part.
   *
   * @param key equal for the same part
   */
  <P, T> T with(Object key, Opener<P> opener, Function<P, T> use) {
    Open open = borrow(key, opener);
    try {
      return use.apply(opener.type().cast(open.part));
    } finally {
      giveBack(open);
    }
  }

  private <P> Open borrow(Object key, Opener<P> opener) {
    synchronized (parts) {
      Open open = parts.remove(key);
      if (open == null) {
        P part = opener.open().get();
        open = new Open(part, () -> opener.close().accept(part), clock.instant());
      }
      parts.put(key, open);
      open.users++;
      return open;
    }
  }

  private void giveBack(Open open) {
    List<Open> unused = new ArrayList<>();
    synchronized (parts) {
      open.users--;
      open.lastUse = clock.instant();
      Instant limit = clock.instant().minus(UNUSED);
      Iterator<Open> oldestFirst = parts.values().iterator();
      while (oldestFirst.hasNext()) {
        Open candidate = oldestFirst.next();
        boolean tooMany = parts.size() > MOST;
        if (candidate.users == 0 && (tooMany || candidate.lastUse.isBefore(limit))) {
          unused.add(candidate);
          oldestFirst.remove();
        }
      }
    }
    unused.forEach(part -> part.close.run());
  }

  /** Closes all; calls that still use them fail. */
  @Override
  public void close() {
    List<Open> all;
    synchronized (parts) {
      all = List.copyOf(parts.values());
      parts.clear();
    }
    all.forEach(part -> part.close.run());
  }

  /** A part and who uses it; guarded by the map. */
  private static final class Open {

    private final Object part;
    private final Runnable close;
    private int users;
    private Instant lastUse;

    Open(Object part, Runnable close, Instant lastUse) {
      this.part = part;
      this.close = close;
      this.lastUse = lastUse;
    }
  }
}
