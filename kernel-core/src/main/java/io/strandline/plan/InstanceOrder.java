package io.strandline.plan;

import io.strandline.lsn.Lsn;
import io.strandline.port.InstanceView;
import io.strandline.port.SourcePoll;
import io.strandline.state.InstanceIdentity;
import io.strandline.state.SourceIdentity;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Optional;

/**
 * Puts a table's capture instances in the order in which they were enabled.
 *
 * <p>Their creation is in server-local time (documented): one enabled in a repeated hour, or after
 * the clock was set back, looks older than the one before it. What a stream has seen keeps its
 * order, and one that it has not seen is the newer; it is an older one that was hidden from the
 * reader if it reaches further back than the other ever did, or was created more than a day before
 * it. Of two unseen ones the newer is the one whose enable is not captured yet; or, where both
 * starts still are those of their enables, the higher of two between which the clock went back.
 * Where nothing tells, their creation does.
 */
public final class InstanceOrder {

  /** An enable's commit is this near to the creation that it records; later ones seldom are. */
  private static final Duration ENABLING = Duration.ofMinutes(1);

  /** Clocks are set back by less, and hours repeated by less. */
  private static final Duration DOUBT = Duration.ofDays(1);

  private InstanceOrder() {}

  /** A poll with its instances, listed by creation, in order of what a stream has seen of them. */
  public static SourcePoll of(SourcePoll poll, Optional<SourceIdentity> known) {
    List<InstanceView> views = poll.instances();
    boolean reversed = views.size() == 2 && isReversed(views.get(0), views.get(1), known);
    return reversed ? poll.with(List.of(views.get(1), views.get(0))) : poll;
  }

  private static boolean isReversed(
      InstanceView first, InstanceView second, Optional<SourceIdentity> known) {
    int place = known.map(seen -> place(first, seen)).orElse(-1);
    int other = known.map(seen -> place(second, seen)).orElse(-1);
    if (place >= 0) {
      return place > other && other >= 0;
    }
    Optional<Lsn> start = Pieces.start(second, known);
    Optional<Lsn> enable = first.minLsn();
    if (other >= 0) {
      boolean longBefore =
          first.instance().created().isBefore(second.instance().created().minus(DOUBT));
      boolean reachesBack = enable.isPresent() && start.filter(enable.get()::isBefore).isPresent();
      return !longBefore && !reachesBack;
    }
    return start.isPresent() && (enable.isEmpty() || wentBack(second, first));
  }

  /** Whether a clock that went back lies between the enables of two instances. */
  private static boolean wentBack(InstanceView before, InstanceView after) {
    Optional<LocalDateTime> from = enabled(before);
    Optional<LocalDateTime> to = enabled(after);
    return from.isPresent()
        && to.filter(from.get()::isAfter).isPresent()
        && after.minLsn().filter(before.minLsn().get()::isBefore).isPresent();
  }

  /** The local time of an instance's enable, while its start is that of its enable. */
  private static Optional<LocalDateTime> enabled(InstanceView view) {
    return view.minLsn().flatMap(min -> view.watermarkLocal()).filter(at -> isEnableOf(view, at));
  }

  /** Whether a watermark is still where the instance was enabled. */
  static boolean isEnableOf(InstanceView view, LocalDateTime watermark) {
    Duration apart = Duration.between(view.instance().created(), watermark).abs();
    return apart.compareTo(ENABLING) <= 0;
  }

  /** The place of an instance among those that the stream has seen; -1 for a new one. */
  static int place(InstanceView view, SourceIdentity known) {
    List<InstanceIdentity> seen = known.instances();
    for (int i = 0; i < seen.size(); i++) {
      if (seen.get(i).name().equals(view.name())
          && seen.get(i).created().equals(view.instance().created())) {
        return i;
      }
    }
    return -1;
  }
}
