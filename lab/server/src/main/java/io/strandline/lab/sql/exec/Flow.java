package io.strandline.lab.sql.exec;

/** Where a batch goes on after a statement. */
enum Flow {
  NEXT,
  BREAK,
  CONTINUE,
  RETURN,
  /** An error ends this batch, but not one that called it. */
  LEAVE,
  /** An error ends everything. */
  ABORT
}
