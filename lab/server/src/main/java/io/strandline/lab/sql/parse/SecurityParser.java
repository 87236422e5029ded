package io.strandline.lab.sql.parse;

import io.strandline.lab.sql.ast.ObjectName;
import io.strandline.lab.sql.ast.Statement;
import io.strandline.lab.sql.ast.Statement.PermissionVerb;
import io.strandline.lab.sql.type.SqlErrors;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Reads permissions, principals and database options. */
final class SecurityParser {

  private final Tokens tokens;

  SecurityParser(Grammar grammar) {
    this.tokens = grammar.tokens;
  }

  /** After GRANT, DENY or REVOKE. */
  Statement permission(PermissionVerb verb) {
    StringBuilder permission = new StringBuilder(tokens.anyWord().toUpperCase(Locale.ROOT));
    List<String> columns = new ArrayList<>();
    while (!tokens.isWord("ON") && !tokens.isWord("TO") && !tokens.isWord("FROM")) {
      if (tokens.isSymbol("(")) {
        columns.addAll(tokens.nameList());
      } else {
        permission.append(' ').append(tokens.anyWord().toUpperCase(Locale.ROOT));
      }
    }
    boolean schema = false;
    ObjectName object = null;
    if (tokens.accept("ON")) {
      schema = tokens.isWord("SCHEMA") && tokens.peek(1).isSymbol("::");
      if (schema || tokens.isWord("OBJECT") && tokens.peek(1).isSymbol("::")) {
        tokens.next();
        tokens.next();
      }
      object = tokens.objectName();
      if (tokens.isSymbol("(")) {
        columns.addAll(tokens.nameList());
      }
    }
    if (!tokens.accept("TO")) {
      tokens.expect("FROM");
    }
    List<String> principals = new ArrayList<>();
    do {
      principals.add(tokens.isWord("PUBLIC") ? tokens.anyWord() : tokens.name());
    } while (tokens.acceptSymbol(","));
    return new Statement.Permission(
        verb, permission.toString(), schema, object, columns, principals);
  }

  /** After CREATE LOGIN. */
  Statement createLogin() {
    String name = tokens.name();
    tokens.expect("WITH", "PASSWORD");
    tokens.expectSymbol("=");
    Token password = tokens.next();
    if (password.kind() != Token.Kind.STRING && password.kind() != Token.Kind.UNICODE_STRING) {
      throw SqlErrors.syntax(password.text());
    }
    while (tokens.acceptSymbol(",")) {
      tokens.anyWord();
      tokens.expectSymbol("=");
      tokens.anyWord();
    }
    return new Statement.CreateLogin(name, password.text());
  }

  /** After CREATE USER. */
  Statement createUser() {
    String name = tokens.name();
    String login = name;
    if (tokens.accept("FOR") || tokens.accept("FROM")) {
      tokens.expect("LOGIN");
      login = tokens.name();
    }
    return new Statement.CreateUser(name, login);
  }

  /** After ALTER ROLE or ALTER SERVER ROLE. */
  Statement alterRole(boolean server) {
    String role = tokens.name();
    boolean add = tokens.accept("ADD");
    if (!add) {
      tokens.expect("DROP");
    }
    tokens.expect("MEMBER");
    return new Statement.AlterRole(role, tokens.name(), server, add);
  }

  /** After ALTER DATABASE. */
  Statement alterDatabase() {
    String name = tokens.accept("CURRENT") ? null : tokens.name();
    tokens.expect("SET");
    String option = tokens.anyWord().toUpperCase(Locale.ROOT);
    tokens.acceptSymbol("=");
    Token value = tokens.next();
    if (value.kind() != Token.Kind.WORD && value.kind() != Token.Kind.NUMBER) {
      throw SqlErrors.syntax(value.text());
    }
    if (tokens.accept("WITH")) {
      if (!tokens.accept("NO_WAIT")) {
        tokens.expect("ROLLBACK", "IMMEDIATE");
      }
    }
    return new Statement.AlterDatabase(name, option, value.text().toUpperCase(Locale.ROOT));
  }
}
