package io.strandline.explain;

import io.strandline.change.CaptureInstance;
import io.strandline.error.SchemaChangedException;
import io.strandline.lsn.Lsn;
import io.strandline.lsn.LsnRange;
import io.strandline.option.StreamOptions;
import io.strandline.plan.ClockCheck;
import io.strandline.plan.ColumnCheck;
import io.strandline.plan.ColumnSelection;
import io.strandline.plan.LeftOut;
import io.strandline.plan.Pieces;
import io.strandline.plan.RetentionGuard;
import io.strandline.plan.SchemaChanges;
import io.strandline.plan.SchemaCheck;
import io.strandline.plan.SchemaPlan;
import io.strandline.plan.SourceCheck;
import io.strandline.port.BronzeHead;
import io.strandline.port.InstanceView;
import io.strandline.port.Piece;
import io.strandline.port.SourcePoll;
import io.strandline.state.StreamState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The checks of a call of ingest that need no further question to the source, so an explanation
 * says what the next call would stop with.
 */
record NextCall(StreamOptions options, SourcePoll poll, Instant now) {

  /**
   * Passes if the next call would get as far as counting rows.
   *
   * @throws io.strandline.error.StrandlineException the error that it would stop with
   */
  void verify(Optional<BronzeHead.Present> table) {
    ClockCheck.verifyServer(poll.clock().utc(), now, options.clocks().maxDisagreement());
    SourceCheck.listed(options.captureInstance(), poll);
    ColumnSelection selection = new ColumnSelection(options.columns());
    List<CaptureInstance> instances =
        poll.instances().stream().map(InstanceView::instance).toList();
    if (table.isPresent()) {
      selection.verifyNames(instances, table.get().captured());
    } else {
      selection.verifyNames(instances);
      ClockCheck.zone(poll.clock(), Optional.empty());
      poll.instances().forEach(view -> selection.columns(view.instance()));
      return;
    }
    StreamState state = table.get().state();
    ClockCheck.zone(poll.clock(), Optional.of(state));
    SourceCheck.verify(state, poll);
    boolean loads = state.snapshot().filter(snapshot -> !snapshot.done()).isPresent();
    if (!loads && poll.max().filter(max -> max.lsn().isAfter(state.offset().lsn())).isPresent()) {
      range(table.get(), new LsnRange(state.offset().lsn(), poll.max().get().lsn()));
    }
  }

  private void range(BronzeHead.Present table, LsnRange captured) {
    StreamState state = table.state();
    List<Piece> pieces = Pieces.cut(captured, poll.instances(), Optional.of(state.source()));
    boolean unknown =
        pieces.stream()
            .anyMatch(
                piece -> poll.instance(piece.captureInstance()).orElseThrow().minLsn().isEmpty());
    if (unknown) {
      return;
    }
    RetentionGuard.Readable readable =
        RetentionGuard.readable(pieces, poll, Optional.of(state.source()));
    if (options.policy().failOnDataLoss()) {
      RetentionGuard.refuse(readable.gaps());
    }
    if (!readable.pieces().isEmpty()) {
      fit(table, readable.pieces());
    }
    new ClockForecast(state, poll, options.clocks()).verify();
    verifyPolicy(table, captured);
  }

  /** A batch that ends before a newer instance takes over still fits. */
  private void fit(BronzeHead.Present table, List<Piece> pieces) {
    try {
      schema(table, pieces);
    } catch (SchemaChangedException e) {
      Lsn boundary = pieces.get(0).range().end();
      boolean older =
          pieces.size() > 1
              && poll.above().filter(next -> !next.lsn().isAfter(boundary)).isPresent();
      if (!older) {
        throw e;
      }
      schema(table, pieces.subList(0, 1));
    }
  }

  private void schema(BronzeHead.Present table, List<Piece> pieces) {
    ColumnSelection selection = new ColumnSelection(options.columns());
    List<SchemaPlan.Selected> selected = new ArrayList<>();
    for (Piece piece : pieces) {
      var instance = poll.instance(piece.captureInstance()).orElseThrow().instance();
      selected.add(new SchemaPlan.Selected(instance, selection.columns(instance)));
    }
    SchemaPlan plan = SchemaPlan.of(table.captured(), table.allowsWidening(), selected);
    ColumnCheck.verify(table.schema(), plan.captured(), List.of());
  }

  private void verifyPolicy(BronzeHead.Present table, LsnRange captured) {
    SchemaCheck.verifyPolicy(
        SchemaChanges.of(table.state(), poll, captured, table.captured(), LeftOut.NONE),
        options.policy().failOnSchemaChange());
  }
}
