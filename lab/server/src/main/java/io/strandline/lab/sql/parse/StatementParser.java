package io.strandline.lab.sql.parse;

import io.strandline.lab.session.SqlException;
import io.strandline.lab.sql.ast.Query;
import io.strandline.lab.sql.ast.Statement;
import io.strandline.lab.sql.ast.Statement.PermissionVerb;
import io.strandline.lab.sql.ast.Statement.Step;
import io.strandline.lab.sql.type.SqlErrors;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Chooses the parser of a statement by its first word. */
final class StatementParser {

  private final Grammar grammar;
  private final Tokens tokens;

  StatementParser(Grammar grammar) {
    this.grammar = grammar;
    this.tokens = grammar.tokens;
  }

  /** All statements to the end of the batch. */
  List<Step> batch() {
    List<Step> steps = new ArrayList<>();
    while (true) {
      tokens.skipSemicolons();
      if (tokens.atEnd()) {
        return steps;
      }
      if (steps.isEmpty() && tokens.isName() && tokens.peek().kind() == Token.Kind.WORD) {
        int line = tokens.peek().line();
        steps.add(new Step(line, new ExecuteParser(grammar).execute()));
        continue;
      }
      steps.add(required());
    }
  }

  /** One statement; the end of the batch is a syntax error. */
  Step required() {
    tokens.skipSemicolons();
    Token first = tokens.peek();
    if (first.kind() != Token.Kind.WORD && !first.isSymbol("(")) {
      throw tokens.unexpected();
    }
    try {
      return new Step(first.line(), statement(first));
    } catch (SqlException e) {
      throw e.sqlMessage().line() == 1 ? Tokens.at(e, tokens.peek().line()) : e;
    }
  }

  private Statement statement(Token first) {
    DmlParser dml = new DmlParser(grammar, List.of());
    switch (first.text().toUpperCase(Locale.ROOT)) {
      case "SELECT", "(":
        return dml.select();
      case "WITH":
        return withStatement();
      case "INSERT":
        return dml.insert();
      case "UPDATE":
        return dml.update();
      case "DELETE":
        return dml.delete();
      case "TRUNCATE":
        return dml.truncate();
      case "SET":
        tokens.next();
        return tokens.peek().kind() == Token.Kind.VARIABLE
            ? new ControlParser(grammar).setVariable()
            : new SetParser(grammar).option();
      case "EXEC", "EXECUTE":
        tokens.next();
        return new ExecuteParser(grammar).execute();
      case "CREATE", "ALTER", "DROP", "GRANT", "DENY", "REVOKE":
        tokens.next();
        return definition(first);
      default:
        return control(first);
    }
  }

  private Statement withStatement() {
    tokens.next();
    List<Query.Cte> ctes = grammar.queries.commonTables();
    if (tokens.isWord("SELECT") || tokens.isSymbol("(")) {
      return new Statement.SelectRows(grammar.queries.statement(ctes));
    }
    DmlParser dml = new DmlParser(grammar, ctes);
    return switch (tokens.peek().text().toUpperCase(Locale.ROOT)) {
      case "INSERT" -> dml.insert();
      case "UPDATE" -> dml.update();
      case "DELETE" -> dml.delete();
      default -> throw tokens.unexpected();
    };
  }

  private Statement control(Token first) {
    ControlParser control = new ControlParser(grammar);
    tokens.next();
    return switch (first.text().toUpperCase(Locale.ROOT)) {
      case "DECLARE" -> control.declare();
      case "IF" -> control.ifStatement();
      case "WHILE" -> control.whileLoop();
      case "BEGIN" -> control.begin();
      case "COMMIT" -> control.commit();
      case "ROLLBACK" -> control.rollback();
      case "SAVE" -> control.save();
      case "BREAK" -> new Statement.Break();
      case "CONTINUE" -> new Statement.Continue();
      case "RETURN" -> new Statement.Return();
      case "PRINT" -> new Statement.Print(grammar.expressions.scalar());
      case "USE" -> new Statement.Use(tokens.name());
      case "RAISERROR" -> control.raiseError();
      case "THROW" -> control.throwError();
      case "WAITFOR" -> control.waitFor();
      default -> throw unknown(first);
    };
  }

  private static SqlException unknown(Token first) {
    SqlException error =
        Keywords.isReserved(first.text())
            ? SqlErrors.keyword(first.text())
            : SqlErrors.syntax(first.text());
    return Tokens.at(error, first.line());
  }

  private Statement definition(Token first) {
    SecurityParser security = new SecurityParser(grammar);
    return switch (first.text().toUpperCase(Locale.ROOT)) {
      case "GRANT" -> security.permission(PermissionVerb.GRANT);
      case "DENY" -> security.permission(PermissionVerb.DENY);
      case "REVOKE" -> security.permission(PermissionVerb.REVOKE);
      case "CREATE" -> create(security);
      case "ALTER" -> alter(first, security);
      default -> drop();
    };
  }

  private Statement create(SecurityParser security) {
    TableParser tables = new TableParser(grammar);
    if (tokens.accept("TABLE")) {
      return tables.createTable();
    }
    if (tokens.accept("SCHEMA")) {
      Statement schema = new Statement.CreateSchema(tokens.name());
      owner();
      return schema;
    }
    if (tokens.accept("TYPE")) {
      return tables.createType();
    }
    if (tokens.accept("LOGIN")) {
      return security.createLogin();
    }
    if (tokens.accept("USER")) {
      return security.createUser();
    }
    if (tokens.accept("ROLE")) {
      Statement role = new Statement.CreateRole(tokens.name());
      owner();
      return role;
    }
    if (tokens.accept("DATABASE")) {
      return new Statement.CreateDatabase(tokens.name());
    }
    boolean unique = tokens.accept("UNIQUE");
    if (!tokens.accept("NONCLUSTERED")) {
      tokens.accept("CLUSTERED");
    }
    tokens.expect("INDEX");
    return tables.createIndex(unique);
  }

  private Statement alter(Token first, SecurityParser security) {
    if (tokens.accept("TABLE")) {
      return new TableParser(grammar).alterTable(first);
    }
    if (tokens.accept("ROLE")) {
      return security.alterRole(false);
    }
    if (tokens.accept("SERVER", "ROLE")) {
      return security.alterRole(true);
    }
    tokens.expect("DATABASE");
    return security.alterDatabase();
  }

  /** AUTHORIZATION names an owner, which the lab does not keep apart. */
  private void owner() {
    if (tokens.accept("AUTHORIZATION")) {
      tokens.name();
    }
  }

  private Statement drop() {
    if (tokens.accept("TABLE")) {
      return new TableParser(grammar).dropTable();
    }
    if (tokens.accept("INDEX")) {
      return new TableParser(grammar).dropIndex();
    }
    if (tokens.accept("TYPE")) {
      boolean ifExists = tokens.accept("IF", "EXISTS");
      return new Statement.DropType(tokens.objectName(), ifExists);
    }
    if (tokens.accept("DATABASE")) {
      boolean ifExists = tokens.accept("IF", "EXISTS");
      return new Statement.DropDatabase(tokens.name(), ifExists);
    }
    for (Statement.DropKind kind : Statement.DropKind.values()) {
      if (tokens.accept(kind.name())) {
        boolean ifExists = tokens.accept("IF", "EXISTS");
        return new Statement.Drop(kind, tokens.name(), ifExists);
      }
    }
    throw tokens.unexpected();
  }
}
