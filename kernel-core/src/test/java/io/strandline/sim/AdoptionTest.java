package io.strandline.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.error.SourceUnavailableException;
import io.strandline.error.TargetNotWritableException;
import io.strandline.facts.Event;
import io.strandline.facts.FactsColumn;
import io.strandline.facts.FactsRow;
import io.strandline.lsn.Lsn;
import io.strandline.lsn.Offset;
import io.strandline.port.ChangeSource;
import io.strandline.port.MeasureRequest;
import io.strandline.port.Measurement;
import io.strandline.port.PollRequest;
import io.strandline.port.ServerClock;
import io.strandline.port.SourcePoll;
import io.strandline.report.Adoptable;
import io.strandline.report.Adopted;
import io.strandline.sim.BronzeVersion.Foreign;
import io.strandline.state.StreamState;
import io.strandline.verdict.ControlRow;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

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
    ChangeSource failing =
        new PassingSource(world.source()) {
          private int measured;

          @Override
          public Measurement measure(MeasureRequest request) {
            if (++measured > 1) {
              throw new SourceUnavailableException("as tested", "call again");
            }
            return super.measure(request);
          }
        };
    assertThatThrownBy(() -> world.ingest(failing)).isInstanceOf(SourceUnavailableException.class);
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
