package io.strandline.lab.sql.parse;

import io.strandline.lab.session.SqlException;
import io.strandline.lab.session.SqlMessage;
import io.strandline.lab.sql.ast.ObjectName;
import io.strandline.lab.sql.parse.Token.Kind;
import io.strandline.lab.sql.type.SqlErrors;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A position in a batch's tokens, with the questions parsers ask. */
final class Tokens {

  /** Assignments that compute with the old value. */
  static final List<String> COMPOUND_ASSIGNMENTS =
      List.of("+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=");

  private final String text;
  private final List<Token> tokens;
  private int at;

  Tokens(String text) {
    this.text = text;
    this.tokens = new Lexer(text).tokens();
  }

  Token peek() {
    return tokens.get(at);
  }

  Token peek(int ahead) {
    return tokens.get(Math.min(at + ahead, tokens.size() - 1));
  }

  Token next() {
    Token token = tokens.get(at);
    if (token.kind() != Kind.END) {
      at++;
    }
    return token;
  }

  boolean atEnd() {
    return peek().kind() == Kind.END;
  }

  int position() {
    return at;
  }

  void rewind(int position) {
    at = position;
  }

  /** The batch's text from a token's start to the end of the last token read. */
  String textFrom(Token first) {
    return text.substring(first.start(), tokens.get(Math.max(0, at - 1)).end());
  }

  boolean isWord(String... words) {
    for (int i = 0; i < words.length; i++) {
      if (!peek(i).is(words[i])) {
        return false;
      }
    }
    return true;
  }

  boolean isSymbol(String symbol) {
    return peek().isSymbol(symbol);
  }

  /** Consumes these words if they all come next. */
  boolean accept(String... words) {
    if (!isWord(words)) {
      return false;
    }
    at += words.length;
    return true;
  }

  boolean acceptSymbol(String symbol) {
    if (!isSymbol(symbol)) {
      return false;
    }
    at++;
    return true;
  }

  void skipSemicolons() {
    while (isSymbol(";")) {
      at++;
    }
  }

  void expect(String... words) {
    for (String word : words) {
      if (!accept(word)) {
        throw unexpected();
      }
    }
  }

  void expectSymbol(String symbol) {
    if (!acceptSymbol(symbol)) {
      throw unexpected();
    }
  }

  boolean isName() {
    Token token = peek();
    return token.kind() == Kind.QUOTED
        || token.kind() == Kind.WORD && !Keywords.isReserved(token.text());
  }

  String name() {
    if (!isName()) {
      throw unexpected();
    }
    return next().text();
  }

  /** The next word or quoted name, reserved or not. */
  String anyWord() {
    Token token = peek();
    if (token.kind() != Kind.WORD && token.kind() != Kind.QUOTED) {
      throw unexpected();
    }
    return next().text();
  }

  /** A name of one to three parts; {@code db..name} has no schema. */
  ObjectName objectName() {
    List<@Nullable String> parts = new ArrayList<>();
    parts.add(name());
    while (isSymbol(".")) {
      next();
      parts.add(isSymbol(".") ? null : nameAfterDot());
    }
    int count = parts.size();
    String name = parts.get(count - 1);
    if (count > 3 || name == null) {
      throw unexpected();
    }
    return new ObjectName(
        count == 3 ? parts.get(0) : null, count >= 2 ? parts.get(count - 2) : null, name);
  }

  /** After a dot any word is a name, reserved ones excepted. */
  String nameAfterDot() {
    return name();
  }

  /** Names in parentheses, separated by commas. */
  List<String> nameList() {
    List<String> names = new ArrayList<>();
    expectSymbol("(");
    do {
      names.add(name());
    } while (acceptSymbol(","));
    expectSymbol(")");
    return names;
  }

  /** The error for a token that no rule expects: 156 for a keyword, 102 for the rest. */
  SqlException unexpected() {
    Token token = atEnd() && at > 0 ? tokens.get(at - 1) : peek();
    SqlException error =
        token.kind() == Kind.WORD && Keywords.isReserved(token.text()) && !atEnd()
            ? SqlErrors.keyword(token.text())
            : SqlErrors.syntax(token.text());
    return at(error, token.line());
  }

  /** The same error on another line. */
  static SqlException at(SqlException error, int line) {
    SqlMessage message = error.sqlMessage();
    return new SqlException(
        new SqlMessage(
            message.number(), message.severity(), message.state(), message.text(), line));
  }
}
