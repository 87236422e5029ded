package io.strandline.stream;

import io.strandline.explain.Explanation;
import io.strandline.lsn.Lsn;
import io.strandline.option.StreamOptions;
import io.strandline.plan.PlanDocument;
import io.strandline.plan.SplitResult;
import io.strandline.plan.VerdictCheck;
import io.strandline.port.ChangeSource;
import io.strandline.report.Adoptable;
import io.strandline.report.Adopted;
import io.strandline.report.IngestReport;
import io.strandline.report.Planned;
import io.strandline.report.Progress;
import io.strandline.verdict.Awaited;
import io.strandline.verdict.ControlRow;
import io.strandline.verdict.Finality;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The changes of one capture instance on their way into one bronze table.
 *
 * <p>Thread-safe: callers of one stream, in this process or others, may overlap; each batch is
 * committed by one of them. Every call may throw a {@link io.strandline.error.StrandlineException},
 * whose code says what to do; nothing is lost or half-written then.
 */
public final class Stream {

  private final ChangeSource source;
  private final StreamTables tables;
  private final StreamOptions options;
  private final Surroundings surroundings;

  Stream(
      ChangeSource source, StreamTables tables, StreamOptions options, Surroundings surroundings) {
    this.source = source;
    this.tables = tables;
    this.options = options;
    this.surroundings = surroundings;
  }

  ChangeSource source() {
    return source;
  }

  StreamTables tables() {
    return tables;
  }

  StreamOptions options() {
    return options;
  }

  /** The same stream over another way to its source. */
  Stream over(ChangeSource other) {
    return new Stream(other, tables, options, surroundings);
  }

  /** Commits one batch, or says why there is none to commit. */
  public IngestReport ingest() {
    return ingest(Progress.none());
  }

  /** As {@link #ingest()}, telling how far the batch has come. */
  public IngestReport ingest(Progress progress) {
    return new Ingestion(source, tables, options, surroundings).ingest(progress);
  }

  /**
   * Brings the rows of the source table in as operation 0, in one commit, unless they are in; a
   * stream without batches goes on from their stamp. Says why it has to wait, if it has to.
   *
   * @return a {@link IngestReport.Loaded}, or an {@link IngestReport.Idle}
   */
  public IngestReport snapshot(Progress progress) {
    return new Ingestion(source, tables, options.withBootstrap(), surroundings).snapshot(progress);
  }

  /**
   * Plans one batch for other processes to write and commit. A first load, if there is one to do,
   * is done by this call.
   */
  public Planned plan() {
    return plan(Progress.none());
  }

  /** As {@link #plan()}, telling how far a first load has come. */
  public Planned plan(Progress progress) {
    return new Ingestion(source, tables, options, surroundings).plan(progress);
  }

  /**
   * Reads a split of a plan into files that no reader of the table sees before the commit. Any
   * process that reaches the source and the table may do it, again if need be.
   *
   * @param split number of the split
   * @throws io.strandline.error.StalePlanException if the table is no longer what the plan was made
   *     on, or the plan is another stream's
   */
  public SplitResult write(PlanDocument plan, int split, Progress progress) {
    return new Scaling(source, tables, surroundings).write(plan, split, progress);
  }

  /**
   * Commits a plan: all of its rows or none. Calling it again, after a crash too, finds what was
   * done.
   *
   * @param results exactly one of each split, in any order
   * @throws io.strandline.error.StalePlanException if results are missing, repeated or of another
   *     plan, files have gone or changed, or the table is no longer what the plan was made on
   */
  public IngestReport commit(PlanDocument plan, List<SplitResult> results) {
    return new Scaling(source, tables, surroundings).commit(plan, results);
  }

  /**
   * Goes on with a stream after a change that would stop it, made on purpose.
   *
   * @param what to adopt
   * @return what was adopted; empty if there was nothing to adopt
   */
  public Optional<Adopted> adopt(Set<Adoptable> what) {
    return new Adoption(source, tables, options, surroundings).adopt(what);
  }

  /**
   * Commits batches up to the {@code max_lsn} that the first of them saw.
   *
   * @param each gets every report as it comes
   * @return the last report
   */
  public IngestReport ingestAll(Progress progress, Consumer<IngestReport> each) {
    IngestReport report = ingest(progress);
    Optional<Lsn> goal = report.status().sourceMax();
    each.accept(report);
    while (!(report instanceof IngestReport.Idle) && isBefore(report, goal)) {
      report = ingest(progress);
      each.accept(report);
    }
    return report;
  }

  /** Each round moves the offset, so the goal bounds the rounds. */
  private static boolean isBefore(IngestReport report, Optional<Lsn> goal) {
    return goal.isPresent()
        && report.status().offset().filter(offset -> offset.lsn().isBefore(goal.get())).isPresent();
  }

  /**
   * The verdict that is published under the table's name; empty before the first. The control table
   * alone is read: whether its row's {@code tableId} is that of the table which is there now, only
   * {@link #isFinal} and {@link #explain} see. No connection to the source is made.
   */
  public Optional<ControlRow> verdict() {
    return tables.control().read(tables.bronze().name());
  }

  /**
   * Whether a period of the table is final. A period that the published verdict calls final is open
   * all the same if the table is not the one that it was published of, or was changed by someone
   * else; {@link #explain} says so. No connection to the source is made.
   *
   * @param start inclusive, UTC
   * @param end exclusive, UTC, after {@code start}
   * @throws io.strandline.error.InvalidOptionsException if the period is empty or not of the years
   *     0001 to 9999
   */
  public Finality isFinal(Instant start, Instant end) {
    return look(start, end).finality();
  }

  private Awaited look(Instant start, Instant end) {
    Awaited published = Awaited.of(verdict(), start, end);
    return published.finality() == Finality.OPEN
        ? published
        : Awaited.of(
            VerdictCheck.confirmed(
                published.verdict(), tables.bronze().head(), Optional.of(options.appId())),
            start,
            end);
  }

  /** As the other, looking every 10 seconds. */
  public Awaited awaitFinal(Instant start, Instant end, Duration timeout) {
    return awaitFinal(start, end, timeout, FinalWait.DEFAULT_INTERVAL);
  }

  /**
   * Waits until a period of the table is final, as {@link Verdicts#awaitFinal(String, Instant,
   * Instant, Duration, Duration)} does. No connection to the source is made: somebody else ingests.
   */
  public Awaited awaitFinal(Instant start, Instant end, Duration timeout, Duration interval) {
    return FinalWait.real(surroundings.clock()).until(() -> look(start, end), timeout, interval);
  }

  /**
   * Why a period of the table is or is not final, and what would change it. An open period costs
   * one look at the source, and a count of what the table has not read if that is more than one
   * commit; an unreachable source is a reason, not an error. Nothing is written.
   *
   * @param start inclusive, UTC
   * @param end exclusive, UTC, after {@code start}
   * @throws io.strandline.error.InvalidOptionsException if the period is empty or not of the years
   *     0001 to 9999
   */
  public Explanation explain(Instant start, Instant end) {
    return new Explaining(tables.bronze(), tables.facts(), tables.control(), surroundings.clock())
        .explain(Optional.of(new Explaining.Asked(source, options)), start, end);
  }
}
