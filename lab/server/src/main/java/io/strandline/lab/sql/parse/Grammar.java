package io.strandline.lab.sql.parse;

import io.strandline.lab.sql.type.SqlErrors;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;

/** What the parsers of one batch share: its tokens, its variables and each other. */
final class Grammar {

  private static final int MAX_DEPTH = 120;

  final Tokens tokens;
  final BuiltIns builtIns;
  final TypeParser types;
  final ExpressionParser expressions;
  final QueryParser queries;
  final StatementParser statements;

  private final Set<String> variables = new HashSet<>();
  private final Set<String> tableVariables = new HashSet<>();
  private int depth;
  private int catches;

  Grammar(String text, BuiltIns builtIns, Set<String> parameters) {
    this.tokens = new Tokens(text);
    this.builtIns = builtIns;
    this.types = new TypeParser(tokens);
    this.expressions = new ExpressionParser(this);
    this.queries = new QueryParser(this);
    this.statements = new StatementParser(this);
    for (String parameter : parameters) {
      variables.add(key(parameter));
    }
  }

  static String key(String variable) {
    return variable.toLowerCase(Locale.ROOT);
  }

  String declare(String variable) {
    String key = key(variable);
    if (tableVariables.contains(key) || !variables.add(key)) {
      throw SqlErrors.duplicateVariable(variable);
    }
    return key;
  }

  String declareTable(String variable) {
    String key = key(variable);
    if (variables.contains(key) || !tableVariables.add(key)) {
      throw SqlErrors.duplicateVariable(variable);
    }
    return key;
  }

  /** The key of a declared scalar variable; error 137 for any other. */
  String variable(Token token) {
    String key = key(token.text());
    if (!variables.contains(key)) {
      throw Tokens.at(SqlErrors.undeclaredVariable(token.text()), token.line());
    }
    return key;
  }

  /** The key of a declared table variable; error 1087 for any other. */
  String tableVariable(Token token) {
    String key = key(token.text());
    if (!tableVariables.contains(key)) {
      throw Tokens.at(SqlErrors.undeclaredTableVariable(token.text()), token.line());
    }
    return key;
  }

  /** Enters a nested construct; too many are error 191 as in SQL Server. */
  void enter() {
    if (++depth > MAX_DEPTH) {
      throw io.strandline.lab.session.SqlException.of(
          191,
          15,
          1,
          "Some part of your SQL statement is nested too deeply. Rewrite the query or break it up"
              + " into smaller queries.");
    }
  }

  void leave() {
    depth--;
  }

  /** The statements of a CATCH follow, where THROW may stand alone. */
  void enterCatch() {
    catches++;
  }

  void leaveCatch() {
    catches--;
  }

  boolean isInCatch() {
    return catches > 0;
  }
}
