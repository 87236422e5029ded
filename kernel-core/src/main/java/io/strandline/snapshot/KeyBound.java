package io.strandline.snapshot;

import java.util.List;

/**
 * A key at which a range begins or ends.
 *
 * <p>Its text form shows no value: key values stay out of logs and errors.
 *
 * @param values a text a key column, from which the server makes the exact value again
 */
public record KeyBound(List<String> values) {

  public KeyBound {
    values = List.copyOf(values);
    if (values.isEmpty()) {
      throw new IllegalArgumentException("a bound has values");
    }
  }

  /** A bound of a key of one whole number. */
  public static KeyBound of(long value) {
    return new KeyBound(List.of(Long.toString(value)));
  }

  @Override
  public String toString() {
    return "KeyBound[" + values.size() + " values]";
  }
}
