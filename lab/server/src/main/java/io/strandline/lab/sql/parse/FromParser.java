package io.strandline.lab.sql.parse;

import io.strandline.lab.sql.ast.Expr;
import io.strandline.lab.sql.ast.ObjectName;
import io.strandline.lab.sql.ast.Query;
import io.strandline.lab.sql.ast.TableRef;
import io.strandline.lab.sql.type.SqlErrors;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads FROM clauses. */
final class FromParser {

  private static final Set<String> HINTS =
      Set.of(
          "NOLOCK",
          "READUNCOMMITTED",
          "READCOMMITTED",
          "READCOMMITTEDLOCK",
          "HOLDLOCK",
          "SERIALIZABLE",
          "REPEATABLEREAD",
          "TABLOCK",
          "TABLOCKX",
          "UPDLOCK",
          "XLOCK",
          "ROWLOCK",
          "PAGLOCK",
          "FORCESEEK",
          "FORCESCAN",
          "INDEX");

  private static final List<TableRef.Kind> OUTER_JOINS =
      List.of(TableRef.Kind.LEFT, TableRef.Kind.RIGHT, TableRef.Kind.FULL);
  private static final List<String> JOIN_HINTS = List.of("LOOP", "HASH", "MERGE", "REMOTE");

  private final Grammar grammar;
  private final Tokens tokens;

  FromParser(Grammar grammar) {
    this.grammar = grammar;
    this.tokens = grammar.tokens;
  }

  /** Tables separated by commas; a comma is a cross join. */
  TableRef tables() {
    TableRef left = joined();
    while (tokens.acceptSymbol(",")) {
      left = new TableRef.Join(TableRef.Kind.CROSS, left, joined(), null);
    }
    return left;
  }

  private TableRef joined() {
    TableRef left = table();
    while (true) {
      TableRef.Kind kind = joinKind();
      if (kind == null) {
        return left;
      }
      boolean conditional =
          switch (kind) {
            case INNER, LEFT, RIGHT, FULL -> true;
            case CROSS, CROSS_APPLY, OUTER_APPLY -> false;
          };
      if (conditional) {
        TableRef right = joined();
        tokens.expect("ON");
        left = new TableRef.Join(kind, left, right, grammar.expressions.condition());
      } else {
        left = new TableRef.Join(kind, left, table(), null);
      }
    }
  }

  private TableRef.@Nullable Kind joinKind() {
    if (tokens.accept("JOIN")) {
      return TableRef.Kind.INNER;
    }
    if (tokens.accept("CROSS", "JOIN")) {
      return TableRef.Kind.CROSS;
    }
    if (tokens.accept("CROSS", "APPLY")) {
      return TableRef.Kind.CROSS_APPLY;
    }
    if (tokens.accept("OUTER", "APPLY")) {
      return TableRef.Kind.OUTER_APPLY;
    }
    if (tokens.accept("INNER")) {
      return joinWord(TableRef.Kind.INNER);
    }
    for (TableRef.Kind kind : OUTER_JOINS) {
      if (tokens.accept(kind.name())) {
        tokens.accept("OUTER");
        return joinWord(kind);
      }
    }
    return null;
  }

  /** Before JOIN a hint may say how to join, which changes no result. */
  private TableRef.Kind joinWord(TableRef.Kind kind) {
    for (String hint : JOIN_HINTS) {
      if (tokens.accept(hint)) {
        break;
      }
    }
    tokens.expect("JOIN");
    return kind;
  }

  private TableRef table() {
    if (tokens.isSymbol("(")) {
      return parenthesised();
    }
    if (tokens.peek().kind() == Token.Kind.VARIABLE) {
      String name = grammar.tableVariable(tokens.next());
      return new TableRef.VariableTable(name, alias());
    }
    ObjectName name = tokens.objectName();
    if (tokens.isSymbol("(") && !isOldStyleHint()) {
      return function(name);
    }
    Set<String> hints = new HashSet<>(oldStyleHints());
    String alias = alias();
    hints.addAll(hints());
    return new TableRef.Named(name, alias, Set.copyOf(hints));
  }

  private TableRef function(ObjectName name) {
    tokens.expectSymbol("(");
    List<Expr> args = tokens.isSymbol(")") ? List.of() : grammar.expressions.scalars();
    tokens.expectSymbol(")");
    return new TableRef.Function(name, args, alias());
  }

  private TableRef parenthesised() {
    tokens.expectSymbol("(");
    if (tokens.accept("VALUES")) {
      List<List<Expr>> rows = valueRows();
      tokens.expectSymbol(")");
      tokens.accept("AS");
      String alias = tokens.name();
      return new TableRef.ValueRows(rows, alias, tokens.nameList());
    }
    if (tokens.isWord("SELECT") || tokens.isWord("WITH") || tokens.isSymbol("(")) {
      Query query = grammar.queries.query();
      tokens.expectSymbol(")");
      tokens.accept("AS");
      String alias = tokens.name();
      return new TableRef.Derived(
          query, alias, tokens.isSymbol("(") ? tokens.nameList() : List.of());
    }
    TableRef inner = joined();
    tokens.expectSymbol(")");
    return inner;
  }

  /** Rows of expressions in parentheses, after VALUES. */
  List<List<Expr>> valueRows() {
    List<List<Expr>> rows = new ArrayList<>();
    do {
      tokens.expectSymbol("(");
      List<Expr> row = new ArrayList<>();
      do {
        row.add(DmlParser.valueOrDefault(grammar));
      } while (tokens.acceptSymbol(","));
      tokens.expectSymbol(")");
      rows.add(row);
    } while (tokens.acceptSymbol(","));
    return rows;
  }

  private @Nullable String alias() {
    if (tokens.accept("AS")) {
      return tokens.name();
    }
    return tokens.isName() ? tokens.name() : null;
  }

  private boolean isOldStyleHint() {
    return isHint(tokens.peek(1)) && (tokens.peek(2).isSymbol(")") || tokens.peek(2).isSymbol(","));
  }

  private static boolean isHint(Token token) {
    return token.kind() == Token.Kind.WORD && HINTS.contains(token.text().toUpperCase(Locale.ROOT));
  }

  private Set<String> oldStyleHints() {
    return tokens.isSymbol("(") ? hintList() : Set.of();
  }

  /** {@code WITH (hint, ..)}, if it comes. */
  Set<String> hints() {
    if (tokens.isWord("WITH") && tokens.peek(1).isSymbol("(")) {
      tokens.next();
      return hintList();
    }
    return tokens.isSymbol("(") && isOldStyleHint() ? hintList() : Set.of();
  }

  private Set<String> hintList() {
    Set<String> hints = new HashSet<>();
    tokens.expectSymbol("(");
    do {
      String hint = tokens.anyWord().toUpperCase(Locale.ROOT);
      if (!HINTS.contains(hint)) {
        throw io.strandline.lab.session.SqlException.of(
            321,
            15,
            1,
            "\""
                + hint
                + "\" is not a recognized table hints option. If it is intended as a parameter to"
                + " a table-valued function or to the CHANGETABLE function, ensure that your"
                + " database compatibility mode is set to 90.");
      }
      if (hint.equals("INDEX")) {
        indexHint();
      } else {
        hints.add(hint);
      }
    } while (tokens.acceptSymbol(",") || tokens.peek().kind() == Token.Kind.WORD);
    tokens.expectSymbol(")");
    return hints;
  }

  private void indexHint() {
    if (tokens.acceptSymbol("=")) {
      tokens.next();
      return;
    }
    tokens.expectSymbol("(");
    do {
      if (tokens.next().kind() == Token.Kind.END) {
        throw SqlErrors.syntax("INDEX");
      }
    } while (tokens.acceptSymbol(","));
    tokens.expectSymbol(")");
  }
}
