package io.strandline.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.change.ChangeBatch;
import io.strandline.check.PassingSource;
import io.strandline.lsn.Lsn;
import io.strandline.option.Option;
import io.strandline.option.OptionValues;
import io.strandline.option.StreamOptions;
import io.strandline.port.ChangeSource;
import io.strandline.port.MeasureRequest;
import io.strandline.port.Measurement;
import io.strandline.port.PollRequest;
import io.strandline.port.ReadRequest;
import io.strandline.port.SessionReader;
import io.strandline.port.SourcePoll;
import io.strandline.report.IngestReport;
import io.strandline.sim.SourceCommit.Kind;
import io.strandline.stream.Streams;
import io.strandline.verdict.ControlRow;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a call says and does when another caller of its stream has overtaken it. */
class StaleCallerTest {

  private static final StreamOptions OPTIONS = options(1_000);

  private final VirtualClock clock = new VirtualClock(Instant.parse("2026-05-04T08:00:00Z"));
  private final SourceDatabase database =
      new SourceDatabase(new ServerTime(clock, ZoneId.of("UTC")));
  private final Warehouse warehouse = new Warehouse(Witness.NONE);
  private int attempts;

  @BeforeEach
  void firstBatch() {
    database.scan(100);
    ingest(new SimSource(database, Gate.OPEN));
    commitAndCapture();
  }

  @Test
  void changesThatAnotherCallerHasCommittedAreNotLost() {
    IngestReport report =
        ingest(
            new PassingSource(new SimSource(database, Gate.OPEN)) {
              @Override
              public SessionReader<ChangeBatch> read(ReadRequest request) {
                return new Reader<>(super.read(request)) {
                  @Override
                  public Optional<Lsn> minLsnAfter() {
                    ingest(new SimSource(database, Gate.OPEN));
                    commitAndCapture();
                    database.moveWatermark(database.followed(), database.max().orElseThrow().lsn());
                    return super.minLsnAfter();
                  }
                };
              }
            });

    assertThat(report).isInstanceOf(IngestReport.DoneByAnother.class);
  }

  @Test
  void aNewTableNeverBeginsWithALoss() {
    warehouse.drop(OPTIONS.tables().bronze());
    ingest(
        new PassingSource(new SimSource(database, Gate.OPEN)) {
          @Override
          public SourcePoll poll(PollRequest request) {
            SourcePoll poll = super.poll(request);
            if (request.position().isZero()) {
              database.moveWatermark(database.followed(), database.max().orElseThrow().lsn());
            }
            return poll;
          }
        });

    assertThat(warehouse.bronze(OPTIONS.tables().bronze()).orElseThrow().rows()).isNotEmpty();
  }

  @Test
  void aDroppedTablesVerdictDoesNotTakeTheNewTablesPlace() {
    SimTableStore store = new SimTableStore(warehouse, Gate.OPEN, clock);
    ControlRow old = store.control(OPTIONS.tables()).read("orders").orElseThrow();
    warehouse.drop(OPTIONS.tables().bronze());
    ingest(new SimSource(database, Gate.OPEN));
    ControlRow fresh = store.control(OPTIONS.tables()).read("orders").orElseThrow();

    store.control(OPTIONS.tables()).publish(old);

    assertThat(store.control(OPTIONS.tables()).read("orders")).contains(fresh);
  }

  @Test
  void aCallerThatLosesRacesTriesWithSmallerBatches() {
    for (int commit = 0; commit < 5; commit++) {
      commitAndCapture();
    }
    List<Long> wanted = new ArrayList<>();

    IngestReport report =
        ingest(
            new PassingSource(new SimSource(database, Gate.OPEN)) {
              @Override
              public Measurement measure(MeasureRequest request) {
                wanted.add(request.maxRows());
                return super.measure(request);
              }

              @Override
              public SessionReader<ChangeBatch> read(ReadRequest request) {
                if (wanted.size() < 4) {
                  ingest(new SimSource(database, Gate.OPEN), options(1));
                }
                return super.read(request);
              }
            },
            options(6_000));

    assertThat(report).isInstanceOf(IngestReport.Committed.class);
    assertThat(report.status().conflicts()).isEqualTo(3);
    assertThat(wanted).containsExactly(6_000L, 3_000L, 1_500L, 1_000L);
  }

  private void commitAndCapture() {
    clock.advance(Duration.ofMinutes(7));
    database.commit(Kind.OURS, 16, lsn -> List.of(SourceChange.insert(lsn, 1)));
    database.scan(100);
  }

  private static StreamOptions options(long maxRowsPerBatch) {
    return StreamOptions.of(
        OptionValues.of(new Properties())
            .set(Option.CAPTURE_INSTANCE, SourceDatabase.FOLLOWED)
            .set(Option.TARGET, "/warehouse/orders")
            .set(Option.WAREHOUSE, "/warehouse")
            .set(Option.MAX_ROWS_PER_BATCH, Long.toString(maxRowsPerBatch)));
  }

  private IngestReport ingest(ChangeSource source) {
    return ingest(source, OPTIONS);
  }

  private IngestReport ingest(ChangeSource source, StreamOptions options) {
    SimTableStore store = new SimTableStore(warehouse, Gate.OPEN, clock);
    return Streams.of(source, store, options, clock, () -> "attempt-" + ++attempts).ingest();
  }
}
