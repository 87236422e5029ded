package io.strandline.lab.sql.parse;

/**
 * A lexical unit.
 *
 * @param text without quotes; of a symbol, the symbol
 * @param start offset of its first character in the batch
 * @param end offset after its last character
 */
record Token(Kind kind, String text, int line, int start, int end) {

  enum Kind {
    WORD,
    QUOTED,
    STRING,
    UNICODE_STRING,
    NUMBER,
    HEX,
    VARIABLE,
    SYMBOL,
    END
  }

  /** Whether it is this keyword, in any case. */
  boolean is(String keyword) {
    return kind == Kind.WORD && text.equalsIgnoreCase(keyword);
  }

  boolean isSymbol(String symbol) {
    return kind == Kind.SYMBOL && text.equals(symbol);
  }
}
