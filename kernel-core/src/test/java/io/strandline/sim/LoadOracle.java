package io.strandline.sim;

import io.strandline.change.TableColumn;
import io.strandline.lsn.Lsn;
import io.strandline.port.SourcePoll;
import io.strandline.port.contract.BronzeRow;
import io.strandline.sim.Reach.Branch;
import io.strandline.state.SnapshotState;
import io.strandline.state.StreamState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Knows what a load must hold: every row that was there unchanged from the stamp to the end of the
 * read exactly once, no row twice, and none with a value that it did not have in that time.
 */
final class LoadOracle {

  private static final String LOAD = "load";

  private final World world;
  private final SourcePoll poll;
  private final Holders holders;
  private final LoadWatch watch;

  /**
   * The oracle of one load.
   *
   * @param poll the look at the source that the load began with
   * @param holders its instances in order
   * @param watch what befell its read
   */
  LoadOracle(World world, SourcePoll poll, Holders holders, LoadWatch watch) {
    this.world = world;
    this.poll = poll;
    this.holders = holders;
    this.watch = watch;
  }

  /** Whether a state is a load's. */
  static boolean isLoad(StreamState state) {
    return state.lastBatch().filter(last -> last.batch().isEmpty()).isPresent()
        && !AdoptionOracle.isAdoption(state);
  }

  /** Judges the commit of a load; its rows. */
  List<BronzeRow> verify(BronzeVersion version, StreamState before, CommitTimes first) {
    StreamState next = version.state().orElseThrow();
    Lsn stamp = poll.max().orElseThrow().lsn();
    SnapshotState expected =
        new SnapshotState(stamp, SnapshotState.Mode.FULL, SnapshotState.Kind.BOOTSTRAP, true);
    Violation.unless(
        next.snapshot().equals(Optional.of(expected)), LOAD, "%s, not %s", next, expected);
    Violation.unless(
        before.snapshot().filter(SnapshotState::done).isEmpty(), LOAD, "%s loads again", next);
    Violation.unless(watch.held(stamp), "load guard", "changes after the stamp %s are gone", stamp);
    List<BronzeRow> added = version.added().stream().flatMap(f -> f.rows().stream()).toList();
    verifyRows(added, new Rows(version, stamp, first.highest()));
    return added;
  }

  /** Judges that a load's stamp is not after the server's clock. */
  void verifyClock(StreamState next) {
    Instant most = poll.clock().utc().plus(world.options().clocks().maxSkew());
    Violation.unless(
        !next.offset().commitTs().isAfter(most),
        "clock",
        "offset %s while the server's clock and the skew allow %s",
        next.offset(),
        most);
  }

  private void verifyRows(List<BronzeRow> added, Rows rows) {
    SourceDatabase database = world.database();
    int stamped = database.entriesUpTo(rows.stamp);
    TableImage image = database.image(stamped);
    Map<Long, Set<BronzeRow>> possible = new HashMap<>();
    image.rows().forEach((key, values) -> add(possible, key, rows.of(values)));
    Set<Long> unchanged = new HashSet<>(image.rows().keySet());
    for (SourceCommit commit : database.log().subList(stamped, watch.entries())) {
      image.apply(commit);
      for (SourceChange change : commit.changes()) {
        Long key = TableImage.key(change);
        unchanged.remove(key);
        image.row(key).ifPresent(values -> add(possible, key, rows.of(values)));
        world.reach().count(Branch.LOAD_OVERLAPPED);
      }
    }
    Set<Long> seen = new HashSet<>();
    for (BronzeRow row : added) {
      Long key = rows.key(row);
      Violation.unless(seen.add(key), LOAD, "row %s is there twice", key);
      Set<BronzeRow> had = possible.getOrDefault(key, Set.of());
      Violation.unless(had.contains(row), LOAD, "%s is none of %s", row, had);
    }
    unchanged.removeAll(seen);
    Violation.unless(unchanged.isEmpty(), LOAD, "rows %s are missing", unchanged);
  }

  private static void add(Map<Long, Set<BronzeRow>> possible, Long key, BronzeRow row) {
    possible.computeIfAbsent(key, k -> new HashSet<>()).add(row);
  }

  /** The newest instance that holds what comes after a stamp. */
  private ChangeTable instance(Lsn stamp) {
    SourceDatabase database = world.database();
    return holders.all().stream()
        .filter(holder -> holder.min().filter(min -> !min.isAfter(stamp.next())).isPresent())
        .reduce((older, newer) -> newer)
        .map(holder -> database.everyInstance().get(database.place(holder.key())))
        .orElseThrow(() -> new Violation("load guard", "no instance holds " + stamp.next()));
  }

  /** Makes rows of the load as bronze must hold them. */
  private final class Rows {

    private final BronzeVersion version;
    private final Lsn stamp;
    private final Instant commitTs;
    private final ChangeTable instance;

    Rows(BronzeVersion version, Lsn stamp, Instant commitTs) {
      this.version = version;
      this.stamp = stamp;
      this.commitTs = commitTs;
      this.instance = instance(stamp);
    }

    BronzeRow of(Map<Integer, Object> row) {
      List<Optional<Object>> values = new ArrayList<>();
      for (TableColumn column : version.captured()) {
        values.add(
            instance
                .column(column.name())
                .filter(source -> watch.had(source.id()))
                .flatMap(source -> Optional.ofNullable(row.get(source.id())))
                .map(value -> SourceColumn.as(value, column.type().kind())));
      }
      return new BronzeRow(
          instance.name(),
          stamp,
          Optional.empty(),
          0,
          Optional.empty(),
          commitTs,
          values,
          version.state().orElseThrow().batchId(),
          Optional.of(stamp),
          OptionalInt.empty());
    }

    Long key(BronzeRow row) {
      for (int i = 0; i < version.captured().size(); i++) {
        if (version.captured().get(i).name().equals("id")) {
          return ((Number) row.captured().get(i).orElseThrow()).longValue();
        }
      }
      throw new Violation(LOAD, "no key in " + row);
    }
  }
}
