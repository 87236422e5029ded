package io.strandline.gateway;

import io.strandline.option.StrandlineConfig;
import io.strandline.stream.Strandline;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Sources that stay open between calls, so that a call does not log in anew. Thread-safe.
 *
 * <p>A source that nobody used for a while is closed by the next call, as are the longest unused
 * ones of too many.
 */
final class OpenSources implements AutoCloseable {

  private static final int MOST = 16;
  private static final Duration UNUSED = Duration.ofMinutes(5);

  private final InstantSource clock;

  /** In the order of their last use. */
  private final Map<StrandlineConfig, Open> sources = new LinkedHashMap<>();

  OpenSources(InstantSource clock) {
    this.clock = clock;
  }

  /** Runs a call on a source. */
  <T> T with(StrandlineConfig config, Function<Strandline, T> use) {
    Open open = borrow(config);
    try {
      return use.apply(open.strandline);
    } finally {
      giveBack(open);
    }
  }

  private Open borrow(StrandlineConfig config) {
    synchronized (sources) {
      Open open = sources.remove(config);
      if (open == null) {
        open = new Open(Strandline.open(config), clock.instant());
      }
      sources.put(config, open);
      open.users++;
      return open;
    }
  }

  private void giveBack(Open open) {
    List<Open> unused = new ArrayList<>();
    synchronized (sources) {
      open.users--;
      open.lastUse = clock.instant();
      Instant limit = clock.instant().minus(UNUSED);
      Iterator<Open> oldestFirst = sources.values().iterator();
      while (oldestFirst.hasNext()) {
        Open candidate = oldestFirst.next();
        boolean tooMany = sources.size() > MOST;
        if (candidate.users == 0 && (tooMany || candidate.lastUse.isBefore(limit))) {
          unused.add(candidate);
          oldestFirst.remove();
        }
      }
    }
    unused.forEach(source -> source.strandline.close());
  }

  @Override
  public void close() {
    List<Open> all;
    synchronized (sources) {
      all = List.copyOf(sources.values());
      sources.clear();
    }
    all.forEach(source -> source.strandline.close());
  }

  /** A source and who uses it; guarded by the map. */
  private static final class Open {

    private final Strandline strandline;
    private int users;
    private Instant lastUse;

    Open(Strandline strandline, Instant lastUse) {
      this.strandline = strandline;
      this.lastUse = lastUse;
    }
  }
}
