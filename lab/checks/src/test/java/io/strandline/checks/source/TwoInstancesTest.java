package io.strandline.checks.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.change.DdlChange;
import io.strandline.checks.lab.FlightsLab;
import io.strandline.checks.scene.Scene;
import io.strandline.lab.cdc.Oracle;
import io.strandline.lsn.Lsn;
import io.strandline.lsn.LsnRange;
import io.strandline.port.InstanceView;
import io.strandline.port.MeasureRequest;
import io.strandline.port.Measurement;
import io.strandline.port.Piece;
import io.strandline.port.PollRequest;
import io.strandline.port.SourcePoll;
import io.strandline.sqlserver.SqlServerSource;
import io.strandline.time.MappedCommit;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two capture instances of one table, held against the lab's own truth. */
final class TwoInstancesTest {

  private static final String NEWER = "dbo_flights v2";
  private static final long ALL = Long.MAX_VALUE;

  private Scene scene;
  private SqlServerSource source;

  /** Commits of 1 to 4 rows; the newer instance from the fifth on. */
  @BeforeEach
  void start(@TempDir Path folder) {
    scene = Scene.at(folder, Instant.parse("2013-01-01T12:00:00Z"));
    int id = 1;
    for (int i = 0; i < 9; i++) {
      if (i == 4) {
        scene.enable(NEWER, "[flight_id], [status]");
      }
      scene.lab.clock().advance(Duration.ofMinutes(1));
      int[] ids = new int[1 + i % 4];
      for (int j = 0; j < ids.length; j++) {
        ids[j] = id++;
      }
      scene.insert(ids);
    }
    scene.idle(Duration.ofMinutes(5));
    source = SqlServerSource.open(scene.config());
  }

  @AfterEach
  void end() {
    source.close();
    scene.close();
  }

  private SourcePoll poll(Lsn position) {
    return source.poll(new PollRequest(FlightsLab.INSTANCE, List.of(), position));
  }

  private static InstanceView newer(SourcePoll poll) {
    return poll.instance(NEWER).orElseThrow();
  }

  /** Both pieces of all that is captured, and which commits each holds. */
  private List<Piece> pieces() {
    SourcePoll poll = poll(Lsn.ZERO);
    Lsn boundary = newer(poll).minLsn().orElseThrow().previous();
    Lsn start = poll.instances().get(0).minLsn().orElseThrow().previous();
    return List.of(
        new Piece(FlightsLab.INSTANCE, new LsnRange(start, boundary)),
        new Piece(NEWER, new LsnRange(boundary, poll.max().orElseThrow().lsn())));
  }

  private Measurement measure(List<Piece> pieces, long maxRows, long maxCommits) {
    LsnRange all =
        new LsnRange(pieces.get(0).range().start(), pieces.get(pieces.size() - 1).range().end());
    return source.measure(new MeasureRequest(all, pieces, maxRows, maxCommits, Optional.empty()));
  }

  /** Rows of each commit of the table. */
  private Map<Lsn, Long> sizes() {
    Map<Lsn, Long> sizes = new TreeMap<>();
    for (Oracle.Change change : scene.lab.changes()) {
      sizes.merge(Lsn.parse(change.commitLsn().toString()), 1L, Long::sum);
    }
    return sizes;
  }

  @Test
  void countsEachPieceOfAWholeRange() {
    Measurement measured = measure(pieces(), ALL, ALL);

    assertThat(measured.pieces()).extracting(Measurement.Count::rows).containsExactly(10L, 11L);
    assertThat(measured.end()).isEqualTo(scene.newest());
    assertThat(measured.pieces())
        .allSatisfy(count -> assertThat(count.minLsn()).isPresent())
        .extracting(Measurement.Count::minLsn)
        .doesNotHaveDuplicates();
  }

  @Test
  void cutsByRowsAndCommitsAcrossThePieces() {
    List<Piece> pieces = pieces();
    Lsn boundary = pieces.get(0).range().end();
    Lsn newest = scene.newest().lsn();
    Map<Lsn, Long> sizes = sizes();
    assertThat(sizes).hasSize(9);
    for (long maxRows = 1; maxRows <= 22; maxRows++) {
      for (long maxCommits : new long[] {1, 2, 4, 5, 8, 9, ALL}) {
        long[] rows = new long[2];
        long commits = 0;
        Lsn cut = newest;
        Lsn last = null;
        for (Map.Entry<Lsn, Long> commit : sizes.entrySet()) {
          long sum = rows[0] + rows[1] + commit.getValue();
          if (commits > 0 && (sum > maxRows || commits == maxCommits)) {
            cut = last;
            break;
          }
          commits++;
          last = commit.getKey();
          rows[last.isAfter(boundary) ? 1 : 0] += commit.getValue();
        }

        Measurement measured = measure(pieces, maxRows, maxCommits);

        assertThat(measured.end().lsn()).as("%d rows, %d", maxRows, maxCommits).isEqualTo(cut);
        assertThat(measured.pieces())
            .extracting(Measurement.Count::rows)
            .containsExactly(rows[0], rows[1]);
      }
    }
  }

  @Test
  void endsBetweenCommitsAtTheNewestMappedOne() {
    List<Piece> older = pieces().subList(0, 1);
    Lsn boundary = older.get(0).range().end();
    List<MappedCommit> before = new ArrayList<>(scene.mapping());
    before.removeIf(commit -> commit.lsn().isAfter(boundary));
    MappedCommit last = before.get(before.size() - 1);

    assertThat(last.lsn()).isNotEqualTo(boundary);
    assertThat(measure(older, ALL, ALL).end()).isEqualTo(last);
  }

  @Test
  void countsAPieceThatBeginsAfterAGap() {
    List<Piece> pieces = pieces();
    Lsn third = new ArrayList<>(sizes().keySet()).get(2);
    LsnRange all = new LsnRange(pieces.get(0).range().start(), pieces.get(1).range().end());
    Piece rest = new Piece(FlightsLab.INSTANCE, new LsnRange(third, pieces.get(0).range().end()));

    Measurement measured =
        source.measure(
            new MeasureRequest(all, List.of(rest, pieces.get(1)), ALL, ALL, Optional.empty()));

    assertThat(measured.pieces()).extracting(Measurement.Count::rows).containsExactly(4L, 11L);
    assertThat(measured.end()).isEqualTo(scene.newest());
  }

  @Test
  void b05SeesACleanupOfOneInstanceBeforeTheCount() {
    List<Piece> pieces = pieces();
    MappedCommit newest = scene.newest();

    scene.log.before("COUNT_BIG(*)", () -> scene.cleanUp(newest.lsn()));
    Measurement measured = measure(pieces, ALL, ALL);

    assertThat(measured.pieces().get(0))
        .isEqualTo(new Measurement.Count(0, Optional.of(newest.lsn())));
    assertThat(measured.pieces().get(1).rows()).isEqualTo(11);
    assertThat(measured.pieces().get(1).minLsn().orElseThrow())
        .isEqualTo(pieces.get(1).range().first());
  }

  @Test
  void tellsTheChangesOfDefinitionAfterAPosition() {
    Lsn start = scene.newest().lsn();
    scene.lab.run("ALTER TABLE dbo.flights ADD gate nvarchar(4) NULL");
    scene.lab.run("ALTER TABLE dbo.flights ALTER COLUMN status nvarchar(40) NULL");
    scene.idle(Duration.ofMinutes(5));

    SourcePoll after = poll(start);

    for (InstanceView view : after.instances()) {
      assertThat(view.ddl()).hasSize(2);
      assertThat(view.ddl()).extracting(DdlChange::changedType).containsExactly(false, true);
      assertThat(view.ddl().get(0).command()).contains("ADD gate");
      assertThat(view.ddl().get(0).lsn()).isGreaterThan(start);
      assertThat(view.ddl().get(1).lsn()).isGreaterThan(view.ddl().get(0).lsn());
    }
    Lsn first = after.instances().get(0).ddl().get(0).lsn();
    assertThat(newer(poll(first)).ddl()).hasSize(1);
    assertThat(newer(poll(scene.newest().lsn())).ddl()).isEmpty();
  }

  @Test
  void goesOnWithTheOtherInstanceOnceTheFirstIsDisabled() {
    scene.lab.run(
        "EXEC sys.sp_cdc_disable_table @source_schema = N'dbo', @source_name = N'flights',"
            + " @capture_instance = N'dbo_flights'");
    scene.log.clear();

    var request =
        new PollRequest(FlightsLab.INSTANCE, List.of(FlightsLab.INSTANCE, NEWER), Lsn.ZERO);
    assertThat(source.poll(request).instances())
        .extracting(InstanceView::name)
        .containsExactly(NEWER);
    // By the default name of the table alone.
    assertThat(poll(Lsn.ZERO).instances()).extracting(InstanceView::name).containsExactly(NEWER);
  }
}
