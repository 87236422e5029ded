package io.strandline.sqlserver;

import io.strandline.change.LongVector;
import java.sql.ResultSet;
import java.sql.SQLException;

/** Reads a column into a {@link LongVector}. */
final class LongColumnReader implements ColumnReader {

  /** Takes a value from the current row; of a NULL anything, with {@link ResultSet#wasNull}. */
  interface Getter {
    long get(ResultSet rows, int column) throws SQLException;
  }

  private final Getter getter;
  private LongVector.Builder values = new LongVector.Builder(1);
  private long bytes;

  LongColumnReader(Getter getter) {
    this.getter = getter;
  }

  @Override
  public void begin(int capacity) {
    values = new LongVector.Builder(capacity);
    bytes = 0;
  }

  @Override
  public void read(ResultSet rows, int column) throws SQLException {
    long value = getter.get(rows, column);
    bytes += Long.BYTES;
    if (rows.wasNull()) {
      values.addNull();
    } else {
      values.add(value);
    }
  }

  @Override
  public long bytes() {
    return bytes;
  }

  @Override
  public LongVector end() {
    return values.build();
  }
}
