package io.strandline.plan;

import io.strandline.port.Piece;
import io.strandline.port.Tile;
import java.util.List;

/**
 * A piece of a batch with its rows.
 *
 * @param piece cut at the batch's end
 * @param rows change rows counted in it
 * @param tiles where to cut it for several readers, in LSN order; empty for one reader
 */
public record PieceCount(Piece piece, long rows, List<Tile> tiles) {

  public PieceCount {
    tiles = List.copyOf(tiles);
  }
}
