package io.strandline.lab.sql.type;

import java.text.Normalizer;

/**
 * Case-insensitive, accent-sensitive comparison that ignores trailing spaces.
 *
 * <p>Stands in for SQL_Latin1_General_CP1_CI_AS: symbols before digits before letters, accents as a
 * tie-break. It is not the real weight table; expansions such as ß = ss are not made.
 */
public final class Collation {

  /** The name catalog views give the lab's only collation. */
  public static final String NAME = "SQL_Latin1_General_CP1_CI_AS";

  /**
   * Another collation that a column may have. It compares as the lab's own does, which is not far
   * from the truth for text of its code page.
   */
  public static final String SIMILAR = "Latin1_General_CI_AS";

  private static final int LATIN = 0x250;
  private static final int[] RANKS = latinRanks();

  private Collation() {}

  /** Compares two strings as {@code =} and {@code <} do. */
  public static int compare(String left, String right) {
    int leftLength = trimmedLength(left);
    int rightLength = trimmedLength(right);
    int accents = 0;
    int length = Math.max(leftLength, rightLength);
    for (int i = 0; i < length; i++) {
      char a = i < leftLength ? left.charAt(i) : ' ';
      char b = i < rightLength ? right.charAt(i) : ' ';
      if (a == b) {
        continue;
      }
      int order = Integer.compare(rank(a), rank(b));
      if (order != 0) {
        return order;
      }
      if (accents == 0) {
        accents = Character.compare(fold(a), fold(b));
      }
    }
    return accents;
  }

  /** A string that is equal for two strings exactly when {@link #compare} finds them equal. */
  public static String key(String text) {
    int length = trimmedLength(text);
    char[] folded = new char[length];
    for (int i = 0; i < length; i++) {
      folded[i] = fold(text.charAt(i));
    }
    return new String(folded);
  }

  /** The character without its case. */
  public static char fold(char c) {
    if (c < 128) {
      return c >= 'A' && c <= 'Z' ? (char) (c + 32) : c;
    }
    return Character.toLowerCase(Character.toUpperCase(c));
  }

  /** The length without trailing spaces. */
  public static int trimmedLength(String text) {
    int length = text.length();
    while (length > 0 && text.charAt(length - 1) == ' ') {
      length--;
    }
    return length;
  }

  private static int rank(char c) {
    return c < LATIN ? RANKS[c] : rankOf(c, fold(c));
  }

  private static int rankOf(char c, char base) {
    if (Character.isLetter(c)) {
      return 0x20000 + base;
    }
    return Character.isDigit(c) ? 0x10000 + c : c;
  }

  private static int[] latinRanks() {
    int[] ranks = new int[LATIN];
    for (char c = 0; c < LATIN; c++) {
      String parts = Normalizer.normalize(String.valueOf(c), Normalizer.Form.NFD);
      ranks[c] = rankOf(c, fold(parts.charAt(0)));
    }
    return ranks;
  }
}
