package io.strandline.lab.sql.parse;

import io.strandline.lab.sql.parse.Token.Kind;
import io.strandline.lab.sql.type.SqlErrors;
import java.util.ArrayList;
import java.util.List;

/** Cuts a batch into tokens. */
final class Lexer {

  private static final List<String> LONG_SYMBOLS =
      List.of(
          "<>", "!=", "<=", ">=", "!<", "!>", "::", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=");

  private final String text;
  private int at;
  private int line = 1;

  Lexer(String text) {
    this.text = text;
  }

  /** All tokens, ended by one of kind END. */
  List<Token> tokens() {
    List<Token> tokens = new ArrayList<>();
    Token token;
    do {
      token = next();
      tokens.add(token);
    } while (token.kind() != Kind.END);
    return tokens;
  }

  private Token next() {
    skipBlanks();
    if (at >= text.length()) {
      return new Token(Kind.END, "", line, at, at);
    }
    char c = text.charAt(at);
    if ((c == 'N' || c == 'n') && peek(1) == '\'') {
      return quoted(Kind.UNICODE_STRING, at + 1, '\'');
    }
    if (c == '\'') {
      return quoted(Kind.STRING, at, '\'');
    }
    if (c == '[') {
      return quoted(Kind.QUOTED, at, ']');
    }
    if (c == '"') {
      return quoted(Kind.QUOTED, at, '"');
    }
    if (c == '0' && (peek(1) == 'x' || peek(1) == 'X')) {
      return hex();
    }
    if (isDigit(c) || c == '.' && isDigit(peek(1))) {
      return number();
    }
    if (isWordStart(c)) {
      return word();
    }
    return symbol();
  }

  private char peek(int ahead) {
    return at + ahead < text.length() ? text.charAt(at + ahead) : '\0';
  }

  private void skipBlanks() {
    while (at < text.length()) {
      char c = text.charAt(at);
      if (c == '-' && peek(1) == '-') {
        skipLine();
      } else if (c == '/' && peek(1) == '*') {
        skipComment();
      } else if (Character.isWhitespace(c) || c == '\uFEFF' || c == '\u00A0') {
        line += c == '\n' ? 1 : 0;
        at++;
      } else {
        return;
      }
    }
  }

  private void skipLine() {
    while (at < text.length() && text.charAt(at) != '\n') {
      at++;
    }
  }

  private void skipComment() {
    int depth = 0;
    do {
      if (at >= text.length()) {
        throw io.strandline.lab.session.SqlException.of(
            113, 15, 1, "Missing end comment mark '*/'.");
      }
      if (text.startsWith("/*", at)) {
        depth++;
        at += 2;
      } else if (text.startsWith("*/", at)) {
        depth--;
        at += 2;
      } else {
        line += text.charAt(at) == '\n' ? 1 : 0;
        at++;
      }
    } while (depth > 0);
  }

  private Token quoted(Kind kind, int open, char close) {
    int start = at;
    int startLine = line;
    StringBuilder value = new StringBuilder();
    int i = open + 1;
    while (true) {
      if (i >= text.length()) {
        throw SqlErrors.unclosedQuote(value.toString());
      }
      char c = text.charAt(i);
      if (c == close) {
        if (i + 1 < text.length() && text.charAt(i + 1) == close) {
          i++;
        } else {
          break;
        }
      }
      line += c == '\n' ? 1 : 0;
      value.append(c);
      i++;
    }
    at = i + 1;
    return new Token(kind, value.toString(), startLine, start, at);
  }

  private Token hex() {
    int start = at;
    at += 2;
    while (at < text.length() && Character.digit(text.charAt(at), 16) >= 0) {
      at++;
    }
    return new Token(Kind.HEX, text.substring(start + 2, at), line, start, at);
  }

  private Token number() {
    int start = at;
    while (isDigit(peek(0)) || peek(0) == '.') {
      at++;
    }
    if (peek(0) == 'e' || peek(0) == 'E') {
      at++;
      if (peek(0) == '+' || peek(0) == '-') {
        at++;
      }
      while (isDigit(peek(0))) {
        at++;
      }
    }
    return new Token(Kind.NUMBER, text.substring(start, at), line, start, at);
  }

  private Token word() {
    int start = at;
    while (at < text.length() && isWordPart(text.charAt(at))) {
      at++;
    }
    String word = text.substring(start, at);
    return new Token(word.startsWith("@") ? Kind.VARIABLE : Kind.WORD, word, line, start, at);
  }

  private Token symbol() {
    for (String symbol : LONG_SYMBOLS) {
      if (text.startsWith(symbol, at)) {
        at += 2;
        return new Token(Kind.SYMBOL, symbol, line, at - 2, at);
      }
    }
    char c = text.charAt(at);
    if ("()+-*/%&|^~=<>.,;".indexOf(c) < 0) {
      throw SqlErrors.syntax(String.valueOf(c));
    }
    at++;
    return new Token(Kind.SYMBOL, String.valueOf(c), line, at - 1, at);
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private static boolean isWordStart(char c) {
    return Character.isLetter(c) || c == '_' || c == '@' || c == '#';
  }

  private static boolean isWordPart(char c) {
    return isWordStart(c) || Character.isDigit(c) || c == '$';
  }
}
