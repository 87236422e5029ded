package io.strandline.lab.sql.parse;

import io.strandline.lab.sql.ast.Expr;
import io.strandline.lab.sql.ast.Query;
import io.strandline.lab.sql.ast.Statement;
import io.strandline.lab.sql.ast.TableRef;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads INSERT, UPDATE, DELETE and TRUNCATE. */
final class DmlParser {

  private final Grammar grammar;
  private final Tokens tokens;
  private final List<Query.Cte> ctes;

  /**
   * A parser.
   *
   * @param ctes of a WITH clause that was read already
   */
  DmlParser(Grammar grammar, List<Query.Cte> ctes) {
    this.grammar = grammar;
    this.tokens = grammar.tokens;
    this.ctes = ctes;
  }

  /** A scalar, or DEFAULT as a call of that name. */
  static Expr valueOrDefault(Grammar grammar) {
    return grammar.tokens.accept("DEFAULT")
        ? new Expr.Call(List.of(), Statement.DEFAULT, List.of(), false, null)
        : grammar.expressions.scalar();
  }

  Statement insert() {
    tokens.expect("INSERT");
    tokens.accept("INTO");
    Statement.Target target = target();
    List<String> columns =
        tokens.isSymbol("(") && !tokens.peek(1).is("SELECT") && !tokens.peek(1).is("VALUES")
            ? tokens.nameList()
            : List.of();
    Statement.Output output = output();
    return new Statement.Insert(target, columns, source(), output);
  }

  private Statement.Source source() {
    if (tokens.accept("DEFAULT", "VALUES")) {
      return new Statement.DefaultSource();
    }
    if (tokens.accept("VALUES")) {
      return new Statement.RowsSource(grammar.queries.from().valueRows());
    }
    if (tokens.isWord("EXEC") || tokens.isWord("EXECUTE")) {
      tokens.next();
      Statement execute = new ExecuteParser(grammar).execute();
      if (execute instanceof Statement.Execute call) {
        return new Statement.ExecuteSource(call);
      }
      throw tokens.unexpected();
    }
    if (!tokens.isWord("SELECT") && !tokens.isWord("WITH") && !tokens.isSymbol("(")) {
      throw tokens.unexpected();
    }
    Query query = grammar.queries.query();
    List<Query.Cte> all = new ArrayList<>(ctes);
    all.addAll(query.ctes());
    return new Statement.QuerySource(
        new Query(all, query.body(), query.orderBy(), query.offset(), query.fetch()));
  }

  private Statement.Target target() {
    if (tokens.peek().kind() == Token.Kind.VARIABLE) {
      return new Statement.VariableTarget(grammar.tableVariable(tokens.next()));
    }
    var name = tokens.objectName();
    Set<String> hints = tokens.isWord("WITH") ? grammar.queries.from().hints() : Set.of();
    return new Statement.TableTarget(name, hints);
  }

  /** OUTPUT, if it comes. */
  private Statement.@Nullable Output output() {
    if (!tokens.accept("OUTPUT")) {
      return null;
    }
    List<Query.Item> items = grammar.queries.items();
    if (!tokens.accept("INTO")) {
      return new Statement.Output(items, null, List.of());
    }
    Statement.Target into = target();
    return new Statement.Output(items, into, tokens.isSymbol("(") ? tokens.nameList() : List.of());
  }

  private Statement.Sources sources() {
    TableRef tables = tokens.accept("FROM") ? grammar.queries.from().tables() : null;
    return new Statement.Sources(ctes, tables);
  }

  private @Nullable Expr where() {
    return tokens.accept("WHERE") ? grammar.expressions.condition() : null;
  }

  /** TOP of a statement that changes rows, which has no order and so no ties. */
  private Query.@Nullable Top top() {
    Query.Top top = grammar.queries.top();
    if (top != null && top.ties()) {
      throw tokens.unexpected();
    }
    return top;
  }

  Statement update() {
    tokens.expect("UPDATE");
    Query.Top top = top();
    Statement.Target target = target();
    tokens.expect("SET");
    List<Statement.SetClause> sets = new ArrayList<>();
    do {
      sets.add(setClause());
    } while (tokens.acceptSymbol(","));
    Statement.Output output = output();
    Statement.Sources sources = sources();
    Expr where = where();
    grammar.queries.options();
    return new Statement.Update(target, top, sets, output, sources, where);
  }

  private Statement.SetClause setClause() {
    String variable = null;
    if (tokens.peek().kind() == Token.Kind.VARIABLE) {
      variable = grammar.variable(tokens.next());
      tokens.expectSymbol("=");
      if (!tokens.isName() || !tokens.peek(1).isSymbol("=")) {
        return new Statement.SetClause(variable, null, grammar.expressions.scalar());
      }
    }
    String column = tokens.name();
    while (tokens.acceptSymbol(".")) {
      column = tokens.name();
    }
    for (String op : Tokens.COMPOUND_ASSIGNMENTS) {
      if (tokens.acceptSymbol(op)) {
        Expr current = new Expr.ColumnRef(List.of(), column);
        return new Statement.SetClause(
            variable,
            column,
            new Expr.Binary(op.substring(0, 1), current, grammar.expressions.scalar()));
      }
    }
    tokens.expectSymbol("=");
    return new Statement.SetClause(variable, column, valueOrDefault(grammar));
  }

  Statement delete() {
    tokens.expect("DELETE");
    Query.Top top = top();
    tokens.accept("FROM");
    Statement.Target target = target();
    Statement.Output output = output();
    Statement.Sources sources = sources();
    Expr where = where();
    grammar.queries.options();
    return new Statement.Delete(target, top, output, sources, where);
  }

  Statement truncate() {
    tokens.expect("TRUNCATE", "TABLE");
    return new Statement.Truncate(tokens.objectName());
  }

  Statement select() {
    return new Statement.SelectRows(grammar.queries.statement(List.of()));
  }
}
