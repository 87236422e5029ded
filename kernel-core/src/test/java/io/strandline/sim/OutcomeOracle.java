package io.strandline.sim;

import io.strandline.error.ErrorCode;
import io.strandline.error.StrandlineException;
import io.strandline.lsn.Lsn;
import io.strandline.report.IdleReason;
import io.strandline.report.IngestReport;
import io.strandline.sim.PortCall.Side;
import io.strandline.sim.Reach.Branch;
import io.strandline.state.StreamState;
import io.strandline.verdict.ControlRow;
import java.time.Instant;
import java.util.Optional;

/** Judges what a call says: reports are made of committed states, and errors have their cause. */
final class OutcomeOracle {

  private final World world;

  OutcomeOracle(World world) {
    this.world = world;
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
    } else {
      reach.count(Branch.DONE_BY_ANOTHER);
    }
    if (process.conflicts() > 0) {
      reach.count(Branch.CONFLICT);
    }
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
    Violation.unless(
        !waits || process.written().isEmpty() && idle.status().offset().isEmpty(),
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
        hasCause(process, error.code()), "error without a cause", "%s", error.getMessage());
    countError(process, error.code());
  }

  private boolean hasCause(Process process, ErrorCode code) {
    return switch (code) {
      case SOURCE_UNAVAILABLE -> process.failedOn(Side.SOURCE);
      case TARGET_NOT_WRITABLE -> process.failedOn(Side.TARGET);
      case FACTS_UNAVAILABLE -> process.failedAt(PortCall.FACTS_APPEND);
      case COMMIT_UNKNOWN -> !process.commitFaults().isEmpty();
      case NOT_READY -> process.lagged();
      case CLOCK_AHEAD -> world.climate().clockTrouble();
      case DATA_LOSS -> process.base().filter(this::isPurged).isPresent();
      case TARGET_CHANGED -> isHarmed();
      default -> false;
    };
  }

  /** Whether cleanup has passed an offset. */
  boolean isPurged(Lsn offset) {
    return world.database().followed().minLsn().filter(offset.next()::isBefore).isPresent();
  }

  private boolean isHarmed() {
    return world.oracles().tables().stream().anyMatch(TableOracle::isHarmed);
  }

  private void countError(Process process, ErrorCode code) {
    Reach reach = world.reach();
    if (code == ErrorCode.DATA_LOSS) {
      reach.count(
          switch (process.lastOfSource()) {
            case POLL -> Branch.DATA_LOSS_AT_PLAN;
            case MEASURE -> Branch.DATA_LOSS_AFTER_COUNT;
            default -> Branch.DATA_LOSS_AFTER_READ;
          });
    } else if (code == ErrorCode.CLOCK_AHEAD) {
      reach.count(
          process.lastCall() == PortCall.POLL
              ? Branch.CLOCK_AHEAD_OF_READER
              : Branch.CLOCK_AHEAD_OF_COMMIT);
    } else if (code == ErrorCode.NOT_READY) {
      reach.count(Branch.LAGGING_REPLICA);
    } else if (code == ErrorCode.TARGET_CHANGED) {
      boolean inTheWay = process.conflicts() > 0;
      reach.count(inTheWay ? Branch.FOREIGN_COMMIT_IN_THE_WAY : Branch.FOREIGN_COMMIT_REFUSED);
    }
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
