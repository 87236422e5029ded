package io.strandline.lab.sql.parse;

import io.strandline.lab.sql.ast.Expr;
import io.strandline.lab.sql.type.Collation;
import io.strandline.lab.sql.type.SqlErrors;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads conditions and scalar expressions by precedence. */
final class ExpressionParser {

  private static final Set<String> COMPARISONS =
      Set.of("=", "<>", "!=", "<", ">", "<=", ">=", "!<", "!>");

  private final Grammar grammar;
  private final Tokens tokens;
  private final PrimaryParser primaries;

  ExpressionParser(Grammar grammar) {
    this.grammar = grammar;
    this.tokens = grammar.tokens;
    this.primaries = new PrimaryParser(grammar, this);
  }

  /** A condition; any other expression is error 4145. */
  Expr condition() {
    Expr expr = any();
    if (!(expr instanceof Expr.Condition)) {
      Token near = tokens.atEnd() ? tokens.peek() : tokens.next();
      throw Tokens.at(SqlErrors.notBoolean(near.text()), near.line());
    }
    return expr;
  }

  /** A scalar expression; a condition is a syntax error. */
  Expr scalar() {
    Expr expr = additive();
    if (expr instanceof Expr.Condition) {
      throw tokens.unexpected();
    }
    return expr;
  }

  List<Expr> scalars() {
    List<Expr> list = new ArrayList<>();
    do {
      list.add(scalar());
    } while (tokens.acceptSymbol(","));
    return list;
  }

  List<Expr.OrderItem> orderItems() {
    List<Expr.OrderItem> items = new ArrayList<>();
    do {
      Expr expr = scalar();
      boolean descending = tokens.accept("DESC");
      if (!descending) {
        tokens.accept("ASC");
      }
      items.add(new Expr.OrderItem(expr, descending));
    } while (tokens.acceptSymbol(","));
    return items;
  }

  /** A condition or a scalar, whichever comes. */
  Expr any() {
    grammar.enter();
    Expr left = conjunction();
    while (tokens.isWord("OR")) {
      requireCondition(left);
      tokens.next();
      left = new Expr.Or(left, requireCondition(conjunction()));
    }
    grammar.leave();
    return left;
  }

  private Expr conjunction() {
    Expr left = negation();
    while (tokens.isWord("AND")) {
      requireCondition(left);
      tokens.next();
      left = new Expr.And(left, requireCondition(negation()));
    }
    return left;
  }

  private Expr requireCondition(Expr expr) {
    if (!(expr instanceof Expr.Condition)) {
      Token near = tokens.peek();
      throw Tokens.at(SqlErrors.notBoolean(near.text()), near.line());
    }
    return expr;
  }

  private Expr negation() {
    if (tokens.accept("NOT")) {
      return new Expr.Not(requireCondition(negation()));
    }
    return predicate();
  }

  private Expr predicate() {
    if (tokens.isWord("EXISTS")) {
      tokens.next();
      tokens.expectSymbol("(");
      Expr exists = new Expr.Exists(grammar.queries.query());
      tokens.expectSymbol(")");
      return exists;
    }
    Expr left = additive();
    if (left instanceof Expr.Condition) {
      return left;
    }
    Token operator = tokens.peek();
    if (operator.kind() == Token.Kind.SYMBOL && COMPARISONS.contains(operator.text())) {
      tokens.next();
      return new Expr.Comparison(normal(operator.text()), left, scalar());
    }
    if (tokens.accept("IS")) {
      boolean negated = tokens.accept("NOT");
      tokens.expect("NULL");
      return new Expr.IsNull(left, negated);
    }
    boolean negated = tokens.isWord("NOT") && startsNegated(tokens.peek(1)) && tokens.accept("NOT");
    Expr test = keywordPredicate(left, negated);
    return test == null ? left : test;
  }

  private static boolean startsNegated(Token token) {
    return token.is("IN") || token.is("LIKE") || token.is("BETWEEN");
  }

  private static String normal(String operator) {
    return switch (operator) {
      case "!=" -> "<>";
      case "!<" -> ">=";
      case "!>" -> "<=";
      default -> operator;
    };
  }

  private @Nullable Expr keywordPredicate(Expr left, boolean negated) {
    if (tokens.accept("BETWEEN")) {
      Expr low = scalar();
      tokens.expect("AND");
      return new Expr.Between(left, low, scalar(), negated);
    }
    if (tokens.accept("LIKE")) {
      Expr pattern = scalar();
      Expr escape = tokens.accept("ESCAPE") ? scalar() : null;
      return new Expr.Like(left, pattern, escape, negated);
    }
    if (tokens.accept("IN")) {
      tokens.expectSymbol("(");
      Expr in =
          tokens.isWord("SELECT") || tokens.isWord("WITH")
              ? new Expr.InQuery(left, grammar.queries.query(), negated)
              : new Expr.InList(left, scalars(), negated);
      tokens.expectSymbol(")");
      return in;
    }
    return null;
  }

  private Expr additive() {
    grammar.enter();
    Expr left = multiplicative();
    while (isOperator("+", "-", "&", "|", "^") && !(left instanceof Expr.Condition)) {
      String op = tokens.next().text();
      left = new Expr.Binary(op, left, multiplicative());
    }
    grammar.leave();
    return left;
  }

  private Expr multiplicative() {
    Expr left = unary();
    while (isOperator("*", "/", "%") && !(left instanceof Expr.Condition)) {
      String op = tokens.next().text();
      left = new Expr.Binary(op, left, unary());
    }
    return left;
  }

  private Expr unary() {
    if (isOperator("-", "+", "~")) {
      String op = tokens.next().text();
      Expr operand = unary();
      return op.equals("+") ? operand : Literals.negated(op, operand);
    }
    return suffixed(primaries.primary());
  }

  /** COLLATE and AT TIME ZONE bind closer than any operator. */
  private Expr suffixed(Expr primary) {
    Expr expr = primary;
    while (!(expr instanceof Expr.Condition)) {
      if (tokens.accept("COLLATE")) {
        expr = new Expr.Collate(expr, collation(tokens.anyWord()));
      } else if (tokens.accept("AT", "TIME", "ZONE")) {
        expr = new Expr.AtTimeZone(expr, primaries.primary());
      } else {
        break;
      }
    }
    return expr;
  }

  /** The lab's own collation, by its name or as DATABASE_DEFAULT; error 448 for any other. */
  static String collation(String name) {
    if (name.equalsIgnoreCase("DATABASE_DEFAULT") || name.equalsIgnoreCase(Collation.NAME)) {
      return Collation.NAME;
    }
    throw SqlErrors.invalidCollation(name);
  }

  /** The collation of a column: {@code null} for the lab's own; error 448 for one it lacks. */
  static @Nullable String columnCollation(String name) {
    return name.equalsIgnoreCase(Collation.SIMILAR) ? Collation.SIMILAR : own(name);
  }

  private static @Nullable String own(String name) {
    collation(name);
    return null;
  }

  private boolean isOperator(String... symbols) {
    for (String symbol : symbols) {
      if (tokens.isSymbol(symbol)) {
        return true;
      }
    }
    return false;
  }
}
