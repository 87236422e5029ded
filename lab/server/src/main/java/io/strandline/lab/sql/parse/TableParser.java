package io.strandline.lab.sql.parse;

import io.strandline.lab.sql.ast.ObjectName;
import io.strandline.lab.sql.ast.Statement;
import io.strandline.lab.sql.ast.Statement.ColumnDefinition;
import java.util.ArrayList;
import java.util.List;

/** Reads CREATE, ALTER and DROP TABLE, CREATE and DROP INDEX, CREATE TYPE and table variables. */
final class TableParser {

  private final Grammar grammar;
  private final Tokens tokens;

  TableParser(Grammar grammar) {
    this.grammar = grammar;
    this.tokens = grammar.tokens;
  }

  /** After CREATE TABLE. */
  Statement createTable() {
    ObjectName name = tokens.objectName();
    DefinitionParser definitions = new DefinitionParser(grammar);
    definitions.parenthesised();
    filegroup();
    return new Statement.CreateTable(name, definitions.columns(), definitions.constraints());
  }

  /** After CREATE TYPE; table types and CLR types are refused where FROM is missing. */
  Statement createType() {
    ObjectName name = tokens.objectName();
    tokens.expect("FROM");
    Statement.DeclaredType base = grammar.types.declared();
    boolean nullable = !tokens.accept("NOT", "NULL");
    if (nullable) {
      tokens.accept("NULL");
    }
    return new Statement.CreateType(name, base, nullable);
  }

  /** A table variable, at the parenthesis. */
  Statement variable(String name) {
    DefinitionParser definitions = new DefinitionParser(grammar);
    definitions.parenthesised();
    return new Statement.DeclareTable(name, definitions.columns(), definitions.constraints());
  }

  /** Where a table or index is kept, which the lab does not ask. */
  private void filegroup() {
    while (tokens.accept("ON") || tokens.accept("TEXTIMAGE_ON")) {
      tokens.anyWord();
    }
  }

  /** After DROP TABLE. */
  Statement dropTable() {
    boolean ifExists = tokens.accept("IF", "EXISTS");
    List<ObjectName> names = new ArrayList<>();
    do {
      names.add(tokens.objectName());
    } while (tokens.acceptSymbol(","));
    return new Statement.DropTable(names, ifExists);
  }

  /** After DROP INDEX. */
  Statement dropIndex() {
    boolean ifExists = tokens.accept("IF", "EXISTS");
    String name = tokens.name();
    tokens.expect("ON");
    return new Statement.DropIndex(name, tokens.objectName(), ifExists);
  }

  /** After ALTER TABLE; {@code first} is the ALTER. */
  Statement alterTable(Token first) {
    ObjectName name = tokens.objectName();
    Statement.AlterAction action = alterAction();
    return new Statement.AlterTable(name, action, tokens.textFrom(first));
  }

  private Statement.AlterAction alterAction() {
    if (tokens.accept("WITH", "CHECK", "ADD") || tokens.accept("ADD")) {
      DefinitionParser definitions = new DefinitionParser(grammar);
      definitions.list();
      return new Statement.AddColumns(definitions.columns(), definitions.constraints());
    }
    if (tokens.accept("DROP", "COLUMN")) {
      boolean ifExists = tokens.accept("IF", "EXISTS");
      return new Statement.DropColumns(names("COLUMN"), ifExists);
    }
    if (tokens.accept("DROP")) {
      tokens.accept("CONSTRAINT");
      boolean ifExists = tokens.accept("IF", "EXISTS");
      return new Statement.DropConstraints(names("CONSTRAINT"), ifExists);
    }
    tokens.expect("ALTER", "COLUMN");
    ColumnDefinition column = new DefinitionParser(grammar).alteredColumn();
    return new Statement.AlterColumn(column);
  }

  private List<String> names(String repeated) {
    List<String> names = new ArrayList<>();
    do {
      tokens.accept(repeated);
      names.add(tokens.name());
    } while (tokens.acceptSymbol(","));
    return names;
  }

  /** After CREATE [UNIQUE] INDEX; included columns change no result and are not kept. */
  Statement createIndex(boolean unique) {
    String name = tokens.name();
    tokens.expect("ON");
    ObjectName table = tokens.objectName();
    DefinitionParser definitions = new DefinitionParser(grammar);
    List<Statement.KeyColumn> columns = definitions.keyColumns();
    if (tokens.accept("INCLUDE")) {
      tokens.nameList();
    }
    definitions.indexOptions();
    filegroup();
    return new Statement.CreateIndex(name, table, unique, columns);
  }
}
