package io.strandline.sqlserver;

import io.strandline.port.PollRequest;
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
              Comparator.comparing(start -> start.map(Object::toString).orElse("~")))
          .thenComparing(Listed::name);

  /**
   * What to ask about before the instances are listed: the newest that are known of the stream,
   * else the one it was begun with.
   */
  static InstanceNames first(PollRequest request) {
    List<String> known = request.known();
    int newest = known.size() - 1;
    return switch (known.size()) {
      case 0 -> unlisted(request.captureInstance(), Optional.empty());
      case 1 -> unlisted(known.get(newest), Optional.empty());
      default -> unlisted(known.get(newest - 1), Optional.of(known.get(newest)));
    };
  }

  /**
   * The instances of the followed table, oldest first; empty if none of it is listed.
   *
   * @throws io.strandline.error.InvalidOptionsException if only case, or where its underscore
   *     stands, tells the name asked for from that of another table
   */
  static List<Listed> ofTable(PollRequest request, List<Listed> listed) {
    return match(request.captureInstance(), listed)
        .or(() -> known(request.known(), listed))
        .or(() -> defaultName(request.captureInstance(), listed))
        .map(
            found ->
                listed.stream()
                    .filter(other -> other.sourceObjectId() == found.sourceObjectId())
                    .sorted(OLDEST_FIRST)
                    .toList())
        .orElse(List.of());
  }

  private static Optional<Listed> known(List<String> known, List<Listed> listed) {
    return listed.stream().filter(l -> known.contains(l.name())).max(OLDEST_FIRST);
  }

  private static Optional<Listed> defaultName(String asked, List<Listed> listed) {
    List<Listed> exact = listed.stream().filter(l -> defaultName(l).equals(asked)).toList();
    List<Listed> found =
        exact.isEmpty()
            ? listed.stream().filter(l -> defaultName(l).equalsIgnoreCase(asked)).toList()
            : exact;
    if (found.stream().map(Listed::sourceObjectId).distinct().count() > 1) {
      throw SqlServerErrors.ambiguous(asked, found.stream().map(Listed::name).toList());
    }
    return found.stream().max(OLDEST_FIRST);
  }

  /** What SQL Server calls an instance unless told otherwise (documented). */
  private static String defaultName(Listed listed) {
    return listed.schema() + "_" + listed.table();
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

  private static InstanceNames unlisted(String first, Optional<String> second) {
    return new InstanceNames(first, second, Optional.empty());
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
