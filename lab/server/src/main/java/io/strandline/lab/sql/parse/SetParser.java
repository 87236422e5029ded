package io.strandline.lab.sql.parse;

import io.strandline.lab.session.SqlException;
import io.strandline.lab.sql.ast.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Reads SET options; the ones without an effect here are read and kept too. */
final class SetParser {

  private static final Set<String> SWITCHES =
      Set.of(
          "NOCOUNT",
          "XACT_ABORT",
          "IMPLICIT_TRANSACTIONS",
          "FMTONLY",
          "ANSI_NULLS",
          "ANSI_PADDING",
          "ANSI_WARNINGS",
          "ANSI_DEFAULTS",
          "ANSI_NULL_DFLT_ON",
          "ANSI_NULL_DFLT_OFF",
          "ARITHABORT",
          "ARITHIGNORE",
          "CONCAT_NULL_YIELDS_NULL",
          "CURSOR_CLOSE_ON_COMMIT",
          "NUMERIC_ROUNDABORT",
          "QUOTED_IDENTIFIER",
          "NOEXEC",
          "PARSEONLY",
          "FORCEPLAN",
          "SHOWPLAN_TEXT",
          "SHOWPLAN_ALL",
          "SHOWPLAN_XML");
  private static final Set<String> VALUES =
      Set.of(
          "LOCK_TIMEOUT",
          "TEXTSIZE",
          "ROWCOUNT",
          "DATEFORMAT",
          "DATEFIRST",
          "LANGUAGE",
          "DEADLOCK_PRIORITY",
          "QUERY_GOVERNOR_COST_LIMIT",
          "CONTEXT_INFO");

  private final Tokens tokens;

  SetParser(Grammar grammar) {
    this.tokens = grammar.tokens;
  }

  /** After SET, where no variable follows. */
  Statement option() {
    if (tokens.accept("TRANSACTION", "ISOLATION", "LEVEL")) {
      return isolationLevel();
    }
    if (tokens.accept("IDENTITY_INSERT")) {
      List<String> table = List.of(tokens.objectName().text());
      return new Statement.SetOption(List.of("IDENTITY_INSERT", table.get(0)), onOff());
    }
    if (tokens.accept("STATISTICS")) {
      List<String> names = new ArrayList<>();
      do {
        names.add("STATISTICS " + upper());
      } while (tokens.acceptSymbol(","));
      return new Statement.SetOption(names, onOff());
    }
    List<String> names = new ArrayList<>();
    do {
      names.add(upper());
    } while (tokens.acceptSymbol(","));
    return VALUES.contains(names.get(0)) ? valued(names) : switched(names);
  }

  private String upper() {
    return tokens.anyWord().toUpperCase(Locale.ROOT);
  }

  private Statement switched(List<String> names) {
    for (String name : names) {
      if (!SWITCHES.contains(name)) {
        throw SqlException.of(195, 15, 5, "'" + name + "' is not a recognized SET option.");
      }
    }
    return new Statement.SetOption(names, onOff());
  }

  private List<String> onOff() {
    if (tokens.accept("ON")) {
      return List.of("ON");
    }
    tokens.expect("OFF");
    return List.of("OFF");
  }

  private Statement valued(List<String> names) {
    boolean negative = tokens.acceptSymbol("-");
    Token value = tokens.next();
    if (value.kind() == Token.Kind.END || value.kind() == Token.Kind.SYMBOL) {
      throw tokens.unexpected();
    }
    return new Statement.SetOption(names, List.of((negative ? "-" : "") + value.text()));
  }

  private Statement isolationLevel() {
    List<String> words = new ArrayList<>();
    words.add(upper());
    boolean two = words.get(0).equals("READ") || words.get(0).equals("REPEATABLE");
    if (two) {
      words.add(upper());
    }
    String level = String.join(" ", words);
    if (!Set.of("READ UNCOMMITTED", "READ COMMITTED", "REPEATABLE READ", "SNAPSHOT", "SERIALIZABLE")
        .contains(level)) {
      throw io.strandline.lab.sql.type.SqlErrors.syntax(words.get(words.size() - 1));
    }
    return new Statement.SetOption(List.of("ISOLATION"), List.of(level));
  }
}
