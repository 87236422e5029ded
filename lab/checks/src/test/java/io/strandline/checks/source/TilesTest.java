package io.strandline.checks.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.checks.lab.FlightsLab;
import io.strandline.checks.scene.Scene;
import io.strandline.lsn.Lsn;
import io.strandline.lsn.LsnRange;
import io.strandline.port.Piece;
import io.strandline.port.Tile;
import io.strandline.port.TileRequest;
import io.strandline.sqlserver.SqlServerSource;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where a piece of 200,000 rows is cut for several readers. */
final class TilesTest {

  private static final int ROWS = 200_000;
  private static final int ROWS_A_STATEMENT = 1_000;
  private static final double BALANCED = 1.05;

  @TempDir static Path folder;
  private static Scene scene;
  private static SqlServerSource source;
  private static Lsn start;
  private static Lsn small;

  /** Commits of 100 to 900 rows, then one of 20,000. */
  @BeforeAll
  static void commit() {
    scene = Scene.at(folder, Instant.parse("2013-01-01T12:00:00Z"));
    scene.idle(Duration.ofMinutes(1));
    start = scene.newest().lsn();
    int id = 1;
    for (int i = 0; id <= ROWS; i++) {
      int size = Math.min(100 + i * 7 % 9 * 100, ROWS - id + 1);
      scene.commit(IntStream.range(id, id + size).toArray());
      id += size;
    }
    scene.idle(Duration.ofMinutes(1));
    small = scene.newest().lsn();
    scene.lab.run("BEGIN TRANSACTION");
    for (int i = 0; i < 20; i++) {
      int first = ROWS + 1 + i * ROWS_A_STATEMENT;
      scene.commit(IntStream.range(first, first + ROWS_A_STATEMENT).toArray());
    }
    scene.lab.run("COMMIT TRANSACTION");
    scene.insert(9_000_001, 9_000_002);
    source = SqlServerSource.open(scene.config());
  }

  @AfterAll
  static void end() {
    source.close();
    scene.close();
  }

  private static List<Tile> tiles(Lsn from, Lsn to, int most) {
    return source.tiles(
        new TileRequest(new Piece(FlightsLab.INSTANCE, new LsnRange(from, to)), most));
  }

  @Test
  void balancesSmallCommits() {
    List<Tile> tiles = tiles(start, small, 4);

    assertThat(tiles).hasSize(4);
    assertThat(tiles.stream().mapToLong(Tile::rows).sum()).isEqualTo(ROWS);
    assertThat(tiles).allMatch(tile -> tile.rows() <= BALANCED * ROWS / 4);
    assertThat(scene.mapping()).containsAll(tiles.stream().map(Tile::end).toList());
    assertThat(tiles).isSortedAccordingTo((a, b) -> a.end().lsn().compareTo(b.end().lsn()));
    Lsn from = start;
    for (Tile tile : tiles) {
      Lsn to = tile.end().lsn();
      assertThat(tiles(from, to, 2).stream().mapToLong(Tile::rows).sum()).isEqualTo(tile.rows());
      from = to;
    }
  }

  @Test
  void leavesAStraddlingCommitWholeInTheEarlierTile() {
    List<Tile> tiles = tiles(small, scene.newest().lsn(), 4);

    assertThat(tiles).extracting(Tile::rows).containsExactly(20_000L, 2L);
  }

  @Test
  void hasNoTilesWithoutRows() {
    assertThat(tiles(start.previous(), start, 4)).isEmpty();
  }
}
