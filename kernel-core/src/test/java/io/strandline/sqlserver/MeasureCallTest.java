package io.strandline.sqlserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.error.InternalException;
import io.strandline.error.NotReadyException;
import io.strandline.lsn.Lsn;
import io.strandline.lsn.LsnRange;
import io.strandline.port.MeasureRequest;
import io.strandline.port.Measurement;
import io.strandline.port.Piece;
import io.strandline.time.MappedCommit;
import io.strandline.time.StepBack;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class MeasureCallTest {

  private static final Lsn START = Lsn.parse("0x00000000000000000010");
  private static final Lsn CUT = Lsn.parse("0x00000000000000000020");
  private static final Lsn END = Lsn.parse("0x00000000000000000030");
  private static final LocalDateTime NOON = LocalDateTime.parse("2026-11-01T12:00:00");

  private final FakeRows steps = FakeRows.labelled("step_lsn", "before_time", "after_time");
  private final FakeRows summary =
      FakeRows.labelled("row_count", "cut_lsn", "mapped_lsn", "mapped_time", "min_lsn");
  private final FakeSession session = new FakeSession(executed -> List.of(steps, summary));

  private Measurement measure(long maxRows) throws SQLException {
    return MeasureCall.run(
        session.connection(),
        new MeasureRequest(
            new LsnRange(START, END),
            List.of(new Piece("dbo_orders", new LsnRange(START, END))),
            maxRows,
            Long.MAX_VALUE,
            Optional.empty()),
        "db1:1433/sales");
  }

  @Test
  void reachesTheLastCommitThatFits() throws SQLException {
    steps.row(CUT.toBytes(), NOON.plusHours(1), NOON);
    summary.row(7L, CUT.toBytes(), CUT.toBytes(), NOON, START.toBytes());

    Measurement measurement = measure(8);

    assertThat(measurement.rows()).isEqualTo(7);
    assertThat(measurement.end()).isEqualTo(new MappedCommit(CUT, NOON));
    assertThat(measurement.steps())
        .containsExactly(new StepBack(Lsn.ZERO, CUT, NOON.plusHours(1), NOON));
    assertThat(measurement.pieces().get(0).minLsn()).contains(START);
    assertThat(session.executed()).hasSize(1);
    assertThat(session.executed().get(0).parameters())
        .containsEntry(3, 8L)
        .containsEntry(4, "dbo_orders");
  }

  @Test
  void endsAtTheNewestMappedCommitOfAWholeRange() throws SQLException {
    summary.row(0L, END.toBytes(), CUT.toBytes(), NOON, null);

    Measurement measurement = measure(8);

    assertThat(measurement.end()).isEqualTo(new MappedCommit(CUT, NOON));
    assertThat(measurement.pieces().get(0).minLsn()).isEmpty();
  }

  @Test
  void neverOverflowsTheCount() throws SQLException {
    summary.row(0L, END.toBytes(), END.toBytes(), NOON, null);

    measure(Long.MAX_VALUE);

    assertThat((Long) session.executed().get(0).parameters().get(3))
        .isBetween(1L << 40, Long.MAX_VALUE - 1);
  }

  @Test
  void isNotReadyOnASessionThatLacksTheRange() {
    summary.row(0L, END.toBytes(), null, null, START.toBytes());

    assertThatThrownBy(() -> measure(8)).isInstanceOf(NotReadyException.class);
  }

  @Test
  void isNotReadyWhereCleanupPassedTheCut() {
    summary.row(9L, CUT.toBytes(), START.next().toBytes(), NOON, END.toBytes());

    assertThatThrownBy(() -> measure(8)).isInstanceOf(NotReadyException.class);
  }

  @Test
  void callsAChangeRowWithoutACommitTimeADefect() {
    summary.row(9L, CUT.toBytes(), START.next().toBytes(), NOON, START.toBytes());

    assertThatThrownBy(() -> measure(8))
        .isInstanceOf(InternalException.class)
        .hasMessageContaining(CUT.toString());
  }
}
