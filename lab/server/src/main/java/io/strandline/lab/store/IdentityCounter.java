package io.strandline.lab.store;

import org.jspecify.annotations.Nullable;

/** The numbers of an identity column; gaps stay after a rollback. Thread-safe. */
public final class IdentityCounter {

  private final long seed;
  private final long increment;
  private long next;

  public IdentityCounter(long seed, long increment) {
    this.seed = seed;
    this.next = seed;
    this.increment = increment;
  }

  public long seed() {
    return seed;
  }

  public long increment() {
    return increment;
  }

  /** The last number that was taken; {@code null} before the first. */
  public synchronized @Nullable Long last() {
    return next == seed ? null : (Long) (next - increment);
  }

  /** Takes the next number. */
  public synchronized long take() {
    long value = next;
    next += increment;
    return value;
  }

  /** Moves on past a number given under IDENTITY_INSERT. */
  public synchronized void pass(long value) {
    if (increment > 0 ? value >= next : value <= next) {
      next = value + increment;
    }
  }
}
