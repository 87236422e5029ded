package io.strandline.sim;

import io.strandline.change.BronzeRows;
import io.strandline.change.LongVector;
import io.strandline.change.TableColumn;
import io.strandline.check.PassingStore;
import io.strandline.facts.Event;
import io.strandline.facts.FactsColumn;
import io.strandline.facts.FactsRow;
import io.strandline.lsn.Lsn;
import io.strandline.port.BronzeHead;
import io.strandline.port.BronzeTable;
import io.strandline.port.CommitOutcome;
import io.strandline.port.TableLocations;
import io.strandline.port.TableStore;
import io.strandline.port.WrittenFiles;
import io.strandline.state.LastBatch;
import io.strandline.state.StreamState;
import io.strandline.time.CarriedClock;
import io.strandline.time.CommitClock;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.BinaryOperator;

/** What becomes of the product if it commits something else than it planned and read. */
final class BrokenCommits {

  private BrokenCommits() {}

  /** Changes are skipped and no event says so. */
  static Substitute gapNotRecorded() {
    return states((base, next) -> without(next, Event.DATA_SKIPPED));
  }

  /** An instance takes over and no event says so. */
  static Substitute switchNotTold() {
    return states((base, next) -> without(next, Event.CAPTURE_INSTANCE_SWITCHED));
  }

  /** A source that has moved is taken as it is. */
  static Substitute moveNotTold() {
    return states((base, next) -> without(next, Event.SOURCE_MOVED));
  }

  /** After a gap the history is still called whole. */
  static Substitute losslessSinceNotMoved() {
    return states((base, next) -> copy(next, next.lastBatch(), base.losslessSince(), next.clock()));
  }

  /** A commit ahead of the clock is clamped and raises the carried time all the same. */
  static Substitute clampRaisesTheCarriedTime() {
    return states(
        (base, next) -> {
          List<FactsRow> events = next.lastBatch().orElseThrow().events();
          boolean clamped =
              next.local().equals(base.local())
                  && events.stream().anyMatch(row -> is(row, Event.CLOCK_REGRESSION));
          CarriedClock clock =
              new CarriedClock(
                  next.offset().commitTs().plusSeconds(600), next.local(), next.utcOffset());
          return clamped ? copy(next, next.lastBatch(), next.losslessSince(), clock) : next;
        });
  }

  private static StreamState without(StreamState next, Event event) {
    LastBatch last = next.lastBatch().orElseThrow();
    List<FactsRow> kept = last.events().stream().filter(row -> !is(row, event)).toList();
    LastBatch batch = new LastBatch(last.batch(), kept, last.more());
    return copy(next, Optional.of(batch), next.losslessSince(), next.clock());
  }

  private static boolean is(FactsRow row, Event event) {
    return row.get(FactsColumn.EVENT, String.class).equals(Optional.of(event.text()));
  }

  static StreamState copy(
      StreamState state, Optional<LastBatch> last, Instant losslessSince, CarriedClock clock) {
    return new StreamState(
        state.appId(),
        state.tableId(),
        state.generation(),
        state.batchId(),
        state.attempt(),
        new io.strandline.lsn.Offset(state.offset().lsn(), clock.commitTs()),
        state.zone(),
        clock.local(),
        clock.offset(),
        state.source(),
        state.anchor(),
        state.highestMaxLsn(),
        losslessSince,
        state.snapshot(),
        last);
  }

  static Substitute states(BinaryOperator<StreamState> change) {
    return bronze(
        (table, world) ->
            new PassingStore.Bronze(table) {
              @Override
              public CommitOutcome commit(
                  BronzeHead.Present base,
                  List<TableColumn> captured,
                  WrittenFiles files,
                  StreamState next) {
                return super.commit(base, captured, files, change.apply(base.state(), next));
              }
            });
  }

  /** Every split begins with the clock of the batch's start, and knows of no step before it. */
  static Substitute splitsBeginWithTheStatesClock() {
    return bronze(
        (table, world) ->
            new PassingStore.Bronze(table) {
              @Override
              public WrittenFiles write(
                  BronzeHead.Present head,
                  List<TableColumn> captured,
                  Stamp stamp,
                  Iterator<BronzeRows> rows) {
                StreamState state = head.state();
                Instant now = world.database().time().utc();
                CommitClock clock = new CommitClock(state.zone(), state.clock(), now);
                List<BronzeRows> naive = new ArrayList<>();
                rows.forEachRemaining(batch -> naive.add(timed(batch, clock)));
                return super.write(head, captured, stamp, naive.iterator());
              }
            });
  }

  private static BronzeRows timed(BronzeRows rows, CommitClock clock) {
    LongVector.Builder times = new LongVector.Builder(rows.changes().rows());
    Optional<Lsn> last = Optional.empty();
    Instant time = Instant.EPOCH;
    for (int row = 0; row < rows.changes().rows(); row++) {
      Lsn lsn = rows.changes().startLsn().lsn(row);
      if (!last.equals(Optional.of(lsn))) {
        Instant asIfUtc = Instant.ofEpochMilli(rows.changes().commitLocal().get(row));
        time = clock.advance(LocalDateTime.ofInstant(asIfUtc, ZoneOffset.UTC));
        last = Optional.of(lsn);
      }
      times.add(ChronoUnit.MICROS.between(Instant.EPOCH, time));
    }
    return new BronzeRows(rows.changes(), times.build());
  }

  /** Makes a bronze table out of another in a world. */
  private interface Break {
    BronzeTable of(BronzeTable table, World world);
  }

  private static Substitute bronze(Break broken) {
    return new Substitute() {
      @Override
      public TableStore store(TableStore store, World world) {
        return new PassingStore(store) {
          @Override
          public BronzeTable bronze(TableLocations locations) {
            return broken.of(super.bronze(locations), world);
          }
        };
      }
    };
  }
}
