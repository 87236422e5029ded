package io.strandline.checks.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.delta.TableReader;
import io.strandline.error.ErrorCode;
import io.strandline.facts.Event;
import io.strandline.lab.cdc.CaptureInstance;
import io.strandline.lab.cdc.Lsn;
import io.strandline.lab.cdc.Oracle;
import io.strandline.port.TableStore;
import io.strandline.report.Adopted;
import io.strandline.state.SnapshotState;
import io.strandline.state.StreamState;
import io.strandline.verdict.ControlRow;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Holds one bronze table, its facts and its verdict against what the lab says was committed.
 *
 * <p>From the begin of its history to the state's offset the table holds the changes of the newest
 * instance that begins before each, less the gaps that its events tell. A restored source begins
 * another history; what was read before stays.
 */
final class TableOracle {

  private static final TableReader READER = new TableReader();

  /** A datetime's tick is 10/3 ms, and it is rounded to one. */
  private static final Duration TICK = Duration.ofMillis(4);

  private final World world;
  private final Followed followed;
  private final TableStore store;
  private final CaptureInstance first;
  private final boolean replaces;
  private final Map<String, Lsn> leftOut = new HashMap<>();
  private final Set<Long> adoptions = new TreeSet<>();

  /** Rows that are no changes above {@code start}: of a history that is gone, or another's. */
  private final Map<String, Integer> kept = new HashMap<>();

  /** Commits that had the time of the one before, for they were ahead of the server's clock. */
  private final Set<Lsn> clamped = new TreeSet<>();

  /** Commit times that were carried on from there. */
  private final TreeMap<Lsn, Instant> carried = new TreeMap<>();

  private final MoveOracle moves;
  private Lsn start;

  /** The offset that was judged last. */
  private Lsn reached;

  private Optional<LoadOracle> load = Optional.empty();
  private Optional<ErrorCode> due = Optional.empty();
  private Map<String, Integer> seen = Map.of();
  private Optional<ControlRow> published = Optional.empty();

  /**
   * The oracle of a table that is to be created.
   *
   * @param first the instance in which its history begins
   * @param replaces whether it takes the place of another of its name, whose verdict is published
   */
  TableOracle(
      World world, Followed followed, TableStore store, CaptureInstance first, boolean replaces) {
    this.world = world;
    this.followed = followed;
    this.store = store;
    this.first = first;
    this.replaces = replaces;
    this.moves = new MoveOracle(world);
    this.start = first.startLsn().decrement();
    this.reached = start;
  }

  Optional<StreamState> state() {
    return followed.state(store);
  }

  /** The error that every call must end with until it is adopted. */
  Optional<ErrorCode> due() {
    return due;
  }

  /** Whether the source is at another server, and nothing shows that it is the same source. */
  boolean isLost() {
    return moves.isLost();
  }

  /** Another writer has added rows. */
  void harmed() {
    Map<String, Integer> added = found(new HashMap<>());
    seen.forEach((row, count) -> added.computeIfPresent(row, (key, now) -> now - count));
    added.values().removeIf(count -> count == 0);
    assertThat(added).as("rows of another writer").isNotEmpty();
    added.forEach((row, count) -> kept.merge(row, count, Integer::sum));
    due = Optional.of(ErrorCode.TARGET_CHANGED);
  }

  /** The database has gone back to just after a commit. */
  void restored(Lsn lsn) {
    StreamState state = state().orElseThrow();
    if (lab(state.offset().lsn()).compareTo(lsn) > 0) {
      kept.clear();
      kept.putAll(seen);
      start = lab(state.offset().lsn());
      carried.put(start, state.offset().commitTs());
      clamped.removeIf(each -> each.compareTo(lsn) > 0);
      due = Optional.of(ErrorCode.SOURCE_CHANGED);
    }
  }

  /** The stream leaves a column out from its offset on. */
  void leavesOut(String column) {
    leftOut.put(column, lab(state().orElseThrow().offset().lsn()));
  }

  /** A change was adopted: the stream goes on from where it was, and may lack what is before. */
  void adopted(StreamState before, Adopted adopted) {
    StreamState after = state().orElseThrow();
    Instant time = after.offset().commitTs();
    assertThat(after.offset().lsn()).isEqualTo(before.offset().lsn());
    assertThat(time).isAfterOrEqualTo(before.offset().commitTs());
    assertThat(adopted.offset()).isEqualTo(after.offset());
    assertThat(after.batchId()).isEqualTo(before.batchId() + 1);
    assertThat(after.losslessSince()).as("lossless since").isEqualTo(time);
    adoptions.add(after.batchId());
    carried.put(lab(after.offset().lsn()), time);
    due = Optional.empty();
    verify(true);
  }

  /**
   * Judges the tables.
   *
   * @param complete whether the last call ended well, so that facts and verdict are up to date
   */
  void verify(boolean complete) {
    Optional<StreamState> state = state();
    if (state.isEmpty()) {
      return;
    }
    List<Map<String, Object>> facts = facts(state.get().tableId());
    Map<String, Instant> times = new HashMap<>();
    Map<String, Integer> found = found(times);
    verifyLoad(state.get(), found, times);
    Map<String, Integer> expected = new HashMap<>(kept);
    Lsn end = lab(state.get().offset().lsn());
    if (followed.clamps() && end.compareTo(reached) > 0) {
      clamped.addAll(world.ahead(reached, end));
    }
    reached = end;
    for (Map.Entry<String, Oracle.Change> change : changes(end, Told.of(state.get(), facts))) {
      expected.merge(change.getKey(), 1, Integer::sum);
      verifyTime(change.getValue(), times.get(change.getKey()));
    }
    assertThat(found).as("bronze of %s up to %s", followed.table, end).isEqualTo(expected);
    verifyNeverEarly(found, times);
    verifyVerdict(state.get(), end);
    verifyFacts(state.get(), facts, complete);
    moves.verify(state.get(), adoptions, facts, complete);
    seen = found;
  }

  /** The rows of a load that has just been committed are right, and stay. */
  private void verifyLoad(
      StreamState state, Map<String, Integer> found, Map<String, Instant> times) {
    assertThat(state.snapshot().isPresent()).as("loads").isEqualTo(followed.loads());
    boolean done = state.snapshot().filter(SnapshotState::done).isPresent();
    if (done && load.isEmpty()) {
      load = Optional.of(new LoadOracle(world, first, state));
      kept.putAll(load.get().verify(found, times));
      start = load.get().stamp();
      reached = start;
    }
  }

  /**
   * Whether the table holds a load, and rows of the source table were changed while it was read.
   */
  boolean hasOverlap() {
    return load.filter(LoadOracle::hasOverlap).isPresent();
  }

  private void verifyTime(Oracle.Change change, @Nullable Instant commitTs) {
    if (commitTs == null) {
      return;
    }
    Instant least = least(carried.lowerEntry(change.commitLsn()));
    // Of a repeated local hour nobody may know which of its two times a commit had.
    List<Instant> times = world.times(start, change.commitLsn(), clamped);
    Instant highest = highest(times.stream(), least);
    Instant lowest = highest(times.stream().map(this::earlier), least);
    boolean read =
        isAt(commitTs, least)
            || times.stream().anyMatch(at -> isAt(commitTs, at) || isAt(commitTs, earlier(at)));
    assertThat(read).as("commit time %s of %s is one's time", commitTs, change).isTrue();
    assertThat(commitTs)
        .as("commit time of %s, committed at %s", change, highest)
        .isBetween(lowest.minus(TICK), highest.plus(TICK));
  }

  private static Instant highest(Stream<Instant> times, Instant least) {
    return times.reduce(least, TableOracle::later);
  }

  private static Instant least(Map.@Nullable Entry<Lsn, Instant> carriedOn) {
    return carriedOn == null ? Instant.MIN : carriedOn.getValue();
  }

  private static Instant later(Instant a, Instant b) {
    return a.isAfter(b) ? a : b;
  }

  private static boolean isAt(Instant commitTs, Instant time) {
    return Duration.between(commitTs, time).abs().compareTo(TICK) <= 0;
  }

  /** The first instant at which the server's local time was the same. */
  private Instant earlier(Instant instant) {
    return instant.atZone(world.lab.clock().zone()).withEarlierOffsetAtOverlap().toInstant();
  }

  private void verifyNeverEarly(Map<String, Integer> found, Map<String, Instant> times) {
    Optional<Instant> verdict = published.flatMap(ControlRow::finalizedUntil);
    if (verdict.isPresent()) {
      for (String row : found.keySet()) {
        assertThat(seen.containsKey(row) || !times.get(row).isBefore(verdict.get()))
            .as("%s of %s is added after verdict %s", row, times.get(row), verdict.get())
            .isTrue();
      }
    }
  }

  private void verifyVerdict(StreamState state, Lsn end) {
    String name = store.bronze(followed.locations()).name();
    Optional<ControlRow> now = store.control(followed.locations()).read(name);
    if (now.isPresent() && now.get().tableId().equals(state.tableId())) {
      ControlRow row = now.get();
      assertThat(row.isAheadOf(state.offset().lsn())).as("%s ahead of %s", row, state).isFalse();
      Instant highest =
          highest(world.times(start, end, clamped).stream(), least(carried.floorEntry(end)));
      Instant before = published.flatMap(ControlRow::finalizedUntil).orElse(Instant.MIN);
      row.finalizedUntil()
          .ifPresent(
              until -> assertThat(until).as("verdict").isBeforeOrEqualTo(highest.plus(TICK)));
      assertThat(row.finalizedUntil().orElse(Instant.MIN)).isAfterOrEqualTo(before);
      published = now;
    } else {
      assertThat(published).as("the control row has gone").isEmpty();
    }
  }

  private void verifyFacts(StreamState state, List<Map<String, Object>> facts, boolean complete) {
    List<Object> batches =
        facts.stream()
            .filter(row -> row.get("event") == null)
            .map(row -> row.get("batch_id"))
            .sorted()
            .toList();
    List<Object> expected =
        new ArrayList<>(LongStream.rangeClosed(0, state.batchId()).boxed().toList());
    expected.removeAll(adoptions);
    load.map(LoadOracle::batch).ifPresent(expected::remove);
    boolean late = !complete && batches.size() == expected.size() - 1;
    assertThat(batches)
        .as("batches without facts")
        .isEqualTo(late ? expected.subList(0, batches.size()) : expected);
    assertThat(facts.stream().filter(row -> Event.ADOPTED.text().equals(row.get("event"))))
        .hasSameSizeAs(adoptions);
    if (complete) {
      load.ifPresent(loaded -> loaded.verifyTold(facts));
      assertThat(facts.stream().filter(row -> Event.TABLE_REPLACED.text().equals(row.get("event"))))
          .hasSize(replaces && state.batchId() > StreamState.CREATION ? 1 : 0);
    }
  }

  private List<Map<String, Object>> facts(String tableId) {
    List<Map<String, Object>> rows = new ArrayList<>();
    READER.forEach(
        followed.facts().toString(),
        List.of("table_id", "batch_id", "event", "detail", "min_lsn", "rows"),
        row -> {
          if (tableId.equals(row.get("table_id"))) {
            rows.add(row);
          }
        });
    return rows;
  }

  /** Where each instance begins that the stream has read from: at first sight, or at its switch. */
  private Map<CaptureInstance, Lsn> starts(List<Told> events, Lsn end) {
    Map<CaptureInstance, Lsn> starts = new HashMap<>();
    for (CaptureInstance each : world.ever(followed.table)) {
      if (each == first) {
        starts.put(each, Lsn.ZERO);
      }
      for (Told told : events) {
        if (told.is(Event.CAPTURE_INSTANCE_SWITCHED)
            && told.detail().contains("\"to\":\"" + each.name() + "\"")) {
          assertThat(told.lsn()).isBetween(each.enabledAt(), each.startLsn());
          starts.put(each, told.lsn());
        }
      }
      boolean due = each.startLsn().compareTo(end) <= 0;
      assertThat(!due || starts.containsKey(each) || isOlder(each))
          .as("%s is followed by %s", each.name(), end)
          .isTrue();
    }
    return starts;
  }

  private boolean isOlder(CaptureInstance instance) {
    return instance.enabledAt().compareTo(first.enabledAt()) < 0;
  }

  private List<Map.Entry<String, Oracle.Change>> changes(Lsn end, List<Told> events) {
    List<Told.Gap> gaps =
        events.stream().filter(told -> told.is(Event.DATA_SKIPPED)).map(Told::gap).toList();
    Map<CaptureInstance, Lsn> starts = starts(events, end);
    List<Map.Entry<String, Oracle.Change>> changes = new ArrayList<>();
    for (CaptureInstance instance : world.ever(followed.table)) {
      for (Oracle.Change change : world.database().cdc().oracle(instance).changes()) {
        Lsn lsn = change.commitLsn();
        boolean gone = gaps.stream().anyMatch(gap -> gap.holds(lsn));
        if (lsn.compareTo(start) > 0
            && lsn.compareTo(end) <= 0
            && !gone
            && holder(lsn, starts) == instance) {
          changes.add(Map.entry(RowText.of(instance, change, without(lsn)), change));
        }
      }
    }
    return changes;
  }

  private List<String> without(Lsn lsn) {
    return leftOut.keySet().stream()
        .filter(column -> lsn.compareTo(leftOut.get(column)) > 0)
        .toList();
  }

  private @Nullable CaptureInstance holder(Lsn lsn, Map<CaptureInstance, Lsn> starts) {
    CaptureInstance holder = null;
    for (CaptureInstance instance : world.ever(followed.table)) {
      Lsn begin = starts.get(instance);
      holder = begin != null && begin.compareTo(lsn) <= 0 ? instance : holder;
    }
    return holder;
  }

  private Map<String, Integer> found(Map<String, Instant> times) {
    Map<String, Integer> found = new HashMap<>();
    READER.forEach(
        followed.bronze().toString(),
        List.of(),
        row -> {
          String text = RowText.of(row);
          found.merge(text, 1, Integer::sum);
          times.put(text, (Instant) row.get("_commit_ts"));
        });
    return found;
  }

  static Lsn lab(io.strandline.lsn.Lsn lsn) {
    return Lsn.of(lsn.toBytes());
  }
}
