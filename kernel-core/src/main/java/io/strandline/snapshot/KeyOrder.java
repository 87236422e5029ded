package io.strandline.snapshot;

/** The direction in which an index keeps a column. */
public enum KeyOrder {
  ASCENDING,
  DESCENDING
}
