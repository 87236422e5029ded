package io.strandline.checks.schedule;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Counts how often each kind of step and each outcome was reached. */
final class Reach {

  private final Map<String, Long> counts = new TreeMap<>();

  void count(String what) {
    counts.merge(what, 1L, Long::sum);
  }

  void addAll(Reach other) {
    other.counts.forEach((what, count) -> counts.merge(what, count, Long::sum));
  }

  /** What is expected and was never reached. */
  List<String> missing(List<String> expected) {
    List<String> missing = new ArrayList<>(expected);
    missing.removeAll(counts.keySet());
    return missing;
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    counts.forEach((what, count) -> text.append(String.format("%8d  %s%n", count, what)));
    return text.toString();
  }
}
