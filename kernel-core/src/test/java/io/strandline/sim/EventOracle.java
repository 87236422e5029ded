package io.strandline.sim;

import io.strandline.change.DdlChange;
import io.strandline.facts.Event;
import io.strandline.facts.FactsColumn;
import io.strandline.facts.FactsRow;
import io.strandline.lsn.Lsn;
import io.strandline.lsn.LsnRange;
import io.strandline.port.SourcePoll;
import io.strandline.sim.Holders.Holder;
import io.strandline.sim.Holders.Key;
import io.strandline.sim.Holders.Lost;
import io.strandline.sim.Reach.Branch;
import io.strandline.state.InstanceIdentity;
import io.strandline.state.SourceIdentity;
import io.strandline.state.StreamState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Knows which events each batch of a table must tell, each once. */
final class EventOracle {

  private static final String EVENTS = "events";

  private final World world;
  private final boolean replaces;
  private StreamState state;
  private Optional<Key> reading = Optional.empty();

  /**
   * The oracle of a table from its first state on.
   *
   * @param replaces whether it takes the place of another table of its name
   */
  EventOracle(World world, StreamState first, boolean replaces) {
    this.world = world;
    this.replaces = replaces;
    this.state = first;
  }

  /** A batch as the other oracles know it. */
  record Batch(
      LsnRange range, Planned planned, Holders holders, CommitTimes.Walk walk, CommitTimes times) {}

  /** Judges the events of the batch after the last one judged. */
  void verify(StreamState next, Batch batch) {
    List<FactsRow> events = world.events(next.lastBatch().orElseThrow());
    verifyGaps(next, events, batch);
    verifyDdl(events, batch);
    verifySwitches(events, batch);
    verifyRegressions(events, batch);
    verifyMoved(next, events, batch.planned().poll());
    verifyReplaced(events);
    Violation.unless(of(events, Event.BOOTSTRAP).isEmpty(), EVENTS, "loads again: %s", events);
    state = next;
  }

  /** Judges the events of a load: its own, once, and those of a first commit. */
  void verifyLoad(StreamState next, SourcePoll poll, int rows) {
    List<FactsRow> events = world.events(next.lastBatch().orElseThrow());
    List<FactsRow> told = of(events, Event.BOOTSTRAP);
    String stamp = poll.max().orElseThrow().lsn().toString();
    boolean right =
        told.size() == 1
            && told.get(0).get(FactsColumn.ROWS, Long.class).equals(Optional.of((long) rows))
            && told.get(0).get(FactsColumn.END_LSN, String.class).equals(Optional.of(stamp));
    Violation.unless(right, EVENTS, "a load of %s rows at %s: %s", rows, stamp, events);
    verifyMoved(next, events, poll);
    verifyReplaced(events);
    if (isFirst() && replaces) {
      world.reach().count(Branch.LOAD_OF_A_REPLACED_TABLE);
    }
    state = next;
  }

  /** Judges what an adoption tells beside itself. */
  void verifyAdoption(StreamState next) {
    verifyReplaced(world.events(next.lastBatch().orElseThrow()));
    state = next;
  }

  private void verifyReplaced(List<FactsRow> events) {
    boolean replaced = isFirst() && replaces;
    Violation.unless(
        of(events, Event.TABLE_REPLACED).size() == (replaced ? 1 : 0),
        EVENTS,
        "%s takes another table's place: %s",
        state.tableId(),
        replaced);
  }

  private boolean isFirst() {
    return state.batchId() == StreamState.CREATION;
  }

  private void verifyGaps(StreamState next, List<FactsRow> events, Batch batch) {
    List<Lost> lost = batch.holders().lost(batch.range());
    List<FactsRow> told = of(events, Event.DATA_SKIPPED);
    Violation.unless(told.size() == lost.size(), "gaps", "%s, not %s", told, lost);
    Violation.unless(
        lost.isEmpty() || !world.options().policy().failOnDataLoss(), "gaps", "skipped %s", lost);
    Instant lossless = state.losslessSince();
    for (int i = 0; i < lost.size(); i++) {
      Instant until =
          Optional.of(lost.get(i).to())
              .filter(batch.range()::contains)
              .flatMap(batch.times()::of)
              .orElse(batch.times().highest());
      lossless = until.isAfter(lossless) ? until : lossless;
      String detail = told.get(i).get(FactsColumn.DETAIL, String.class).orElse("");
      boolean right =
          detail.contains("\"from\":\"" + lost.get(i).from() + "\"")
              && detail.contains("\"to\":\"" + lost.get(i).to() + "\"")
              && told.get(i).get(FactsColumn.LOST_FROM_TS, Instant.class).equals(lostFrom())
              && instant(told.get(i), FactsColumn.LOST_TO_TS).equals(until);
      Violation.unless(right, "gaps", "%s, not %s until %s", told.get(i), lost.get(i), until);
      world.reach().count(Branch.GAP_RECORDED);
    }
    Violation.unless(
        next.losslessSince().equals(lossless),
        "gaps",
        "lossless since %s, not %s",
        next.losslessSince(),
        lossless);
  }

  /** Empty if the stream was begun below all that was left, so that no commit tells the time. */
  private Optional<Instant> lostFrom() {
    boolean below =
        isFirst()
            && state.anchor().isEmpty()
            && state.source().instances().stream()
                .allMatch(seen -> seen.firstStartLsn().isAfter(state.offset().lsn().next()));
    return below ? Optional.empty() : Optional.of(state.offset().commitTs());
  }

  private void verifyDdl(List<FactsRow> events, Batch batch) {
    TreeMap<Lsn, DdlChange> expected = new TreeMap<>();
    batch.planned().poll().instances().stream()
        .flatMap(view -> view.ddl().stream())
        .filter(ddl -> batch.range().contains(ddl.lsn()))
        .forEach(ddl -> expected.put(ddl.lsn(), ddl));
    List<FactsRow> told = of(events, Event.SCHEMA_CHANGE);
    Violation.unless(
        lsns(told).equals(List.copyOf(expected.keySet())), EVENTS, "%s, not %s", told, expected);
    Violation.unless(
        told.isEmpty() || !world.options().policy().failOnSchemaChange(),
        EVENTS,
        "a change of the definition was to stop the stream: %s",
        told);
    int i = 0;
    for (DdlChange ddl : expected.values()) {
      String detail = told.get(i++).get(FactsColumn.DETAIL, String.class).orElse("");
      Violation.unless(
          detail.contains(ddl.command())
              && detail.contains("\"changed_type\":" + ddl.changedType()),
          EVENTS,
          "%s does not tell of %s",
          detail,
          ddl);
      world.reach().count(Branch.DDL_TOLD);
    }
  }

  /** Wherever another instance holds the history than the one before, one takes over. */
  private void verifySwitches(List<FactsRow> events, Batch batch) {
    List<FactsRow> told = of(events, Event.CAPTURE_INSTANCE_SWITCHED);
    List<Lsn> expected = new ArrayList<>();
    TreeSet<Lsn> places = new TreeSet<>(List.of(batch.range().first()));
    batch.holders().all().stream()
        .map(Holder::start)
        .filter(batch.range()::contains)
        .forEach(places::add);
    for (Lsn place : places) {
      Holder holder = batch.holders().of(place);
      Lsn at = Lsn.max(place, holder.start());
      if (!batch.range().contains(at) || !batch.holders().of(at).equals(holder)) {
        continue;
      }
      boolean begins = isFirst() && holder.start().equals(batch.range().first());
      Optional<Key> before = reading.or(() -> known(batch.range()));
      if (!begins && before.filter(key -> !key.equals(holder.key())).isPresent()) {
        expected.add(at);
        verifyBack(before.get(), holder.key(), told, batch);
        world.reach().count(Branch.INSTANCE_SWITCHED);
      }
      reading = Optional.of(holder.key());
    }
    Violation.unless(lsns(told).equals(expected), EVENTS, "%s, not %s", told, expected);
  }

  /** Where an older instance is read again, a policy may stop it, and the event says so. */
  private void verifyBack(Key before, Key now, List<FactsRow> told, Batch batch) {
    boolean both = batch.holders().all().stream().anyMatch(holder -> holder.key().equals(before));
    List<Key> seen = state.source().instances().stream().map(EventOracle::key).toList();
    if (!both && seen.contains(now) && seen.indexOf(now) < seen.indexOf(before)) {
      Violation.unless(
          !world.options().policy().failOnSchemaChange()
              && told.stream()
                  .map(row -> row.get(FactsColumn.DETAIL, String.class).orElse(""))
                  .anyMatch(
                      detail ->
                          detail.contains("\"from\":\"" + before.name() + "\"")
                              && detail.contains("\"to\":\"" + now.name() + "\"")
                              && detail.contains("\"warning\"")),
          EVENTS,
          "back from %s to %s: %s",
          before,
          now,
          told);
      world.reach().count(Branch.INSTANCE_GONE_BACK);
    }
  }

  /**
   * The instance that the stream has read at the offset, or where it begins, in the order in which
   * it keeps them: that this is the order of their enabling, its rows show.
   */
  private Optional<Key> known(LsnRange range) {
    Lsn at = isFirst() ? range.first() : range.start();
    List<InstanceIdentity> seen = state.source().instances();
    return seen.stream()
        .filter(instance -> !instance.firstStartLsn().isAfter(at))
        .reduce((older, newer) -> newer)
        .or(() -> seen.stream().findFirst())
        .map(EventOracle::key);
  }

  private static Key key(InstanceIdentity instance) {
    return new Key(instance.name(), instance.created());
  }

  private void verifyRegressions(List<FactsRow> events, Batch batch) {
    Set<Lsn> told = new HashSet<>(lsns(of(events, Event.CLOCK_REGRESSION)));
    Set<Lsn> expected = new HashSet<>(batch.walk().regressions());
    if (!batch.planned().measured().anchored()) {
      // Cleanup has taken the commit that the first one of the range fell below.
      batch.planned().measured().mapped().stream()
          .findFirst()
          .ifPresent(first -> expected.remove(first.lsn()));
    }
    Set<Lsn> possible = new HashSet<>(batch.walk().fallen().keySet());
    if (!batch.walk().ahead().isEmpty()) {
      Lsn first = batch.walk().ahead().get(0).lsn();
      expected.add(first);
      possible.add(first);
      world.reach().count(Branch.COMMIT_AHEAD_CLAMPED);
    }
    Violation.unless(
        told.containsAll(expected) && possible.containsAll(told),
        EVENTS,
        "the clock went back at %s and events tell of %s",
        expected,
        told);
  }

  private void verifyMoved(StreamState next, List<FactsRow> events, SourcePoll poll) {
    SourceIdentity known = state.source();
    boolean moved =
        !known.database().equals(poll.database())
            || !known.brokerGuid().equals(poll.brokerGuid())
            || !known.server().equals(poll.server());
    List<FactsRow> told = of(events, Event.SOURCE_MOVED);
    Violation.unless(told.size() == (moved ? 1 : 0), EVENTS, "moved: %s, told: %s", moved, told);
    Violation.unless(
        next.source().database().equals(poll.database()),
        EVENTS,
        "the state is of %s",
        next.source());
    if (moved) {
      world.reach().count(Branch.SOURCE_MOVED);
    }
  }

  private static List<FactsRow> of(List<FactsRow> events, Event event) {
    return events.stream()
        .filter(row -> row.get(FactsColumn.EVENT, String.class).equals(Optional.of(event.text())))
        .toList();
  }

  private static List<Lsn> lsns(List<FactsRow> events) {
    return events.stream()
        .map(row -> Lsn.parse(row.get(FactsColumn.MIN_LSN, String.class).orElseThrow()))
        .toList();
  }

  private static Instant instant(FactsRow row, FactsColumn column) {
    return row.get(column, Instant.class).orElse(Instant.MIN);
  }
}
