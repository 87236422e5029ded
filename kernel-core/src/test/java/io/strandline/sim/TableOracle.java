package io.strandline.sim;

import io.strandline.change.TableColumn;
import io.strandline.lsn.Lsn;
import io.strandline.lsn.LsnRange;
import io.strandline.port.SourcePoll;
import io.strandline.port.contract.BronzeRow;
import io.strandline.sim.Holders.Holder;
import io.strandline.sim.Holders.Key;
import io.strandline.sim.Reach.Branch;
import io.strandline.state.StreamState;
import io.strandline.time.MappedCommit;
import io.strandline.verdict.ControlRow;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Knows what one bronze table must hold: at every commit its new rows are exactly the source's
 * changes since the last, of the instance that holds them, less what is gone; with commit times of
 * their own making, and none in a published period.
 */
final class TableOracle {

  private static final String PREFIX = "prefix";

  private final World world;
  private final BronzeLog log;
  private CommitTimes times;
  private final EventOracle events;
  private final Set<String> attempts = new HashSet<>();
  private final Holders.Seen seen = Holders.Seen.nothing();
  private final List<BronzeRow> expected = new ArrayList<>();
  private final Instant beginning;
  private StreamState state;
  private long adopted = -1;

  /** The oracle of a table that a process has just created. */
  TableOracle(World world, BronzeLog log, Process creator) {
    this.world = world;
    this.log = log;
    this.state = log.newest().state().orElseThrow();
    this.times = new CommitTimes(state.zone(), creator.nearest().orElseThrow().local());
    this.beginning = times.highest();
    this.events = new EventOracle(world, state, world.control().isPresent());
    remember(creator.poll().orElseThrow());
    attempts.add(state.attempt());
    verifyCreation(creator);
  }

  private void remember(SourcePoll poll) {
    seen.remember(poll, world.database());
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

  /** The time of the commit that the table begins at. */
  Instant beginning() {
    return beginning;
  }

  /** The commit time up to which the table is complete. */
  Instant complete() {
    return times.highest();
  }

  CommitTimes times() {
    return times;
  }

  /** Which instance each LSN is read from, were a batch planned on a look at the source. */
  Holders holders(SourcePoll poll) {
    return Holders.of(poll, world.database(), seen);
  }

  /** Whether another writer has harmed the table since it was adopted. */
  boolean isHarmed() {
    return isHarmedAfter(adopted);
  }

  /** Whether another writer has harmed the table after a version. */
  boolean isHarmedAfter(long version) {
    return log.versions().stream()
        .filter(v -> v.number() > version)
        .anyMatch(v -> v.foreign().filter(f -> f.harmful()).isPresent());
  }

  /** Judges a commit, which is the log's newest version. */
  void committed(BronzeVersion version, Planned planned) {
    StreamState next = version.state().orElseThrow();
    Violation.unless(!isHarmed(), "target", "batch %s over a harmful commit", next.batchId());
    verifySuccession(next);
    LsnRange range = new LsnRange(state.offset().lsn(), next.offset().lsn());
    Holders holders = holders(planned.poll());
    verifyColumns(version, holders, range);
    CommitTimes.Walk walk =
        times.advance(planned.mapped(range), planned.measured().above(), planned.serverUtc());
    List<BronzeRow> added = version.added().stream().flatMap(file -> file.rows().stream()).toList();
    List<BronzeRow> wanted = rows(range, holders, version);
    verifyRows(next, wanted, added);
    verifyNeverEarly(added);
    verifyClock(next, planned, walk);
    events.verify(next, new EventOracle.Batch(range, planned, holders, walk, times));
    count(holders, range, wanted);
    expected.addAll(wanted);
    remember(planned.poll());
    state = next;
  }

  /** Judges the commit of a load, which is the log's newest version. */
  void loaded(BronzeVersion version, SourcePoll poll, LoadWatch watch) {
    StreamState next = version.state().orElseThrow();
    Violation.unless(!isHarmed(), "target", "load %s over a harmful commit", next.batchId());
    verifyAttempt(next);
    MappedCommit stamp = poll.max().orElseThrow();
    CommitTimes first = new CommitTimes(state.zone(), stamp.local());
    LoadOracle oracle = new LoadOracle(world, poll, holders(poll), watch);
    List<BronzeRow> added = oracle.verify(version, state, first);
    boolean begins = state.lastBatch().isEmpty();
    if (begins) {
      times = first;
      oracle.verifyClock(next);
    } else {
      world.reach().count(Branch.LOAD_OF_A_STREAM_WITH_BATCHES);
    }
    Lsn offset = begins ? stamp.lsn() : state.offset().lsn();
    Violation.unless(
        next.offset().lsn().equals(offset)
            && next.offset().commitTs().equals(times.highest())
            && next.local().equals(times.lastLocal())
            && next.losslessSince().equals(begins ? times.highest() : state.losslessSince()),
        "load",
        "%s does not go on from %s at %s",
        next,
        offset,
        times.highest());
    events.verifyLoad(next, poll, added.size());
    expected.addAll(added);
    remember(poll);
    state = next;
  }

  /** Judges an adoption, which is the log's newest version. */
  void adopted(BronzeVersion version, SourcePoll poll) {
    StreamState next = version.state().orElseThrow();
    Violation.unless(isHarmed(), "target", "%s adopts what is as it was", next);
    verifyAttempt(next);
    new AdoptionOracle(world, state).verify(version, times.highest());
    events.verifyAdoption(next);
    remember(poll);
    adopted = version.number();
    state = next;
  }

  private void verifyAttempt(StreamState next) {
    boolean follows =
        next.batchId() == state.batchId() + 1
            && next.generation() == state.generation()
            && next.appId().equals(state.appId())
            && next.tableId().equals(log.tableId())
            && attempts.add(next.attempt());
    Violation.unless(follows, "atomicity", "%s does not follow %s", next, state);
  }

  private void verifySuccession(StreamState next) {
    verifyAttempt(next);
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

  /** Columns stay in their places, and each that is read has one. */
  private void verifyColumns(BronzeVersion version, Holders holders, LsnRange range) {
    List<TableColumn> before = log.versions().get((int) version.number() - 1).captured();
    List<TableColumn> after = version.captured();
    Violation.unless(after.size() >= before.size(), "columns", "%s, not %s", after, before);
    for (int i = 0; i < before.size(); i++) {
      boolean same = after.get(i).equals(before.get(i));
      boolean wider = after.get(i).name().equals(before.get(i).name()) && log.allowsWidening();
      Violation.unless(same || wider, "columns", "%s, not %s", after, before);
      if (!same) {
        world.reach().count(Branch.COLUMN_WIDENED);
      }
    }
    if (after.size() > before.size()) {
      world.reach().count(Branch.COLUMN_ADDED);
    }
    Set<String> names = new HashSet<>(after.stream().map(TableColumn::name).toList());
    for (Lsn lsn : List.of(range.first(), range.end())) {
      if (holders.isLost(lsn)) {
        continue;
      }
      for (SourceColumn column : instance(holders.of(lsn).key()).columns()) {
        Violation.unless(names.contains(column.name()), "columns", "no %s: %s", column, after);
      }
    }
  }

  private ChangeTable instance(Key key) {
    return world.database().everyInstance().stream()
        .filter(table -> table.name().equals(key.name()) && table.created().equals(key.created()))
        .findFirst()
        .orElseThrow();
  }

  private List<BronzeRow> rows(LsnRange range, Holders holders, BronzeVersion version) {
    long batchId = version.state().orElseThrow().batchId();
    List<BronzeRow> rows = new ArrayList<>();
    for (SourceCommit commit : world.database().recorded()) {
      Lsn lsn = commit.lsn();
      if (range.contains(lsn) && !holders.isLost(lsn)) {
        ChangeTable table = instance(holders.of(lsn).key());
        for (SourceChange change : table.recordedOf(lsn)) {
          rows.add(row(table, change, version.captured(), batchId));
        }
      }
    }
    return rows;
  }

  private BronzeRow row(
      ChangeTable table, SourceChange change, List<TableColumn> columns, long batchId) {
    List<Optional<Object>> values = new ArrayList<>();
    for (TableColumn column : columns) {
      values.add(
          table
              .column(column.name())
              .flatMap(source -> Optional.ofNullable(change.values().get(source.id())))
              .map(value -> SourceColumn.as(value, column.type().kind())));
    }
    return new BronzeRow(
        table.name(),
        change.startLsn(),
        change.seqval(),
        change.operation().code(),
        Optional.of(change.commandId()),
        times.of(change.startLsn()).orElse(Instant.MAX),
        values,
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
          row.at(wanted.commitTs()).equals(wanted), PREFIX, "%s is not %s", row, wanted);
      Violation.unless(row.equals(wanted), "commit time", "%s is not %s", row, wanted);
    }
  }

  private static List<Lsn> lsns(List<BronzeRow> rows) {
    return rows.stream().map(BronzeRow::startLsn).toList();
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

  private void verifyClock(StreamState next, Planned planned, CommitTimes.Walk walk) {
    Violation.unless(
        next.offset().commitTs().equals(times.highest()) && next.local().equals(times.lastLocal()),
        "commit time",
        "the state is at %s, %s and the history at %s, %s",
        next.offset().commitTs(),
        next.local(),
        times.highest(),
        times.lastLocal());
    Instant most = planned.serverUtc().plus(world.options().clocks().maxSkew());
    // A start's own time is in no verdict yet.
    boolean carried =
        state.lastBatch().isPresent() && next.offset().commitTs().equals(state.offset().commitTs());
    Violation.unless(
        carried || !next.offset().commitTs().isAfter(most),
        "clock",
        "offset %s while the server's clock and the skew allow %s",
        next.offset(),
        most);
    Violation.unless(
        !planned.measured().anchored()
            || walk.deepest().compareTo(world.options().clocks().maxRegression()) <= 0,
        "clock",
        "the clock went back by %s",
        walk.deepest());
    LocalDateTime allowed = LocalDateTime.ofInstant(most, state.zone());
    for (MappedCommit ahead : walk.ahead()) {
      if (changesSoon(most) || planned.measured().above().orElseThrow().isBefore(allowed)) {
        // Between look and measurement the clock was set, or the zone's repeated hour has begun.
        continue;
      }
      Instant earliest =
          ahead.local().toInstant(state.zone().getRules().getValidOffsets(ahead.local()).get(0));
      Violation.unless(
          earliest.isAfter(most), "clock", "%s is clamped and not after %s", ahead, most);
    }
  }

  private boolean changesSoon(Instant time) {
    return Optional.ofNullable(state.zone().getRules().previousTransition(time))
        .filter(change -> change.getInstant().isAfter(time.minusSeconds(7200)))
        .isPresent();
  }

  private void count(Holders holders, LsnRange range, List<BronzeRow> rows) {
    Set<String> instances = new HashSet<>(rows.stream().map(BronzeRow::captureInstance).toList());
    if (instances.size() > 1) {
      world.reach().count(Branch.BATCH_OF_TWO_INSTANCES);
    }
    for (Holder holder : holders.takingOver(range)) {
      boolean again =
          seen.starts().keySet().stream()
              .anyMatch(key -> key.name().equals(holder.key().name()) && !key.equals(holder.key()));
      if (again) {
        world.reach().count(Branch.INSTANCE_RECREATED);
      }
    }
  }

  /** The times after the newest recorded commit, were a batch planned now. */
  CommitTimes timesToTheEnd() {
    CommitTimes ahead = times.copy();
    SourceDatabase database = world.database();
    Lsn newest = database.max().orElseThrow().lsn();
    if (newest.isAfter(state.offset().lsn())) {
      ahead.advance(
          database.mapped(new LsnRange(state.offset().lsn(), newest)),
          Optional.empty(),
          database.time().utc());
    }
    return ahead;
  }

  /** Judges the whole table as readers see it. */
  void verifyWhole() {
    List<BronzeRow> all = expected.stream().map(row -> row.in(log.captured())).toList();
    Violation.unless(
        all.equals(log.rows()), PREFIX, "%s, not %s", lsns(log.rows()), lsns(expected));
  }
}
