package io.strandline.plan;

import io.strandline.change.CapturedColumn;
import io.strandline.change.DdlChange;
import io.strandline.change.TableColumn;
import io.strandline.lsn.Lsn;
import io.strandline.lsn.LsnRange;
import io.strandline.plan.SchemaHistory.Switch;
import io.strandline.port.InstanceView;
import io.strandline.port.SourcePoll;
import io.strandline.state.InstanceIdentity;
import io.strandline.state.StreamState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Finds what of a table's definition changed in a range. */
final class SchemaChanges {

  /** An instance seen this long after its creation was seen late. */
  private static final Duration LATE = Duration.ofMinutes(10);

  private SchemaChanges() {}

  static SchemaHistory of(
      StreamState state, SourcePoll poll, LsnRange range, List<TableColumn> captured) {
    return new SchemaHistory(ddl(poll, range), switches(state, poll, range, captured));
  }

  /** The changes in a range; both instances of a table record each (documented). */
  static List<DdlChange> ddl(SourcePoll poll, LsnRange range) {
    Map<String, DdlChange> once = new LinkedHashMap<>();
    poll.instances().stream()
        .flatMap(view -> view.ddl().stream())
        .filter(ddl -> range.contains(ddl.lsn()))
        .sorted(Comparator.comparing(DdlChange::lsn))
        .forEach(ddl -> once.putIfAbsent(ddl.lsn() + ddl.command(), ddl));
    return List.copyOf(once.values());
  }

  /**
   * The instances that take over in a range. One whose start is not before the next one's holds
   * nothing of its own, and where a stream begins none takes over from another.
   */
  private static List<Switch> switches(
      StreamState state, SourcePoll poll, LsnRange range, List<TableColumn> captured) {
    List<Switch> switches = new ArrayList<>();
    Optional<String> older = Optional.empty();
    for (int i = 0; i < poll.instances().size(); i++) {
      InstanceView newer = poll.instances().get(i);
      Optional<Lsn> start = start(state, poll, i);
      if (!reads(state, poll, i)) {
        continue;
      }
      Optional<String> from = older.or(() -> before(state, newer));
      boolean begins =
          state.batchId() == StreamState.CREATION && start.equals(Optional.of(range.first()));
      if (!begins && from.isPresent() && start.filter(range::contains).isPresent()) {
        switches.add(
            new Switch(
                from.get(),
                newer.name(),
                start.get(),
                uncaptured(newer, captured),
                seenLate(newer, start.get())));
      }
      older = Optional.of(newer.name());
    }
    return switches;
  }

  private static Optional<Lsn> start(StreamState state, SourcePoll poll, int instance) {
    return Pieces.start(poll.instances().get(instance), Optional.of(state.source()));
  }

  /** Whether an instance's start is before the next one's. */
  private static boolean reads(StreamState state, SourcePoll poll, int instance) {
    Optional<Lsn> start = start(state, poll, instance);
    boolean newest = instance == poll.instances().size() - 1;
    Optional<Lsn> next = newest ? Optional.empty() : start(state, poll, instance + 1);
    return start.isPresent() && next.filter(lsn -> !start.get().isBefore(lsn)).isEmpty();
  }

  /** The instance that the stream read before one that is alone now. */
  private static Optional<String> before(StreamState state, InstanceView newer) {
    List<InstanceIdentity> seen = state.source().instances();
    int place = InstanceOrder.place(newer, state.source());
    return seen.subList(0, place < 0 ? seen.size() : place).stream()
        .map(InstanceIdentity::name)
        .filter(name -> !name.equals(newer.name()))
        .reduce((first, second) -> second);
  }

  private static List<String> uncaptured(InstanceView newer, List<TableColumn> captured) {
    Set<String> there =
        newer.instance().columns().stream()
            .map(CapturedColumn::name)
            .map(TableColumn::key)
            .collect(Collectors.toSet());
    return captured.stream()
        .filter(column -> !there.contains(column.key()))
        .map(TableColumn::name)
        .toList();
  }

  private static boolean seenLate(InstanceView newer, Lsn start) {
    return newer.minLsn().filter(start::equals).isPresent()
        && newer
            .watermarkLocal()
            .filter(at -> at.isAfter(newer.instance().created().plus(LATE)))
            .isPresent();
  }
}
