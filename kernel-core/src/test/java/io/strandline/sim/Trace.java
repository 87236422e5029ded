package io.strandline.sim;

import java.util.ArrayList;
import java.util.List;

/** The schedule of a run, for people; off, it only keeps a hash, by which runs are compared. */
final class Trace {

  private static final int MOST_LINES = 20_000;

  private final boolean on;
  private final List<String> lines = new ArrayList<>();
  private long hash = 17;

  Trace(boolean on) {
    this.on = on;
  }

  /** Adds a line; {@code values} must print the same in every run. */
  void add(String what, Object... values) {
    hash = hash * 31 + what.hashCode();
    for (Object value : values) {
      hash = hash * 31 + String.valueOf(value).hashCode();
    }
    if (on && lines.size() < MOST_LINES) {
      lines.add(String.format(what, values));
    }
  }

  long hash() {
    return hash;
  }

  @Override
  public String toString() {
    return String.join(System.lineSeparator(), lines);
  }
}
