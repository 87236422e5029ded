package io.strandline.lab.store;

/** The numbers of an identity column; gaps stay after a rollback. Thread-safe. */
public final class IdentityCounter {

  private final long increment;
  private long next;

  public IdentityCounter(long seed, long increment) {
    this.next = seed;
    this.increment = increment;
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
