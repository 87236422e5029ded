package io.strandline.lsn;

/**
 * The LSNs after {@code start}, up to and including {@code end}.
 *
 * @param start exclusive
 * @param end inclusive, not before {@code start}
 */
public record LsnRange(Lsn start, Lsn end) {

  public LsnRange {
    if (end.isBefore(start)) {
      throw new IllegalArgumentException("range ends at " + end + ", before its start " + start);
    }
  }

  /** Whether no LSN is in the range. */
  public boolean isEmpty() {
    return start.equals(end);
  }

  /** Whether {@code lsn} is in the range. */
  public boolean contains(Lsn lsn) {
    return lsn.isAfter(start) && !lsn.isAfter(end);
  }

  /**
   * The smallest LSN in the range, which is what a watermark is compared with.
   *
   * @throws IllegalStateException if the range is empty
   */
  public Lsn first() {
    if (isEmpty()) {
      throw new IllegalStateException("an empty range has no first LSN: " + this);
    }
    return start.next();
  }

  /** The same start with another end. */
  public LsnRange until(Lsn newEnd) {
    return new LsnRange(start, newEnd);
  }

  @Override
  public String toString() {
    return "(" + start + ", " + end + "]";
  }
}
