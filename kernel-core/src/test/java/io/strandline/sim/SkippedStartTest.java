package io.strandline.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.error.SourceUnavailableException;
import io.strandline.facts.Event;
import io.strandline.facts.FactsColumn;
import io.strandline.facts.FactsRow;
import io.strandline.lsn.Lsn;
import io.strandline.option.Option;
import io.strandline.state.StreamState;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** From when on a gap is that begins with the stream itself. */
class SkippedStartTest {

  private final SmallWorld world =
      new SmallWorld("UTC", "2026-05-04T09:00:00Z").with(Option.FAIL_ON_DATA_LOSS, "false");
  private Lsn first;
  private Lsn second;

  @BeforeEach
  void twoCommits() {
    first = world.commit(1);
    second = world.commitAfter(Duration.ofHours(1));
  }

  /** Of every table, so that the time mapping goes too. */
  private void cleanUp(Lsn watermark) {
    world.database.moveWatermark(world.database.other(), watermark);
    world.cleanUp(world.database.followed(), watermark);
  }

  private FactsRow skipped() {
    assertThat(world.events(Event.DATA_SKIPPED)).hasSize(1);
    return world.events(Event.DATA_SKIPPED).get(0);
  }

  /** The time of the first commit that is left would be told as that of the last one read. */
  @Test
  void aStartBelowAllThatIsLeftHasNoTime() {
    Instant left = world.clock.instant();
    cleanUp(second);
    world.with(Option.STARTING_LSN, first.toString());

    world.ingest();

    assertThat(skipped().get(FactsColumn.LOST_FROM_TS, Instant.class)).isEmpty();
    assertThat(skipped().get(FactsColumn.LOST_TO_TS, Instant.class)).contains(left);
    assertThat(world.verdict().orElseThrow().losslessSince()).isEqualTo(left);
    assertThat(world.lsns()).containsExactly(second);
  }

  @Test
  void aStartThatIsStillMappedHasItsTime() {
    Instant begun = world.clock.instant();
    Lsn third = world.commitAfter(Duration.ofHours(1));
    world.database.moveWatermark(world.database.followed(), third);
    world.database.purge(Integer.MAX_VALUE);
    world.with(Option.STARTING_LSN, second.toString());

    world.ingest();

    assertThat(skipped().get(FactsColumn.LOST_FROM_TS, Instant.class)).contains(begun);
  }

  /** Whoever begins with the earliest begins at the first commit that was left then. */
  @Test
  void aStartAtTheWatermarkHasTheWatermarksTime() {
    cleanUp(second);
    Instant watermark = world.clock.instant();
    assertThatThrownBy(() -> world.ingest(world.sourceMeasuredOnce()))
        .isInstanceOf(SourceUnavailableException.class);
    StreamState created = world.log().newest().state().orElseThrow();
    assertThat(created.batchId()).isEqualTo(StreamState.CREATION);
    assertThat(created.anchor()).isEmpty();
    cleanUp(world.commitAfter(Duration.ofHours(1)));

    world.ingest();

    assertThat(skipped().get(FactsColumn.LOST_FROM_TS, Instant.class)).contains(watermark);
  }
}
