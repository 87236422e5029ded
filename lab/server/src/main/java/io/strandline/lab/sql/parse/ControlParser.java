package io.strandline.lab.sql.parse;

import io.strandline.lab.session.SqlType;
import io.strandline.lab.sql.ast.Expr;
import io.strandline.lab.sql.ast.Statement;
import io.strandline.lab.sql.ast.Statement.Step;
import io.strandline.lab.sql.type.SqlErrors;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads variables, flow of control, transactions and messages. */
final class ControlParser {

  private static final Set<String> RAISERROR_OPTIONS = Set.of("LOG", "NOWAIT", "SETERROR");

  private final Grammar grammar;
  private final Tokens tokens;

  ControlParser(Grammar grammar) {
    this.grammar = grammar;
    this.tokens = grammar.tokens;
  }

  /** After DECLARE. */
  Statement declare() {
    Token first = tokens.peek();
    if (first.kind() != Token.Kind.VARIABLE || first.text().startsWith("@@")) {
      throw tokens.unexpected();
    }
    if (isTableDeclaration()) {
      return declareTable();
    }
    List<Statement.Declaration> variables = new ArrayList<>();
    do {
      Token name = tokens.next();
      if (name.kind() != Token.Kind.VARIABLE) {
        throw SqlErrors.syntax(name.text());
      }
      tokens.accept("AS");
      SqlType type = grammar.types.type();
      Expr value = tokens.acceptSymbol("=") ? grammar.expressions.scalar() : null;
      variables.add(new Statement.Declaration(grammar.declare(name.text()), type, value));
    } while (tokens.acceptSymbol(","));
    return new Statement.Declare(variables);
  }

  private boolean isTableDeclaration() {
    return tokens.peek(1).is("TABLE") || tokens.peek(1).is("AS") && tokens.peek(2).is("TABLE");
  }

  private Statement declareTable() {
    String name = grammar.declareTable(tokens.next().text());
    tokens.accept("AS");
    tokens.expect("TABLE");
    return new TableParser(grammar).variable(name);
  }

  /** {@code SET @v = e} and its compound forms, after SET. */
  Statement setVariable() {
    Token name = tokens.next();
    String key = grammar.variable(name);
    for (String op : Tokens.COMPOUND_ASSIGNMENTS) {
      if (tokens.acceptSymbol(op)) {
        Expr value = grammar.expressions.scalar();
        return new Statement.SetVariable(
            key, new Expr.Binary(op.substring(0, 1), new Expr.Variable(key), value));
      }
    }
    tokens.expectSymbol("=");
    return new Statement.SetVariable(key, grammar.expressions.scalar());
  }

  /** After IF. */
  Statement ifStatement() {
    Expr condition = grammar.expressions.condition();
    Step then = grammar.statements.required();
    int position = tokens.position();
    tokens.skipSemicolons();
    if (tokens.accept("ELSE")) {
      return new Statement.If(condition, then, grammar.statements.required());
    }
    tokens.rewind(position);
    return new Statement.If(condition, then, null);
  }

  /** After WHILE. */
  Statement whileLoop() {
    Expr condition = grammar.expressions.condition();
    return new Statement.While(condition, grammar.statements.required());
  }

  /** BEGIN of a block or of a transaction, after BEGIN. */
  Statement begin() {
    if (tokens.accept("TRAN") || tokens.accept("TRANSACTION")) {
      return new Statement.BeginTransaction(transactionName());
    }
    if (tokens.accept("TRY")) {
      return tryCatch();
    }
    if (tokens.isWord("CATCH") || tokens.isWord("DISTRIBUTED")) {
      throw tokens.unexpected();
    }
    List<Step> steps = steps("END");
    if (steps.isEmpty()) {
      throw SqlErrors.keyword("END");
    }
    return new Statement.Block(steps);
  }

  private Statement tryCatch() {
    List<Step> body = steps("END", "TRY");
    tokens.skipSemicolons();
    tokens.expect("BEGIN", "CATCH");
    grammar.enterCatch();
    List<Step> handler = steps("END", "CATCH");
    grammar.leaveCatch();
    if (body.isEmpty()) {
      throw SqlErrors.keyword("END");
    }
    return new Statement.TryCatch(body, handler);
  }

  /** Statements up to the closing words, which are read too. */
  private List<Step> steps(String... end) {
    List<Step> steps = new ArrayList<>();
    grammar.enter();
    while (true) {
      tokens.skipSemicolons();
      if (tokens.accept(end)) {
        break;
      }
      steps.add(grammar.statements.required());
    }
    grammar.leave();
    return steps;
  }

  private @Nullable String transactionName() {
    return tokens.isName() ? tokens.name() : null;
  }

  /** After COMMIT. */
  Statement commit() {
    transactionWord();
    return new Statement.CommitTransaction();
  }

  /** After ROLLBACK. */
  Statement rollback() {
    boolean named = transactionWord();
    return new Statement.RollbackTransaction(named ? transactionName() : null);
  }

  private boolean transactionWord() {
    boolean word = tokens.accept("TRAN") || tokens.accept("TRANSACTION");
    if (!word) {
      tokens.accept("WORK");
      return false;
    }
    return true;
  }

  /** After SAVE. */
  Statement save() {
    if (!tokens.accept("TRAN")) {
      tokens.expect("TRANSACTION");
    }
    return new Statement.SaveTransaction(tokens.name());
  }

  /** After WAITFOR. */
  Statement waitFor() {
    boolean delay = tokens.accept("DELAY");
    if (!delay) {
      tokens.expect("TIME");
    }
    return new Statement.WaitFor(grammar.expressions.scalar(), delay);
  }

  /** After RAISERROR. */
  Statement raiseError() {
    tokens.expectSymbol("(");
    List<Expr> args = grammar.expressions.scalars();
    tokens.expectSymbol(")");
    if (args.size() < 3) {
      throw tokens.unexpected();
    }
    Set<String> options = new HashSet<>();
    if (tokens.accept("WITH")) {
      do {
        String option = tokens.anyWord().toUpperCase(Locale.ROOT);
        if (!RAISERROR_OPTIONS.contains(option)) {
          throw SqlErrors.syntax(option);
        }
        options.add(option);
      } while (tokens.acceptSymbol(","));
    }
    return new Statement.RaiseError(args, options);
  }

  /** After THROW. */
  Statement throwError() {
    boolean alone =
        switch (tokens.peek().kind()) {
          case NUMBER, VARIABLE -> false;
          default -> !tokens.isSymbol("-") && !tokens.isSymbol("(");
        };
    if (alone) {
      if (!grammar.isInCatch()) {
        throw SqlErrors.throwOutsideCatch();
      }
      return new Statement.Rethrow();
    }
    Expr number = grammar.expressions.scalar();
    tokens.expectSymbol(",");
    Expr message = grammar.expressions.scalar();
    tokens.expectSymbol(",");
    Expr state = grammar.expressions.scalar();
    return new Statement.Throw(number, message, state);
  }
}
