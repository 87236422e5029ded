package io.strandline.lab.sql.parse;

import io.strandline.lab.sql.ast.Expr;
import io.strandline.lab.sql.ast.ObjectName;
import io.strandline.lab.sql.ast.Statement;
import io.strandline.lab.sql.type.SqlErrors;
import io.strandline.lab.sql.type.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Reads EXEC of a procedure or of text. */
final class ExecuteParser {

  private final Grammar grammar;
  private final Tokens tokens;

  ExecuteParser(Grammar grammar) {
    this.grammar = grammar;
    this.tokens = grammar.tokens;
  }

  /** After EXEC, or at a procedure's name that begins a batch. */
  Statement execute() {
    if (tokens.acceptSymbol("(")) {
      Expr text = grammar.expressions.scalar();
      tokens.expectSymbol(")");
      return new Statement.ExecuteText(text);
    }
    String status = null;
    if (tokens.peek().kind() == Token.Kind.VARIABLE && tokens.peek(1).isSymbol("=")) {
      status = grammar.variable(tokens.next());
      tokens.next();
    }
    ObjectName procedure = tokens.objectName();
    return new Statement.Execute(status, procedure, arguments());
  }

  private List<Statement.Argument> arguments() {
    List<Statement.Argument> arguments = new ArrayList<>();
    if (!startsArgument()) {
      return arguments;
    }
    do {
      arguments.add(argument());
    } while (tokens.acceptSymbol(","));
    return arguments;
  }

  private boolean startsArgument() {
    return switch (tokens.peek().kind()) {
      case STRING, UNICODE_STRING, NUMBER, HEX, VARIABLE, QUOTED -> true;
      case SYMBOL -> tokens.isSymbol("-");
      case WORD -> tokens.isWord("NULL") || tokens.isWord("DEFAULT") || tokens.isName();
      case END -> false;
    };
  }

  private Statement.Argument argument() {
    String name = null;
    if (tokens.peek().kind() == Token.Kind.VARIABLE && tokens.peek(1).isSymbol("=")) {
      name = tokens.next().text().toLowerCase(Locale.ROOT);
      tokens.next();
    }
    Expr value = value();
    boolean output = tokens.accept("OUTPUT") || tokens.accept("OUT");
    return new Statement.Argument(name, value, output);
  }

  private Expr value() {
    Token token = tokens.peek();
    switch (token.kind()) {
      case STRING, UNICODE_STRING, NUMBER, HEX:
        return Literals.of(tokens.next());
      case VARIABLE:
        tokens.next();
        return token.text().startsWith("@@")
            ? new Expr.Global(token.text().toUpperCase(Locale.ROOT))
            : new Expr.Variable(grammar.variable(token));
      case SYMBOL:
        tokens.expectSymbol("-");
        return Literals.negated("-", Literals.of(number()));
      default:
        return bareWord();
    }
  }

  private Token number() {
    Token number = tokens.next();
    if (number.kind() != Token.Kind.NUMBER) {
      throw SqlErrors.syntax(number.text());
    }
    return number;
  }

  private Expr bareWord() {
    if (tokens.accept("NULL")) {
      return new Expr.Literal(Types.UNTYPED_NULL, null);
    }
    if (tokens.accept("DEFAULT")) {
      return new Expr.Call(List.of(), Statement.DEFAULT, List.of(), false, null);
    }
    String word = tokens.name();
    return new Expr.Literal(Types.nvarchar(word.length()), word);
  }
}
