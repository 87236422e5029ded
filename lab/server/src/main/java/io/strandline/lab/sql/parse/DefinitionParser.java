package io.strandline.lab.sql.parse;

import io.strandline.lab.sql.ast.Expr;
import io.strandline.lab.sql.ast.ObjectName;
import io.strandline.lab.sql.ast.Statement;
import io.strandline.lab.sql.ast.Statement.ColumnDefinition;
import io.strandline.lab.sql.ast.Statement.KeyColumn;
import io.strandline.lab.sql.type.SqlErrors;
import io.strandline.lab.sql.type.Types;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the columns and constraints of a table and keeps them in order. */
final class DefinitionParser {

  private final Grammar grammar;
  private final Tokens tokens;
  private final List<ColumnDefinition> columns = new ArrayList<>();
  private final List<Statement.Constraint> constraints = new ArrayList<>();

  DefinitionParser(Grammar grammar) {
    this.grammar = grammar;
    this.tokens = grammar.tokens;
  }

  List<ColumnDefinition> columns() {
    return columns;
  }

  List<Statement.Constraint> constraints() {
    return constraints;
  }

  /** Definitions in parentheses; a comma may stand before the last one closes. */
  void parenthesised() {
    tokens.expectSymbol("(");
    do {
      if (tokens.isSymbol(")")) {
        break;
      }
      definition();
    } while (tokens.acceptSymbol(","));
    tokens.expectSymbol(")");
  }

  /** Definitions after ALTER TABLE ADD. */
  void list() {
    do {
      definition();
    } while (tokens.acceptSymbol(","));
  }

  private void definition() {
    if (tokens.isWord("CONSTRAINT") || startsConstraint() || tokens.isWord("DEFAULT")) {
      String name = tokens.accept("CONSTRAINT") ? tokens.name() : null;
      constraints.add(constraint(name, null));
    } else {
      columns.add(column());
    }
  }

  private boolean startsConstraint() {
    return tokens.isWord("PRIMARY")
        || tokens.isWord("UNIQUE")
        || tokens.isWord("CHECK")
        || tokens.isWord("FOREIGN")
        || tokens.isWord("REFERENCES");
  }

  /** A constraint; with {@code column} it stands behind that column's definition. */
  private Statement.Constraint constraint(@Nullable String name, @Nullable String column) {
    if (tokens.accept("CHECK")) {
      return check(name);
    }
    if (tokens.isWord("FOREIGN") || tokens.isWord("REFERENCES")) {
      return foreignKey(name, column);
    }
    if (tokens.isWord("DEFAULT")) {
      return defaultLater(name);
    }
    return key(name, column);
  }

  private Statement.Constraint key(@Nullable String name, @Nullable String column) {
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
    List<KeyColumn> keyColumns =
        column != null && !tokens.isSymbol("(")
            ? List.of(new KeyColumn(column, false))
            : keyColumns();
    indexOptions();
    if (tokens.accept("ON")) {
      tokens.anyWord();
    }
    return new Statement.KeyConstraint(name, primary, clustered, keyColumns);
  }

  /** {@code WITH (option = value, ..)}: options that change no result. */
  void indexOptions() {
    if (!tokens.isWord("WITH") || !tokens.peek(1).isSymbol("(")) {
      return;
    }
    tokens.next();
    tokens.next();
    do {
      tokens.anyWord();
      tokens.expectSymbol("=");
      if (tokens.peek().kind() == Token.Kind.NUMBER) {
        tokens.next();
      } else {
        tokens.anyWord();
      }
    } while (tokens.acceptSymbol(","));
    tokens.expectSymbol(")");
  }

  List<KeyColumn> keyColumns() {
    List<KeyColumn> keyColumns = new ArrayList<>();
    tokens.expectSymbol("(");
    do {
      String column = tokens.name();
      boolean descending = tokens.accept("DESC");
      if (!descending) {
        tokens.accept("ASC");
      }
      keyColumns.add(new KeyColumn(column, descending));
    } while (tokens.acceptSymbol(","));
    tokens.expectSymbol(")");
    return keyColumns;
  }

  private Statement.Constraint check(@Nullable String name) {
    Token open = tokens.peek();
    tokens.expectSymbol("(");
    Expr condition = grammar.expressions.condition();
    tokens.expectSymbol(")");
    return new Statement.CheckConstraint(name, condition, tokens.textFrom(open));
  }

  private Statement.Constraint foreignKey(@Nullable String name, @Nullable String column) {
    List<String> own = column == null ? List.of() : List.of(column);
    if (tokens.accept("FOREIGN", "KEY") && tokens.isSymbol("(")) {
      own = tokens.nameList();
    }
    tokens.expect("REFERENCES");
    ObjectName referenced = tokens.objectName();
    List<String> keys = tokens.isSymbol("(") ? tokens.nameList() : List.of();
    while (tokens.accept("ON")) {
      if (!tokens.accept("DELETE")) {
        tokens.expect("UPDATE");
      }
      if (!tokens.accept("NO", "ACTION")) {
        throw SqlErrors.cascadingForeignKey(name == null ? "" : name);
      }
    }
    return new Statement.ForeignKey(name, own, referenced, keys);
  }

  private Statement.Constraint defaultLater(@Nullable String name) {
    tokens.expect("DEFAULT");
    Statement.Default value = defaultValue(name);
    tokens.expect("FOR");
    String column = tokens.name();
    return new Statement.DefaultConstraint(value, column, tokens.accept("WITH", "VALUES"));
  }

  private Statement.Default defaultValue(@Nullable String name) {
    Token first = tokens.peek();
    Expr value = grammar.expressions.scalar();
    return new Statement.Default(name, value, tokens.textFrom(first));
  }

  /** The column of ALTER COLUMN, which takes no constraints. */
  ColumnDefinition alteredColumn() {
    ColumnDefinition column = column();
    if (!constraints.isEmpty() || column.computed() != null || column.defaultValue() != null) {
      throw tokens.unexpected();
    }
    return column;
  }

  private ColumnDefinition column() {
    Token first = tokens.peek();
    String name = tokens.name();
    if (tokens.accept("AS")) {
      return computed(name);
    }
    if (!tokens.isName() && !tokens.isWord("NATIONAL")) {
      if (!first.is("timestamp")) {
        throw tokens.unexpected();
      }
      tokens.rewind(tokens.position() - 1);
    }
    return attributes(name, grammar.types.declared());
  }

  private ColumnDefinition computed(String name) {
    Token first = tokens.peek();
    Expr expr = grammar.expressions.scalar();
    String text = tokens.textFrom(first);
    boolean persisted = tokens.accept("PERSISTED");
    Boolean nullable = persisted && tokens.accept("NOT", "NULL") ? Boolean.FALSE : null;
    while (tokens.isWord("CONSTRAINT") || startsConstraint()) {
      String constraint = tokens.accept("CONSTRAINT") ? tokens.name() : null;
      constraints.add(constraint(constraint, name));
    }
    return new ColumnDefinition(
        name,
        new Statement.SystemType(Types.INT, ""),
        nullable,
        null,
        null,
        false,
        new Statement.Computed(expr, text, persisted),
        null);
  }

  private ColumnDefinition attributes(String name, Statement.DeclaredType type) {
    Boolean nullable = null;
    Statement.Identity identity = null;
    Statement.Default defaultValue = null;
    boolean withValues = false;
    String collation = null;
    while (true) {
      String constraint = constraintName();
      if (tokens.accept("NOT", "NULL")) {
        nullable = false;
      } else if (tokens.accept("NULL")) {
        nullable = true;
      } else if (tokens.accept("IDENTITY")) {
        identity = identity();
      } else if (tokens.accept("WITH", "VALUES")) {
        withValues = true;
      } else if (tokens.accept("COLLATE")) {
        collation = ExpressionParser.columnCollation(tokens.anyWord());
      } else if (tokens.accept("DEFAULT")) {
        defaultValue = defaultValue(constraint);
      } else if (startsConstraint()) {
        constraints.add(constraint(constraint, name));
      } else if (constraint != null) {
        throw tokens.unexpected();
      } else if (!tokens.accept("ROWGUIDCOL") && !tokens.accept("NOT", "FOR", "REPLICATION")) {
        return new ColumnDefinition(
            name, type, nullable, identity, defaultValue, withValues, null, collation);
      }
    }
  }

  private @Nullable String constraintName() {
    return tokens.accept("CONSTRAINT") ? tokens.name() : null;
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
      throw SqlErrors.syntax(number.text());
    }
    long value = Long.parseLong(number.text());
    return negative ? -value : value;
  }
}
