package io.strandline.change;

/** The values of one column of a batch over a primitive array with a null bitmap. Immutable. */
public sealed interface Vector permits IntVector, LongVector, DoubleVector, BytesVector {

  /** The number of rows. */
  int size();

  /** Whether the row's value is NULL; its place in the array then means nothing. */
  boolean isNull(int row);
}
