package io.strandline.sqlserver;

import io.strandline.change.BytesVector;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Reads a column into a {@link BytesVector}. */
final class BytesColumnReader implements ColumnReader {

  /** Takes a value from the current row; null for NULL. */
  interface Getter {
    byte @Nullable [] get(ResultSet rows, int column) throws SQLException;
  }

  private final Getter getter;
  private BytesVector.Builder values = new BytesVector.Builder(1);
  private long bytes;

  BytesColumnReader(Getter getter) {
    this.getter = getter;
  }

  @Override
  public void begin(int capacity) {
    values = new BytesVector.Builder(capacity);
    bytes = 0;
  }

  @Override
  public void read(ResultSet rows, int column) throws SQLException {
    byte[] value = getter.get(rows, column);
    if (value == null) {
      values.addNull();
    } else {
      values.add(value);
      bytes += value.length;
    }
    bytes += Integer.BYTES;
  }

  @Override
  public long bytes() {
    return bytes;
  }

  @Override
  public BytesVector end() {
    return values.build();
  }
}
