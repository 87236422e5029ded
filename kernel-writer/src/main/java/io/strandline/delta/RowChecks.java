package io.strandline.delta;

import io.strandline.change.BronzeRows;
import io.strandline.change.BytesVector;
import io.strandline.change.ChangeBatch;
import io.strandline.change.IntVector;
import io.strandline.change.Operation;
import io.strandline.change.TableColumn;
import io.strandline.change.Vector;
import io.strandline.error.InternalException;
import io.strandline.lsn.Lsn;
import java.util.List;

/**
 * Checks of rows that Kernel does not make (measured: it writes what no reader can read).
 *
 * <p>Errors name the column and the row of the batch, never a value. Not thread-safe.
 */
final class RowChecks {

  /** The operation of a snapshot's rows. */
  private static final int SNAPSHOT = 0;

  private static final String REMEDY =
      "This is a defect: report it with the source's column types; nothing was committed.";

  private final List<TableColumn> captured;
  private final boolean snapshot;
  private Lsn last = Lsn.ZERO;

  /**
   * @param snapshot whether the rows are a snapshot's, else changes
   */
  RowChecks(List<TableColumn> captured, boolean snapshot) {
    this.captured = captured;
    this.snapshot = snapshot;
  }

  /**
   * Checks a batch, which must not begin before the end of the one before.
   *
   * @throws InternalException for the first row that does not fit
   */
  void check(BronzeRows rows) {
    ChangeBatch changes = rows.changes();
    requireValues(BronzeSchema.COMMIT_TS, rows.commitTs());
    requireValues(BronzeSchema.OPERATION, changes.operation());
    checkOperations(changes.operation());
    checkLsns(BronzeSchema.START_LSN, changes.startLsn());
    if (snapshot) {
      requireNulls(BronzeSchema.SEQVAL, changes.seqval());
    } else {
      checkLsns(BronzeSchema.SEQVAL, changes.seqval());
    }
    checkOrder(changes.startLsn());
    if (changes.captured().size() != captured.size()) {
      throw new InternalException(
          changes.captured().size()
              + " captured columns were read for the table's "
              + captured.size(),
          REMEDY);
    }
    for (int i = 0; i < captured.size(); i++) {
      ValueChecks.check(captured.get(i), changes.captured().get(i));
    }
  }

  private static void requireValues(String column, Vector vector) {
    for (int row = 0; row < vector.size(); row++) {
      if (vector.isNull(row)) {
        throw refused(column, row, "is NULL");
      }
    }
  }

  private static void requireNulls(String column, Vector vector) {
    for (int row = 0; row < vector.size(); row++) {
      if (!vector.isNull(row)) {
        throw refused(column, row, "is not NULL in a snapshot");
      }
    }
  }

  private void checkOperations(IntVector operations) {
    int least = snapshot ? SNAPSHOT : Operation.DELETE.code();
    int most = snapshot ? SNAPSHOT : Operation.UPDATE_AFTER.code();
    for (int row = 0; row < operations.size(); row++) {
      int code = operations.get(row);
      if (code < least || code > most) {
        throw refused(
            BronzeSchema.OPERATION,
            row,
            "is no operation of a " + (snapshot ? "snapshot" : "change"));
      }
    }
  }

  private static void checkLsns(String column, BytesVector lsns) {
    for (int row = 0; row < lsns.size(); row++) {
      if (lsns.isNull(row)) {
        throw refused(column, row, "is NULL");
      }
      if (lsns.length(row) != Lsn.BYTES) {
        throw refused(column, row, "does not have " + Lsn.BYTES + " bytes");
      }
    }
  }

  private void checkOrder(BytesVector lsns) {
    for (int row = 0; row < lsns.size(); row++) {
      if (row > 0 && lsns.sameAs(row, row - 1)) {
        continue;
      }
      Lsn lsn = lsns.lsn(row);
      if (lsn.isBefore(last)) {
        throw new InternalException(
            "rows are out of order: " + BronzeSchema.START_LSN + " " + lsn + " after " + last,
            REMEDY);
      }
      last = lsn;
    }
  }

  static InternalException refused(String column, int row, String why) {
    return new InternalException(
        "column '" + column + "' of row " + row + " of a batch " + why, REMEDY);
  }
}
