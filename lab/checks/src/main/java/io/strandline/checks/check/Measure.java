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

  /** The unit of what is or is not so: 1 for yes, 0 for no. */
  static final String YES = "yes";

  /** The unit of an error number. */
  static final String ERROR = "error number";

  /** The number as a person reads it: {@code longest gap 305 s}. */
  String text() {
    String words = name.replace('_', ' ');
    if (unit.equals(YES)) {
      return words + (value == 0 ? " no" : " yes");
    }
    if (unit.equals(ERROR)) {
      return words + String.format(Locale.ROOT, " error %.0f", value);
    }
    return words + " " + number() + (words.equals(unit) ? "" : " " + unit);
  }

  private String number() {
    return value == Math.rint(value)
        ? String.format(Locale.ROOT, "%,.0f", value)
        : String.format(Locale.ROOT, "%,.2f", value);
  }
}
