package io.strandline.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.check.PassingSource;
import io.strandline.error.NotReadyException;
import io.strandline.error.SourceChangedException;
import io.strandline.error.SourceUnavailableException;
import io.strandline.error.TargetChangedException;
import io.strandline.error.TargetNotWritableException;
import io.strandline.facts.Event;
import io.strandline.facts.FactsColumn;
import io.strandline.facts.FactsRow;
import io.strandline.lsn.Lsn;
import io.strandline.lsn.Offset;
import io.strandline.port.ChangeSource;
import io.strandline.port.PollRequest;
import io.strandline.port.ServerClock;
import io.strandline.port.SourcePoll;
import io.strandline.report.Adoptable;
import io.strandline.report.Adopted;
import io.strandline.report.IngestReport;
import io.strandline.sim.BronzeVersion.Foreign;
import io.strandline.state.StreamState;
import io.strandline.time.MappedCommit;
import io.strandline.verdict.ControlRow;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What an adoption takes over from calls before it, and never goes below. */
class AdoptionTest {

  private final SmallWorld world = new SmallWorld("UTC", "2026-05-04T09:00:00Z");

  private void harm() {
    world.log().commitForeign(new Foreign(true, "adds rows"));
  }

  @Test
  void aReplacedTableIsToldByTheAdoptionThatBeginsIt() {
    world.commit(1);
    world.ingest();
    world.warehouse.drop("/warehouse/orders");
    assertThatThrownBy(() -> world.ingest(world.sourceMeasuredOnce()))
        .isInstanceOf(SourceUnavailableException.class);
    assertThat(world.log().newest().state().orElseThrow().batchId())
        .isEqualTo(StreamState.CREATION);
    harm();

    assertThat(world.adopt(world.source(), Adoptable.TARGET)).isPresent();
    world.commitAfter(Duration.ofMinutes(5));
    world.ingest();

    assertThat(world.events(Event.TABLE_REPLACED)).hasSize(1);
    assertThat(world.events(Event.ADOPTED)).hasSize(1);
    assertThat(world.verdict().map(ControlRow::tableId)).contains(world.log().tableId());
  }

  @Test
  void factsThatACrashLeftOutAreWrittenBeforeAnAdoptionTakesTheirPlace() {
    world.commit(1);
    Gate withoutFacts =
        new Gate() {
          @Override
          public void before(PortCall call) {
            if (call == PortCall.FACTS_APPEND) {
              throw new TargetNotWritableException("as tested", "call again");
            }
          }
        };
    world.ingest(world.source(), withoutFacts);
    harm();

    world.adopt(world.source(), Adoptable.TARGET);

    List<FactsRow> rows = world.facts();
    assertThat(rows.stream().map(row -> row.get(FactsColumn.EVENT, String.class)))
        .containsExactly(Optional.empty(), Optional.of(Event.ADOPTED.text()));
  }

  @Test
  void anAdoptionWithoutAnchorKeepsThePublishedTime() {
    world.commit(1);
    world.ingest();
    Lsn published = world.commitAfter(Duration.ofHours(2));
    Instant ts = world.clock.instant();
    publish(new Offset(published, ts));
    Lsn later = world.commitAfter(Duration.ofHours(1));
    world.cleanUp(world.database.followed(), later);
    ChangeSource purged =
        new PassingSource(world.source()) {
          @Override
          public SourcePoll poll(PollRequest request) {
            return withoutAnchor(super.poll(request));
          }
        };

    Adopted adopted = world.adopt(purged, Adoptable.TARGET).orElseThrow();

    assertThat(adopted.offset()).isEqualTo(new Offset(published, ts));
    assertThat(adopted.losslessSince()).isEqualTo(ts);
  }

  /** What a clone of a table that took its place is like: its state, and an id of its own. */
  private ControlRow copiedBackUnderAnotherId() {
    world.commit(1);
    world.ingest();
    Offset published = new Offset(world.commitAfter(Duration.ofHours(2)), world.clock.instant());
    publish(published);
    world.log().becomes("another-id");
    return world.verdict().orElseThrow();
  }

  @Test
  void aTableUnderAnotherIdIsAdoptedUnderThatId() {
    ControlRow published = copiedBackUnderAnotherId();
    assertThatThrownBy(world::ingest)
        .isInstanceOfSatisfying(
            TargetChangedException.class,
            error -> assertThat(error.remedy()).contains("adopt --what target"));

    Adopted adopted = world.adopt(world.source(), Adoptable.TARGET).orElseThrow();

    assertThat(adopted.offset()).isEqualTo(published.end().orElseThrow());
    assertThat(world.log().newest().state().orElseThrow().tableId()).isEqualTo("another-id");
    ControlRow after = world.verdict().orElseThrow();
    assertThat(after.tableId()).isEqualTo("another-id");
    assertThat(after.finalizedUntil()).isPresent().isEqualTo(published.finalizedUntil());
    assertThat(after.losslessSince()).isEqualTo(adopted.offset().commitTs());
    assertThat(world.events(Event.ADOPTED))
        .singleElement()
        .satisfies(
            row -> assertThat(row.get(FactsColumn.TABLE_ID, String.class)).contains("another-id"));
    world.commitAfter(Duration.ofMinutes(5));
    assertThat(world.ingest()).isInstanceOf(IngestReport.Committed.class);
    assertThat(world.ingest()).isInstanceOf(IngestReport.Idle.class);
    assertThat(world.rows()).hasSize(2);
    assertThat(world.adopt(world.source(), Adoptable.TARGET)).isEmpty();
  }

  /** Each publish that a crash may leave out: the verdict's row is taken over, then it is there. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void aTableUnderAnotherIdGetsItsVerdictAfterACrash(int publish) {
    ControlRow published = copiedBackUnderAnotherId();
    int[] publishes = {0};
    Gate crashing =
        new Gate() {
          @Override
          public void before(PortCall call) {
            if (call == PortCall.CONTROL_PUBLISH && ++publishes[0] == publish) {
              throw new TargetNotWritableException("as tested", "call again");
            }
          }
        };

    assertThatThrownBy(() -> world.adopt(world.source(), crashing, Adoptable.TARGET))
        .isInstanceOf(TargetNotWritableException.class);
    assertThat(world.ingest()).isInstanceOf(IngestReport.Idle.class);

    ControlRow after = world.verdict().orElseThrow();
    assertThat(after.tableId()).isEqualTo("another-id");
    assertThat(after.finalizedUntil()).isPresent().isEqualTo(published.finalizedUntil());
    assertThat(after.end()).isEqualTo(published.end());
    assertThat(world.events(Event.ADOPTED)).hasSize(1);
  }

  /** An adoption that comes to nothing leaves the verdict as it was. */
  @Test
  void aTableUnderAnotherIdKeepsItsVerdictUntilTheAdoptionIsIn() {
    ControlRow published = copiedBackUnderAnotherId();
    Gate failing =
        new Gate() {
          @Override
          public void before(PortCall call) {
            if (call == PortCall.COMMIT) {
              throw new TargetNotWritableException("as tested", "call again");
            }
          }
        };

    assertThatThrownBy(() -> world.adopt(world.source(), failing, Adoptable.TARGET))
        .isInstanceOf(TargetNotWritableException.class);

    assertThat(world.verdict()).contains(published);
  }

  /** A source whose capture, or replica, has only come to what the state has read. */
  private ChangeSource behind(UnaryOperator<SourcePoll> as) {
    world.commitAfter(Duration.ofMinutes(59));
    world.ingest();
    MappedCommit read = world.log().newest().state().orElseThrow().anchor().orElseThrow();
    Lsn published = world.commitAfter(Duration.ofMinutes(2));
    publish(new Offset(published, world.clock.instant()));
    harm();
    return new PassingSource(world.source()) {
      @Override
      public SourcePoll poll(PollRequest request) {
        return as.apply(super.poll(request).upTo(read));
      }
    };
  }

  private static SourcePoll seen(SourcePoll poll, boolean replica, Optional<MappedCommit> max) {
    return new SourcePoll(
        max,
        poll.clock(),
        poll.server(),
        poll.database(),
        poll.brokerGuid(),
        replica,
        poll.atOrBelow(),
        poll.above(),
        poll.instances(),
        poll.warnings());
  }

  /** What the remedy says is done: the source comes to what was read. */
  private void waitingWasRight() {
    assertThat(world.adopt(world.source(), Adoptable.TARGET)).isPresent();
    assertThat(world.ingest()).isInstanceOf(IngestReport.Idle.class);
  }

  @Test
  void aReplicaBelowWhatWasReadIsWaitedFor() {
    ChangeSource replica = behind(poll -> seen(poll, true, poll.max()));

    assertThatThrownBy(() -> world.adopt(replica, Adoptable.TARGET))
        .isInstanceOfSatisfying(
            NotReadyException.class,
            error ->
                assertThat(error.remedy())
                    .isEqualTo("call again later, or connect to the primary"));

    waitingWasRight();
  }

  @Test
  void aCaptureThatNeverRanIsStarted() {
    ChangeSource idle = behind(poll -> seen(poll, false, Optional.empty()));

    assertThatThrownBy(() -> world.adopt(idle, Adoptable.TARGET))
        .isInstanceOfSatisfying(
            NotReadyException.class,
            error -> assertThat(error.remedy()).contains("sp_cdc_start_job", "call again"))
        .hasMessageContaining("never recorded a commit");

    waitingWasRight();
  }

  @Test
  void aSilentCaptureBelowWhatWasReadIsWaitedForBeforeALoad() {
    ChangeSource silent = behind(poll -> poll);
    world.clock.advance(Duration.ofMinutes(16));

    assertThatThrownBy(() -> world.adopt(silent, Adoptable.TARGET))
        .isInstanceOfSatisfying(
            SourceChangedException.class,
            error ->
                assertThat(error.remedy())
                    .contains("sp_cdc_start_job", "call again", "still below", "bootstrap=true"))
        .hasMessageContaining("may be behind");

    waitingWasRight();
  }

  @Test
  void aLogThatEndsBelowWhatWasReadNeedsALoad() {
    ChangeSource shorter = behind(poll -> poll);
    world.clock.advance(Duration.ofMinutes(12));

    assertThatThrownBy(() -> world.adopt(shorter, Adoptable.TARGET))
        .isInstanceOfSatisfying(
            SourceChangedException.class,
            error ->
                assertThat(error.remedy())
                    .isEqualTo("load the table anew into another target (bootstrap=true)"))
        .hasMessageContaining("capture is up to date");
  }

  private void publish(Offset end) {
    ControlRow row = world.verdict().orElseThrow();
    world.publish(
        new ControlRow(
            row.tableName(),
            row.tableId(),
            row.appId(),
            Optional.of(row.granularity().truncate(end.commitTs())),
            row.granularity(),
            row.losslessSince(),
            end));
  }

  @Test
  void aCommitOfTheOldZoneIsNotReadAsAheadOfTheClockInTheNew() {
    world.commit(1);
    world.ingest();
    Instant before = world.log().newest().state().orElseThrow().offset().commitTs();
    ChangeSource moved =
        new PassingSource(world.source()) {
          @Override
          public SourcePoll poll(PollRequest request) {
            return in(super.poll(request), ZoneId.of("America/New_York"));
          }
        };

    Adopted adopted = world.adopt(moved, Adoptable.ZONE).orElseThrow();

    assertThat(adopted.offset().commitTs()).isEqualTo(before);
    assertThat(world.log().newest().state().orElseThrow().zone())
        .isEqualTo(ZoneId.of("America/New_York"));
  }

  private static SourcePoll withoutAnchor(SourcePoll poll) {
    return new SourcePoll(
        poll.max(),
        poll.clock(),
        poll.server(),
        poll.database(),
        poll.brokerGuid(),
        poll.readOnlyReplica(),
        Optional.empty(),
        poll.above(),
        poll.instances(),
        poll.warnings());
  }

  private static SourcePoll in(SourcePoll poll, ZoneId zone) {
    Instant utc = poll.clock().utc();
    return poll.at(new ServerClock(utc, zone.getRules().getOffset(utc), Optional.of(zone)));
  }
}
