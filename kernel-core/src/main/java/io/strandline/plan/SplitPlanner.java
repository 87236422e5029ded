package io.strandline.plan;

import io.strandline.lsn.Lsn;
import io.strandline.lsn.LsnRange;
import io.strandline.option.BatchBounds;
import io.strandline.port.Tile;
import java.util.ArrayList;
import java.util.List;

/** Cuts a piece into splits that are worth a connection of their own. */
public final class SplitPlanner {

  private SplitPlanner() {}

  /** How many tiles to ask for: 1 for a piece that is not worth cutting. */
  public static int tiles(long rows, BatchBounds bounds) {
    return (int) Math.max(1, Math.min(bounds.partitions(), rows / bounds.leastSplitRows()));
  }

  /**
   * Joins neighbouring tiles until each has enough rows; a short rest joins the one before.
   *
   * @param tiles in LSN order
   * @param leastRows fewest rows of a split
   * @return each with its last commit, the last one up to the last tile's
   */
  public static List<Tile> join(List<Tile> tiles, long leastRows) {
    List<Tile> joined = new ArrayList<>();
    long rows = 0;
    for (Tile tile : tiles) {
      rows += tile.rows();
      if (rows >= leastRows) {
        joined.add(new Tile(tile.end(), rows));
        rows = 0;
      }
    }
    if (rows > 0) {
      Tile last = tiles.get(tiles.size() - 1);
      long before = joined.isEmpty() ? 0 : joined.remove(joined.size() - 1).rows();
      joined.add(new Tile(last.end(), before + rows));
    }
    return joined;
  }

  /** Whether tiles are in order, within a range, and together have the rows counted in it. */
  public static boolean tile(List<Tile> tiles, LsnRange range, long rows) {
    Lsn before = range.start();
    long sum = 0;
    for (Tile tile : tiles) {
      if (!tile.end().lsn().isAfter(before)) {
        return false;
      }
      before = tile.end().lsn();
      sum += tile.rows();
    }
    return !before.isAfter(range.end()) && sum == rows;
  }
}
