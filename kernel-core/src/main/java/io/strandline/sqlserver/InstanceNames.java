package io.strandline.sqlserver;

import io.strandline.sqlserver.PollAnswer.Listed;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The capture instances to ask about in one poll: at most two are on one table (documented).
 *
 * @param first name of an instance
 * @param second name of another
 * @param table object id of their table; empty if it is not known yet
 */
record InstanceNames(String first, Optional<String> second, Optional<Integer> table) {

  private static final Comparator<Listed> OLDEST_FIRST =
      Comparator.comparing(Listed::created)
          .thenComparing(
              Listed::startLsn,
              Comparator.comparing(start -> start.map(Object::toString).orElse("~")));

  /** Only the instance asked for. */
  static InstanceNames only(String asked) {
    return new InstanceNames(asked, Optional.empty(), Optional.empty());
  }

  /**
   * The instances of the table of the one asked for, oldest first; empty if it is not listed.
   *
   * @throws io.strandline.error.InvalidOptionsException if only case tells it from another
   */
  static List<Listed> ofTable(String asked, List<Listed> listed) {
    return match(asked, listed)
        .map(
            found ->
                listed.stream()
                    .filter(other -> other.sourceObjectId() == found.sourceObjectId())
                    .sorted(OLDEST_FIRST)
                    .toList())
        .orElse(List.of());
  }

  private static Optional<Listed> match(String asked, List<Listed> listed) {
    Optional<Listed> exact = listed.stream().filter(l -> l.name().equals(asked)).findFirst();
    if (exact.isPresent()) {
      return exact;
    }
    List<Listed> similar = listed.stream().filter(l -> l.name().equalsIgnoreCase(asked)).toList();
    if (similar.size() > 1) {
      throw SqlServerErrors.ambiguous(asked, similar.stream().map(Listed::name).toList());
    }
    return similar.stream().findFirst();
  }

  /** The names of a table's instances. */
  static InstanceNames of(List<Listed> table) {
    return new InstanceNames(
        table.get(0).name(),
        table.stream().skip(1).map(Listed::name).findFirst(),
        Optional.of(table.get(0).sourceObjectId()));
  }

  /** Whether what was asked covers a table's columns: all tables', or those of this one. */
  boolean covers(Listed listed) {
    return table.isEmpty() || table.get() == listed.sourceObjectId();
  }

  /** 0 for the first, 1 for the second, -1 for any other name. */
  int position(String name) {
    if (name.equals(first)) {
      return 0;
    }
    return second.isPresent() && name.equals(second.get()) ? 1 : -1;
  }
}
