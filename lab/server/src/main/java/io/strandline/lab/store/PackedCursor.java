package io.strandline.lab.store;

import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/** Rows that are kept packed, one after the other; each is valid until the next is asked for. */
public interface PackedCursor extends RowCursor {

  /** Goes to the next row; false at the end. */
  boolean advance();

  /** The present row's values of the wanted columns; the others are {@code null}. */
  @Nullable Object[] values(BitSet wanted);

  /** The bytes that hold the present row. */
  byte[] data();

  /** Finds where each column's cell of the present row begins; one more entry for the end. */
  void find(int[] starts);
}
