package io.strandline.lab.sql.query;

import io.strandline.lab.sql.type.Collation;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A LIKE pattern: {@code %}, {@code _}, {@code [a-z]} and {@code [^a-z]}, case ignored. */
final class LikePattern {

  private final Pattern pattern;

  private LikePattern(Pattern pattern) {
    this.pattern = pattern;
  }

  /** Remembers the last pattern, as it seldom changes from row to row. */
  static final class Cache {
    private @Nullable String form;
    private @Nullable String escape;
    private @Nullable LikePattern compiled;

    LikePattern get(String newForm, String newEscape) {
      LikePattern known = compiled;
      if (known != null && newForm.equals(form) && newEscape.equals(escape)) {
        return known;
      }
      LikePattern made = compile(newForm, newEscape);
      form = newForm;
      escape = newEscape;
      compiled = made;
      return made;
    }
  }

  boolean matches(String text) {
    return pattern.matcher(text).matches()
        || pattern.matcher(text.substring(0, Collation.trimmedLength(text))).matches();
  }

  private static LikePattern compile(String form, String escape) {
    StringBuilder regex = new StringBuilder();
    for (int i = 0; i < form.length(); i++) {
      char c = form.charAt(i);
      if (!escape.isEmpty() && c == escape.charAt(0) && i + 1 < form.length()) {
        i++;
        regex.append(Pattern.quote(String.valueOf(form.charAt(i))));
      } else if (c == '%') {
        regex.append(".*");
      } else if (c == '_') {
        regex.append('.');
      } else if (c == '[' && form.indexOf(']', i + 1) > 0) {
        int end = form.indexOf(']', i + 1);
        regex.append(characters(form.substring(i + 1, end)));
        i = end;
      } else {
        regex.append(Pattern.quote(String.valueOf(c)));
      }
    }
    return new LikePattern(
        Pattern.compile(
            regex.toString(), Pattern.DOTALL | Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE));
  }

  private static String characters(String inside) {
    boolean negated = inside.startsWith("^");
    String set = negated ? inside.substring(1) : inside;
    String escaped =
        set.replace("\\", "\\\\").replace("[", "\\[").replace("&", "\\&").replace("^", "\\^");
    return (negated ? "[^" : "[") + escaped + "]";
  }
}
