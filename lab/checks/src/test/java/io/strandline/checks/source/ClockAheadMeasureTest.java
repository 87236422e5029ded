package io.strandline.checks.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.checks.lab.FlightsLab;
import io.strandline.checks.scene.Scene;
import io.strandline.lsn.LsnRange;
import io.strandline.port.MeasureRequest;
import io.strandline.port.Measurement;
import io.strandline.port.Piece;
import io.strandline.sqlserver.SqlServerSource;
import io.strandline.time.CommitsAhead;
import io.strandline.time.MappedCommit;
import io.strandline.time.StepBack;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a measurement tells of commits that were made while the server's clock was ahead. */
final class ClockAheadMeasureTest {

  private Scene scene;
  private SqlServerSource source;
  private MappedCommit start;
  private MappedCommit ahead;
  private MappedCommit back;

  /** Two commits three hours ahead between punctual ones. */
  @BeforeEach
  void start(@TempDir Path folder) {
    scene = Scene.at(folder, Instant.parse("2013-01-01T12:00:00Z"));
    scene.idle(Duration.ofMinutes(1));
    start = scene.newest();
    scene.lab.clock().advance(Duration.ofMinutes(1));
    scene.insert(1);
    scene.lab.clock().jump(Duration.ofHours(3));
    scene.insert(2, 3);
    ahead = scene.newest();
    scene.insert(4);
    scene.lab.clock().jump(Duration.ofHours(-3).minusSeconds(30));
    scene.insert(5);
    back = scene.newest();
    source = SqlServerSource.open(scene.config());
  }

  @AfterEach
  void end() {
    source.close();
    scene.close();
  }

  private Measurement measure(long maxRows, Duration above) {
    LsnRange range = new LsnRange(start.lsn(), scene.newest().lsn());
    return source.measure(
        new MeasureRequest(
            range,
            List.of(new Piece(FlightsLab.INSTANCE, range)),
            maxRows,
            Long.MAX_VALUE,
            Optional.ofNullable(above)));
  }

  @Test
  void listsTheStepBackWhereNoneIsClamped() {
    Measurement measured = measure(100, null);

    assertThat(measured.ahead()).isEmpty();
    assertThat(measured.steps()).hasSize(1);
    StepBack step = measured.steps().get(0);
    assertThat(step.lsn()).isEqualTo(back.lsn());
    assertThat(step.previous()).isGreaterThan(ahead.lsn()).isLessThan(back.lsn());
    assertThat(step.after()).isEqualTo(back.local());
    assertThat(step.before()).isEqualTo(ahead.local());
  }

  @Test
  void leavesCommitsAheadOutOfTheStepsAndCountsThem() {
    Measurement measured = measure(100, Duration.ofMinutes(1));

    CommitsAhead told = measured.ahead().orElseThrow();
    assertThat(told.count()).isEqualTo(2);
    assertThat(told.first()).isEqualTo(ahead);
    assertThat(told.above()).isBetween(start.local(), start.local().plusMinutes(3));
    assertThat(measured.steps())
        .singleElement()
        .satisfies(
            step -> {
              assertThat(step.previous()).isLessThan(ahead.lsn());
              assertThat(step.lsn()).isEqualTo(back.lsn());
              assertThat(Duration.between(step.after(), step.before()))
                  .isEqualTo(Duration.ofSeconds(30));
            });
  }

  @Test
  void tellsThoseUpToTheCutAlone() {
    assertThat(measure(1, Duration.ofMinutes(1)).ahead()).isEmpty();
    assertThat(measure(3, Duration.ofMinutes(1)).ahead().orElseThrow().count()).isOne();
    assertThat(measure(100, Duration.ofHours(4)).ahead()).isEmpty();
  }

  @Test
  void b24TakesTheServersClockNotTheReaders() {
    scene.lab.clock().advance(Duration.ofHours(4));

    assertThat(measure(100, Duration.ofMinutes(1)).ahead()).isEmpty();
  }
}
