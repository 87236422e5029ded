package io.strandline.checks.check;

import java.util.Map;
import java.util.TreeMap;

/** What stands for the placeholders of a {@link CheckStatement}. Immutable. */
record Names(Map<String, String> values) {

  static final Names NONE = new Names(Map.of());

  Names {
    values = Map.copyOf(values);
  }

  /** The same with one more. */
  Names with(String placeholder, Object value) {
    Map<String, String> more = new TreeMap<>(values);
    more.put(placeholder, String.valueOf(value));
    return new Names(more);
  }
}
