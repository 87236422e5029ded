package io.strandline.plan;

import io.strandline.error.ForeignTableException;
import io.strandline.error.StrandlineException;
import io.strandline.error.TargetChangedException;
import io.strandline.lsn.Offset;
import io.strandline.port.BronzeHead;
import io.strandline.port.ForeignCommits;
import io.strandline.state.StreamState;
import io.strandline.verdict.ControlRow;
import java.util.Optional;

/** Refuses a table whose rows and state have parted ways, or that is not this stream's. */
public final class TargetCheck {

  private static final String CHANGED = "the table was changed by someone else: ";

  private static final String REMEDY =
      "if that was done on purpose, adopt the table (adopt --what target), which goes on from the"
          + " highest offset known and records what the table may lack as a gap; else start a new"
          + " table (another target)";

  private TargetCheck() {}

  /**
   * Passes if the table's rows are those that its state says.
   *
   * @param published the table's control row, read before the table
   * @param newestFacts the newest batch that the facts know of the table, read before the table
   * @throws ForeignTableException if another stream owns it
   * @throws TargetChangedException if someone changed, restored or copied it
   */
  public static void verify(
      String appId, BronzeHead.Present table, Optional<ControlRow> published, long newestFacts) {
    Optional<StrandlineException> fault = fault(appId, table, published, newestFacts);
    if (fault.isPresent()) {
      throw fault.get();
    }
  }

  /** What {@link #verify} would throw; empty if it would pass. */
  static Optional<StrandlineException> fault(
      String appId, BronzeHead.Present table, Optional<ControlRow> published, long newestFacts) {
    StreamState state = table.state();
    if (!state.appId().equals(appId)) {
      return Optional.of(
          new ForeignTableException(
              "the table belongs to stream '" + state.appId() + "', not to '" + appId + "'",
              "give the stream a target of its own, or its old app id"));
    }
    if (!state.tableId().equals(table.tableId())) {
      return changed(
          "its state is of table " + state.tableId() + " and its id is " + table.tableId());
    }
    if (newestFacts > state.batchId()) {
      return changed(
          "the facts know batch " + newestFacts + " of it and its state is at " + state.batchId());
    }
    if (published.isPresent()
        && published.get().tableId().equals(table.tableId())
        && published.get().isAheadOf(state.offset().lsn())) {
      return changed(
          "its verdict was published at "
              + published.get().end().map(Offset::lsn).orElseThrow()
              + " and its state is at "
              + state.offset().lsn());
    }
    return foreignCommits(table.foreignCommits());
  }

  private static Optional<StrandlineException> foreignCommits(ForeignCommits commits) {
    if (commits instanceof ForeignCommits.Harmful harmful) {
      return changed("version " + harmful.version() + ", not ours, " + harmful.what());
    }
    if (commits instanceof ForeignCommits.Unjudgeable unjudgeable) {
      return changed("commits since the last own one cannot be judged: " + unjudgeable.why());
    }
    return Optional.empty();
  }

  /** The error for a table without state. */
  public static StrandlineException withoutState(
      String location, Optional<ControlRow> published, long newestFacts, String tableId) {
    boolean known =
        newestFacts >= 0 || published.filter(row -> row.tableId().equals(tableId)).isPresent();
    return known
        ? new TargetChangedException(
            CHANGED + "it has lost its state, though its facts or its verdict are known", REMEDY)
        : new ForeignTableException(
            "a Delta table that is not a stream's is at " + location,
            "choose another target; the table there was left alone");
  }

  private static Optional<StrandlineException> changed(String what) {
    return Optional.of(new TargetChangedException(CHANGED + what, REMEDY));
  }
}
