package io.strandline.plan;

import io.strandline.port.BronzeHead;
import io.strandline.state.StreamState;
import io.strandline.verdict.ControlRow;
import java.util.Optional;

/** Tells how far the table that is there bears a published verdict out. */
public final class VerdictCheck {

  private VerdictCheck() {}

  /**
   * The row as far as the table confirms it: empty if the table is gone, another one, another
   * stream's or changed by someone else; never later than what the table has read, and with the
   * gaps that its state knows.
   *
   * @param row the control row of the table's name, read before the table
   * @param appId the stream that asks; empty for whichever owns the table
   */
  public static Optional<ControlRow> confirmed(
      Optional<ControlRow> row, BronzeHead head, Optional<String> appId) {
    if (row.isEmpty()
        || !(head instanceof BronzeHead.Present table)
        || isOfAnother(row.get(), head)) {
      return Optional.empty();
    }
    StreamState state = table.state();
    boolean refused =
        TargetCheck.fault(appId.orElse(state.appId()), table, row, state.batchId()).isPresent();
    return refused
        ? Optional.empty()
        : row.map(there -> there.within(state.offset().commitTs(), state.losslessSince()));
  }

  /** Whether a row is of another table than the one that is there now. */
  public static boolean isOfAnother(ControlRow row, BronzeHead head) {
    return head.id().filter(id -> !id.equals(row.tableId())).isPresent();
  }
}
