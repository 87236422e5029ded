package io.strandline.sim;

import io.strandline.lsn.Lsn;
import io.strandline.lsn.LsnRange;
import io.strandline.port.InstanceView;
import io.strandline.port.SourcePoll;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Which capture instance each LSN is read from, and whether it is still there: looked up LSN by
 * LSN, not cut into ranges as the product does.
 *
 * @param all oldest first
 */
record Holders(List<Holder> all) {

  /** What tells an instance from another of its name. */
  record Key(String name, LocalDateTime created) {}

  /**
   * What a stream has seen of the instances.
   *
   * @param starts their first starts
   * @param mistaken those taken for the older, because nothing told that they are the newer
   */
  record Seen(Map<Key, Lsn> starts, Set<Key> mistaken) {

    static Seen nothing() {
      return new Seen(new HashMap<>(), new HashSet<>());
    }

    void remember(SourcePoll poll, SourceDatabase database) {
      boolean begun =
          poll.instances().stream()
              .allMatch(view -> view.minLsn().or(view.instance()::startLsn).isPresent());
      List<Holder> order = begun ? of(poll, database, this).all() : List.of();
      if (order.size() > 1
          && database.place(order.get(0).key()) > database.place(order.get(1).key())) {
        mistaken.add(order.get(0).key());
      }
      for (InstanceView view : poll.instances()) {
        view.minLsn()
            .or(view.instance()::startLsn)
            .ifPresent(start -> starts.putIfAbsent(key(view), start));
      }
    }
  }

  /**
   * An instance.
   *
   * @param start the first LSN that the stream takes from it, if there is an older one
   * @param min its watermark; empty for unknown
   */
  record Holder(Key key, Lsn start, Optional<Lsn> min) {}

  /**
   * A stretch that is gone.
   *
   * @param from its first LSN
   * @param to the LSN after its last
   */
  record Lost(Lsn from, Lsn to) {}

  /**
   * The instances that a poll saw, in the order in which they were enabled, whatever they say of
   * it, with the starts that were seen first.
   */
  static Holders of(SourcePoll poll, SourceDatabase database, Seen seen) {
    List<Holder> holders = new ArrayList<>();
    for (InstanceView view : poll.instances()) {
      Key key = key(view);
      Optional<Lsn> start =
          Optional.ofNullable(seen.starts().get(key))
              .or(view::minLsn)
              .or(view.instance()::startLsn);
      holders.add(new Holder(key, start.orElseThrow(), view.minLsn()));
    }
    holders.sort(Comparator.comparing(holder -> database.place(holder.key())));
    if (holders.size() > 1
        && (seen.mistaken().contains(holders.get(1).key())
            || isUntellable(holders.get(0), holders.get(1), poll, seen))) {
      Collections.reverse(holders);
    }
    return new Holders(holders);
  }

  /**
   * Whether nothing tells that the newer of two is it: its local creation is before the other's,
   * neither was seen before, and a start of theirs is no longer its enable.
   */
  private static boolean isUntellable(Holder older, Holder newer, SourcePoll poll, Seen seen) {
    return !seen.starts().containsKey(newer.key())
        && !seen.starts().containsKey(older.key())
        && older.key().created().isAfter(newer.key().created())
        && newer.min().isPresent()
        && !(newer.min().get().isAfter(older.start())
            && isAtEnable(newer, poll)
            && isAtEnable(older, poll));
  }

  private static boolean isAtEnable(Holder holder, SourcePoll poll) {
    return poll.instances().stream()
        .filter(view -> key(view).equals(holder.key()))
        .flatMap(view -> view.watermarkLocal().stream())
        .anyMatch(at -> Duration.between(holder.key().created(), at).abs().toSeconds() <= 60);
  }

  static Key key(InstanceView view) {
    return new Key(view.name(), view.instance().created());
  }

  /** The instance that an LSN is read from: the newest that has begun, else the oldest. */
  Holder of(Lsn lsn) {
    Holder holder = all.get(0);
    for (Holder next : all.subList(1, all.size())) {
      if (!lsn.isBefore(next.start())) {
        holder = next;
      }
    }
    return holder;
  }

  boolean isLost(Lsn lsn) {
    return of(lsn).min().filter(min -> !lsn.isBefore(min)).isEmpty();
  }

  /** The stretches of a range that are gone, in order. */
  List<Lost> lost(LsnRange range) {
    NavigableSet<Lsn> places = new TreeSet<>();
    places.add(range.first());
    for (Holder holder : all) {
      places.add(holder.start());
      holder.min().ifPresent(places::add);
    }
    List<Lost> lost = new ArrayList<>();
    for (Lsn place : List.copyOf(places.subSet(range.first(), true, range.end(), true))) {
      Lsn next = Optional.ofNullable(places.higher(place)).orElse(range.end().next());
      Lsn to = Lsn.min(next, range.end().next());
      if (isLost(place)) {
        boolean goesOn = !lost.isEmpty() && lost.get(lost.size() - 1).to().equals(place);
        Lsn from = goesOn ? lost.remove(lost.size() - 1).from() : place;
        lost.add(new Lost(from, to));
      }
    }
    return lost;
  }

  /** The instances that take over from an older one in a range. */
  List<Holder> takingOver(LsnRange range) {
    return all.stream()
        .filter(holder -> range.contains(holder.start()))
        .filter(holder -> of(holder.start()).equals(holder))
        .toList();
  }
}
