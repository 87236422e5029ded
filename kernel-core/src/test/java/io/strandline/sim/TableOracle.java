package io.strandline.sim;

import io.strandline.facts.Event;
import io.strandline.facts.FactsColumn;
import io.strandline.facts.FactsRow;
import io.strandline.lsn.Lsn;
import io.strandline.lsn.LsnRange;
import io.strandline.port.contract.BronzeRow;
import io.strandline.state.LastBatch;
import io.strandline.state.StreamState;
import io.strandline.verdict.ControlRow;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Knows what one bronze table must hold: at every commit its new rows are exactly the source's
 * changes since the last, with commit times of their own making, and none in a published period.
 */
final class TableOracle {

  private static final String PREFIX = "prefix";

  private final World world;
  private final BronzeLog log;
  private final CommitTimes times;
  private final Set<String> attempts = new HashSet<>();
  private final boolean replaces;
  private StreamState state;

  /** The oracle of a table that a process has just created. */
  TableOracle(World world, BronzeLog log, Process creator) {
    this.world = world;
    this.log = log;
    this.state = log.newest().state().orElseThrow();
    this.times = new CommitTimes(state.zone(), creator.nearest().orElseThrow().local());
    this.replaces = world.control().isPresent();
    attempts.add(state.attempt());
    verifyCreation(creator);
  }

  private void verifyCreation(Process creator) {
    boolean first =
        state.batchId() == StreamState.CREATION
            && state.tableId().equals(log.tableId())
            && state.offset().lsn().equals(creator.position())
            && state.offset().commitTs().equals(times.highest())
            && state.losslessSince().equals(times.highest());
    Violation.unless(first, "creation", "first state of %s is %s", log.tableId(), state);
    Violation.unless(log.rows().isEmpty(), "creation", "a new table has rows");
  }

  BronzeLog log() {
    return log;
  }

  StreamState state() {
    return state;
  }

  /** The commit time up to which the table is complete. */
  Instant complete() {
    return times.highest();
  }

  CommitTimes times() {
    return times;
  }

  /** Whether another writer has harmed the table. */
  boolean isHarmed() {
    return log.versions().stream().anyMatch(v -> v.foreign().filter(f -> f.harmful()).isPresent());
  }

  /** Judges a commit, which is the log's newest version. */
  void committed(BronzeVersion version, Instant serverUtc) {
    StreamState next = version.state().orElseThrow();
    Violation.unless(!isHarmed(), "target", "batch %s over a harmful commit", next.batchId());
    verifySuccession(next);
    LsnRange range = new LsnRange(state.offset().lsn(), next.offset().lsn());
    List<Lsn> regressions = times.advance(world.database().recorded(), range, serverUtc);
    List<BronzeRow> added = version.added().stream().flatMap(file -> file.rows().stream()).toList();
    verifyRows(next, expected(range, next.batchId()), added);
    verifyNeverEarly(added);
    verifyClock(next, serverUtc);
    verifyEvents(next, regressions);
    state = next;
  }

  private void verifySuccession(StreamState next) {
    boolean follows =
        next.batchId() == state.batchId() + 1
            && next.generation() == state.generation()
            && next.appId().equals(state.appId())
            && next.tableId().equals(log.tableId())
            && attempts.add(next.attempt());
    Violation.unless(follows, "atomicity", "%s does not follow %s", next, state);
    Violation.unless(
        next.offset().lsn().isAfter(state.offset().lsn())
            && !next.highestMaxLsn().isBefore(state.highestMaxLsn())
            && !next.highestMaxLsn().isBefore(next.offset().lsn()),
        "one history",
        "%s does not go on from %s",
        next,
        state);
    boolean recorded =
        world.database().recorded().stream()
            .anyMatch(commit -> commit.lsn().equals(next.offset().lsn()));
    Violation.unless(recorded, "frontier", "offset %s was not captured", next.offset());
  }

  private List<BronzeRow> expected(LsnRange range, long batchId) {
    List<BronzeRow> rows = new ArrayList<>();
    for (SourceCommit commit : world.database().recorded()) {
      if (range.contains(commit.lsn())) {
        commit.changes().forEach(change -> rows.add(row(change, batchId)));
      }
    }
    return rows;
  }

  private BronzeRow row(SourceChange change, long batchId) {
    return new BronzeRow(
        SourceDatabase.FOLLOWED,
        change.startLsn(),
        change.seqval(),
        change.operation().code(),
        Optional.of(change.commandId()),
        times.of(change.startLsn()),
        List.of(Optional.of(change.id()), change.text().map(text -> (Object) text)),
        batchId);
  }

  private static void verifyRows(
      StreamState next, List<BronzeRow> expected, List<BronzeRow> added) {
    Violation.unless(
        expected.size() == added.size(),
        PREFIX,
        "batch %s has %s rows and the source %s: %s, not %s",
        next.batchId(),
        added.size(),
        expected.size(),
        lsns(added),
        lsns(expected));
    for (int i = 0; i < added.size(); i++) {
      BronzeRow wanted = expected.get(i);
      BronzeRow row = added.get(i);
      Violation.unless(
          timed(row, wanted.commitTs()).equals(wanted), PREFIX, "%s is not %s", row, wanted);
      Violation.unless(row.equals(wanted), "commit time", "%s is not %s", row, wanted);
    }
  }

  private static List<Lsn> lsns(List<BronzeRow> rows) {
    return rows.stream().map(BronzeRow::startLsn).toList();
  }

  private static BronzeRow timed(BronzeRow row, Instant commitTs) {
    return row.at(commitTs);
  }

  private void verifyNeverEarly(List<BronzeRow> added) {
    Optional<ControlRow> published =
        world.control().filter(row -> row.tableId().equals(log.tableId()));
    Optional<Instant> verdict = published.flatMap(ControlRow::finalizedUntil);
    for (BronzeRow row : added) {
      Violation.unless(
          verdict.isEmpty() || !row.commitTs().isBefore(verdict.get()),
          "never early",
          "%s is added after verdict %s",
          row,
          verdict);
    }
  }

  private void verifyClock(StreamState next, Instant serverUtc) {
    Violation.unless(
        next.offset().commitTs().equals(times.highest()) && next.local().equals(times.lastLocal()),
        "commit time",
        "the state is at %s, %s and the history at %s, %s",
        next.offset().commitTs(),
        next.local(),
        times.highest(),
        times.lastLocal());
    Violation.unless(
        !next.offset().commitTs().isAfter(serverUtc.plus(world.options().clocks().maxSkew())),
        "clock",
        "offset %s while the server's clock was at %s",
        next.offset(),
        serverUtc);
  }

  private void verifyEvents(StreamState next, List<Lsn> regressions) {
    List<FactsRow> events = next.lastBatch().orElseThrow().events();
    List<Lsn> told = new ArrayList<>();
    for (FactsRow event : events) {
      if (is(event, Event.CLOCK_REGRESSION)) {
        told.add(Lsn.parse(event.get(FactsColumn.MIN_LSN, String.class).orElseThrow()));
      }
    }
    if (next.batchId() == StreamState.CREATION + 1) {
      // Cleanup may have removed the commit that the first one after the creation fell below.
      regressions.removeIf(lsn -> lsn.equals(state.offset().lsn().next()));
    }
    Violation.unless(
        told.containsAll(regressions) || events.size() == LastBatch.MAX_EVENTS,
        "events",
        "the clock went back at %s and events tell of %s",
        regressions,
        told);
    boolean first = next.batchId() == StreamState.CREATION + 1;
    Violation.unless(
        !first || !replaces || events.stream().anyMatch(e -> is(e, Event.TABLE_REPLACED)),
        "events",
        "%s takes another table's place and no event tells of it",
        log.tableId());
  }

  private static boolean is(FactsRow row, Event event) {
    return row.get(FactsColumn.EVENT, String.class).equals(Optional.of(event.text()));
  }

  /** The times after the newest recorded commit, were a batch planned now. */
  CommitTimes timesToTheEnd() {
    List<SourceCommit> recorded = world.database().recorded();
    Lsn newest = recorded.get(recorded.size() - 1).lsn();
    CommitTimes ahead = times.copy();
    ahead.advance(
        recorded,
        new LsnRange(state.offset().lsn(), Lsn.max(newest, state.offset().lsn())),
        world.database().time().utc());
    return ahead;
  }

  /** Judges the whole table from scratch. */
  void verifyWhole() {
    LsnRange all =
        new LsnRange(
            log.versions().get(0).state().orElseThrow().offset().lsn(), state.offset().lsn());
    List<Lsn> expected = lsns(expected(all, 0));
    Violation.unless(
        expected.equals(lsns(log.rows())), PREFIX, "%s, not %s", lsns(log.rows()), expected);
  }
}
