package io.strandline.stream;

import io.strandline.error.StrandlineException;
import io.strandline.facts.FactsRow;
import io.strandline.option.StreamOptions;
import io.strandline.plan.BatchPlan;
import io.strandline.plan.PlanDocument;
import io.strandline.port.BronzeHead;
import io.strandline.port.ChangeSource;
import io.strandline.report.IngestReport;
import io.strandline.state.StreamState;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Reads and commits a planned batch in this process; the numbers are those of Ingestion. */
final class Execution implements BatchUse<IngestReport> {

  private final ChangeSource source;
  private final StreamTables tables;
  private final StreamOptions options;
  private final Surroundings surroundings;

  Execution(
      ChangeSource source, StreamTables tables, StreamOptions options, Surroundings surroundings) {
    this.source = source;
    this.tables = tables;
    this.options = options;
    this.surroundings = surroundings;
  }

  @Override
  public IngestReport without(IngestReport report) {
    return report;
  }

  @Override
  public Optional<IngestReport> of(
      CallProgress call, BronzeHead.Present table, BatchPlan plan, List<FactsRow> events) {
    // 7. and 8. Read, write, and the guard after the read.
    Transferred read = read(call, table, plan);
    StreamState next = next(call, new ReadBatch(table.state(), plan, read), events);
    // 9. to 12. Commit, facts, verdict, maintenance.
    if (new Commit(tables.bronze()).happens(table, plan.captured(), read.files(), next)) {
      return Optional.of(call.committed(next, plan.range()));
    }
    call.conflicted();
    return call.doneByAnother(plan.range().end());
  }

  private StreamState next(CallProgress call, ReadBatch batch, List<FactsRow> events) {
    try {
      return batch.next(
          tables,
          new PlanDocument.Call(call.startedAt(), call.roundTrip(), call.warnings(), events),
          surroundings.clock().instant(),
          surroundings.newId());
    } catch (StrandlineException e) {
      tables.bronze().discard(batch.read().files());
      throw e;
    }
  }

  private Transferred read(CallProgress call, BronzeHead.Present table, BatchPlan plan) {
    if (plan.rows() == 0) {
      return new Transferred(tables.bronze().noFiles(), new BatchTally(), Duration.ZERO);
    }
    Transfer transfer = new Transfer(source, tables.bronze(), table, plan, surroundings.rereads());
    List<ParallelReads.Read> reads =
        plan.splits().stream()
            .<ParallelReads.Read>map(
                split -> listener -> transfer.run(split, listener).transferred())
            .toList();
    return new ParallelReads(tables.bronze(), surroundings.threads())
        .run(
            reads,
            options.bounds().partitions(),
            new Meter(surroundings.clock(), OptionalLong.of(plan.rows()), call.listener()));
  }
}
