package io.strandline.time;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.check.Property;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

/**
 * New York repeats 01:00 to 02:00 on 2026-11-01 (06:00Z) and skips 02:00 to 03:00 on 2026-03-08.
 */
class CommitClockTest {

  private static final ZoneId NEW_YORK = ZoneId.of("America/New_York");
  private static final Instant LATER = Instant.parse("2026-12-01T00:00:00Z");

  private final CommitClock clock = clock("2026-11-01T00:30", LATER);

  @Test
  void convertsALocalTimeExactly() {
    assertThat(clock.advance(local("2026-11-01T00:59:59.997")))
        .isEqualTo("2026-11-01T04:59:59.997Z");
    assertThat(clock.clamped()).isFalse();
    assertThat(clock.carried().offset()).isEqualTo(ZoneOffset.ofHours(-4));
  }

  @Test
  void aTimeThatStepsBackTakesTheHighestBeforeIt() {
    clock.advance(local("2026-11-01T00:50"));

    assertThat(clock.advance(local("2026-11-01T00:40"))).isEqualTo("2026-11-01T04:50:00Z");
    assertThat(clock.clamped()).isTrue();
    assertThat(clock.own()).isEqualTo("2026-11-01T04:40:00Z");
    assertThat(clock.carried().local()).isEqualTo("2026-11-01T00:40");
    assertThat(clock.advance(local("2026-11-01T00:51"))).isEqualTo("2026-11-01T04:51:00Z");
    assertThat(clock.clamped()).isFalse();
  }

  @Test
  void aTieIsNoClamp() {
    clock.advance(local("2026-11-01T00:50"));
    clock.advance(local("2026-11-01T00:50"));

    assertThat(clock.clamped()).isFalse();
  }

  @Test
  void aRepeatedHourReadsFirstUntilTheLocalClockGoesBack() {
    assertThat(clock.advance(local("2026-11-01T01:10"))).isEqualTo("2026-11-01T05:10:00Z");
    assertThat(clock.advance(local("2026-11-01T01:55"))).isEqualTo("2026-11-01T05:55:00Z");
    assertThat(clock.advance(local("2026-11-01T01:05"))).isEqualTo("2026-11-01T06:05:00Z");
    assertThat(clock.advance(local("2026-11-01T01:20"))).isEqualTo("2026-11-01T06:20:00Z");
    assertThat(clock.advance(local("2026-11-01T02:00"))).isEqualTo("2026-11-01T07:00:00Z");
  }

  @Test
  void goingBackLessThanHalfTheShiftIsAStepOfTheClock() {
    clock.advance(local("2026-11-01T01:40"));

    assertThat(clock.advance(local("2026-11-01T01:10:00.003"))).isEqualTo("2026-11-01T05:40:00Z");
    assertThat(clock.clamped()).isTrue();
  }

  @Test
  void goingBackHalfTheShiftIsTheSecondReading() {
    clock.advance(local("2026-11-01T01:40"));

    assertThat(clock.advance(local("2026-11-01T01:10"))).isEqualTo("2026-11-01T06:10:00Z");
  }

  @Test
  void aSecondReadingAfterTheServersClockIsNotPossible() {
    CommitClock early = clock("2026-11-01T01:55", Instant.parse("2026-11-01T06:09:59Z"));

    assertThat(early.advance(local("2026-11-01T01:10"))).isEqualTo("2026-11-01T05:55:00Z");
    assertThat(early.clamped()).isTrue();
  }

  @Test
  void aQuietHourBeforeTheChangeReadsFirstAndSoEarly() {
    assertThat(clock.advance(local("2026-11-01T01:30"))).isEqualTo("2026-11-01T05:30:00Z");
  }

  @Test
  void onceTheChangeIsPastTheSecondReadingStays() {
    clock.advance(local("2026-11-01T02:05"));

    assertThat(clock.advance(local("2026-11-01T01:50"))).isEqualTo("2026-11-01T07:05:00Z");
    assertThat(clock.own()).isEqualTo("2026-11-01T06:50:00Z");
  }

  @Test
  void aSkippedLocalTimeIsTheInstantOfTheChange() {
    CommitClock spring = clock("2026-03-08T01:00", LATER);

    assertThat(spring.advance(local("2026-03-08T01:59:59.997")))
        .isEqualTo("2026-03-08T06:59:59.997Z");
    // What datetime rounds 01:59:59.999 up to.
    assertThat(spring.advance(local("2026-03-08T02:00"))).isEqualTo("2026-03-08T07:00:00Z");
    assertThat(spring.advance(local("2026-03-08T02:30"))).isEqualTo("2026-03-08T07:00:00Z");
    assertThat(spring.clamped()).isFalse();
    assertThat(spring.advance(local("2026-03-08T03:00"))).isEqualTo("2026-03-08T07:00:00Z");
    assertThat(spring.clamped()).isFalse();
  }

  @Test
  void theFirstCommitOfAHistoryReadsTheEarlierWay() {
    assertThat(CarriedClock.first(local("2026-11-01T01:30"), NEW_YORK).commitTs())
        .isEqualTo("2026-11-01T05:30:00Z");
    assertThat(CarriedClock.first(local("2026-03-08T02:30"), NEW_YORK).commitTs())
        .isEqualTo("2026-03-08T07:00:00Z");
  }

  @Test
  void neverGoesBackWhateverTheLocalClockDoes() {
    Property.check(
        draw -> {
          ZoneId zone = TimeDraws.zone(draw);
          LocalDateTime local = TimeDraws.nearAChange(draw, zone);
          CommitClock any = new CommitClock(zone, CarriedClock.first(local, zone), LATER);
          Instant highest = any.carried().commitTs();
          for (int i = 0; i < 40; i++) {
            local = TimeDraws.next(draw, local);
            Instant commitTs = any.advance(local);
            assertThat(commitTs).isAfterOrEqualTo(highest).isAfterOrEqualTo(any.own());
            assertThat(any.carried().commitTs()).isEqualTo(commitTs);
            highest = commitTs;
          }
        });
  }

  @Test
  void aBusyHealthyServerIsReadExactly() {
    Property.check(
        draw -> {
          ZoneId zone = TimeDraws.zone(draw);
          Instant utc =
              TimeDraws.nearAChange(draw, zone).atZone(zone).toInstant().minusSeconds(14_400);
          CommitClock any =
              new CommitClock(zone, CarriedClock.first(local(utc, zone), zone), LATER);
          for (int i = 0; i < 200; i++) {
            utc = utc.plusSeconds(draw.between(1, 120));
            assertThat(any.advance(local(utc, zone))).isEqualTo(utc);
          }
        });
  }

  /** One to three ticks of 1/300 s back are no change of the zone, in a repeated hour either. */
  @Test
  void jitterOfSomeTicksIsReadExactlyThroughEveryChange() {
    Property.check(
        draw -> {
          ZoneId zone = TimeDraws.zone(draw);
          Instant utc =
              TimeDraws.nearAChange(draw, zone).atZone(zone).toInstant().minusSeconds(14_400);
          CommitClock any =
              new CommitClock(zone, CarriedClock.first(local(utc, zone), zone), LATER);
          for (int i = 0; i < 200; i++) {
            utc = utc.plusSeconds(draw.between(1, 120));
            assertThat(any.advance(local(utc, zone))).isEqualTo(utc);
            if (draw.coin()) {
              Instant back = utc.minusNanos(draw.between(1, 3) * 10_000_000L / 3);
              assertThat(any.advance(local(back, zone))).isEqualTo(utc);
              assertThat(any.own()).isEqualTo(back);
            }
          }
        });
  }

  private static LocalDateTime local(Instant utc, ZoneId zone) {
    return LocalDateTime.ofInstant(utc, zone);
  }

  private static CommitClock clock(String start, Instant serverUtc) {
    return new CommitClock(NEW_YORK, CarriedClock.first(local(start), NEW_YORK), serverUtc);
  }

  private static LocalDateTime local(String text) {
    return LocalDateTime.parse(text);
  }
}
