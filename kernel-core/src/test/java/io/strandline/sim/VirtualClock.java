package io.strandline.sim;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** A clock that moves when it is told to. */
public final class VirtualClock implements InstantSource {

  private Instant now;

  /** A clock that shows {@code now}. */
  public VirtualClock(Instant now) {
    this.now = now;
  }

  @Override
  public Instant instant() {
    return now;
  }

  /** Moves the clock forward. */
  public void advance(Duration time) {
    now = now.plus(time);
  }
}
