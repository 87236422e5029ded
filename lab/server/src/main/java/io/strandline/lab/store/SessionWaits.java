package io.strandline.lab.store;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What sessions wait for and have waited for. Thread-safe. */
public final class SessionWaits {

  private static final long NANOS_A_MILLI = 1_000_000;

  /**
   * A wait that goes on.
   *
   * @param type by SQL Server's name
   * @param blockingSession a session in the way
   */
  public record Current(String type, long millis, int blockingSession) {}

  /**
   * The waits of one type that are over.
   *
   * @param type by SQL Server's name
   */
  public record Total(String type, long count, long millis, long longestMillis) {}

  private record Begun(WaitType type, long nanos, int blockingSession) {}

  private final Map<Integer, Begun> current = new HashMap<>();
  private final Map<Integer, EnumMap<WaitType, Total>> totals = new HashMap<>();

  SessionWaits() {}

  synchronized void begin(int session, WaitType type, int blockingSession) {
    Begun begun = current.get(session);
    long nanos = begun == null ? System.nanoTime() : begun.nanos();
    current.put(session, new Begun(type, nanos, blockingSession));
  }

  synchronized void end(int session) {
    Begun begun = current.remove(session);
    if (begun != null) {
      long millis = (System.nanoTime() - begun.nanos()) / NANOS_A_MILLI;
      totals
          .computeIfAbsent(session, id -> new EnumMap<>(WaitType.class))
          .merge(
              begun.type(),
              new Total(begun.type().name(), 1, millis, millis),
              (known, one) ->
                  new Total(
                      known.type(),
                      known.count() + 1,
                      known.millis() + millis,
                      Math.max(known.longestMillis(), millis)));
    }
  }

  /** What a session waits for now; {@code null} if it does not. */
  public synchronized @Nullable Current current(int session) {
    Begun begun = current.get(session);
    return begun == null
        ? null
        : new Current(
            begun.type().name(),
            (System.nanoTime() - begun.nanos()) / NANOS_A_MILLI,
            begun.blockingSession());
  }

  /** A session's waits so far. */
  public synchronized List<Total> totals(int session) {
    EnumMap<WaitType, Total> known = totals.get(session);
    return known == null ? List.of() : new ArrayList<>(known.values());
  }

  /** Forgets a session that is closed. */
  public synchronized void forget(int session) {
    totals.remove(session);
  }
}
