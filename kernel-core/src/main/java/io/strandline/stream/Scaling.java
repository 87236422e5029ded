package io.strandline.stream;

import io.strandline.error.StalePlanException;
import io.strandline.lsn.Lsn;
import io.strandline.plan.PlanDocument;
import io.strandline.plan.ResultsCheck;
import io.strandline.plan.Split;
import io.strandline.plan.SplitResult;
import io.strandline.plan.StartCheck;
import io.strandline.port.BronzeHead;
import io.strandline.port.ChangeSource;
import io.strandline.port.FileDocument;
import io.strandline.port.WrittenFiles;
import io.strandline.report.IngestReport;
import io.strandline.report.Progress;
import io.strandline.state.StreamState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Executes plans of other processes: writes a split, and commits the results of all.
 *
 * <p>A commit's attempt is its plan's id, so whoever commits a plan again finds it done. Files are
 * never deleted by a commit that fails or is refused: another caller may commit the same ones.
 */
final class Scaling {

  private final ChangeSource source;
  private final StreamTables tables;
  private final Surroundings surroundings;

  Scaling(ChangeSource source, StreamTables tables, Surroundings surroundings) {
    this.source = source;
    this.tables = tables;
    this.surroundings = surroundings;
  }

  SplitResult write(PlanDocument plan, int number, Progress progress) {
    verifyIsOurs(plan);
    Split split =
        plan.batch().splits().stream()
            .filter(each -> each.number() == number)
            .findFirst()
            .orElseThrow(() -> StartCheck.stale(plan, "it has no split " + number));
    if (!(tables.bronze().head() instanceof BronzeHead.Present table)) {
      throw StartCheck.stale(plan, "its table is not there");
    }
    StartCheck.verify(plan, table.state());
    if (!PlanDocument.hash(plan.batch().captured()).equals(plan.schemaHash())) {
      throw StartCheck.stale(plan, "its columns do not have its schema hash");
    }
    Meter meter = new Meter(surroundings.clock(), OptionalLong.of(split.rows()), progress);
    SplitRead read =
        new Transfer(source, tables.bronze(), table, plan.batch(), surroundings.rereads())
            .run(split, meter::read);
    Transferred transferred = read.transferred();
    return new SplitResult(
        plan.id(),
        plan.start().tableId(),
        plan.schemaHash(),
        number,
        split.instance().name(),
        split.range(),
        transferred.files().rows(),
        transferred.tally().document(),
        read.minLsnAfter(),
        transferred.waited(),
        tables.bronze().describe(transferred.files()));
  }

  IngestReport commit(PlanDocument plan, List<SplitResult> results) {
    verifyIsOurs(plan);
    CallProgress call = new CallProgress(tables, surroundings.clock().instant(), Progress.none());
    Opening opening = Opening.read(tables);
    opening.repairFacts(tables);
    call.opened(opening);
    if (!(opening.head() instanceof BronzeHead.Present table)) {
      throw StartCheck.stale(plan, "its table is not there");
    }
    Optional<IngestReport> over = over(call, plan, table.state());
    if (over.isPresent()) {
      return over.get();
    }
    StartCheck.verify(plan, table.state());
    Transferred read = read(plan, ResultsCheck.verify(plan, results));
    StreamState next =
        new ReadBatch(table.state(), plan.batch(), read)
            .next(tables, plan.call(), surroundings.clock().instant(), plan.id());
    boolean happened =
        new Commit(tables.bronze())
            .happensKeepingFiles(table, plan.batch().captured(), read.files(), next);
    if (happened) {
      return call.committed(inTable(plan).orElse(next), plan.batch().range());
    }
    call.conflicted();
    return afterConflict(call, plan, table, next);
  }

  private void verifyIsOurs(PlanDocument plan) {
    boolean ours =
        plan.table().equals(tables.bronze().name()) && plan.start().appId().equals(tables.appId());
    if (!ours) {
      throw new StalePlanException(
          "plan "
              + plan.id()
              + " is of stream '"
              + plan.start().appId()
              + "' into '"
              + plan.table()
              + "', and the options are of stream '"
              + tables.appId()
              + "' into '"
              + tables.bronze().name()
              + "'",
          "give the options that the plan was made with; nothing was read or written");
    }
  }

  /** The report if the plan, or what it planned, is in the table; empty if not. */
  private static Optional<IngestReport> over(
      CallProgress call, PlanDocument plan, StreamState state) {
    if (StartCheck.isCommitted(plan, state)) {
      return Optional.of(call.committedBefore(state, plan.batch().range()));
    }
    return StartCheck.isDone(plan, state)
        ? call.doneByAnother(plan.batch().end().lsn())
        : Optional.empty();
  }

  private Transferred read(PlanDocument plan, List<SplitResult> results) {
    BatchTally tally = new BatchTally();
    Duration waited = Duration.ZERO;
    List<FileDocument> files = new ArrayList<>();
    for (SplitResult result : results) {
      tally.addAll(BatchTally.of(result.tally()));
      waited = waited.plus(result.waited());
      files.addAll(result.files());
    }
    WrittenFiles found =
        files.isEmpty() ? tables.bronze().noFiles() : tables.bronze().filesOf(files);
    if (found.rows() != plan.batch().rows()) {
      throw StartCheck.stale(
          plan, "its files have " + found.rows() + " rows and not " + plan.batch().rows());
    }
    return new Transferred(found, tally, waited);
  }

  /** The batch as it is in; another coordinator of the plan may have put it there. */
  private Optional<StreamState> inTable(PlanDocument plan) {
    return tables.bronze().head() instanceof BronzeHead.Present now
            && StartCheck.isCommitted(plan, now.state())
        ? Optional.of(now.state())
        : Optional.empty();
  }

  /** Another caller was first: with this plan, with one as far, or with another batch. */
  private IngestReport afterConflict(
      CallProgress call, PlanDocument plan, BronzeHead.Present base, StreamState next) {
    if (!(tables.bronze().head() instanceof BronzeHead.Present now)) {
      throw StartCheck.stale(plan, "its table is no longer there");
    }
    Optional<IngestReport> over = over(call, plan, now.state());
    if (over.isPresent()) {
      return over.get();
    }
    Lsn end = plan.batch().end().lsn();
    StartCheck.verify(plan, now.state());
    throw StartCheck.stale(
        plan,
        "another commit to version "
            + now.version()
            + " of the table, planned on version "
            + base.version()
            + ", came before batch "
            + next.batchId()
            + " up to "
            + end);
  }
}
