package io.strandline.checks.coverage;

import java.util.regex.Pattern;

/** Compares a message's text in a list with one in the source, both with parts left open. */
final class Texts {

  /** Stands for what is inserted into a text. */
  static final char HOLE = '\u0000';

  private static final Pattern PLACEHOLDER =
      Pattern.compile("%(?:\\.\\*)?(?:S_MSG|I64d|ld|[lh]?s|d|x)");
  private static final String CUT = " ...";

  private Texts() {}

  /** Whether one text can be both; a listed one that ends with dots is only a start. */
  static boolean match(String listed, String raised) {
    String pattern = PLACEHOLDER.matcher(listed).replaceAll(String.valueOf(HOLE));
    if (pattern.endsWith(CUT)) {
      pattern = pattern.substring(0, pattern.length() - CUT.length()) + HOLE;
    }
    return meet(pattern, raised);
  }

  /** Whether two patterns, in which a hole is any text, have a text in common. */
  private static boolean meet(String one, String two) {
    boolean[][] rest = new boolean[one.length() + 1][two.length() + 1];
    for (int i = one.length(); i >= 0; i--) {
      for (int j = two.length(); j >= 0; j--) {
        boolean firstOpen = i < one.length() && one.charAt(i) == HOLE;
        boolean secondOpen = j < two.length() && two.charAt(j) == HOLE;
        if (firstOpen || secondOpen) {
          rest[i][j] =
              firstOpen && (rest[i + 1][j] || j < two.length() && rest[i][j + 1])
                  || secondOpen && (rest[i][j + 1] || i < one.length() && rest[i + 1][j]);
        } else if (i < one.length() && j < two.length()) {
          rest[i][j] = one.charAt(i) == two.charAt(j) && rest[i + 1][j + 1];
        } else {
          rest[i][j] = i == one.length() && j == two.length();
        }
      }
    }
    return rest[0][0];
  }
}
