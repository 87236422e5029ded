package io.strandline.sqlserver;

import io.strandline.change.IntVector;
import java.sql.ResultSet;
import java.sql.SQLException;

/** Reads a column into an {@link IntVector}. */
final class IntColumnReader implements ColumnReader {

  /** Takes a value from the current row; of a NULL anything, with {@link ResultSet#wasNull}. */
  interface Getter {
    int get(ResultSet rows, int column) throws SQLException;
  }

  private final Getter getter;
  private IntVector.Builder values = new IntVector.Builder(1);
  private long bytes;

  IntColumnReader(Getter getter) {
    this.getter = getter;
  }

  @Override
  public void begin(int capacity) {
    values = new IntVector.Builder(capacity);
    bytes = 0;
  }

  @Override
  public void read(ResultSet rows, int column) throws SQLException {
    int value = getter.get(rows, column);
    bytes += Integer.BYTES;
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
  public IntVector end() {
    return values.build();
  }
}
