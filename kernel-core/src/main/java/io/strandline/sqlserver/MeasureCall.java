package io.strandline.sqlserver;

import io.strandline.error.InternalException;
import io.strandline.lsn.Lsn;
import io.strandline.port.MeasureRequest;
import io.strandline.port.Measurement;
import io.strandline.time.MappedCommit;
import io.strandline.time.StepBack;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
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

  private record Summary(long rows, Lsn cut, Optional<MappedCommit> mapped, Optional<Lsn> minLsn) {}

  private static final class Answer implements Results.Visitor {

    private final List<StepBack> steps = new ArrayList<>();
    private @Nullable Summary summary;

    @Override
    public void visit(String firstLabel, ResultSet rows) throws SQLException {
      while (rows.next()) {
        if (firstLabel.equals("step_lsn")) {
          steps.add(
              new StepBack(
                  Lsn.ZERO,
                  Cells.lsn(rows, "step_lsn").orElseThrow(),
                  Cells.local(rows, "before_time").orElseThrow(),
                  Cells.local(rows, "after_time").orElseThrow()));
        } else {
          summary =
              new Summary(
                  rows.getLong("row_count"),
                  Cells.lsn(rows, "cut_lsn").orElseThrow(),
                  Cells.commit(rows, "mapped_lsn", "mapped_time"),
                  Cells.lsn(rows, "min_lsn"));
        }
      }
    }
  }

  private MeasureCall() {}

  static Measurement run(Connection connection, MeasureRequest request, String place)
      throws SQLException {
    Answer answer = new Answer();
    try (PreparedStatement statement =
        connection.prepareStatement(
            Statements.measure(request.pieces().get(0).captureInstance()))) {
      statement.setBytes(1, request.range().start().toBytes());
      statement.setBytes(2, request.range().end().toBytes());
      statement.setLong(3, Math.min(request.maxRows(), MOST_ROWS));
      statement.setString(4, request.pieces().get(0).captureInstance());
      Results.forEach(statement, Set.of(), answer);
    }
    return measurement(answer, request, place);
  }

  private static Measurement measurement(Answer answer, MeasureRequest request, String place) {
    Summary summary = Objects.requireNonNull(answer.summary, "the measurement's last result set");
    if (answer.steps.size() > Statements.MOST_STEPS) {
      throw SqlServerErrors.tooManySteps(request.range().start(), summary.cut());
    }
    MappedCommit end =
        summary.mapped().orElseThrow(() -> SqlServerErrors.notMapped(summary.cut(), place));
    boolean cut = summary.cut().isBefore(request.range().end());
    if (cut && !end.lsn().equals(summary.cut())) {
      throw unmapped(summary, request, place);
    }
    return new Measurement(
        List.of(new Measurement.Count(summary.rows(), summary.minLsn())),
        end,
        answer.steps,
        Optional.empty());
  }

  /** Rows outlive their mapping only where cleanup has passed them. */
  private static RuntimeException unmapped(Summary summary, MeasureRequest request, String place) {
    boolean cleaned = summary.minLsn().map(summary.cut()::isBefore).orElse(true);
    InternalException defect =
        SqlServerErrors.unmappedRow(summary.cut(), request.pieces().get(0).captureInstance());
    return cleaned ? SqlServerErrors.notMapped(summary.cut(), place) : defect;
  }
}
