package io.strandline.sqlserver;

/** A text that is never shown: its {@link #toString} is a mask. Immutable. */
public final class Secret {

  private final String value;

  /** The secret of a text. */
  public Secret(String value) {
    this.value = value;
  }

  /** The text itself; only for the driver. */
  String reveal() {
    return value;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Secret that && value.equals(that.value);
  }

  @Override
  public int hashCode() {
    return value.hashCode();
  }

  @Override
  public String toString() {
    return "***";
  }
}
