package io.strandline.sqlserver;

import io.strandline.change.Vector;
import java.sql.ResultSet;
import java.sql.SQLException;

/** Collects one column of a result set, row by row, into a vector. Not thread-safe. */
sealed interface ColumnReader
    permits IntColumnReader, LongColumnReader, DoubleColumnReader, BytesColumnReader {

  /** Starts a vector; what was collected before is forgotten. */
  void begin(int capacity);

  /** Adds the current row's value of a 1-based column. */
  void read(ResultSet rows, int column) throws SQLException;

  /** The bytes collected since {@link #begin}. */
  long bytes();

  /** The vector collected since {@link #begin}. */
  Vector end();
}
