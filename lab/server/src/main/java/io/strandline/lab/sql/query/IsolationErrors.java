package io.strandline.lab.sql.query;

import io.strandline.lab.session.SqlException;

/**
 * What SNAPSHOT isolation refuses.
 *
 * <p>3961 is documented with its text; that a transaction cannot turn to SNAPSHOT is documented,
 * its number 3951 and the number 3952 are general knowledge.
 */
public final class IsolationErrors {

  private IsolationErrors() {}

  static SqlException notAllowed(String database) {
    return SqlException.of(
        3952,
        16,
        1,
        "Snapshot isolation transaction failed accessing database '"
            + database
            + "' because snapshot isolation is not allowed in this database. Use ALTER DATABASE to"
            + " allow snapshot isolation.");
  }

  static SqlException begunOtherwise(String database) {
    return SqlException.of(
        3951,
        16,
        1,
        "Transaction failed in database '"
            + database
            + "' because the statement was run under snapshot isolation but the transaction did"
            + " not start in snapshot isolation. You cannot change the isolation level of the"
            + " transaction to snapshot after the transaction has started unless the transaction"
            + " was originally started under snapshot isolation level.");
  }

  /** The object's definition changed after the transaction's snapshot. */
  public static SqlException redefined(String database) {
    return SqlException.of(
        3961,
        16,
        1,
        "Snapshot isolation transaction failed in database '"
            + database
            + "' because the object accessed by the statement has been modified by a DDL statement"
            + " in another concurrent transaction since the start of this transaction. It is"
            + " disallowed because the metadata is not versioned. A concurrent update to metadata"
            + " can lead to inconsistency if mixed with snapshot isolation.");
  }
}
