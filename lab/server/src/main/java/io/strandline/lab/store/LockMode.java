package io.strandline.lab.store;

/** How a transaction holds a table. */
public enum LockMode {
  /** The table's definition stays as it is: every reader. */
  STABLE,
  /** Reading rows that wait for writers. */
  READ,
  /** Writing single rows. */
  WRITE,
  /** Nobody writes: SERIALIZABLE and REPEATABLE READ, coarser than SQL Server's key ranges. */
  SHARED,
  /** Nobody else writes or means to: UPDLOCK, coarser than SQL Server's row locks. */
  UPDATE,
  /** Nobody else reads with locks or writes. */
  EXCLUSIVE,
  /** The definition changes: nobody else at all. */
  SCHEMA;

  boolean conflictsWith(LockMode other) {
    if (this == SCHEMA || other == SCHEMA) {
      return true;
    }
    if (this == STABLE || other == STABLE) {
      return false;
    }
    if (this == EXCLUSIVE || other == EXCLUSIVE) {
      return true;
    }
    boolean writes = this == WRITE || other == WRITE;
    return writes
        ? this != other && this != READ && other != READ
        : this == UPDATE && this == other;
  }
}
