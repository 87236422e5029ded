package io.strandline.change;

import java.util.List;

/**
 * Consecutive rows of a change table in (commit LSN, command id, seqval, operation) order.
 *
 * @param rows the number of rows, at least 1
 * @param startLsn {@code __$start_lsn}, ten bytes a row
 * @param seqval {@code __$seqval}, ten bytes a row
 * @param operation {@code __$operation}, 1 to 4
 * @param commandId {@code __$command_id}; NULL where the server lacks it
 * @param commitLocal the row's {@code tran_end_time}: milliseconds since 1970-01-01T00:00 on the
 *     server's local clock
 * @param captured a vector a captured column, in ordinal order
 */
public record ChangeBatch(
    int rows,
    BytesVector startLsn,
    BytesVector seqval,
    IntVector operation,
    IntVector commandId,
    LongVector commitLocal,
    List<Vector> captured) {

  public ChangeBatch {
    captured = List.copyOf(captured);
    if (rows < 1) {
      throw new IllegalArgumentException("a change batch has rows");
    }
    check(rows, startLsn);
    check(rows, seqval);
    check(rows, operation);
    check(rows, commandId);
    check(rows, commitLocal);
    for (Vector column : captured) {
      check(rows, column);
    }
  }

  private static void check(int rows, Vector column) {
    if (column.size() != rows) {
      throw new IllegalArgumentException(column.size() + " values in a batch of " + rows);
    }
  }
}
