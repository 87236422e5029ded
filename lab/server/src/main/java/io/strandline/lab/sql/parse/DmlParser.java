package io.strandline.lab.sql.parse;

import io.strandline.lab.sql.ast.Expr;
import io.strandline.lab.sql.ast.Query;
import io.strandline.lab.sql.ast.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Reads INSERT, UPDATE, DELETE and TRUNCATE. */
final class DmlParser {

  private final Grammar grammar;
  private final Tokens tokens;

  DmlParser(Grammar grammar) {
    this.grammar = grammar;
    this.tokens = grammar.tokens;
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
    return new Statement.Insert(target, columns, source());
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
    return new Statement.QuerySource(grammar.queries.query());
  }

  private Statement.Target target() {
    if (tokens.peek().kind() == Token.Kind.VARIABLE) {
      return new Statement.VariableTarget(grammar.tableVariable(tokens.next()));
    }
    var name = tokens.objectName();
    Set<String> hints = tokens.isWord("WITH") ? grammar.queries.from().hints() : Set.of();
    return new Statement.TableTarget(name, hints);
  }

  Statement update() {
    tokens.expect("UPDATE");
    Expr top = grammar.queries.top();
    Statement.Target target = target();
    tokens.expect("SET");
    List<Statement.SetClause> sets = new ArrayList<>();
    do {
      sets.add(setClause());
    } while (tokens.acceptSymbol(","));
    Expr where = tokens.accept("WHERE") ? grammar.expressions.condition() : null;
    return new Statement.Update(target, top, sets, where);
  }

  private Statement.SetClause setClause() {
    String column = tokens.name();
    if (tokens.acceptSymbol(".")) {
      column = tokens.name();
    }
    for (String op : List.of("+=", "-=", "*=", "/=")) {
      if (tokens.acceptSymbol(op)) {
        Expr current = new Expr.ColumnRef(List.of(), column);
        return new Statement.SetClause(
            column, new Expr.Binary(op.substring(0, 1), current, grammar.expressions.scalar()));
      }
    }
    tokens.expectSymbol("=");
    return new Statement.SetClause(column, valueOrDefault(grammar));
  }

  Statement delete() {
    tokens.expect("DELETE");
    Expr top = grammar.queries.top();
    tokens.accept("FROM");
    Statement.Target target = target();
    Expr where = tokens.accept("WHERE") ? grammar.expressions.condition() : null;
    return new Statement.Delete(target, top, where);
  }

  Statement truncate() {
    tokens.expect("TRUNCATE", "TABLE");
    return new Statement.Truncate(tokens.objectName());
  }

  Statement select() {
    Query query = grammar.queries.query();
    return new Statement.SelectRows(query);
  }
}
