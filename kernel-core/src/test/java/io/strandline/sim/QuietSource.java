package io.strandline.sim;

import io.strandline.port.ChangeSource;
import java.time.Duration;

/** A simulated source for table stores of other modules: quiet but for the rows it is told of. */
public final class QuietSource {

  /** The capture instance of its table. */
  public static final String INSTANCE = SourceDatabase.FOLLOWED;

  private final SmallWorld world;

  /** A database in UTC whose instance is enabled and captured at {@code start}. */
  public QuietSource(String start) {
    world = new SmallWorld("UTC", start);
  }

  /** The clock of the server and of its readers. */
  public VirtualClock clock() {
    return world.clock;
  }

  /** A connection to it. */
  public ChangeSource connect() {
    return world.source();
  }

  /** Time passes without a change; five minutes or more bring an idle entry. */
  public void idle(Duration time) {
    world.clock.advance(time);
    world.database.scan(1);
  }

  /** Time passes, then a commit of one row is made and captured. */
  public void commitAfter(Duration time) {
    world.commitAfter(time);
  }
}
