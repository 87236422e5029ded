package io.strandline.sqlserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.error.ClockRegressionException;
import io.strandline.error.InternalException;
import io.strandline.error.NotReadyException;
import io.strandline.lsn.Lsn;
import io.strandline.lsn.LsnRange;
import io.strandline.port.MeasureRequest;
import io.strandline.port.Measurement;
import io.strandline.port.Piece;
import io.strandline.time.CommitsAhead;
import io.strandline.time.MappedCommit;
import io.strandline.time.StepBack;
import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class MeasureCallTest {

  private static final Lsn START = Lsn.parse("0x00000000000000000010");
  private static final Lsn CUT = Lsn.parse("0x00000000000000000020");
  private static final Lsn END = Lsn.parse("0x00000000000000000030");
  private static final LocalDateTime NOON = LocalDateTime.parse("2026-11-01T12:00:00");
  private static final Piece OLDER = new Piece("dbo_orders", new LsnRange(START, CUT));
  private static final Piece NEWER = new Piece("dbo_orders_v2", new LsnRange(CUT, END));

  private final FakeRows steps =
      FakeRows.labelled("previous_lsn", "step_lsn", "before_time", "after_time");
  private FakeRows summary = summary(1);
  private final FakeRows carried = FakeRows.labelled("carried_lsn", "carried_time");
  private final FakeSession session = new FakeSession(executed -> List.of(carried, steps, summary));
  private Optional<Duration> clampAbove = Optional.empty();

  private static FakeRows summary(int pieces) {
    List<String> labels =
        new ArrayList<>(
            List.of(
                "cut_lsn",
                "last_lsn",
                "mapped_lsn",
                "mapped_time",
                "above_time",
                "ahead_count",
                "ahead_lsn",
                "ahead_time"));
    for (int i = 1; i <= pieces; i++) {
      labels.add("row_count_" + i);
      labels.add("min_lsn_" + i);
    }
    return FakeRows.labelled(labels.toArray(String[]::new));
  }

  private void oneCount(Lsn cut, Lsn last, Lsn mapped, long rows, Lsn minLsn) {
    summary.row(
        cut.toBytes(),
        last == null ? null : last.toBytes(),
        mapped == null ? null : mapped.toBytes(),
        mapped == null ? null : NOON,
        null,
        0L,
        null,
        null,
        rows,
        minLsn == null ? null : minLsn.toBytes());
  }

  private Measurement measure(long maxRows, long maxCommits, Piece... pieces) throws SQLException {
    return MeasureCall.run(
        session.connection(),
        new MeasureRequest(
            new LsnRange(START, END), List.of(pieces), maxRows, maxCommits, clampAbove),
        "db1:1433/sales");
  }

  private Measurement measure() throws SQLException {
    return measure(8, 5, new Piece("dbo_orders", new LsnRange(START, END)));
  }

  @Test
  void reachesTheLastCommitThatFits() throws SQLException {
    steps.row(START.toBytes(), CUT.toBytes(), NOON.plusHours(1), NOON);
    oneCount(CUT, CUT, CUT, 7L, START);

    Measurement measurement = measure();

    assertThat(measurement.rows()).isEqualTo(7);
    assertThat(measurement.end()).isEqualTo(new MappedCommit(CUT, NOON));
    assertThat(measurement.steps())
        .containsExactly(new StepBack(START, CUT, NOON.plusHours(1), NOON));
    assertThat(measurement.pieces()).containsExactly(new Measurement.Count(7, Optional.of(START)));
    assertThat(measurement.ahead()).isEmpty();
    assertThat(session.executed()).hasSize(1);
    assertThat(session.openStatements()).isZero();
    assertThat(session.executed().get(0).parameters())
        .containsEntry(3, 8L)
        .containsEntry(4, 5L)
        .containsEntry(5, null)
        .containsEntry(9, "dbo_orders");
  }

  @Test
  void countsTwoPiecesInTheRequestsOrder() throws SQLException {
    summary = summary(2);
    summary.row(
        END.toBytes(),
        END.toBytes(),
        END.toBytes(),
        NOON,
        null,
        0L,
        null,
        null,
        3L,
        START.toBytes(),
        4L,
        null);

    Measurement measurement = measure(8, 5, OLDER, NEWER);

    assertThat(measurement.pieces())
        .containsExactly(
            new Measurement.Count(3, Optional.of(START)),
            new Measurement.Count(4, Optional.empty()));
    assertThat(measurement.rows()).isEqualTo(7);
    assertThat(session.executed()).hasSize(1);
    assertThat(session.executed().get(0).parameters())
        .containsEntry(7, START.toBytes())
        .containsEntry(8, CUT.toBytes())
        .containsEntry(9, "dbo_orders")
        .containsEntry(10, CUT.toBytes())
        .containsEntry(11, END.toBytes())
        .containsEntry(12, "dbo_orders_v2");
  }

  @Test
  void endsAtTheNewestMappedCommitOfAWholeRange() throws SQLException {
    oneCount(END, null, CUT, 0L, null);

    Measurement measurement = measure();

    assertThat(measurement.end()).isEqualTo(new MappedCommit(CUT, NOON));
    assertThat(measurement.pieces().get(0).minLsn()).isEmpty();
  }

  @Test
  void tellsTheCommitsAheadOfTheServersClock() throws SQLException {
    clampAbove = Optional.of(Duration.parse("PT1H0M0.25S"));
    carried.row(START.toBytes(), NOON.minusHours(1));
    summary.row(
        END.toBytes(),
        CUT.toBytes(),
        END.toBytes(),
        NOON,
        NOON.minusSeconds(2),
        3L,
        CUT.toBytes(),
        NOON.plusHours(4),
        7L,
        START.toBytes());

    assertThat(measure().ahead())
        .contains(
            new CommitsAhead(
                NOON.minusSeconds(2),
                3,
                new MappedCommit(CUT, NOON.plusHours(4)),
                List.of(new MappedCommit(START, NOON.minusHours(1)))));
    assertThat(session.executed().get(0).parameters()).containsEntry(5, 3600).containsEntry(6, 250);
  }

  @Test
  void b24BindsLsnsNumbersAndNamesAlone() throws SQLException {
    clampAbove = Optional.of(Duration.ofMinutes(1));
    oneCount(CUT, CUT, CUT, 7L, START);

    measure();

    assertThat(session.executed().get(0).parameters().values())
        .hasSize(9)
        .allMatch(
            value ->
                value instanceof byte[]
                    || value instanceof Long
                    || value instanceof Integer
                    || value instanceof String);
  }

  @Test
  void neverOverflowsTheCounts() throws SQLException {
    oneCount(END, END, END, 0L, null);

    measure(Long.MAX_VALUE, Long.MAX_VALUE, new Piece("dbo_orders", new LsnRange(START, END)));

    assertThat(session.executed().get(0).parameters())
        .hasEntrySatisfying(
            3, most -> assertThat((Long) most).isBetween(1L << 40, Long.MAX_VALUE - 1))
        .hasEntrySatisfying(
            4, most -> assertThat((Long) most).isBetween(1L << 40, Long.MAX_VALUE - 1));
  }

  @Test
  void isNotReadyOnASessionThatLacksTheRange() {
    oneCount(END, null, null, 0L, START);

    assertThatThrownBy(this::measure).isInstanceOf(NotReadyException.class);
  }

  @Test
  void isNotReadyWhereCleanupPassedTheCut() {
    oneCount(CUT, CUT, START.next(), 9L, END);

    assertThatThrownBy(this::measure).isInstanceOf(NotReadyException.class);
  }

  @Test
  void callsAChangeRowWithoutACommitTimeADefect() {
    oneCount(END, CUT, START.next(), 9L, START);

    assertThatThrownBy(this::measure)
        .isInstanceOf(InternalException.class)
        .hasMessageContaining(CUT.toString())
        .hasMessageContaining("dbo_orders");
  }

  @Test
  void namesTheInstanceWhoseRowHasNoCommitTime() {
    summary = summary(2);
    summary.row(
        END.toBytes(),
        CUT.next().toBytes(),
        CUT.toBytes(),
        NOON,
        null,
        0L,
        null,
        null,
        3L,
        END.toBytes(),
        4L,
        START.toBytes());

    assertThatThrownBy(() -> measure(8, 5, OLDER, NEWER))
        .isInstanceOf(InternalException.class)
        .hasMessageContaining("dbo_orders_v2");
  }

  @Test
  void refusesMoreStepsThanAPlanCarries() {
    for (int i = 0; i <= RangeStatements.MOST_STEPS; i++) {
      steps.row(START.toBytes(), CUT.toBytes(), NOON.plusHours(1), NOON);
    }
    oneCount(CUT, CUT, CUT, 7L, START);

    assertThatThrownBy(this::measure).isInstanceOf(ClockRegressionException.class);
  }
}
