package io.strandline.sqlserver;

import io.strandline.change.DoubleVector;
import java.sql.ResultSet;
import java.sql.SQLException;

/** Reads a column into a {@link DoubleVector}. */
final class DoubleColumnReader implements ColumnReader {

  /** Takes a value from the current row; of a NULL anything, with {@link ResultSet#wasNull}. */
  interface Getter {
    double get(ResultSet rows, int column) throws SQLException;
  }

  private final Getter getter;
  private DoubleVector.Builder values = new DoubleVector.Builder(1);
  private long bytes;

  DoubleColumnReader(Getter getter) {
    this.getter = getter;
  }

  @Override
  public void begin(int capacity) {
    values = new DoubleVector.Builder(capacity);
    bytes = 0;
  }

  @Override
  public void read(ResultSet rows, int column) throws SQLException {
    double value = getter.get(rows, column);
    bytes += Double.BYTES;
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
  public DoubleVector end() {
    return values.build();
  }
}
