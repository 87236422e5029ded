package io.strandline.lab.cdc;

import io.strandline.lab.session.SqlType;
import io.strandline.lab.store.PackedCursor;
import io.strandline.lab.store.ReadView;
import io.strandline.lab.store.Seek;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/**
 * The rows of a capture instance, ordered by (start_lsn, command_id, seqval, operation).
 *
 * <p>That is the clustered index of a real change table (general knowledge).
 */
public final class ChangeTable {

  private final OrderedLog<ChangeRow> log = new OrderedLog<>();
  private final LongAdder visited = new LongAdder();
  private volatile ChangeLayout layout;

  ChangeTable(List<CapturedColumn> columns) {
    this.layout = new ChangeLayout(columns);
  }

  /** How new rows are packed. */
  ChangeLayout layout() {
    return layout;
  }

  /**
   * Rows with {@code __$start_lsn}, {@code __$end_lsn} and so on, {@code __$command_id} last.
   *
   * @param wanted columns whose values are read; the others come as {@code null}
   */
  public PackedCursor scan(ReadView view, Seek seek, boolean reverse, BitSet wanted) {
    return new ChangeCursor(
        new LogScan<>(log, view, seek, ChangeRow::compareKey, reverse, visited), wanted);
  }

  /** Whether the rows that a view sees have the columns that there are now. */
  public boolean isReadable(ReadView view) {
    return view.mode() != ReadView.Mode.SNAPSHOT
        || log.at(view.horizon()).generation() == log.newest().generation();
  }

  /** The same with every column. */
  public PackedCursor scan(ReadView view, Seek seek, boolean reverse) {
    BitSet all = new BitSet();
    all.set(0, layout.cells().size());
    return scan(view, seek, reverse, all);
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
    log.append(rows, this::newBlock, number, oldestSnapshot);
  }

  private LogBlock<ChangeRow> newBlock() {
    return new ChangeBlock(layout);
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
    log.deleteFrom(first, this::newBlock, number, oldestSnapshot);
  }

  /**
   * Converts one captured column of every row, as ALTER COLUMN does (measured on 2022).
   *
   * @param changed how rows are packed from now on
   */
  void retype(
      int position,
      SqlType from,
      SqlType to,
      ChangeLayout changed,
      long number,
      long oldestSnapshot) {
    layout = changed;
    log.replaceAll(
        row -> row.retyped(changed, position, from, to), this::newBlock, number, oldestSnapshot);
  }
}
