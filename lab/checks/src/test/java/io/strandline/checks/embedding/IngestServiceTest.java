package io.strandline.checks.embedding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.checks.embedding.HeardVerdicts.Failure;
import io.strandline.checks.scene.Waits;
import io.strandline.error.ErrorCode;
import io.strandline.error.InvalidOptionsException;
import io.strandline.lab.faults.Effect;
import io.strandline.lab.faults.Fault;
import io.strandline.option.StreamOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The example service against the stand-in. */
@Timeout(300)
final class IngestServiceTest {

  private static final Duration OFTEN = Duration.ofMillis(20);
  private static final Duration SOON = Duration.ofSeconds(2);

  /** About so many files come in a round of two tables. */
  private static final int ROUND = 12;

  @TempDir Path folder;

  private static Duration closing(IngestService service) {
    long begun = System.nanoTime();
    service.close();
    return Duration.ofNanos(System.nanoTime() - begun);
  }

  @Test
  void tellsTheVerdictsOfSeveralTablesAsTheyMove() {
    HeardVerdicts heard = new HeardVerdicts();
    try (ShopLab lab = new ShopLab(folder);
        IngestService service = IngestService.start(lab.source(), lab.tables(), OFTEN, heard)) {
      lab.hour(1);
      heard.await("flights", Instant.parse("2013-01-01T13:00:00Z"));
      heard.await("gates", Instant.parse("2013-01-01T13:00:00Z"));
      lab.hour(2);
      heard.await("flights", Instant.parse("2013-01-01T14:00:00Z"));
      heard.await("gates", Instant.parse("2013-01-01T14:00:00Z"));

      assertThat(closing(service)).isLessThan(SOON);
      assertThat(heard.failures).isEmpty();
      assertThat(heard.of("gates")).isSorted().doesNotHaveDuplicates();
      assertThat(lab.scene.rows("flights")).hasSize(2);
      assertThat(lab.scene.rows("gates")).hasSize(2);
    }
  }

  @Test
  void aStartThatFailsLeavesNothingRunning() {
    try (ShopLab lab = new ShopLab(folder)) {
      List<StreamOptions> tables = new ArrayList<>(lab.tables());
      tables.add(lab.table("group:all", "dbo_flights"));
      assertThatThrownBy(
              () -> IngestService.start(lab.source(), tables, OFTEN, new HeardVerdicts()))
          .isInstanceOf(InvalidOptionsException.class);
      assertThat(Waits.until(SOON, () -> ingesting() == 0)).isTrue();
    }
  }

  private static long ingesting() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith("ingest-"))
        .count();
  }

  @Test
  void aTableThatFailsForGoodStopsNoOther() {
    HeardVerdicts heard = new HeardVerdicts();
    try (ShopLab lab = new ShopLab(folder)) {
      List<StreamOptions> tables = new ArrayList<>(lab.tables());
      StreamOptions wrong = lab.table("wrong", "dbo_nothing");
      tables.add(0, wrong);
      lab.hour(1);
      try (IngestService service = IngestService.start(lab.source(), tables, OFTEN, heard)) {
        heard.await("flights", Instant.parse("2013-01-01T13:00:00Z"));
        lab.hour(2);
        heard.await("gates", Instant.parse("2013-01-01T14:00:00Z"));
      }
      assertThat(heard.failures)
          .containsExactly(
              new Failure(wrong.tables().bronze(), ErrorCode.CAPTURE_INSTANCE_NOT_FOUND, false));
    }
  }

  @Test
  void aListenerThatThrowsAndAServerThatIsAwayStopNothing() {
    HeardVerdicts heard = new HeardVerdicts();
    VerdictListener broken =
        new VerdictListener() {
          @Override
          public void finalized(String table, Instant finalizedUntil) {
            heard.finalized(table, finalizedUntil);
            throw new IllegalStateException("a defect of the listener");
          }

          @Override
          public void failed(
              String table, io.strandline.error.StrandlineException error, boolean again) {
            heard.failed(table, error, again);
          }
        };
    try (ShopLab lab = new ShopLab(folder);
        IngestService service = IngestService.start(lab.source(), lab.tables(), OFTEN, broken)) {
      lab.hour(1);
      heard.await("gates", Instant.parse("2013-01-01T13:00:00Z"));
      lab.scene.faults.add(
          Fault.on("sp_cdc_help_change_data_capture", new Effect.Kill()).times(1_000));
      heard.awaitFailures(2);
      assertThat(heard.failures)
          .allMatch(failure -> failure.code() == ErrorCode.SOURCE_UNAVAILABLE && failure.again());
      lab.scene.faults.clear();
      lab.hour(2);
      heard.await("gates", Instant.parse("2013-01-01T14:00:00Z"));
      assertThat(closing(service)).isLessThan(SOON);
    }
  }

  @Test
  void closesWithinTwoSecondsWhileTheServerDoesNotAnswer() {
    HeardVerdicts heard = new HeardVerdicts();
    try (ShopLab lab = new ShopLab(folder)) {
      lab.hour(1);
      lab.scene.faults.add(Fault.on("c.[__$seqval]", new Effect.Blackhole()));
      long fired = lab.scene.faults.firedCount();
      IngestService service = IngestService.start(lab.source(), lab.tables(), OFTEN, heard);
      assertThat(Waits.until(() -> lab.scene.faults.firedCount() > fired)).isTrue();

      assertThat(closing(service)).isLessThan(SOON);
      assertThat(heard.failures).isEmpty();
      assertThat(Waits.until(SOON, () -> lab.scene.lab.tds().connectionCount() == 0)).isTrue();
    }
  }

  /** Ends when more and more files have come: between all writes and commits of a round. */
  @Test
  void closesWithinTwoSecondsAtAnyMomentAndLosesNothing() {
    try (ShopLab lab = new ShopLab(folder)) {
      int hours = 24;
      for (int hour = 1; hour <= hours; hour++) {
        lab.hour(hour);
        HeardVerdicts heard = new HeardVerdicts();
        IngestService service = IngestService.start(lab.source(), lab.tables(), OFTEN, heard);
        int files = lab.scene.listing().size() + hour % ROUND;
        Waits.until(SOON, () -> lab.scene.listing().size() >= files);
        assertThat(closing(service)).isLessThan(SOON);
        assertThat(heard.failures).isEmpty();
      }
      HeardVerdicts heard = new HeardVerdicts();
      try (IngestService service = IngestService.start(lab.source(), lab.tables(), OFTEN, heard)) {
        Instant end = Instant.parse("2013-01-02T12:00:00Z");
        heard.await("flights", end);
        heard.await("gates", end);
      }
      assertThat(lab.scene.rows("flights")).hasSize(hours);
      assertThat(lab.scene.rows("gates")).hasSize(hours);
    }
  }
}
