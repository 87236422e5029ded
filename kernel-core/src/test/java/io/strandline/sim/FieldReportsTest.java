package io.strandline.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.change.ChangeBatch;
import io.strandline.change.ColumnType.Kind;
import io.strandline.check.PassingSource;
import io.strandline.error.CaptureInstanceNotFoundException;
import io.strandline.error.CommitUnknownException;
import io.strandline.error.DataLossException;
import io.strandline.error.SchemaChangedException;
import io.strandline.error.SourceChangedException;
import io.strandline.facts.Event;
import io.strandline.facts.FactsColumn;
import io.strandline.lsn.Lsn;
import io.strandline.option.Option;
import io.strandline.port.ReadRequest;
import io.strandline.port.SessionReader;
import io.strandline.port.contract.BronzeRow;
import io.strandline.report.IdleReason;
import io.strandline.report.IngestReport;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Mistakes that users of other connectors have reported, tried on this one. */
class FieldReportsTest {

  private static final Duration MINUTES = Duration.ofMinutes(5);

  private final SmallWorld world = new SmallWorld("UTC", "2026-05-04T08:00:00Z");

  @Test
  void b03IdleDaysWithCleanupAreNoDataLoss() {
    for (int hour = 0; hour < 5 * 24; hour++) {
      for (int entry = 0; entry < 12; entry++) {
        world.clock.advance(MINUTES);
        world.database.scan(1);
      }
      world
          .mappedBefore(Duration.ofDays(3))
          .ifPresent(lsn -> world.cleanUp(world.database.followed(), lsn));
      world.ingest();

      Lsn max = world.database.max().orElseThrow().lsn();
      assertThat(world.log().newest().state().orElseThrow().offset().lsn()).isEqualTo(max);
    }

    Instant last = Instant.parse("2026-05-09T08:00:00Z");
    assertThat(world.verdict().orElseThrow().finalizedUntil()).contains(last);
    assertThat(world.log().versions()).allMatch(version -> version.added().isEmpty());
  }

  @Test
  void b04TheOffsetIsTheEndOfEachReport() {
    List<Lsn> offsets = new ArrayList<>();
    for (int call = 0; call < 10; call++) {
      world.clock.advance(Duration.ofHours(1));
      if (call % 3 == 0) {
        world.database.scan(1);
      } else {
        world.commit(call);
      }
      var report = (IngestReport.Committed) world.ingest();

      Lsn offset = world.log().newest().state().orElseThrow().offset().lsn();
      assertThat(offset).isEqualTo(report.range().end());
      offsets.add(offset);
    }

    assertThat(offsets).doesNotHaveDuplicates().isSorted();
  }

  /** The gap is certain, because the guard fires before the commit. */
  @Test
  void b05PurgeOfOneOfTwoInstancesDuringTheReadIsDataLoss() {
    world.commitAfter(MINUTES);
    ChangeTable newer = world.database.enable("orders_v2", world.database.orders().columns());
    world.ingest();
    Lsn first = world.commitAfter(MINUTES);
    Lsn last = world.commitAfter(MINUTES);
    int versions = world.log().versions().size();

    assertThatThrownBy(() -> world.ingest(new PurgingWhileRead(world, newer, last)))
        .isInstanceOf(DataLossException.class);
    assertThat(world.log().versions()).hasSize(versions);
    assertThat(first).isGreaterThan(newer.start()).isNotIn(world.lsns());

    var after = world.with(Option.FAIL_ON_DATA_LOSS, "false").ingest();

    assertThat(world.events(Event.DATA_SKIPPED)).as("%s", after).hasSize(1);
    assertThat(world.events(Event.DATA_SKIPPED).get(0).get(FactsColumn.DETAIL, String.class))
        .hasValueSatisfying(
            detail ->
                assertThat(detail)
                    .contains("\"from\":\"" + newer.start() + "\"", "\"to\":\"" + last + "\"")
                    .contains("\"certain\":true"));
    assertThat(world.verdict().orElseThrow().losslessSince())
        .isEqualTo(Instant.parse("2026-05-04T08:15:00Z"));
  }

  /** Cleans an instance up after its last row was read. */
  private static final class PurgingWhileRead extends PassingSource {

    private final SmallWorld world;
    private final ChangeTable table;
    private final Lsn watermark;

    PurgingWhileRead(SmallWorld world, ChangeTable table, Lsn watermark) {
      super(world.source());
      this.world = world;
      this.table = table;
      this.watermark = watermark;
    }

    @Override
    public SessionReader<ChangeBatch> read(ReadRequest request) {
      return new Reader<>(super.read(request)) {
        @Override
        public Optional<Lsn> minLsnAfter() {
          world.cleanUp(table, watermark);
          return super.minLsnAfter();
        }
      };
    }
  }

  /** Cleanup overtakes {@code max_lsn} within one look at the source; the next look skips ahead. */
  @Test
  void b05APurgeOfAllThatALookShowedIsSkippedByTheNextLook() {
    world.with(Option.FAIL_ON_DATA_LOSS, "false").commitAfter(MINUTES);
    world.ingest();
    Lsn lost = world.commitAfter(MINUTES);
    Gate purging =
        new Gate() {
          private boolean done;

          @Override
          public void during(PortCall call) {
            if (call == PortCall.POLL && !done) {
              done = true;
              world.cleanUp(world.database.followed(), world.commitAfter(MINUTES));
            }
          }
        };

    IngestReport report = world.ingest(new SimSource(world.database, purging));

    assertThat(report).isInstanceOf(IngestReport.Committed.class);
    assertThat(world.lsns()).hasSize(2).doesNotContain(lost);
    assertThat(world.events(Event.DATA_SKIPPED)).hasSize(1);
  }

  @Test
  void b06AWatermarkRightAfterTheOffsetIsNoLossAndOneBeyondACommitIs() {
    Lsn start = world.database.followed().start();
    world.with(Option.STARTING_LSN, "latest");
    Lsn next = world.database.commit(SourceCommit.Kind.OTHERS, 1, lsn -> List.of()).lsn();
    world.ingest();
    assertThat(next).isEqualTo(start.next());
    world.database.scan(1);
    world.cleanUp(world.database.followed(), next);

    world.ingest();

    Lsn lost = world.commitAfter(MINUTES);
    Lsn kept = world.commitAfter(MINUTES);
    world.cleanUp(world.database.followed(), kept);
    assertThatThrownBy(world::ingest)
        .isInstanceOf(DataLossException.class)
        .hasMessageContaining(next.next().toString());
    assertThat(lost).isLessThan(kept);
    SmallWorld fresh = new SmallWorld("UTC", "2026-05-04T08:00:00Z");
    fresh.cleanUp(fresh.database.followed(), fresh.commitAfter(MINUTES));
    assertThat(fresh.ingest()).isInstanceOf(IngestReport.Committed.class);
  }

  @Test
  void b08InstancesWithOneStartAreReadOnceFromTheNewest() {
    SmallWorld two = new SmallWorld("UTC", "2026-05-04T08:00:00Z");
    SourceColumn colour = two.database.orders().add("colour", Kind.INT);
    ChangeTable newer = two.database.enableWithNewest("orders_v2", two.database.orders().columns());
    newer.capture(two.database.recorded().get(1));
    Lsn first = two.commitAfter(MINUTES);
    two.ingest();
    Lsn second = two.commitAfter(MINUTES);
    two.ingest();

    assertThat(two.lsns()).containsExactly(first, second);
    assertThat(two.rows()).allMatch(row -> row.captureInstance().equals("orders_v2"));
    assertThat(two.log().captured()).anyMatch(column -> column.name().equals(colour.name()));
    assertThat(two.events(Event.CAPTURE_INSTANCE_SWITCHED)).isEmpty();
  }

  @Test
  void b11ATransactionLargerThanABatchIsTakenWhole() {
    world.with(Option.MAX_COMMITS_PER_BATCH, "1").with(Option.MAX_ROWS_PER_BATCH, "10");
    world.clock.advance(MINUTES);
    Lsn large = world.commit(1_000);
    world.commitAfter(MINUTES);

    var report = (IngestReport.Committed) world.ingest();

    assertThat(report.range().end()).isEqualTo(large);
    assertThat(report.row().get(FactsColumn.ROWS, Long.class)).contains(1_000L);
  }

  @Test
  void b32CommitTimesAreUtcAcrossBothChangesOfTheZone() {
    SmallWorld west = new SmallWorld("America/Los_Angeles", "2026-11-01T07:55:00Z");
    List<Instant> times = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      west.commitAfter(Duration.ofMinutes(6));
      times.add(west.clock.instant());
    }
    west.ingest();
    assertThat(west.rows()).extracting(BronzeRow::commitTs).containsExactlyElementsOf(times);

    SmallWorld spring = new SmallWorld("America/Los_Angeles", "2026-03-08T09:30:00Z");
    spring.commitAfter(Duration.ofMinutes(20));
    spring.commitAfter(Duration.ofMinutes(20));
    spring.ingest();
    assertThat(spring.rows())
        .extracting(BronzeRow::commitTs)
        .containsExactly(
            Instant.parse("2026-03-08T09:50:00Z"), Instant.parse("2026-03-08T10:10:00Z"));
  }

  /** The reader's clock may hold a verdict, never advance it. */
  @Test
  void b34AStepBackOverTheHourPutsNoRowIntoAFinalHour() {
    world.commitAfter(Duration.ofMinutes(60));
    world.clock.advance(Duration.ofMillis(3));
    world.ingest();
    assertThat(world.verdict().orElseThrow().finalizedUntil())
        .contains(Instant.parse("2026-05-04T09:00:00Z"));

    world.database.time().setError(Duration.ofMinutes(-5));
    world.commit(1);
    world.ingest();

    assertThat(world.rows())
        .extracting(BronzeRow::commitTs)
        .containsExactly(
            Instant.parse("2026-05-04T09:00:00Z"), Instant.parse("2026-05-04T09:00:00Z"));
    assertThat(world.events(Event.CLOCK_REGRESSION)).hasSize(1);
    assertThat(world.verdict().orElseThrow().finalizedUntil())
        .contains(Instant.parse("2026-05-04T09:00:00Z"));
    world.clock.advance(Duration.ofHours(7));
    world.ingest();
    assertThat(world.verdict().orElseThrow().finalizedUntil())
        .contains(Instant.parse("2026-05-04T09:00:00Z"));
  }

  /**
   * The report has no error number of the capture job: a reader's login may not see {@code
   * sys.dm_cdc_errors}, which the page of reasons names.
   */
  @Test
  void b35AStalledCaptureFreezesTheVerdictAndIsNoLoss() {
    world.commitAfter(Duration.ofMinutes(10));
    world.ingest();
    Optional<Instant> before = world.verdict().orElseThrow().finalizedUntil();
    world.clock.advance(Duration.ofHours(3));

    IngestReport report = world.ingest();

    assertThat(report)
        .isInstanceOfSatisfying(
            IngestReport.Idle.class,
            idle -> assertThat(idle.reason()).isEqualTo(IdleReason.CAPTURE_STALLED));
    assertThat(world.verdict().orElseThrow().finalizedUntil()).isEqualTo(before);
  }

  @Test
  void b36AnInstanceMadeAgainIsDataLossAndOneThatIsGoneAnError() {
    world.commitAfter(MINUTES);
    world.ingest();
    world.commitAfter(MINUTES);
    world.database.disable(world.database.followed());
    assertThatThrownBy(world::ingest).isInstanceOf(CaptureInstanceNotFoundException.class);
    int versions = world.log().versions().size();

    world.clock.advance(MINUTES);
    world.database.enable(SourceDatabase.FOLLOWED, world.database.orders().columns());
    world.commitAfter(MINUTES);

    assertThatThrownBy(world::ingest)
        .isInstanceOf(DataLossException.class)
        .hasMessageContaining("disabled and enabled again");
    assertThat(world.log().versions()).hasSize(versions);
  }

  @Test
  void b36ARestoredDatabaseIsRefusedEvenIfItIsBusyAgain() {
    Lsn kept = world.commitAfter(MINUTES);
    world.commitAfter(MINUTES);
    world.commitAfter(MINUTES);
    world.ingest();
    world.database.restore(kept);
    assertThatThrownBy(world::ingest).isInstanceOf(SourceChangedException.class);

    for (int i = 0; i < 5; i++) {
      world.commitAfter(MINUTES);
    }

    assertThatThrownBy(world::ingest).isInstanceOf(SourceChangedException.class);
    assertThat(world.rows()).hasSize(3);
  }

  @Test
  void b41ColumnsThatComeGoAndChangeAreReadByName() {
    SourceTable orders = world.database.orders();
    world.commitAfter(MINUTES);
    world.ingest();
    SourceColumn quantity = orders.named("quantity").orElseThrow();
    orders.alter(quantity.as(Kind.LONG));
    world.database.alter(
        "ALTER TABLE dbo.orders ALTER COLUMN quantity bigint", Optional.of(quantity.as(Kind.LONG)));
    orders.add("colour", Kind.INT);
    world.database.alter("ALTER TABLE dbo.orders ADD colour int", Optional.empty());
    world.commitAfter(MINUTES);
    world.ingest();
    assertThat(world.log().captured())
        .extracting(column -> column.name() + " " + column.type())
        .containsExactly("id int", "note string", "quantity long");
    assertThat(world.events(Event.SCHEMA_CHANGE)).hasSize(2);

    ChangeTable newer = world.database.enable("orders_v2", orders.columns());
    world.commitAfter(MINUTES);
    world.ingest();
    assertThat(world.log().captured()).hasSize(4);
    assertThat(world.events(Event.CAPTURE_INSTANCE_SWITCHED))
        .singleElement()
        .satisfies(
            event ->
                assertThat(event.get(FactsColumn.MIN_LSN, String.class))
                    .contains(newer.start().toString()));

    world.database.alter(
        "ALTER TABLE dbo.orders ALTER COLUMN quantity nvarchar(200)",
        Optional.of(quantity.as(Kind.STRING)));
    world.commitAfter(MINUTES);
    int versions = world.log().versions().size();
    assertThatThrownBy(world::ingest).isInstanceOf(SchemaChangedException.class);
    assertThat(world.log().versions()).hasSize(versions);
  }

  @Test
  void b42AndB43ACommitWhoseAnswerIsLostIsFoundByTheNextCall() {
    world.commitAfter(MINUTES);
    assertThat(world.ingest(world.source(), gate(CommitFault.HAPPENED)))
        .isInstanceOf(IngestReport.Committed.class);

    world.commitAfter(MINUTES);
    assertThatThrownBy(() -> world.ingest(world.source(), gate(CommitFault.NEVER)))
        .isInstanceOf(CommitUnknownException.class);
    world.ingest();

    assertThat(world.lsns()).doesNotHaveDuplicates().hasSize(2);
    assertThat(world.ingest()).isInstanceOf(IngestReport.Idle.class);
  }

  private static Gate gate(CommitFault fault) {
    return new Gate() {
      @Override
      public CommitFault commitFault() {
        return fault;
      }
    };
  }
}
