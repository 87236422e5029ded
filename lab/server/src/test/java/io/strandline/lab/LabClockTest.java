package io.strandline.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.lab.clock.LabClock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class LabClockTest {

  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  private final AtomicLong real = new AtomicLong();

  private LabClock clock(double speed) {
    return new LabClock(ZoneId.of("America/New_York"), START, speed, real::get);
  }

  @Test
  void runsAtItsSpeed() {
    LabClock clock = clock(60);
    real.addAndGet(Duration.ofSeconds(2).toNanos());

    assertThat(clock.instant()).isEqualTo(START.plusSeconds(120));
    clock.speed(1);
    real.addAndGet(Duration.ofSeconds(1).toNanos());
    assertThat(clock.instant()).isEqualTo(START.plusSeconds(121));
  }

  @Test
  void steppedClockMovesOnlyWhenTold() {
    LabClock clock = clock(0);
    real.addAndGet(Duration.ofDays(1).toNanos());
    assertThat(clock.instant()).isEqualTo(START);

    clock.advance(Duration.ofHours(1));
    clock.set(START.plusSeconds(7200));

    assertThat(clock.instant()).isEqualTo(START.plusSeconds(7200));
    assertThat(clock.elapsed()).isEqualTo(Duration.ofHours(2));
    assertThat(clock.local().toString()).isEqualTo("2025-12-31T21:00");
  }

  @Test
  void wallTimeMayStepBackWhileElapsedTimeDoesNot() {
    LabClock clock = clock(0);
    clock.advance(Duration.ofHours(1));

    clock.set(START);
    clock.jump(Duration.ofMinutes(-1));

    assertThat(clock.instant()).isEqualTo(START.minusSeconds(60));
    assertThat(clock.elapsed()).isEqualTo(Duration.ofHours(1));
  }

  @Test
  void waitEndsWhenTheTimeComes() throws InterruptedException {
    LabClock clock = clock(0);
    Thread mover = new Thread(() -> clock.advance(Duration.ofHours(2)));
    mover.start();

    assertThat(clock.awaitElapsed(Duration.ofHours(1), () -> false)).isTrue();
    assertThat(clock.awaitElapsed(Duration.ofHours(9), () -> true)).isFalse();
    mover.join();
  }

  @Test
  void waitforDelayGoesByTheLabsClock() throws Exception {
    try (Lab lab = Lab.start(LabConfig.stepped());
        LabSqlRunner session = lab.admin("sales")) {
      var waiting =
          java.util.concurrent.CompletableFuture.supplyAsync(
              () -> session.value("WAITFOR DELAY '01:00:00'; SELECT GETDATE()"));
      lab.clock().advance(Duration.ofHours(2));
      while (!waiting.isDone()) {
        lab.clock().advance(Duration.ofHours(1));
        Thread.onSpinWait();
      }
      assertThat(waiting.get()).isNotNull();
    }
  }
}
