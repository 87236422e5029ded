package io.strandline.page;

/** Text that becomes part of a page. */
final class Markup {

  private Markup() {}

  /**
   * A text with everything escaped that has a meaning in HTML or XML, in text and in attributes;
   * characters that XML cannot hold become U+FFFD.
   */
  static String escaped(String text) {
    StringBuilder escaped = new StringBuilder(text.length());
    text.codePoints()
        .forEach(
            c -> {
              switch (c) {
                case '&' -> escaped.append("&amp;");
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '"' -> escaped.append("&quot;");
                case '\'' -> escaped.append("&#39;");
                default -> escaped.appendCodePoint(isAllowed(c) ? c : 0xFFFD);
              }
            });
    return escaped.toString();
  }

  private static boolean isAllowed(int c) {
    return c == '\t'
        || c == '\n'
        || c >= 0x20 && c <= 0x7E
        || c >= 0xA0 && c < Character.MIN_SURROGATE
        || c > Character.MAX_SURROGATE && c < 0xFFFE
        || c > 0xFFFF && c <= Character.MAX_CODE_POINT && (c & 0xFFFE) != 0xFFFE;
  }

  /** {@code <name>text</name>}, the text escaped. */
  static String element(String name, String text) {
    return "<" + name + ">" + escaped(text) + "</" + name + ">";
  }
}
