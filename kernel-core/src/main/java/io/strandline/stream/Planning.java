package io.strandline.stream;

import io.strandline.error.SchemaChangedException;
import io.strandline.lsn.Lsn;
import io.strandline.lsn.LsnRange;
import io.strandline.option.BatchBounds;
import io.strandline.option.StreamOptions;
import io.strandline.plan.BatchPlan;
import io.strandline.plan.BatchPlanner;
import io.strandline.plan.ClockCheck;
import io.strandline.plan.ColumnSelection;
import io.strandline.plan.Gap;
import io.strandline.plan.PieceCount;
import io.strandline.plan.Pieces;
import io.strandline.plan.RetentionGuard;
import io.strandline.plan.SchemaPlan;
import io.strandline.plan.SplitPlanner;
import io.strandline.plan.TargetColumns;
import io.strandline.port.ChangeSource;
import io.strandline.port.MeasureRequest;
import io.strandline.port.Measurement;
import io.strandline.port.Piece;
import io.strandline.port.SourcePoll;
import io.strandline.port.Tile;
import io.strandline.port.TileRequest;
import io.strandline.state.StreamState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Plans a batch: asks the source what the pure planning needs. */
final class Planning {

  /** Checks before anything is read that a target can take columns. */
  interface ColumnCheck {
    void verify(SchemaPlan schema);
  }

  private final ChangeSource source;
  private final StreamOptions options;

  Planning(ChangeSource source, StreamOptions options) {
    this.source = source;
    this.options = options;
  }

  /**
   * The next batch of a state, its checks passed.
   *
   * @param target the columns of its table
   * @param check of the columns that the table is to have
   * @param bounds how large the batch may be
   * @throws io.strandline.error.StrandlineException data loss, schema changed, unsupported type,
   *     clock ahead, clock regression, capture instance not found
   */
  BatchPlan plan(
      StreamState state,
      SourcePoll poll,
      TargetColumns target,
      ColumnCheck check,
      BatchBounds bounds) {
    LsnRange captured = new LsnRange(state.offset().lsn(), poll.max().orElseThrow().lsn());
    List<Piece> pieces = Pieces.cut(captured, poll.instances(), Optional.of(state.source()));
    RetentionGuard.Readable readable =
        RetentionGuard.readable(pieces, poll, Optional.of(state.source()));
    if (options.policy().failOnDataLoss() || readable.pieces().isEmpty()) {
      // Where nothing is left up to max_lsn, cleanup has come in between: a new look skips ahead.
      RetentionGuard.refuse(readable.gaps());
    }
    Fitted fitted = fit(readable.pieces(), captured, poll, target, check);
    Measurement measured = measure(fitted, poll, state, bounds);
    List<PieceCount> counts = counts(fitted.pieces(), measured, bounds);
    List<Gap> gaps =
        readable.gaps().stream().filter(gap -> !gap.from().isAfter(measured.end().lsn())).toList();
    return BatchPlanner.plan(
        state, poll, measured, counts, gaps, fitted.schema(), target.leftOut(), options);
  }

  /** Pieces whose columns fit the table. */
  private record Fitted(LsnRange range, List<Piece> pieces, SchemaPlan schema) {}

  /** If only a newer instance does not fit, the batch ends before it takes over. */
  private Fitted fit(
      List<Piece> pieces,
      LsnRange captured,
      SourcePoll poll,
      TargetColumns target,
      ColumnCheck check) {
    try {
      return new Fitted(captured, pieces, schema(pieces, poll, target, check));
    } catch (SchemaChangedException e) {
      Lsn boundary = pieces.get(0).range().end();
      boolean older =
          pieces.size() > 1
              && poll.above().filter(next -> !next.lsn().isAfter(boundary)).isPresent();
      if (!older) {
        throw e;
      }
      List<Piece> first = pieces.subList(0, 1);
      return new Fitted(captured.until(boundary), first, schema(first, poll, target, check));
    }
  }

  private SchemaPlan schema(
      List<Piece> pieces, SourcePoll poll, TargetColumns target, ColumnCheck check) {
    ColumnSelection selection = new ColumnSelection(options.columns());
    List<SchemaPlan.Selected> selected = new ArrayList<>();
    for (Piece piece : pieces) {
      var instance = poll.instance(piece.captureInstance()).orElseThrow().instance();
      if (instance.equals(poll.instances().get(poll.instances().size() - 1).instance())) {
        selection.verifyTaken(instance, target.columns());
      }
      selected.add(new SchemaPlan.Selected(instance, selection.columns(instance)));
    }
    SchemaPlan schema = SchemaPlan.of(target.columns(), target.widening(), selected);
    check.verify(schema);
    return schema;
  }

  private Measurement measure(
      Fitted fitted, SourcePoll poll, StreamState state, BatchBounds bounds) {
    Optional<Duration> clampAbove =
        options.clocks().clampAhead()
            ? Optional.of(
                ClockCheck.clampAbove(poll.clock(), state.zone(), options.clocks().maxSkew()))
            : Optional.empty();
    Measurement measured =
        source.measure(
            new MeasureRequest(
                fitted.range(),
                fitted.pieces(),
                bounds.maxRows(),
                bounds.maxCommits(),
                clampAbove));
    for (int i = 0; i < fitted.pieces().size(); i++) {
      Piece piece = fitted.pieces().get(i);
      RetentionGuard.verify(
          piece.captureInstance(), piece.range(), measured.pieces().get(i).minLsn());
    }
    return measured;
  }

  private List<PieceCount> counts(List<Piece> pieces, Measurement measured, BatchBounds bounds) {
    List<PieceCount> counts = new ArrayList<>();
    for (int i = 0; i < pieces.size(); i++) {
      LsnRange range = pieces.get(i).range();
      Lsn end = Lsn.min(range.end(), measured.end().lsn());
      if (i == pieces.size() - 1) {
        end = measured.end().lsn();
      }
      if (end.isAfter(range.start())) {
        Piece piece = new Piece(pieces.get(i).captureInstance(), range.until(end));
        long rows = measured.pieces().get(i).rows();
        counts.add(new PieceCount(piece, rows, tiles(piece, rows, bounds)));
      }
    }
    return counts;
  }

  private List<Tile> tiles(Piece piece, long rows, BatchBounds bounds) {
    int most = SplitPlanner.tiles(rows, bounds);
    if (most < 2) {
      return List.of();
    }
    List<Tile> tiles = source.tiles(new TileRequest(piece, most));
    // If cleanup has come in between, one reader reads it all and sees that after its last row.
    return SplitPlanner.tile(tiles, piece.range(), rows)
        ? SplitPlanner.join(tiles, bounds.leastSplitRows())
        : List.of();
  }
}
