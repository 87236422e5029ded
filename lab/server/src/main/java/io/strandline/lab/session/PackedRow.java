package io.strandline.lab.session;

import org.jspecify.annotations.Nullable;

/**
 * A row of a result set whose values are in the protocol's bytes already.
 *
 * <p>Valid only until the next row. Each cell is what TDS sends for a nullable column of the type.
 */
public interface PackedRow {

  /** The values, read from the bytes. */
  @Nullable Object[] values();

  /** The bytes that hold the cells. */
  byte[] data();

  /** Where a result column's cell begins in {@link #data}. */
  int start(int column);

  /** Where it ends. */
  int end(int column);
}
