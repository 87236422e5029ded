package io.strandline.sqlserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.error.InternalException;
import io.strandline.error.NotReadyException;
import io.strandline.lsn.Lsn;
import io.strandline.lsn.LsnRange;
import io.strandline.port.Piece;
import io.strandline.port.Tile;
import io.strandline.port.TileRequest;
import io.strandline.time.MappedCommit;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.util.List;
import org.junit.jupiter.api.Test;

final class TilesCallTest {

  private static final Lsn START = Lsn.parse("0x00000000000000000010");
  private static final Lsn MIDDLE = Lsn.parse("0x00000000000000000020");
  private static final Lsn END = Lsn.parse("0x00000000000000000030");
  private static final LocalDateTime NOON = LocalDateTime.parse("2026-11-01T12:00:00");

  private final FakeRows bounds = FakeRows.labelled("bound_lsn", "row_count", "bound_time");
  private final FakeRows watermark = FakeRows.labelled("min_lsn");
  private final FakeSession session = new FakeSession(executed -> List.of(bounds, watermark));

  private List<Tile> tiles() throws SQLException {
    return TilesCall.run(
        session.connection(),
        new TileRequest(new Piece("dbo_orders", new LsnRange(START, END)), 3),
        "db1:1433/sales");
  }

  @Test
  void cutsInOneRoundTrip() throws SQLException {
    bounds.row(MIDDLE.toBytes(), 60_000L, NOON).row(END.toBytes(), 59_000L, NOON.plusHours(1));
    watermark.row((Object) START.toBytes());

    assertThat(tiles())
        .containsExactly(
            new Tile(new MappedCommit(MIDDLE, NOON), 60_000),
            new Tile(new MappedCommit(END, NOON.plusHours(1)), 59_000));
    assertThat(session.executed()).hasSize(1);
    assertThat(session.openStatements()).isZero();
    assertThat(session.executed().get(0).parameters())
        .containsEntry(1, START.toBytes())
        .containsEntry(2, END.toBytes())
        .containsEntry(3, "dbo_orders");
    assertThat(session.executed().get(0).text()).contains("NTILE(3)");
  }

  @Test
  void hasNoTilesOfNoRows() throws SQLException {
    watermark.row((Object) START.toBytes());

    assertThat(tiles()).isEmpty();
  }

  @Test
  void isNotReadyWhereCleanupPassedABound() {
    bounds.row(MIDDLE.toBytes(), 60_000L, null);
    watermark.row((Object) END.toBytes());

    assertThatThrownBy(this::tiles).isInstanceOf(NotReadyException.class);
  }

  @Test
  void callsABoundWithoutACommitTimeADefect() {
    bounds.row(MIDDLE.toBytes(), 60_000L, null);
    watermark.row((Object) START.toBytes());

    assertThatThrownBy(this::tiles)
        .isInstanceOf(InternalException.class)
        .hasMessageContaining(MIDDLE.toString());
  }
}
