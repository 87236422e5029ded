package io.strandline.lab.protocol;

import io.strandline.lab.session.Column;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A result set that the client fetches piece by piece: a read-only copy made when it was opened.
 *
 * <p>Positions are those of {@code sp_cursorfetch} (documented): the fetch buffer is the block of
 * rows that was fetched last, and the next fetch goes from there. Not thread-safe.
 */
final class ServerCursor {

  static final int FIRST = 0x01;
  static final int NEXT = 0x02;
  static final int PREVIOUS = 0x04;
  static final int LAST = 0x08;
  static final int ABSOLUTE = 0x10;
  static final int RELATIVE = 0x20;
  static final int REFRESH = 0x80;
  static final int INFO = 0x100;
  static final int PREVIOUS_UNADJUSTED = 0x200;

  private final List<Column> columns;
  private final List<@Nullable Object[]> rows;
  private final boolean forwardOnly;

  /** The buffer's first row, from 1; 0 before the first row and one more than all after it. */
  private int start;

  private int size;

  /**
   * A cursor before its first row.
   *
   * @param columns of the client's query
   * @param forwardOnly whether only the next rows can be fetched
   */
  ServerCursor(List<Column> columns, List<@Nullable Object[]> rows, boolean forwardOnly) {
    this.columns = columns;
    this.rows = rows;
    this.forwardOnly = forwardOnly;
  }

  List<Column> columns() {
    return columns;
  }

  /** How many rows there are; -1, which is unknown, of one that only goes forward. */
  int rowCount() {
    return forwardOnly ? -1 : rows.size();
  }

  /** The row that the buffer begins with, 0 before the first; -1 after the last. */
  int position() {
    return start > rows.size() ? -1 : start;
  }

  /**
   * Fetches a block of rows.
   *
   * @param type one of the constants here except {@link #INFO}
   * @param row of the two kinds that go to a row
   * @param count at most so many rows
   * @throws io.strandline.lab.session.SqlException 16911 for one that a cursor that only goes
   *     forward cannot do; 16902 for an unknown type
   */
  List<@Nullable Object[]> fetch(int type, int row, int count) {
    if (forwardOnly && type != NEXT && type != REFRESH) {
      throw Refusals.forwardOnly(type);
    }
    int wanted = Math.max(0, count);
    switch (type) {
      case FIRST -> moveTo(wanted == 0 ? 0 : 1, wanted);
      case NEXT -> moveTo(start == 0 ? 1 : Math.min(start + Math.max(size, 1), end()), wanted);
      case PREVIOUS, PREVIOUS_UNADJUSTED -> back(wanted, type == PREVIOUS);
      case LAST -> moveTo(wanted == 0 ? end() : Math.max(1, end() - wanted), wanted);
      case ABSOLUTE -> moveTo(row >= 0 ? row : (long) end() + row, wanted);
      case RELATIVE -> moveTo((long) start + row, wanted);
      case REFRESH -> moveTo(start, size);
      default -> throw Refusals.unknownFetch(type);
    }
    return size == 0 ? List.of() : rows.subList(start - 1, start - 1 + size);
  }

  private int end() {
    return rows.size() + 1;
  }

  private void back(int wanted, boolean adjusts) {
    int first = start - wanted;
    if (start <= 1) {
      moveTo(0, 0);
    } else if (first >= 1) {
      moveTo(first, wanted);
    } else {
      moveTo(1, adjusts ? wanted : start - 1);
    }
  }

  private void moveTo(long first, int wanted) {
    start = (int) Math.max(0, Math.min(first, end()));
    size = start == 0 ? 0 : Math.min(wanted, end() - start);
  }
}
