package io.strandline.snapshot;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The ranges in which a table is read: in key order, each beginning where the one before ends, the
 * first and the last open, so that every key there is or will be is in exactly one.
 *
 * @param ranges at least one
 * @param reason why there is only one, in words; empty if there are several
 */
public record SnapshotLayout(List<KeyRange> ranges, Optional<String> reason) {

  public SnapshotLayout {
    ranges = List.copyOf(ranges);
    if (ranges.isEmpty()) {
      throw new IllegalArgumentException("a layout has ranges");
    }
    Optional<KeyBound> end = Optional.empty();
    for (int i = 0; i < ranges.size(); i++) {
      KeyRange range = ranges.get(i);
      boolean last = i == ranges.size() - 1;
      if (!range.from().equals(end) || range.to().isEmpty() != last) {
        throw new IllegalArgumentException("range " + i + " leaves keys out or holds them twice");
      }
      end = range.to();
    }
    if (reason.isPresent() != (ranges.size() == 1)) {
      throw new IllegalArgumentException("a layout has several ranges or a reason");
    }
  }

  /** One range, and why. */
  public static SnapshotLayout single(String reason) {
    return new SnapshotLayout(List.of(KeyRange.all()), Optional.of(reason));
  }

  /** The ranges between ascending bounds, one more than there are bounds, of which there are. */
  static SnapshotLayout between(List<KeyBound> bounds) {
    List<KeyRange> ranges = new ArrayList<>();
    Optional<KeyBound> from = Optional.empty();
    for (KeyBound bound : bounds) {
      ranges.add(new KeyRange(from, Optional.of(bound)));
      from = Optional.of(bound);
    }
    ranges.add(new KeyRange(from, Optional.empty()));
    return new SnapshotLayout(ranges, Optional.empty());
  }
}
