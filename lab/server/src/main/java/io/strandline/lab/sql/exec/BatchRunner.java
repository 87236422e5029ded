package io.strandline.lab.sql.exec;

import io.strandline.lab.session.ResultSink.StatementKind;
import io.strandline.lab.session.SqlException;
import io.strandline.lab.session.SqlMessage;
import io.strandline.lab.sql.ast.Expr;
import io.strandline.lab.sql.ast.Statement;
import io.strandline.lab.sql.ast.Statement.Step;
import io.strandline.lab.sql.query.Bound;
import io.strandline.lab.sql.query.ExpressionBinder;
import io.strandline.lab.sql.query.Frame;
import io.strandline.lab.sql.query.StatementContext;
import io.strandline.lab.store.Txn;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Runs the statements of a batch: flow of control, transactions and errors. */
final class BatchRunner {

  private final BatchScope scope;
  private final LabSession session;
  private final StatementRunner statements;
  private int tries;

  BatchRunner(BatchScope scope) {
    this.scope = scope;
    this.session = scope.session();
    this.statements = new StatementRunner(scope, this);
  }

  /** Runs steps until one leaves the batch. */
  Flow run(List<Step> steps) {
    for (Step step : steps) {
      Flow flow = run(step);
      if (flow != Flow.NEXT) {
        return flow;
      }
    }
    return Flow.NEXT;
  }

  private Flow run(Step step) {
    Statement statement = step.statement();
    if (session.isCancelled()) {
      throw new io.strandline.lab.session.CancelledException("the request was cancelled");
    }
    try {
      Flow flow = statement(statement);
      if (endsWithoutError(statement)) {
        session.lastError(0);
      }
      return flow;
    } catch (SqlException e) {
      return failed(e, step);
    }
  }

  /** Statements made of others leave {@code @@ERROR} as those set it. */
  private static boolean endsWithoutError(Statement statement) {
    boolean compound =
        statement instanceof Statement.If
            || statement instanceof Statement.Block
            || statement instanceof Statement.TryCatch;
    boolean set =
        statement instanceof Statement.RaiseError raise && raise.options().contains("SETERROR");
    return !compound && !set;
  }

  private Flow statement(Statement statement) {
    if (statement instanceof Statement.Block block) {
      return run(block.steps());
    }
    if (statement instanceof Statement.TryCatch guarded) {
      return tryCatch(guarded);
    }
    if (statement instanceof Statement.If choice) {
      Step otherwise = choice.otherwise();
      if (test(choice.condition())) {
        return run(choice.then());
      }
      return otherwise == null ? Flow.NEXT : run(otherwise);
    }
    if (statement instanceof Statement.While loop) {
      return loop(loop);
    }
    if (statement instanceof Statement.Break) {
      return Flow.BREAK;
    }
    if (statement instanceof Statement.Continue) {
      return Flow.CONTINUE;
    }
    if (statement instanceof Statement.Return) {
      return Flow.RETURN;
    }
    return statements.run(statement);
  }

  private Flow loop(Statement.While loop) {
    while (test(loop.condition())) {
      Flow flow = run(loop.body());
      if (flow == Flow.BREAK) {
        return Flow.NEXT;
      }
      if (flow != Flow.NEXT && flow != Flow.CONTINUE) {
        return flow;
      }
    }
    return Flow.NEXT;
  }

  private boolean test(Expr condition) {
    return inStatement(
        false,
        context -> {
          Bound.Test test =
              ExpressionBinder.standalone(context, session.engine().library()).condition(condition);
          return Boolean.TRUE.equals(test.test(new Frame(null)));
        });
  }

  /** Computes an expression outside any query. */
  @Nullable Object value(Expr expr, io.strandline.lab.session.SqlType type) {
    Object[] result = new Object[1];
    inStatement(
        false,
        context -> {
          Bound bound = ExpressionBinder.standalone(context, session.engine().library()).bind(expr);
          result[0] = bound.as(type).eval(new Frame(null));
          return true;
        });
    return result[0];
  }

  /**
   * Runs a statement in the session's transaction, or in one of its own; undone if it fails.
   *
   * @param starts whether it begins a transaction under IMPLICIT_TRANSACTIONS
   */
  <T> T inStatement(boolean starts, Function<StatementContext, T> body) {
    TransactionState transactions = session.transactions();
    if (starts && transactions.open() == null && session.options().isImplicitTransactions()) {
      transactions.begin(null, scope.out());
    }
    Txn open = transactions.open();
    return open == null ? inAutocommit(transactions.autocommit(), body) : inTransaction(open, body);
  }

  private <T> T inAutocommit(Txn txn, Function<StatementContext, T> body) {
    boolean finished = false;
    boolean wrote = false;
    T result;
    try (StatementContext context = session.context(scope.variables(), txn)) {
      txn.nextStatement();
      result = body.apply(context);
      wrote = txn.hasWritten();
      if (wrote) {
        scope.out().committing();
      }
      finished = true;
    } finally {
      if (finished) {
        txn.commit();
      } else {
        txn.rollback();
      }
    }
    if (wrote) {
      scope.out().committed();
    }
    return result;
  }

  private <T> T inTransaction(Txn txn, Function<StatementContext, T> body) {
    Txn.Savepoint savepoint = txn.savepoint();
    boolean finished = false;
    try (StatementContext context = session.context(scope.variables(), txn)) {
      txn.nextStatement();
      T result = body.apply(context);
      finished = true;
      return result;
    } finally {
      if (!finished && session.transactions().open() == txn) {
        txn.rollbackTo(savepoint);
      }
    }
  }

  /** Whether a TRY of this batch, or of one that called it, takes errors. */
  boolean isGuarded() {
    return tries > 0 || scope.guarded();
  }

  private Flow tryCatch(Statement.TryCatch guarded) {
    SqlMessage error;
    tries++;
    try {
      return run(guarded.body());
    } catch (CaughtError e) {
      error = e.error();
    } finally {
      tries--;
    }
    session.caught().push(error);
    session.lastError(error.number());
    try {
      return run(guarded.handler());
    } finally {
      session.caught().pop();
    }
  }

  /** Reports an error, or hands it to CATCH, and decides what goes on. */
  private Flow failed(SqlException exception, Step step) {
    Statement statement = step.statement();
    SqlMessage error = placed(exception.sqlMessage(), step);
    ErrorEffect effect = effect(error, statement);
    session.lastError(error.number());
    session.rowCount(0);
    if (error.severity() >= 20) {
      session.transactions().rollbackAll(scope.out());
      throw new SqlException(error);
    }
    StatementKind kind = StatementRunner.kind(statement);
    if (scope.guarded() || tries > 0 && !ErrorEffect.isCompilation(error)) {
      if (effect == ErrorEffect.TRANSACTION) {
        session.transactions().doom();
      }
      scope.out().done(kind, -1);
      throw new CaughtError(error);
    }
    if (effect == ErrorEffect.TRANSACTION) {
      session.transactions().rollbackAll(scope.out());
    }
    report(error, kind, effect);
    if (effect == ErrorEffect.BATCH) {
      return Flow.LEAVE;
    }
    return effect == ErrorEffect.STATEMENT && !isThrow(statement) ? Flow.NEXT : Flow.ABORT;
  }

  private static SqlMessage placed(SqlMessage message, Step step) {
    return message.line() != 1 || step.statement() instanceof Statement.Rethrow
        ? message
        : new SqlMessage(
            message.number(), message.severity(), message.state(), message.text(), step.line());
  }

  /** RAISERROR ends nothing; THROW heeds XACT_ABORT alone (documented). */
  private ErrorEffect effect(SqlMessage error, Statement statement) {
    boolean xactAbort = session.options().isXactAbort();
    if (statement instanceof Statement.RaiseError && error.number() >= MessageRunner.USER_MESSAGE) {
      return ErrorEffect.STATEMENT;
    }
    if (isThrow(statement)) {
      return xactAbort ? ErrorEffect.TRANSACTION : ErrorEffect.STATEMENT;
    }
    return ErrorEffect.of(error, xactAbort);
  }

  private static boolean isThrow(Statement statement) {
    return statement instanceof Statement.Throw || statement instanceof Statement.Rethrow;
  }

  private void report(SqlMessage error, StatementKind kind, ErrorEffect effect) {
    scope.out().error(error);
    boolean changes =
        kind == StatementKind.INSERT
            || kind == StatementKind.UPDATE
            || kind == StatementKind.DELETE;
    if (changes && effect == ErrorEffect.STATEMENT) {
      scope
          .out()
          .info(new SqlMessage(3621, 0, 0, "The statement has been terminated.", error.line()));
    }
    scope.out().done(kind, -1);
  }
}
