package io.strandline.change;

/** What a change row records, {@code __$operation} of a change table (documented). */
public enum Operation {
  /** A row of a snapshot, not of a change table. */
  SNAPSHOT(0),
  DELETE(1),
  INSERT(2),
  UPDATE_BEFORE(3),
  UPDATE_AFTER(4);

  private final int code;

  Operation(int code) {
    this.code = code;
  }

  /** The number in {@code __$operation} and {@code _operation}. */
  public int code() {
    return code;
  }
}
