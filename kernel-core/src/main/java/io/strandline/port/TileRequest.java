package io.strandline.port;

/**
 * Asks where to cut a piece so that its parts have about equally many rows.
 *
 * @param piece the piece, cut at the batch's end
 * @param tiles the most parts wanted, at least 2
 */
public record TileRequest(Piece piece, int tiles) {

  public TileRequest {
    if (tiles < 2) {
      throw new IllegalArgumentException(tiles + " tiles");
    }
  }
}
