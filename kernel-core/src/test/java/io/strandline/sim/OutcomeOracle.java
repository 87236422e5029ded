package io.strandline.sim;

import io.strandline.error.ErrorCode;
import io.strandline.error.StrandlineException;
import io.strandline.report.Adopted;
import io.strandline.report.IdleReason;
import io.strandline.report.IngestReport;
import io.strandline.sim.Reach.Branch;
import io.strandline.state.StreamState;
import io.strandline.verdict.ControlRow;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/** Judges what a call says: reports are made of committed states, and errors have their cause. */
final class OutcomeOracle {

  /** Errors that a call throws before it has committed anything. */
  private static final Set<ErrorCode> BEFORE_ANY_COMMIT =
      EnumSet.of(
          ErrorCode.NOT_READY,
          ErrorCode.CLOCK_AHEAD,
          ErrorCode.CLOCK_REGRESSION,
          ErrorCode.DATA_LOSS,
          ErrorCode.SCHEMA_CHANGED,
          ErrorCode.SOURCE_CHANGED,
          ErrorCode.CAPTURE_INSTANCE_NOT_FOUND,
          ErrorCode.INVALID_OPTIONS,
          ErrorCode.TARGET_CHANGED);

  private final World world;
  private final Causes causes;

  OutcomeOracle(World world) {
    this.world = world;
    this.causes = new Causes(world);
  }

  /** Judges a report. */
  void reported(Process process, IngestReport report) {
    leavesNothingOpen(process);
    verifyFiles(process);
    verifyVerdict(report);
    Reach reach = world.reach();
    if (report.status().verdictPending()) {
      reach.count(Branch.VERDICT_PENDING);
    }
    if (report instanceof IngestReport.Idle idle) {
      reach.count("idle " + idle.reason());
      verifyIdle(process, idle);
    } else if (report instanceof IngestReport.Committed committed) {
      verifyCommitted(committed);
      countCommitted(process);
    } else if (report instanceof IngestReport.Loaded loaded) {
      verifyLoaded(process, loaded);
    } else {
      reach.count(Branch.DONE_BY_ANOTHER);
    }
    if (process.conflicts() > 0) {
      reach.count(Branch.CONFLICT);
    }
  }

  /** Judges what an adoption says: it is committed, or there was nothing to adopt. */
  void adopted(Process process, Optional<Adopted> told) {
    leavesNothingOpen(process);
    Violation.unless(
        told.isPresent() == world.oracles().hasCommitted(process), "report", "adopted: %s", told);
    if (told.isEmpty()) {
      world.reach().count(Branch.NOTHING_TO_ADOPT);
      return;
    }
    boolean real =
        world.oracles().tables().stream()
            .flatMap(table -> table.log().versions().stream())
            .flatMap(version -> version.state().stream())
            .filter(AdoptionOracle::isAdoption)
            .anyMatch(
                state ->
                    state.offset().equals(told.get().offset())
                        && state.losslessSince().equals(told.get().losslessSince()));
    Violation.unless(real, "report", "no adoption as told: %s", told);
  }

  private void countCommitted(Process process) {
    if (process.conflicts() > 0) {
      world.reach().count(Branch.CONFLICT_THEN_COMMITTED);
    }
  }

  /** What a report calls final is published. */
  private void verifyVerdict(IngestReport report) {
    Optional<Instant> told = report.status().finalizedUntil();
    Optional<Instant> published = world.control().flatMap(ControlRow::finalizedUntil);
    Violation.unless(
        told.isEmpty()
            || world.oracles().tables().size() > 1
            || published.filter(verdict -> !verdict.isBefore(told.get())).isPresent(),
        "report",
        "final until %s, and published is %s",
        told,
        published);
  }

  private void verifyIdle(Process process, IngestReport.Idle idle) {
    boolean waits =
        idle.reason() == IdleReason.CAPTURE_NEVER_RAN
            || idle.reason() == IdleReason.ENABLE_NOT_CAPTURED;
    boolean again = idle.status().conflicts() > 0 || !process.commitFaults().isEmpty();
    Violation.unless(
        !waits || again || process.written().isEmpty(),
        "idle",
        "%s while waiting for the source",
        idle);
    Violation.unless(
        !world.oracles().hasCommitted(process), "idle", "%s has committed a batch", process);
  }

  private void verifyCommitted(IngestReport.Committed report) {
    boolean real =
        world.oracles().tables().stream()
            .flatMap(table -> table.log().versions().stream())
            .flatMap(version -> version.state().stream())
            .anyMatch(state -> isOf(state, report));
    Violation.unless(real, "report", "no state is as reported: %s", report);
  }

  private void verifyLoaded(Process process, IngestReport.Loaded report) {
    boolean real =
        world.oracles().tables().stream()
            .flatMap(table -> table.log().versions().stream())
            .flatMap(version -> version.state().stream())
            .anyMatch(state -> state.snapshot().equals(Optional.of(report.snapshot())));
    Violation.unless(real && report.snapshot().done(), "report", "no load as told: %s", report);
    boolean again = report.facts().isEmpty();
    Violation.unless(
        again || world.oracles().hasCommitted(process), "report", "%s did not load", process);
    if (again) {
      world.reach().count(Branch.LOAD_FOUND_AGAIN);
    }
  }

  private static boolean isOf(StreamState state, IngestReport.Committed report) {
    return state.batchId() == report.batchId()
        && state.lastBatch().equals(Optional.of(report.facts()))
        && Optional.of(state.offset()).equals(report.status().offset())
        && state.offset().lsn().equals(report.range().end());
  }

  /** Judges an error. */
  void failed(Process process, StrandlineException error) {
    leavesNothingOpen(process);
    verifyFiles(process);
    world.reach().count("error " + error.code());
    Violation.unless(
        causes.has(process, error.code()), "error without a cause", "%s", error.getMessage());
    Violation.unless(
        !BEFORE_ANY_COMMIT.contains(error.code()) || !world.oracles().hasCommitted(process),
        "nothing written",
        "%s has committed a batch and says %s",
        process,
        error.getMessage());
    countError(process, error.code());
  }

  private void countError(Process process, ErrorCode code) {
    Reach reach = world.reach();
    if (code == ErrorCode.DATA_LOSS) {
      reach.count(
          switch (process.lastOfSource()) {
            case POLL -> Branch.DATA_LOSS_AT_PLAN;
            case MEASURE -> Branch.DATA_LOSS_AFTER_COUNT;
            case STAMP_AFTER -> Branch.LOAD_STAMP_PURGED;
            default -> Branch.DATA_LOSS_AFTER_READ;
          });
    } else if (code == ErrorCode.CLOCK_AHEAD) {
      reach.count(
          process.lastCall() == PortCall.POLL
              ? Branch.CLOCK_AHEAD_OF_READER
              : Branch.CLOCK_AHEAD_OF_COMMIT);
    } else if (code == ErrorCode.NOT_READY) {
      reach.count(
          process.lastCall() == PortCall.POLL ? Branch.LAGGING_POLL : Branch.LAGGING_REPLICA);
    } else if (code == ErrorCode.SCHEMA_CHANGED) {
      countSchema(process);
    } else if (code == ErrorCode.SOURCE_CHANGED) {
      reach.count(
          world.weather().upheavals().isRestored()
              ? Branch.RESTORED_AND_REFUSED
              : Branch.ZONE_REFUSED);
    } else if (code == ErrorCode.CONCURRENT_INGEST) {
      reach.count(Branch.OVERTAKEN_IN_ADOPT);
    } else if (code == ErrorCode.TARGET_CHANGED) {
      boolean inTheWay = process.conflicts() > 0;
      reach.count(inTheWay ? Branch.FOREIGN_COMMIT_IN_THE_WAY : Branch.FOREIGN_COMMIT_REFUSED);
    }
  }

  private void countSchema(Process process) {
    Branch branch = Branch.SCHEMA_CHANGED_AT_PLAN;
    if (process.lastOfSource() == PortCall.READ
        || process.lastOfSource() == PortCall.CLOSE_READER) {
      branch = Branch.SCHEMA_CHANGED_IN_A_SESSION;
    } else if (causes.isForbidden(process, process.poll().orElseThrow())) {
      branch = Branch.SCHEMA_POLICY_STOPPED;
    }
    world.reach().count(branch);
  }

  private static void leavesNothingOpen(Process process) {
    Violation.unless(
        process.openReaders() == 0, "open session", "%s of %s", process.openReaders(), process);
  }

  /** A process that lives to its end leaves no file behind that nobody knows of. */
  private static void verifyFiles(Process process) {
    boolean excused =
        !process.commitFaults().isEmpty()
            || process.failedAt(PortCall.WRITE, PortCall.COMMIT, PortCall.DISCARD);
    for (DataFile file : process.written()) {
      Violation.unless(
          excused || file.isCommitted() || file.isDeleted(),
          "files",
          "%s leaves %s behind",
          process,
          file.name());
    }
  }
}
