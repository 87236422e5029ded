package io.strandline.plan;

import io.strandline.change.CaptureInstance;
import io.strandline.change.CapturedColumn;
import io.strandline.change.DdlChange;
import io.strandline.change.TableColumn;
import io.strandline.lsn.Lsn;
import io.strandline.lsn.LsnRange;
import io.strandline.plan.SchemaHistory.Switch;
import io.strandline.port.InstanceView;
import io.strandline.port.Piece;
import io.strandline.port.SourcePoll;
import io.strandline.state.InstanceIdentity;
import io.strandline.state.SourceIdentity;
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
public final class SchemaChanges {

  /** An instance seen this long after its creation was seen late. */
  private static final Duration LATE = Duration.ofMinutes(10);

  private SchemaChanges() {}

  /**
   * What changed in a range.
   *
   * @param captured the target's columns for captured values
   * @param leftOut columns that are left out
   */
  public static SchemaHistory of(
      StreamState state,
      SourcePoll poll,
      LsnRange range,
      List<TableColumn> captured,
      LeftOut leftOut) {
    return new SchemaHistory(ddl(poll, range), switches(state, poll, range, captured), leftOut);
  }

  /**
   * The columns that the last instance of a batch records, that the table has, and that are not
   * read.
   *
   * @param last the instance that holds the batch's end
   * @param before what the last batch kept of those that it left out
   */
  static LeftOut leftOut(CaptureInstance last, SchemaPlan schema, List<String> before) {
    Set<String> recorded =
        keys(last.columns().stream().map(CapturedColumn::name).collect(Collectors.toSet()));
    Set<String> read =
        keys(schema.of(last).stream().map(TableColumn::name).collect(Collectors.toSet()));
    List<String> columns =
        schema.captured().stream()
            .filter(column -> recorded.contains(column.key()) && !read.contains(column.key()))
            .map(TableColumn::name)
            .toList();
    return new LeftOut(columns, before);
  }

  private static Set<String> keys(Set<String> names) {
    return names.stream().map(TableColumn::key).collect(Collectors.toSet());
  }

  /** The changes in a range; both instances of a table record each (documented). */
  private static List<DdlChange> ddl(SourcePoll poll, LsnRange range) {
    Map<String, DdlChange> once = new LinkedHashMap<>();
    poll.instances().stream()
        .flatMap(view -> view.ddl().stream())
        .filter(ddl -> range.contains(ddl.lsn()))
        .sorted(Comparator.comparing(DdlChange::lsn))
        .forEach(ddl -> once.putIfAbsent(ddl.lsn() + ddl.command(), ddl));
    return List.copyOf(once.values());
  }

  /**
   * Where a range goes over from one instance to another, the one that was read before it included.
   * An instance whose start is behind its piece holds nothing of its own, and where a stream begins
   * none takes over from another.
   */
  private static List<Switch> switches(
      StreamState state, SourcePoll poll, LsnRange range, List<TableColumn> captured) {
    List<Switch> switches = new ArrayList<>();
    Optional<InstanceIdentity> before = readBefore(state, range);
    boolean first = state.batchId() == StreamState.CREATION;
    for (Piece piece : Pieces.cut(range, poll.instances(), Optional.of(state.source()))) {
      InstanceView view = poll.instance(piece.captureInstance()).orElseThrow();
      Optional<Lsn> begin = Pieces.start(view, Optional.of(state.source()));
      if (begin.filter(lsn -> !lsn.isAfter(piece.range().end())).isEmpty()) {
        continue;
      }
      InstanceIdentity now =
          new InstanceIdentity(view.name(), view.instance().created(), begin.get());
      Lsn start = Lsn.max(piece.range().first(), begin.get());
      boolean begins = first && begin.get().equals(range.first());
      if (!begins && before.filter(seen -> !isSame(seen, now)).isPresent()) {
        switches.add(
            new Switch(
                before.get().name(),
                view.name(),
                start,
                uncaptured(view, captured),
                kind(state.source(), before.get(), view, start)));
      }
      before = Optional.of(now);
    }
    return switches;
  }

  /** The instance that holds the offset; where a stream begins, its first commit. */
  private static Optional<InstanceIdentity> readBefore(StreamState state, LsnRange range) {
    Lsn at = state.batchId() == StreamState.CREATION ? range.first() : range.start();
    List<InstanceIdentity> seen = state.source().instances();
    return seen.stream()
        .filter(instance -> !instance.firstStartLsn().isAfter(at))
        .reduce((older, newer) -> newer)
        .or(() -> seen.stream().findFirst());
  }

  private static boolean isSame(InstanceIdentity seen, InstanceIdentity now) {
    return seen.name().equals(now.name()) && seen.created().equals(now.created());
  }

  private static Switch.Kind kind(
      SourceIdentity known, InstanceIdentity from, InstanceView to, Lsn start) {
    int place = InstanceOrder.place(to, known);
    if (place >= 0 && place < known.instances().indexOf(from)) {
      return Switch.Kind.BACK;
    }
    return seenLate(to, start) ? Switch.Kind.NEWER_SEEN_LATE : Switch.Kind.NEWER;
  }

  /** The columns of a table that an instance does not capture. */
  public static List<String> uncaptured(InstanceView newer, List<TableColumn> captured) {
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
