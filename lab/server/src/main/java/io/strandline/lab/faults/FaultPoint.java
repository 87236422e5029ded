package io.strandline.lab.faults;

/**
 * A place where a fault can happen.
 *
 * @param kind which
 * @param rows of one result set, for the two kinds that count them; else 0
 */
public record FaultPoint(Kind kind, long rows) {

  /** The places, in the order in which a connection and a request come by. */
  public enum Kind {
    /** A connection was made; nothing has been read. */
    ACCEPT,
    /** The first message was read and not answered. */
    PRELOGIN,
    /** The client wants TLS; the handshake has not begun. */
    TLS_HANDSHAKE,
    /** The login was read, so that its user and program are known, and not looked at. */
    LOGIN,
    /** A statement, call or transaction request is about to run. */
    BEFORE_STATEMENT,
    /** A result set is about to begin. */
    BEFORE_COLUMNS,
    /** A result set's row of a number, from 1, is about to be sent. */
    BEFORE_ROW,
    /** A result set has sent a number of rows, 0 for right after its columns. */
    AFTER_ROWS,
    /** A statement has ended well and is about to say so. */
    BEFORE_DONE,
    /** A transaction that wrote something is about to be committed. */
    BEFORE_COMMIT,
    /** It has been committed, and the client has not been told. */
    AFTER_COMMIT;

    private boolean countsRows() {
      return this == BEFORE_ROW || this == AFTER_ROWS;
    }

    /** Whether it comes before any statement. */
    public boolean isOfConnection() {
      return compareTo(BEFORE_STATEMENT) < 0;
    }
  }

  /**
   * Checks the count.
   *
   * @throws IllegalArgumentException for a count out of range or at a kind that has none
   */
  public FaultPoint {
    long least = kind == Kind.BEFORE_ROW ? 1 : 0;
    if (rows < least || rows > 0 && !kind.countsRows()) {
      throw new IllegalArgumentException("fault point " + kind + " with rows " + rows);
    }
  }

  /** A place that counts no rows. */
  public static FaultPoint of(Kind kind) {
    return new FaultPoint(kind, 0);
  }

  /** Before the {@code row}th row of a result set, from 1; not reached if it has fewer. */
  public static FaultPoint beforeRow(long row) {
    return new FaultPoint(Kind.BEFORE_ROW, row);
  }

  /** After so many rows of a result set; reached too if it has no more. */
  public static FaultPoint afterRows(long rows) {
    return new FaultPoint(Kind.AFTER_ROWS, rows);
  }

  /** How many rows have been sent when it is reached. */
  long rowsSent() {
    return kind == Kind.BEFORE_ROW ? rows - 1 : rows;
  }
}
