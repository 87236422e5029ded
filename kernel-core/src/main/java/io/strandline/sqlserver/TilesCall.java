package io.strandline.sqlserver;

import io.strandline.lsn.Lsn;
import io.strandline.lsn.LsnRange;
import io.strandline.port.Piece;
import io.strandline.port.Tile;
import io.strandline.port.TileRequest;
import io.strandline.time.MappedCommit;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Cuts a piece for several readers in one statement batch. */
final class TilesCall {

  private record Bound(Lsn lsn, long rows, Optional<LocalDateTime> local) {}

  private static final class Answer implements Results.Visitor {

    private final List<Bound> bounds = new ArrayList<>();
    private Optional<Lsn> minLsn = Optional.empty();

    @Override
    public void visit(String firstLabel, ResultSet rows) throws SQLException {
      while (rows.next()) {
        if (firstLabel.equals("bound_lsn")) {
          bounds.add(
              new Bound(
                  Cells.lsn(rows, "bound_lsn").orElseThrow(),
                  rows.getLong("row_count"),
                  Cells.local(rows, "bound_time")));
        } else {
          minLsn = Cells.lsn(rows, "min_lsn");
        }
      }
    }
  }

  private TilesCall() {}

  static List<Tile> run(Connection connection, TileRequest request, String place)
      throws SQLException {
    Piece piece = request.piece();
    LsnRange range = piece.range();
    Answer answer = new Answer();
    try (PreparedStatement statement =
        connection.prepareStatement(RangeStatements.tiles(piece, request.tiles()))) {
      statement.setBytes(1, range.start().toBytes());
      statement.setBytes(2, range.end().toBytes());
      statement.setString(3, piece.captureInstance());
      Results.forEach(statement, Set.of(), answer);
    }
    List<Tile> tiles = new ArrayList<>();
    for (Bound bound : answer.bounds) {
      LocalDateTime local =
          bound
              .local()
              .orElseThrow(
                  () ->
                      SqlServerErrors.unmapped(
                          bound.lsn(), piece.captureInstance(), answer.minLsn, place));
      tiles.add(new Tile(new MappedCommit(bound.lsn(), local), bound.rows()));
    }
    return tiles;
  }
}
