package io.strandline.sqlserver;

import io.strandline.lsn.Lsn;
import io.strandline.lsn.LsnRange;
import io.strandline.port.MeasureRequest;
import io.strandline.port.Measurement;
import io.strandline.port.Piece;
import io.strandline.time.CommitsAhead;
import io.strandline.time.MappedCommit;
import io.strandline.time.StepBack;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Counts a range in one statement batch. */
final class MeasureCall {

  /** {@code TOP} of one more must not overflow; no table has so many rows. */
  private static final long MOST_ROWS = 1L << 60;

  /**
   * The batch's last result set.
   *
   * @param cut where the batch has to end
   * @param last LSN of its last change row
   * @param mapped the newest mapped commit up to the cut
   */
  private record Summary(
      Lsn cut,
      Optional<Lsn> last,
      Optional<MappedCommit> mapped,
      List<Measurement.Count> counts,
      Optional<CommitsAhead> ahead) {}

  private static final class Answer implements Results.Visitor {

    private final int pieces;
    private final List<StepBack> steps = new ArrayList<>();
    private final List<MappedCommit> carried = new ArrayList<>();
    private @Nullable Summary summary;

    Answer(int pieces) {
      this.pieces = pieces;
    }

    @Override
    public void visit(String firstLabel, ResultSet rows) throws SQLException {
      while (rows.next()) {
        if (firstLabel.equals("previous_lsn")) {
          steps.add(
              new StepBack(
                  Cells.lsn(rows, "previous_lsn").orElseThrow(),
                  Cells.lsn(rows, "step_lsn").orElseThrow(),
                  Cells.local(rows, "before_time").orElseThrow(),
                  Cells.local(rows, "after_time").orElseThrow()));
        } else if (firstLabel.equals("carried_lsn")) {
          carried.add(Cells.commit(rows, "carried_lsn", "carried_time").orElseThrow());
        } else {
          summary = summary(rows);
        }
      }
    }

    private Summary summary(ResultSet row) throws SQLException {
      List<Measurement.Count> counts = new ArrayList<>();
      for (int i = 1; i <= pieces; i++) {
        counts.add(
            new Measurement.Count(row.getLong("row_count_" + i), Cells.lsn(row, "min_lsn_" + i)));
      }
      long ahead = row.getLong("ahead_count");
      return new Summary(
          Cells.lsn(row, "cut_lsn").orElseThrow(),
          Cells.lsn(row, "last_lsn"),
          Cells.commit(row, "mapped_lsn", "mapped_time"),
          counts,
          ahead == 0
              ? Optional.empty()
              : Optional.of(
                  new CommitsAhead(
                      Cells.local(row, "above_time").orElseThrow(),
                      ahead,
                      Cells.commit(row, "ahead_lsn", "ahead_time").orElseThrow(),
                      carried)));
    }
  }

  private MeasureCall() {}

  static Measurement run(Connection connection, MeasureRequest request, String place)
      throws SQLException {
    Answer answer = new Answer(request.pieces().size());
    try (PreparedStatement statement =
        connection.prepareStatement(RangeStatements.measure(request.pieces()))) {
      bind(statement, request);
      Results.forEach(statement, Set.of(), answer);
    }
    return measurement(answer, request, place);
  }

  private static void bind(PreparedStatement statement, MeasureRequest request)
      throws SQLException {
    statement.setBytes(1, request.range().start().toBytes());
    statement.setBytes(2, request.range().end().toBytes());
    statement.setLong(3, Math.min(request.maxRows(), MOST_ROWS));
    statement.setLong(4, Math.min(request.maxCommits(), MOST_ROWS));
    if (request.clampAbove().isPresent()) {
      Duration above = request.clampAbove().get();
      statement.setInt(5, Math.toIntExact(above.toSeconds()));
      statement.setInt(6, above.toMillisPart());
    } else {
      statement.setNull(5, Types.INTEGER);
      statement.setNull(6, Types.INTEGER);
    }
    int parameter = RangeStatements.GENERAL_PARAMETERS;
    for (Piece piece : request.pieces()) {
      statement.setBytes(++parameter, piece.range().start().toBytes());
      statement.setBytes(++parameter, piece.range().end().toBytes());
      statement.setString(++parameter, piece.captureInstance());
    }
  }

  private static Measurement measurement(Answer answer, MeasureRequest request, String place) {
    Summary summary = Objects.requireNonNull(answer.summary, "the measurement's last result set");
    LsnRange range = request.range();
    if (Math.max(answer.steps.size(), answer.carried.size()) > RangeStatements.MOST_STEPS) {
      throw SqlServerErrors.tooManySteps(range.start(), summary.cut());
    }
    MappedCommit end =
        summary.mapped().orElseThrow(() -> SqlServerErrors.notMapped(summary.cut(), place));
    Optional<Lsn> unmapped = summary.last().filter(last -> last.isAfter(end.lsn()));
    if (unmapped.isPresent()) {
      throw unmapped(unmapped.get(), summary, request, place);
    }
    return new Measurement(summary.counts(), end, answer.steps, summary.ahead());
  }

  private static RuntimeException unmapped(
      Lsn row, Summary summary, MeasureRequest request, String place) {
    int piece = request.pieces().size() - 1;
    while (piece > 0 && !row.isAfter(request.pieces().get(piece).range().start())) {
      piece--;
    }
    return SqlServerErrors.unmapped(
        row,
        request.pieces().get(piece).captureInstance(),
        summary.counts().get(piece).minLsn(),
        place);
  }
}
