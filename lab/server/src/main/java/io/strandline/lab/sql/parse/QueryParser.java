package io.strandline.lab.sql.parse;

import io.strandline.lab.sql.ast.Expr;
import io.strandline.lab.sql.ast.ObjectName;
import io.strandline.lab.sql.ast.Query;
import io.strandline.lab.sql.ast.TableRef;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads queries. */
final class QueryParser {

  private static final Set<String> QUERY_OPTIONS =
      Set.of(
          "RECOMPILE",
          "MAXDOP",
          "FORCE",
          "FAST",
          "HASH",
          "LOOP",
          "MERGE",
          "KEEPFIXED",
          "MAXRECURSION",
          "OPTIMIZE",
          "KEEP",
          "ROBUST",
          "ORDER");

  private final Grammar grammar;
  private final Tokens tokens;
  private final FromParser from;
  private boolean intoAllowed;

  QueryParser(Grammar grammar) {
    this.grammar = grammar;
    this.tokens = grammar.tokens;
    this.from = new FromParser(grammar);
  }

  FromParser from() {
    return from;
  }

  /** A query with optional WITH, ORDER BY, OFFSET and OPTION. */
  Query query() {
    return query(tokens.accept("WITH") ? commonTables() : List.of());
  }

  /** A SELECT statement, whose first SELECT may make a table INTO which its rows go. */
  Query statement(List<Query.Cte> ctes) {
    intoAllowed = true;
    Query query = query(ctes);
    intoAllowed = false;
    return query;
  }

  /** A query after a WITH clause that was read already. */
  Query query(List<Query.Cte> ctes) {
    grammar.enter();
    Query.Body body = body();
    List<Expr.OrderItem> order =
        tokens.accept("ORDER", "BY") ? grammar.expressions.orderItems() : List.of();
    Expr offset = null;
    Expr fetch = null;
    if (!order.isEmpty() && tokens.accept("OFFSET")) {
      offset = grammar.expressions.scalar();
      rowsWord();
      if (tokens.accept("FETCH")) {
        if (!tokens.accept("NEXT")) {
          tokens.expect("FIRST");
        }
        fetch = grammar.expressions.scalar();
        rowsWord();
        tokens.expect("ONLY");
      }
    }
    options();
    grammar.leave();
    return new Query(ctes, body, order, offset, fetch);
  }

  private void rowsWord() {
    if (!tokens.accept("ROWS")) {
      tokens.expect("ROW");
    }
  }

  List<Query.Cte> commonTables() {
    List<Query.Cte> ctes = new ArrayList<>();
    do {
      String name = tokens.name();
      List<String> columns = tokens.isSymbol("(") ? tokens.nameList() : List.of();
      tokens.expect("AS");
      tokens.expectSymbol("(");
      ctes.add(new Query.Cte(name, columns, query()));
      tokens.expectSymbol(")");
    } while (tokens.acceptSymbol(","));
    return ctes;
  }

  void options() {
    if (!tokens.isWord("OPTION") || !tokens.peek(1).isSymbol("(")) {
      return;
    }
    tokens.next();
    tokens.next();
    do {
      String option = tokens.anyWord().toUpperCase(Locale.ROOT);
      if (!QUERY_OPTIONS.contains(option)) {
        throw io.strandline.lab.sql.type.SqlErrors.syntax(option);
      }
      while (!tokens.isSymbol(",") && !tokens.isSymbol(")") && !tokens.atEnd()) {
        tokens.next();
      }
    } while (tokens.acceptSymbol(","));
    tokens.expectSymbol(")");
  }

  private Query.Body body() {
    Query.Body left = operand();
    while (tokens.accept("UNION")) {
      boolean distinct = !tokens.accept("ALL");
      left = new Query.Union(left, operand(), distinct);
    }
    return left;
  }

  private Query.Body operand() {
    if (tokens.acceptSymbol("(")) {
      Query nested = query();
      tokens.expectSymbol(")");
      return new Query.Nested(nested);
    }
    return select();
  }

  private Query.Select select() {
    tokens.expect("SELECT");
    boolean mayMakeTable = intoAllowed;
    intoAllowed = false;
    boolean distinct = tokens.accept("DISTINCT");
    if (!distinct) {
      tokens.accept("ALL");
    }
    Query.Top top = top();
    List<Query.Item> items = items();
    ObjectName into = mayMakeTable && tokens.accept("INTO") ? tokens.objectName() : null;
    TableRef source = tokens.accept("FROM") ? from.tables() : null;
    Expr where = tokens.accept("WHERE") ? grammar.expressions.condition() : null;
    List<Expr> group = tokens.accept("GROUP", "BY") ? grammar.expressions.scalars() : List.of();
    Expr having = tokens.accept("HAVING") ? grammar.expressions.condition() : null;
    return new Query.Select(distinct, top, items, into, source, where, group, having);
  }

  /** {@code TOP n} or {@code TOP (expression)}, if it comes. */
  Query.@Nullable Top top() {
    if (!tokens.accept("TOP")) {
      return null;
    }
    Expr count;
    if (tokens.acceptSymbol("(")) {
      count = grammar.expressions.scalar();
      tokens.expectSymbol(")");
    } else if (tokens.peek().kind() == Token.Kind.NUMBER) {
      count = Literals.of(tokens.next());
    } else {
      throw tokens.unexpected();
    }
    boolean percent = tokens.accept("PERCENT");
    return new Query.Top(count, percent, tokens.accept("WITH", "TIES"));
  }

  /** Entries of a select list or an OUTPUT clause. */
  List<Query.Item> items() {
    List<Query.Item> items = new ArrayList<>();
    do {
      items.add(item());
    } while (tokens.acceptSymbol(","));
    return items;
  }

  private Query.Item item() {
    if (tokens.acceptSymbol("*")) {
      return new Query.AllColumns(List.of());
    }
    Token first = tokens.peek();
    boolean assigned = tokens.peek(1).isSymbol("=");
    if (assigned && first.kind() == Token.Kind.VARIABLE) {
      tokens.next();
      tokens.next();
      return new Query.Assign(grammar.variable(first), grammar.expressions.scalar());
    }
    if (assigned && (tokens.isName() || isText(first))) {
      tokens.next();
      tokens.next();
      return new Query.Value(grammar.expressions.scalar(), first.text());
    }
    List<String> star = qualifiedStar();
    if (star != null) {
      return new Query.AllColumns(star);
    }
    Expr expr = grammar.expressions.scalar();
    return new Query.Value(expr, alias());
  }

  private @Nullable List<String> qualifiedStar() {
    int start = tokens.position();
    List<String> parts = new ArrayList<>();
    while (tokens.isName() && tokens.peek(1).isSymbol(".")) {
      parts.add(tokens.name());
      tokens.next();
    }
    if (!parts.isEmpty() && tokens.acceptSymbol("*")) {
      return parts;
    }
    tokens.rewind(start);
    return null;
  }

  private static boolean isText(Token token) {
    return token.kind() == Token.Kind.STRING || token.kind() == Token.Kind.UNICODE_STRING;
  }

  private @Nullable String alias() {
    if (tokens.accept("AS")) {
      return isText(tokens.peek()) ? tokens.next().text() : tokens.name();
    }
    if (isText(tokens.peek())) {
      return tokens.next().text();
    }
    return tokens.isName() ? tokens.name() : null;
  }
}
