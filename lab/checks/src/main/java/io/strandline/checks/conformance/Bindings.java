package io.strandline.checks.conformance;

import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Names of the script and their values: the run's own, and what steps have captured. */
final class Bindings {

  private static final Pattern NAME = Pattern.compile("&\\{(\\w+)}");
  private static final Pattern ANY = Pattern.compile("&\\{(?:repeat (\\S+) (\\d+)|(\\w+))}");

  private final Map<String, String> values;

  Bindings(Map<String, String> values) {
    this.values = new HashMap<>(values);
  }

  Bindings copy() {
    return new Bindings(values);
  }

  /** The name that a cell captures its value for; {@code null} if it has one or is no name. */
  @Nullable String captures(String cell) {
    Matcher name = NAME.matcher(cell);
    return name.matches() && !values.containsKey(name.group(1)) ? name.group(1) : null;
  }

  void bind(String name, String value) {
    values.put(name, value);
  }

  /** A text with the values of its names. */
  String expand(String text) {
    return ANY.matcher(text).replaceAll(found -> Matcher.quoteReplacement(value(found)));
  }

  private String value(java.util.regex.MatchResult found) {
    if (found.group(1) != null) {
      return found.group(1).repeat(Integer.parseInt(found.group(2)));
    }
    String value = values.get(found.group(3));
    if (value == null) {
      throw new IllegalArgumentException("nothing has named " + found.group(3));
    }
    return value;
  }
}
