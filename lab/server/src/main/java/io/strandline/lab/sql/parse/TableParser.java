package io.strandline.lab.sql.parse;

import io.strandline.lab.session.SqlType;
import io.strandline.lab.sql.ast.Expr;
import io.strandline.lab.sql.ast.ObjectName;
import io.strandline.lab.sql.ast.Statement;
import io.strandline.lab.sql.ast.Statement.ColumnDefinition;
import io.strandline.lab.sql.ast.Statement.KeyColumn;
import io.strandline.lab.sql.ast.Statement.KeyConstraint;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Reads CREATE, ALTER and DROP TABLE, CREATE INDEX and table variables. */
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
    List<ColumnDefinition> columns = new ArrayList<>();
    List<KeyConstraint> constraints = new ArrayList<>();
    tokens.expectSymbol("(");
    definitions(columns, constraints, true);
    tokens.expectSymbol(")");
    if (tokens.accept("ON")) {
      tokens.name();
    }
    return new Statement.CreateTable(name, columns, constraints);
  }

  /** The columns of a table variable. */
  List<ColumnDefinition> variableColumns() {
    List<ColumnDefinition> columns = new ArrayList<>();
    tokens.expectSymbol("(");
    definitions(columns, new ArrayList<>(), true);
    tokens.expectSymbol(")");
    return columns;
  }

  private void definitions(
      List<ColumnDefinition> columns, List<KeyConstraint> constraints, boolean parenthesised) {
    do {
      if (parenthesised && tokens.isSymbol(")")) {
        return;
      }
      if (startsConstraint()) {
        constraints.add(constraint());
      } else {
        columns.add(column(constraints));
      }
    } while (tokens.acceptSymbol(","));
  }

  private boolean startsConstraint() {
    return tokens.isWord("CONSTRAINT") || tokens.isWord("PRIMARY") || tokens.isWord("UNIQUE");
  }

  private KeyConstraint constraint() {
    String name = tokens.accept("CONSTRAINT") ? tokens.name() : null;
    return key(name, null);
  }

  /** PRIMARY KEY or UNIQUE; with {@code column} it stands behind that column's definition. */
  private KeyConstraint key(@Nullable String name, @Nullable String column) {
    boolean primary = tokens.accept("PRIMARY");
    if (primary) {
      tokens.expect("KEY");
    } else {
      tokens.expect("UNIQUE");
    }
    boolean clustered = primary;
    if (tokens.accept("NONCLUSTERED")) {
      clustered = false;
    } else if (tokens.accept("CLUSTERED")) {
      clustered = true;
    }
    List<KeyColumn> columns =
        column != null && !tokens.isSymbol("(")
            ? List.of(new KeyColumn(column, false))
            : keyColumns();
    return new KeyConstraint(name, primary, clustered, columns);
  }

  private List<KeyColumn> keyColumns() {
    List<KeyColumn> columns = new ArrayList<>();
    tokens.expectSymbol("(");
    do {
      String column = tokens.name();
      boolean descending = tokens.accept("DESC");
      if (!descending) {
        tokens.accept("ASC");
      }
      columns.add(new KeyColumn(column, descending));
    } while (tokens.acceptSymbol(","));
    tokens.expectSymbol(")");
    return columns;
  }

  private ColumnDefinition column(List<KeyConstraint> constraints) {
    Token first = tokens.peek();
    String name = tokens.name();
    if (!tokens.isName() && !tokens.isWord("NATIONAL")) {
      boolean timestamp = first.is("timestamp");
      if (!timestamp) {
        throw tokens.unexpected();
      }
      tokens.rewind(tokens.position() - 1);
    }
    Token typeToken = tokens.peek();
    SqlType type = grammar.types.type();
    String typeName = typeToken.text().toLowerCase(Locale.ROOT);
    Boolean nullable = null;
    Statement.Identity identity = null;
    Expr defaultValue = null;
    boolean withValues = false;
    while (true) {
      if (tokens.accept("NOT", "NULL")) {
        nullable = false;
      } else if (tokens.accept("NULL")) {
        nullable = true;
      } else if (tokens.accept("IDENTITY")) {
        identity = identity();
      } else if (tokens.accept("WITH", "VALUES")) {
        withValues = true;
      } else if (isDefault()) {
        defaultValue = grammar.expressions.scalar();
      } else if (startsConstraint()) {
        String constraint = tokens.accept("CONSTRAINT") ? tokens.name() : null;
        constraints.add(key(constraint, name));
      } else {
        return new ColumnDefinition(
            name, type, typeName, nullable, identity, defaultValue, withValues);
      }
    }
  }

  private boolean isDefault() {
    if (tokens.isWord("CONSTRAINT") && tokens.peek(2).is("DEFAULT")) {
      tokens.next();
      tokens.name();
    }
    return tokens.accept("DEFAULT");
  }

  private Statement.Identity identity() {
    if (!tokens.acceptSymbol("(")) {
      return new Statement.Identity(1, 1);
    }
    long seed = wholeNumber();
    tokens.expectSymbol(",");
    long increment = wholeNumber();
    tokens.expectSymbol(")");
    return new Statement.Identity(seed, increment);
  }

  private long wholeNumber() {
    boolean negative = tokens.acceptSymbol("-");
    Token number = tokens.next();
    if (number.kind() != Token.Kind.NUMBER || !number.text().matches("\\d{1,18}")) {
      throw io.strandline.lab.sql.type.SqlErrors.syntax(number.text());
    }
    long value = Long.parseLong(number.text());
    return negative ? -value : value;
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

  /** After ALTER TABLE; {@code first} is the ALTER. */
  Statement alterTable(Token first) {
    ObjectName name = tokens.objectName();
    Statement.AlterAction action = alterAction();
    return new Statement.AlterTable(name, action, tokens.textFrom(first));
  }

  private Statement.AlterAction alterAction() {
    if (tokens.accept("ADD")) {
      List<ColumnDefinition> columns = new ArrayList<>();
      List<KeyConstraint> constraints = new ArrayList<>();
      definitions(columns, constraints, false);
      return new Statement.AddColumns(columns, constraints);
    }
    if (tokens.accept("DROP", "COLUMN")) {
      tokens.accept("IF", "EXISTS");
      List<String> names = new ArrayList<>();
      do {
        names.add(tokens.name());
      } while (tokens.acceptSymbol(","));
      return new Statement.DropColumns(names);
    }
    tokens.expect("ALTER", "COLUMN");
    return new Statement.AlterColumn(column(new ArrayList<>()));
  }

  /** After CREATE [UNIQUE] INDEX. */
  Statement createIndex(boolean unique) {
    String name = tokens.name();
    tokens.expect("ON");
    ObjectName table = tokens.objectName();
    return new Statement.CreateIndex(name, table, unique, keyColumns());
  }
}
