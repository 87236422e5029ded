package io.strandline.time;

import static io.strandline.lsn.Lsns.lsn;
import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.check.Draw;
import io.strandline.check.Property;
import io.strandline.lsn.Lsn;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CommitTimelineTest {

  private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");
  private static final Instant LATER = Instant.parse("2027-01-01T00:00:00Z");
  private static final CarriedClock TEN =
      CarriedClock.first(LocalDateTime.parse("2026-05-04T10:00"), BERLIN);

  @Test
  void aCommitThatNobodyAsksForStillRaisesItsSuccessors() {
    CommitTimeline timeline = timeline(List.of(step(40, "2026-05-04T10:30", "2026-05-04T10:10")));

    assertThat(timeline.at(commit(20, "2026-05-04T10:05"))).isEqualTo("2026-05-04T08:05:00Z");
    assertThat(timeline.at(commit(50, "2026-05-04T10:12"))).isEqualTo("2026-05-04T08:30:00Z");
    assertThat(timeline.regressions())
        .containsExactly(
            new ClockRegression(
                lsn(40),
                Instant.parse("2026-05-04T08:10:00Z"),
                Instant.parse("2026-05-04T08:30:00Z")));
  }

  @Test
  void aStepOverNothingAskedForIsNoRegressionYet() {
    CommitTimeline timeline = timeline(List.of(step(40, "2026-05-04T10:30", "2026-05-04T10:10")));

    timeline.at(commit(30, "2026-05-04T10:30"));

    assertThat(timeline.regressions()).isEmpty();
    assertThat(timeline.carried().commitTs()).isEqualTo("2026-05-04T08:30:00Z");
  }

  @Test
  void eachStretchBelowItsPredecessorsIsOneRegression() {
    CommitTimeline timeline =
        timeline(
            List.of(
                step(20, "2026-05-04T10:30", "2026-05-04T10:10"),
                step(60, "2026-05-04T10:50", "2026-05-04T10:40")));

    timeline.at(commit(20, "2026-05-04T10:10"));
    timeline.at(commit(30, "2026-05-04T10:20"));
    timeline.at(commit(40, "2026-05-04T10:50"));
    timeline.at(commit(70, "2026-05-04T10:41"));

    assertThat(timeline.regressions())
        .extracting(ClockRegression::lsn)
        .containsExactly(lsn(20), lsn(60));
  }

  @Test
  void theStepsAloneGiveEveryCommitTheTimeThatTheWholeMappingGives() {
    Property.check(
        draw -> {
          History history = History.of(draw);
          List<Instant> dense = history.dense();
          CommitTimeline sparse = history.timeline(history.start, 0);
          for (int i = 1; i < history.commits.size(); i++) {
            if (draw.perMille(300)) {
              assertThat(sparse.at(history.commits.get(i)))
                  .as("%s of %s", history.commits.get(i), history)
                  .isEqualTo(dense.get(i));
            }
          }
        });
  }

  @Test
  void cutsDoNotChangeAnyTime() {
    Property.check(
        draw -> {
          History history = History.of(draw);
          List<Instant> dense = history.dense();
          CarriedClock start = history.start;
          int from = 0;
          while (from < history.commits.size() - 1) {
            int to = draw.between(from + 1, history.commits.size() - 1);
            CommitTimeline batch = history.timeline(start, from);
            assertThat(batch.at(history.commits.get(to)))
                .as("commit %d from %d of %s", to, from, history)
                .isEqualTo(dense.get(to));
            start = batch.carried();
            from = to;
          }
        });
  }

  /** A zone's repeated hour is no clock that went back: its second reading may be meant. */
  @Test
  void b32AnIdleHalfHourInARepeatedHourIsNoRegression() {
    CarriedClock start = CarriedClock.first(LocalDateTime.parse("2026-10-25T02:35:00"), BERLIN);
    CommitTimeline timeline =
        new CommitTimeline(
            new CommitClock(BERLIN, start, LATER), Lsn.ZERO, List.of(), Optional.empty());

    Instant commitTs = timeline.at(commit(20, "2026-10-25T02:10:00"));

    assertThat(commitTs).isEqualTo(start.commitTs());
    assertThat(timeline.regressions()).hasSize(1);
    assertThat(timeline.deepest()).isZero();
  }

  /** Where the owner has let a step pass, the commits after it pass too, in whichever batch. */
  @Test
  void whatFollowsAStepBackIsNoFurtherStep() {
    CarriedClock start =
        new CarriedClock(
            Instant.parse("2026-05-04T08:30:00Z"),
            LocalDateTime.parse("2026-05-04T10:00:00"),
            ZoneOffset.ofHours(2));
    CommitTimeline timeline =
        new CommitTimeline(
            new CommitClock(BERLIN, start, LATER), Lsn.ZERO, List.of(), Optional.empty());

    assertThat(timeline.at(commit(20, "2026-05-04T10:05:00"))).isEqualTo(start.commitTs());
    assertThat(timeline.deepest()).isZero();
  }

  /** The server's clock has been set back since: it says nothing of the hour's later commits. */
  @Test
  void b32ARepeatedHourIsReadAlikeForAllThatFollowsItsFirstCommit() {
    CarriedClock start = CarriedClock.first(LocalDateTime.parse("2026-10-25T02:33:00"), BERLIN);
    Instant server = Instant.parse("2026-10-25T01:20:00Z");
    CommitTimeline timeline =
        new CommitTimeline(
            new CommitClock(BERLIN, start, server),
            Lsn.ZERO,
            List.of(step(40, "2026-10-25T02:40", "2026-10-25T02:12")),
            Optional.empty());

    timeline.at(commit(50, "2026-10-25T02:24:00"));

    assertThat(timeline.deepest()).isZero();
  }

  /** Commits ahead of the clock carry the one before them, whichever others are asked for. */
  @Test
  void b34WhatIsClampedCarriesTheCommitBeforeIt() {
    MappedCommit before = commit(20, "2026-05-04T10:30:00");
    CommitsAhead ahead =
        new CommitsAhead(
            LocalDateTime.parse("2026-05-04T11:00:00"),
            1,
            commit(30, "2026-05-04T15:00:00"),
            List.of(before));
    CommitTimeline timeline =
        new CommitTimeline(
            new CommitClock(BERLIN, TEN, LATER), Lsn.ZERO, List.of(), Optional.of(ahead));

    assertThat(timeline.at(commit(30, "2026-05-04T15:00:00")))
        .isEqualTo(CarriedClock.first(before.local(), BERLIN).commitTs());
    assertThat(timeline.carried().local()).isEqualTo(before.local());
  }

  private static CommitTimeline timeline(List<StepBack> steps) {
    return new CommitTimeline(
        new CommitClock(BERLIN, TEN, LATER), Lsn.ZERO, steps, Optional.empty());
  }

  private static MappedCommit commit(long lsn, String local) {
    return new MappedCommit(lsn(lsn), LocalDateTime.parse(local));
  }

  private static StepBack step(long lsn, String before, String after) {
    return new StepBack(
        lsn(lsn - 1), lsn(lsn), LocalDateTime.parse(before), LocalDateTime.parse(after));
  }

  /** A time mapping whose clock ties and steps back around a change of its zone. */
  private record History(ZoneId zone, CarriedClock start, List<MappedCommit> commits) {

    static History of(Draw draw) {
      ZoneId zone = TimeDraws.zone(draw);
      LocalDateTime local = existing(TimeDraws.nearAChange(draw, zone), zone);
      List<MappedCommit> commits = new ArrayList<>();
      for (int i = 0; i < 30; i++) {
        commits.add(new MappedCommit(lsn(10 + 16L * i), local));
        local = existing(TimeDraws.next(draw, local), zone);
      }
      return new History(zone, CarriedClock.first(commits.get(0).local(), zone), commits);
    }

    /** A server's local clock never shows a time that its zone skips. */
    private static LocalDateTime existing(LocalDateTime local, ZoneId zone) {
      return local.atZone(zone).toLocalDateTime();
    }

    List<Instant> dense() {
      CommitClock clock = new CommitClock(zone, start, LATER);
      List<Instant> times = new ArrayList<>();
      commits.forEach(commit -> times.add(clock.advance(commit.local())));
      return times;
    }

    /** A timeline over the steps after the commit at {@code from}, which the start has read. */
    CommitTimeline timeline(CarriedClock from, int index) {
      List<StepBack> steps = new ArrayList<>();
      for (int i = index + 1; i < commits.size(); i++) {
        LocalDateTime before = commits.get(i - 1).local();
        MappedCommit after = commits.get(i);
        if (after.local().isBefore(before)) {
          steps.add(new StepBack(commits.get(i - 1).lsn(), after.lsn(), before, after.local()));
        }
      }
      return new CommitTimeline(
          new CommitClock(zone, from, LATER), commits.get(index).lsn(), steps, Optional.empty());
    }
  }
}
