package io.strandline.checks.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.checks.lab.FlightsLab;
import io.strandline.checks.scene.Scene;
import io.strandline.lab.cdc.Oracle;
import io.strandline.lsn.Lsn;
import io.strandline.lsn.LsnRange;
import io.strandline.port.MeasureRequest;
import io.strandline.port.Measurement;
import io.strandline.sqlserver.SqlServerSource;
import io.strandline.time.MappedCommit;
import io.strandline.time.StepBack;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How far batches reach over a morning of flights, held against the lab's own truth. */
final class SqlServerMeasureTest {

  @TempDir static Path folder;
  private static Scene scene;
  private static SqlServerSource source;
  private static List<MappedCommit> mapping;

  @BeforeAll
  static void start() {
    scene = Morning.at(folder);
    mapping = scene.mapping();
    source = SqlServerSource.open(scene.config());
  }

  @AfterAll
  static void end() {
    source.close();
    scene.close();
  }

  private static LsnRange all() {
    return new LsnRange(mapping.get(0).lsn(), mapping.get(mapping.size() - 1).lsn());
  }

  private static Measurement measure(LsnRange range, long most) {
    return source.measure(MeasureRequest.of(FlightsLab.INSTANCE, range, most));
  }

  @Test
  void cutsAtWholeCommits() {
    Map<Lsn, Long> sizes = new TreeMap<>();
    for (Oracle.Change change : scene.lab.changes()) {
      sizes.merge(Lsn.parse(change.commitLsn().toString()), 1L, Long::sum);
    }
    long most = 10;
    assertThat(sizes.values()).anyMatch(size -> size > most);
    Lsn end = all().end();
    Lsn from = all().start();
    while (from.isBefore(end)) {
      Measurement measured = measure(new LsnRange(from, end), most);

      Lsn cut = from;
      long rows = 0;
      boolean whole = true;
      for (Map.Entry<Lsn, Long> commit : sizes.entrySet()) {
        boolean fits = rows == 0 || rows + commit.getValue() <= most;
        if (commit.getKey().isAfter(from) && whole && fits) {
          rows += commit.getValue();
          cut = commit.getKey();
        }
        whole &= fits || !commit.getKey().isAfter(from);
      }
      assertThat(measured.rows()).isEqualTo(rows);
      assertThat(measured.end().lsn()).isEqualTo(whole ? end : cut);
      assertThat(mapping).contains(measured.end());
      assertThat(measured.pieces().get(0).minLsn()).contains(mapping.get(0).lsn());
      from = measured.end().lsn();
    }
  }

  @Test
  void b13CountsALargeCommitThatEndsTheRangeWhole() {
    Map<Lsn, Long> sizes = new TreeMap<>();
    for (Oracle.Change change : scene.lab.changes()) {
      sizes.merge(Lsn.parse(change.commitLsn().toString()), 1L, Long::sum);
    }
    assertThat(sizes.values()).anyMatch(size -> size > 2);
    sizes.forEach(
        (commit, size) -> {
          Measurement measured = measure(new LsnRange(commit.previous(), commit), 1);

          assertThat(measured.rows()).isEqualTo(size);
          assertThat(measured.end().lsn()).isEqualTo(commit);
        });
  }

  @Test
  void takesAStretchWithoutRowsInOneStep() {
    int last = mapping.size() - 2;

    Measurement measured =
        measure(new LsnRange(mapping.get(last - 12).lsn(), mapping.get(last).lsn()), 1);

    assertThat(measured.rows()).isZero();
    assertThat(measured.end()).isEqualTo(mapping.get(last));
  }

  @Test
  void listsTheStepsBackOfTheClock() {
    List<StepBack> steps = new ArrayList<>();
    for (int i = 1; i < mapping.size(); i++) {
      LocalDateTime before = mapping.get(i - 1).local();
      if (mapping.get(i).local().isBefore(before)) {
        steps.add(
            new StepBack(
                mapping.get(i - 1).lsn(), mapping.get(i).lsn(), before, mapping.get(i).local()));
      }
    }

    assertThat(steps).hasSize(1);
    assertThat(measure(all(), 100_000).steps()).isEqualTo(steps);
    Lsn stepped = steps.get(0).lsn();
    assertThat(measure(new LsnRange(stepped.previous(), stepped), 1).steps()).isEqualTo(steps);
    assertThat(measure(new LsnRange(stepped, all().end()), 1).steps()).isEmpty();
  }
}
