package io.strandline.plan;

import static io.strandline.lsn.Lsns.lsn;
import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.check.Draw;
import io.strandline.check.Property;
import io.strandline.lsn.LsnRange;
import io.strandline.option.BatchBounds;
import io.strandline.port.Tile;
import io.strandline.time.MappedCommit;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SplitPlannerTest {

  private static final LocalDateTime NOON = LocalDateTime.parse("2026-05-04T12:00:00");

  @ParameterizedTest
  @CsvSource({"0, 1", "49999, 1", "50000, 1", "99999, 1", "100000, 2", "199999, 3", "9000000, 4"})
  void noReaderHasFewerThanTheLeastRows(long rows, int tiles) {
    assertThat(SplitPlanner.tiles(rows, new BatchBounds(1, 1, 4, 50_000))).isEqualTo(tiles);
  }

  @Test
  void joinedTilesHaveTheLeastRowsAndTileThePiece() {
    Property.check(
        draw -> {
          List<Tile> tiles = tiles(draw);
          long all = tiles.stream().mapToLong(Tile::rows).sum();
          long least = draw.between(1L, 30L);
          List<Tile> joined = SplitPlanner.join(tiles, least);

          assertThat(joined.stream().mapToLong(Tile::rows).sum()).isEqualTo(all);
          assertThat(joined.get(joined.size() - 1).end())
              .isEqualTo(tiles.get(tiles.size() - 1).end());
          assertThat(tiles).extracting(Tile::end).containsAll(ends(joined));
          if (all >= least) {
            assertThat(joined).allMatch(tile -> tile.rows() >= least);
          } else {
            assertThat(joined).hasSize(1);
          }
          assertThat(SplitPlanner.tile(joined, range(tiles), all)).isTrue();
        });
  }

  @Test
  void whatDoesNotTileThePieceIsSeen() {
    List<Tile> tiles = List.of(tile(10, 5), tile(20, 5));
    LsnRange range = new LsnRange(lsn(1), lsn(20));

    assertThat(SplitPlanner.tile(tiles, range, 10)).isTrue();
    assertThat(SplitPlanner.tile(tiles, range, 11)).isFalse();
    assertThat(SplitPlanner.tile(tiles, new LsnRange(lsn(1), lsn(19)), 10)).isFalse();
    assertThat(SplitPlanner.tile(tiles, new LsnRange(lsn(10), lsn(20)), 10)).isFalse();
    assertThat(SplitPlanner.tile(List.of(tile(20, 5), tile(10, 5)), range, 10)).isFalse();
  }

  private static List<MappedCommit> ends(List<Tile> tiles) {
    return tiles.stream().map(Tile::end).toList();
  }

  private static LsnRange range(List<Tile> tiles) {
    return new LsnRange(lsn(1), tiles.get(tiles.size() - 1).end().lsn());
  }

  private static List<Tile> tiles(Draw draw) {
    List<Tile> tiles = new ArrayList<>();
    for (int i = draw.between(1, 8); i > 0; i--) {
      tiles.add(tile(10 + 10L * tiles.size(), draw.between(1L, 20L)));
    }
    return tiles;
  }

  private static Tile tile(long end, long rows) {
    return new Tile(new MappedCommit(lsn(end), NOON), rows);
  }
}
