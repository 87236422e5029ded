package io.strandline.checks.check;

import java.util.Locale;

/**
 * A number that a check measured.
 *
 * @param name lower case words joined by underscores
 * @param value finite
 * @param unit of the value, plural; what is counted for a count
 */
record Measure(String name, double value, String unit) {

  /** The number as a person reads it: {@code longest gap 305.0 s}. */
  String text() {
    return name.replace('_', ' ') + " " + number() + " " + unit;
  }

  private String number() {
    return value == Math.rint(value)
        ? String.format(Locale.ROOT, "%,.0f", value)
        : String.format(Locale.ROOT, "%,.2f", value);
  }
}
