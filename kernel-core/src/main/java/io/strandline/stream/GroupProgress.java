package io.strandline.stream;

import io.strandline.report.Progress;
import java.util.HashMap;
import java.util.Map;

/** Adds up how far the members of a group have come. Thread-safe. */
final class GroupProgress {

  private final Progress listener;
  private final Map<Integer, Long> read = new HashMap<>();
  private final Map<Integer, Long> expected = new HashMap<>();

  /**
   * @param listener hears the sums of the members that have begun
   */
  GroupProgress(Progress listener) {
    this.listener = listener;
  }

  /** What a member tells. */
  Progress member(int number) {
    return (rows, all) -> heard(number, rows, all);
  }

  private synchronized void heard(int number, long rows, long all) {
    read.put(number, rows);
    expected.put(number, all);
    boolean known = expected.values().stream().allMatch(of -> of >= 0);
    listener.rows(sum(read), known ? sum(expected) : -1);
  }

  private static long sum(Map<Integer, Long> of) {
    return of.values().stream().mapToLong(Long::longValue).sum();
  }
}
