package io.strandline.check;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Counts how often each thing that seeded checks should reach was reached. Not thread-safe. */
public class Tally {

  private final Map<String, Long> counts = new TreeMap<>();

  /** Counts one more. */
  public void count(String what) {
    add(what, 1);
  }

  private void add(String what, long times) {
    counts.merge(what, times, Long::sum);
  }

  /** Adds another's counts. */
  public void addAll(Tally other) {
    other.counts.forEach(this::add);
  }

  /** Adds one for each thing that another counted, however often. */
  public void addEach(Tally other) {
    other.counts.keySet().forEach(this::count);
  }

  /** What is expected and was never reached. */
  public List<String> missing(List<String> expected) {
    List<String> missing = new ArrayList<>(expected);
    missing.removeAll(counts.keySet());
    return missing;
  }

  /** One line each, in the order of their names. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    counts.forEach((what, count) -> text.append(String.format("%10d  %s%n", count, what)));
    return text.toString();
  }
}
