package io.strandline.stream;

import io.strandline.report.Progress;
import io.strandline.report.RowsRead;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;

/** Adds up how far the members of a group have come. Thread-safe. */
final class GroupProgress {

  private final Progress listener;
  private final Map<Integer, RowsRead> members = new HashMap<>();

  /**
   * @param listener hears the sums of the members that have begun
   */
  GroupProgress(Progress listener) {
    this.listener = listener;
  }

  /** What a member tells. */
  Progress member(int number) {
    return read -> heard(number, read);
  }

  private synchronized void heard(int number, RowsRead read) {
    members.put(number, read);
    long rows = members.values().stream().mapToLong(RowsRead::rows).sum();
    boolean known = members.values().stream().allMatch(member -> member.expected().isPresent());
    long expected =
        members.values().stream().mapToLong(member -> member.expected().orElse(0)).sum();
    Duration elapsed =
        members.values().stream().map(RowsRead::elapsed).reduce(Duration.ZERO, GroupProgress::more);
    listener.rows(
        new RowsRead(rows, known ? OptionalLong.of(expected) : OptionalLong.empty(), elapsed));
  }

  private static Duration more(Duration one, Duration other) {
    return one.compareTo(other) > 0 ? one : other;
  }
}
