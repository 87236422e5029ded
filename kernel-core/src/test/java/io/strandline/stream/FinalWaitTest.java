package io.strandline.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.error.CancelledException;
import io.strandline.error.InvalidOptionsException;
import io.strandline.error.TargetNotWritableException;
import io.strandline.lsn.Lsn;
import io.strandline.lsn.Offset;
import io.strandline.verdict.Awaited;
import io.strandline.verdict.ControlRow;
import io.strandline.verdict.Finality;
import io.strandline.verdict.Granularity;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** When looks are made and which ends a wait; time passes only by pauses. */
final class FinalWaitTest {

  private static final Instant BEGIN = Instant.parse("2026-05-04T10:59:30Z");
  private static final Instant START = Instant.parse("2026-05-04T10:00:00Z");
  private static final Instant END = Instant.parse("2026-05-04T11:00:00Z");

  private Instant now = BEGIN;
  private final List<Long> pauses = new ArrayList<>();
  private int looks;
  private Optional<ControlRow> row = Optional.empty();
  private Instant published = Instant.MAX;

  private static ControlRow row(Instant until, Instant since) {
    return new ControlRow(
        "orders",
        "t",
        "app",
        Optional.of(until),
        Granularity.HOUR,
        since,
        new Offset(Lsn.ZERO, until));
  }

  private Awaited look() {
    looks++;
    return Awaited.of(now.isBefore(published) ? Optional.empty() : row, START, END);
  }

  private void pause(Duration time) {
    pauses.add(time.toSeconds());
    now = now.plus(time);
  }

  private Awaited await(long timeout, long interval) {
    return new FinalWait(() -> now, this::pause)
        .until(this::look, Duration.ofSeconds(timeout), Duration.ofSeconds(interval));
  }

  private void published(Instant at, Instant until, Instant since) {
    published = at;
    row = Optional.of(row(until, since));
  }

  @Test
  void aPeriodThatIsFinalIsNotWaitedFor() {
    published(BEGIN, END, START);

    assertThat(await(60, 10)).isEqualTo(new Awaited(Finality.FINAL, row));
    assertThat(pauses).isEmpty();
  }

  @Test
  void endsAtTheLookThatFindsItFinal() {
    published(BEGIN.plusSeconds(25), END, START);

    assertThat(await(3_600, 10)).isEqualTo(new Awaited(Finality.FINAL, row));
    assertThat(pauses).containsExactly(10L, 10L, 10L);
  }

  @Test
  void aGapEndsItToo() {
    published(BEGIN.plusSeconds(5), END, START.plusSeconds(1));

    assertThat(await(60, 10).finality()).isEqualTo(Finality.FINAL_WITH_GAP);
  }

  @Test
  void atTheTimeoutItLooksALastTimeAndAnswersOpen() {
    published(BEGIN, END.minusSeconds(3_600), START.minusSeconds(7_200));

    assertThat(await(25, 10)).isEqualTo(new Awaited(Finality.OPEN, row));
    assertThat(pauses).containsExactly(10L, 10L, 5L);
    assertThat(looks).isEqualTo(4);
  }

  @Test
  void withoutATimeoutThereIsOneLook() {
    assertThat(await(0, 10)).isEqualTo(new Awaited(Finality.OPEN, Optional.empty()));
    assertThat(looks).isOne();
  }

  @Test
  void aClockThatStandsStillEndsItAllTheSame() {
    Awaited answer =
        new FinalWait(() -> BEGIN, time -> pauses.add(time.toSeconds()))
            .until(this::look, Duration.ofSeconds(60), Duration.ofSeconds(10));

    assertThat(answer.finality()).isEqualTo(Finality.OPEN);
    assertThat(pauses).hasSize(7);
  }

  @ParameterizedTest
  @CsvSource({
    "PT-1S, PT10S, timeout",
    "P32D, PT10S, timeout",
    "PT1M, PT0.099S, interval",
    "PT1M, PT0S, interval",
    "PT1M, PT1H0.001S, interval"
  })
  void timesOutOfTheirRangeAreRefused(Duration timeout, Duration interval, String name) {
    FinalWait wait = new FinalWait(() -> now, this::pause);

    assertThatThrownBy(() -> wait.until(this::look, timeout, interval))
        .isInstanceOf(InvalidOptionsException.class)
        .hasMessageStartingWith("the wait's " + name);
    assertThat(looks).isZero();
  }

  @Test
  void anInterruptEndsTheRealPauseAtOnce() {
    Thread.currentThread().interrupt();
    try {
      assertThatThrownBy(() -> FinalWait.real(() -> now).pause().accept(Duration.ofHours(1)))
          .isInstanceOf(CancelledException.class);
      assertThat(Thread.currentThread().isInterrupted()).isTrue();
      assertThatThrownBy(() -> await(60, 10)).isInstanceOf(CancelledException.class);
      assertThat(looks).isZero();
    } finally {
      Thread.interrupted();
    }
  }

  @Test
  void aLookThatAnInterruptBreaksOffIsNoBrokenTable() {
    FinalWait wait = new FinalWait(() -> now, this::pause);
    TargetNotWritableException broken = new TargetNotWritableException("it cannot be read", "look");
    Duration second = Duration.ofSeconds(1);

    assertThatThrownBy(
            () ->
                wait.until(
                    () -> {
                      throw broken;
                    },
                    second,
                    second))
        .isSameAs(broken);
    try {
      assertThatThrownBy(
              () ->
                  wait.until(
                      () -> {
                        Thread.currentThread().interrupt();
                        throw broken;
                      },
                      second,
                      second))
          .isInstanceOf(CancelledException.class)
          .hasCause(broken);
    } finally {
      Thread.interrupted();
    }
  }
}
