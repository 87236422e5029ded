package io.strandline.lab.cdc;

import io.strandline.lab.session.SqlType;
import io.strandline.lab.sql.type.Coercion;
import io.strandline.lab.store.ReadView;
import io.strandline.lab.store.RowCursor;
import io.strandline.lab.store.Seek;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a capture instance, ordered by (start_lsn, command_id, seqval, operation).
 *
 * <p>That is the clustered index of a real change table (general knowledge).
 */
public final class ChangeTable {

  private final OrderedLog<ChangeRow> log = new OrderedLog<>();
  private final LongAdder visited = new LongAdder();

  /** Rows with {@code __$start_lsn}, {@code __$end_lsn} and so on, {@code __$command_id} last. */
  public RowCursor scan(ReadView view, Seek seek, boolean reverse) {
    return new LogScan<>(
        log, view, seek, ChangeRow::compareKey, reverse, ChangeTable::row, visited);
  }

  private static @Nullable Object[] row(ChangeRow change) {
    @Nullable Object[] values = change.values();
    @Nullable Object[] row = new @Nullable Object[values.length + 6];
    row[0] = change.startLsn().bytes();
    row[2] = change.seqval().bytes();
    row[3] = (int) change.operation();
    row[4] = change.mask();
    System.arraycopy(values, 0, row, 5, values.length);
    row[values.length + 5] = change.commandId();
    return row;
  }

  /** How many rows all reads together have looked at. */
  public long visitedRows() {
    return visited.sum();
  }

  /** How many rows there are now. */
  public long size() {
    return log.newest().end() - log.newest().first();
  }

  void append(List<ChangeRow> rows, long number, long oldestSnapshot) {
    log.append(rows, number, oldestSnapshot);
  }

  /** How many rows, at most {@code limit}, are below {@code watermark}. */
  int countBelow(Lsn watermark, int limit) {
    OrderedLog.Extent<ChangeRow> extent = log.newest();
    long end = extent.firstNotBelow(row -> row.startLsn().compareTo(watermark));
    return (int) Math.min(limit, end - extent.first());
  }

  void deleteFirst(int count, long number, long oldestSnapshot) {
    log.deleteBefore(log.newest().first() + count, number, oldestSnapshot);
  }

  /** Takes away the rows of commits after {@code lsn}, as going back to a backup does. */
  void deleteAbove(Lsn lsn, long number, long oldestSnapshot) {
    Lsn next = lsn.increment();
    long first = log.newest().firstNotBelow(row -> row.startLsn().compareTo(next));
    log.deleteFrom(first, number, oldestSnapshot);
  }

  /** Converts one captured column of every row, as ALTER COLUMN does (measured on 2022). */
  void retype(int position, SqlType from, SqlType to, long number, long oldestSnapshot) {
    log.replaceAll(
        row -> {
          @Nullable Object[] values = row.values().clone();
          values[position] = Coercion.convert(values[position], from, to);
          return new ChangeRow(
              row.startLsn(), row.seqval(), row.operation(), row.commandId(), row.mask(), values);
        },
        number,
        oldestSnapshot);
  }
}
