package io.strandline.lab.sql.parse;

import io.strandline.lab.session.SqlType;
import io.strandline.lab.sql.ast.Expr;
import io.strandline.lab.sql.ast.Query;
import io.strandline.lab.sql.type.SqlErrors;
import io.strandline.lab.sql.type.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads operands: constants, variables, columns, calls, CASE, CAST and subqueries. */
final class PrimaryParser {

  private static final Set<String> KEYWORD_FUNCTIONS =
      Set.of("COALESCE", "NULLIF", "LEFT", "RIGHT");
  private static final Set<String> BARE_FUNCTIONS =
      Set.of("CURRENT_TIMESTAMP", "CURRENT_USER", "SYSTEM_USER", "SESSION_USER", "USER");

  private final Grammar grammar;
  private final Tokens tokens;
  private final ExpressionParser expressions;

  PrimaryParser(Grammar grammar, ExpressionParser expressions) {
    this.grammar = grammar;
    this.tokens = grammar.tokens;
    this.expressions = expressions;
  }

  Expr primary() {
    Token token = tokens.peek();
    return switch (token.kind()) {
      case STRING, UNICODE_STRING, NUMBER, HEX -> Literals.of(tokens.next());
      case VARIABLE -> variable(tokens.next());
      case SYMBOL -> parenthesised();
      case WORD -> word(token);
      case QUOTED -> named();
      case END -> throw tokens.unexpected();
    };
  }

  private Expr variable(Token token) {
    if (token.text().startsWith("@@")) {
      return new Expr.Global(token.text().toUpperCase(Locale.ROOT));
    }
    return new Expr.Variable(grammar.variable(token));
  }

  private Expr parenthesised() {
    tokens.expectSymbol("(");
    if (tokens.isWord("SELECT") || tokens.isWord("WITH")) {
      Query query = grammar.queries.query();
      tokens.expectSymbol(")");
      return new Expr.Subquery(query);
    }
    Expr inner = expressions.any();
    tokens.expectSymbol(")");
    return inner;
  }

  private Expr word(Token token) {
    String upper = token.text().toUpperCase(Locale.ROOT);
    switch (upper) {
      case "NULL":
        tokens.next();
        return new Expr.Literal(Types.UNTYPED_NULL, null);
      case "CASE":
        tokens.next();
        return caseExpression();
      case "CAST", "TRY_CAST":
        return tokens.peek(1).isSymbol("(") ? cast(upper.equals("TRY_CAST")) : named();
      case "CONVERT", "TRY_CONVERT":
        return convert(upper.equals("TRY_CONVERT"));
      default:
        break;
    }
    if (BARE_FUNCTIONS.contains(upper)) {
      tokens.next();
      return new Expr.Call(List.of(), upper, List.of(), false, null);
    }
    if (KEYWORD_FUNCTIONS.contains(upper)) {
      tokens.next();
      return call(List.of(), upper);
    }
    return named();
  }

  private Expr caseExpression() {
    Expr operand = tokens.isWord("WHEN") ? null : expressions.scalar();
    List<Expr.When> whens = new ArrayList<>();
    while (tokens.accept("WHEN")) {
      Expr when = operand == null ? expressions.condition() : expressions.scalar();
      tokens.expect("THEN");
      whens.add(new Expr.When(when, expressions.scalar()));
    }
    if (whens.isEmpty()) {
      throw tokens.unexpected();
    }
    Expr otherwise = tokens.accept("ELSE") ? expressions.scalar() : null;
    tokens.expect("END");
    return new Expr.Case(operand, whens, otherwise);
  }

  private Expr cast(boolean lenient) {
    tokens.next();
    tokens.expectSymbol("(");
    Expr operand = expressions.scalar();
    tokens.expect("AS");
    SqlType type = grammar.types.type(30);
    tokens.expectSymbol(")");
    return new Expr.Cast(operand, type, null, lenient);
  }

  private Expr convert(boolean lenient) {
    tokens.next();
    tokens.expectSymbol("(");
    SqlType type = grammar.types.type(30);
    tokens.expectSymbol(",");
    Expr operand = expressions.scalar();
    Expr style = tokens.acceptSymbol(",") ? expressions.scalar() : null;
    tokens.expectSymbol(")");
    return new Expr.Cast(operand, type, style, lenient);
  }

  /** A column or a function, with up to three parts before the name. */
  private Expr named() {
    Token first = tokens.peek();
    List<String> parts = new ArrayList<>();
    parts.add(tokens.name());
    while (tokens.isSymbol(".") && !tokens.peek(1).isSymbol("*")) {
      tokens.next();
      parts.add(tokens.isSymbol(".") ? "" : tokens.nameAfterDot());
    }
    if (parts.size() > 4) {
      throw tokens.unexpected();
    }
    String name = parts.remove(parts.size() - 1);
    if (!tokens.isSymbol("(")) {
      return new Expr.ColumnRef(List.copyOf(parts), name);
    }
    if (!parts.isEmpty()) {
      return call(List.copyOf(parts), name);
    }
    String upper = name.toUpperCase(Locale.ROOT);
    if (!grammar.builtIns.isKnown(upper)) {
      throw Tokens.at(SqlErrors.unknownFunction(name), first.line());
    }
    return call(List.of(), upper);
  }

  private Expr call(List<String> qualifier, String name) {
    tokens.expectSymbol("(");
    boolean distinct = tokens.accept("DISTINCT");
    List<Expr> args = new ArrayList<>();
    if (!tokens.isSymbol(")")) {
      do {
        args.add(argument(name, args.isEmpty()));
      } while (tokens.acceptSymbol(","));
    }
    tokens.expectSymbol(")");
    return new Expr.Call(qualifier, name, List.copyOf(args), distinct, over());
  }

  private Expr argument(String function, boolean first) {
    if (tokens.acceptSymbol("*")) {
      return new Expr.Star();
    }
    return first && function.equals("IIF") ? expressions.condition() : expressions.scalar();
  }

  private Expr.@Nullable Over over() {
    if (!tokens.isWord("OVER") || !tokens.peek(1).isSymbol("(")) {
      return null;
    }
    tokens.next();
    tokens.expectSymbol("(");
    List<Expr> partition = tokens.accept("PARTITION", "BY") ? expressions.scalars() : List.of();
    List<Expr.OrderItem> order =
        tokens.accept("ORDER", "BY") ? expressions.orderItems() : List.of();
    Expr.Frame frame = null;
    if (tokens.accept("ROWS")) {
      frame = frame();
    } else if (tokens.accept("RANGE")) {
      tokens.expect("BETWEEN", "UNBOUNDED", "PRECEDING", "AND", "CURRENT", "ROW");
    }
    tokens.expectSymbol(")");
    return new Expr.Over(partition, order, frame);
  }

  private Expr.Frame frame() {
    if (!tokens.accept("BETWEEN")) {
      return new Expr.Frame(frameBound(), 0);
    }
    Integer from = frameBound();
    tokens.expect("AND");
    return new Expr.Frame(from, frameBound());
  }

  private @Nullable Integer frameBound() {
    if (tokens.accept("UNBOUNDED")) {
      tokens.next();
      return null;
    }
    if (tokens.accept("CURRENT", "ROW")) {
      return 0;
    }
    Token number = tokens.next();
    if (number.kind() != Token.Kind.NUMBER || !number.text().matches("\\d{1,9}")) {
      throw SqlErrors.syntax(number.text());
    }
    int rows = Integer.parseInt(number.text());
    if (tokens.accept("PRECEDING")) {
      return -rows;
    }
    tokens.expect("FOLLOWING");
    return rows;
  }
}
