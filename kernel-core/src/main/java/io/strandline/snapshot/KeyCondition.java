package io.strandline.snapshot;

/**
 * A comparison of a key column with a bound's value, in the order of the key's index.
 *
 * <p>Its text form shows no value.
 *
 * @param column place of the column in the key, from 0
 * @param comparison how it compares
 * @param value text of the value
 */
public record KeyCondition(int column, Comparison comparison, String value) {

  /** How a key column compares with a value. */
  public enum Comparison {
    EQUAL,
    AFTER,
    AT_OR_AFTER,
    BEFORE
  }

  @Override
  public String toString() {
    return "KeyCondition[" + column + " " + comparison + "]";
  }
}
