package io.strandline.verdict;

import io.strandline.lsn.Lsn;
import io.strandline.lsn.Offset;
import java.time.Instant;
import java.util.Optional;

/**
 * A table's published verdict, or a group's: its row of the control table.
 *
 * @param tableName canonical name: the path below the warehouse, else the normalised URI
 * @param tableId the Delta table's id
 * @param appId the stream's app id
 * @param finalizedUntil every period that ends at or before it is complete, UTC; empty before the
 *     first verdict
 * @param granularity of the periods
 * @param losslessSince the history has no gap from there on, UTC
 * @param end the offset that last moved the row; empty on a group's row until the rows at or below
 *     its least offset are one transactional state, never empty on a table's
 */
public record ControlRow(
    String tableName,
    String tableId,
    String appId,
    Optional<Instant> finalizedUntil,
    Granularity granularity,
    Instant losslessSince,
    Optional<Offset> end) {

  /** A table's row. */
  public ControlRow(
      String tableName,
      String tableId,
      String appId,
      Optional<Instant> finalizedUntil,
      Granularity granularity,
      Instant losslessSince,
      Offset end) {
    this(tableName, tableId, appId, finalizedUntil, granularity, losslessSince, Optional.of(end));
  }

  /**
   * The row to write where {@code this} is wanted and {@code current} is there: of one table the
   * greater end, the later verdict and the later start of the gapless history, so that none moves
   * back; a row without a verdict promises no history yet, and its start gives way to one that
   * does. Another table's row is replaced by a row without a verdict only: a late caller of a table
   * that is gone must not take the new table's place.
   */
  public ControlRow over(ControlRow current) {
    if (!current.tableId.equals(tableId)) {
      return finalizedUntil.isEmpty() ? this : current;
    }
    ControlRow newer = isAheadOf(current) ? this : current;
    return new ControlRow(
        tableName,
        tableId,
        newer.appId,
        later(finalizedUntil, current.finalizedUntil),
        newer.granularity,
        losslessOver(current),
        newer.end);
  }

  private Instant losslessOver(ControlRow current) {
    if (finalizedUntil.isPresent() != current.finalizedUntil.isPresent()) {
      return finalizedUntil.isPresent() ? losslessSince : current.losslessSince;
    }
    return losslessSince.isAfter(current.losslessSince) ? losslessSince : current.losslessSince;
  }

  /**
   * The same as far as what a table has read bears it out: the verdict no later than {@code read},
   * the history without a gap no earlier than from {@code lossless} on.
   */
  public ControlRow within(Instant read, Instant lossless) {
    return new ControlRow(
        tableName,
        tableId,
        appId,
        finalizedUntil.map(until -> until.isAfter(read) ? granularity.truncate(read) : until),
        granularity,
        lossless.isAfter(losslessSince) ? lossless : losslessSince,
        end);
  }

  /** Whether readers of the verdict see no difference between this and {@code other}. */
  public boolean saysTheSameAs(ControlRow other) {
    return tableId.equals(other.tableId)
        && finalizedUntil.equals(other.finalizedUntil)
        && losslessSince.equals(other.losslessSince)
        && end.isPresent() == other.end.isPresent();
  }

  /** Whether this row knows commits after {@code lsn}. */
  public boolean isAheadOf(Lsn lsn) {
    return end.isPresent() && end.get().lsn().isAfter(lsn);
  }

  /** Whether this row's end is after another's; a row without one is before all others. */
  public boolean isAheadOf(ControlRow other) {
    return other.end.isEmpty() ? end.isPresent() : isAheadOf(other.end.get().lsn());
  }

  private static Optional<Instant> later(Optional<Instant> a, Optional<Instant> b) {
    if (a.isEmpty() || b.isEmpty()) {
      return a.isPresent() ? a : b;
    }
    return a.get().isAfter(b.get()) ? a : b;
  }
}
