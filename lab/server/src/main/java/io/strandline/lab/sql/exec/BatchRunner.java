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
      if (!(statement instanceof Statement.If || statement instanceof Statement.Block)) {
        session.lastError(0);
      }
      return flow;
    } catch (SqlException e) {
      return failed(e, step);
    }
  }

  private Flow statement(Statement statement) {
    if (statement instanceof Statement.Block block) {
      return run(block.steps());
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

  /** Reports an error and decides what goes on. */
  private Flow failed(SqlException error, Step step) {
    SqlMessage message = error.sqlMessage();
    if (message.line() == 1) {
      message =
          new SqlMessage(
              message.number(), message.severity(), message.state(), message.text(), step.line());
    }
    Statement statement = step.statement();
    boolean raised = statement instanceof Statement.RaiseError;
    boolean thrown = statement instanceof Statement.Throw;
    ErrorEffect effect =
        raised ? ErrorEffect.STATEMENT : ErrorEffect.of(error, session.options().isXactAbort());
    session.lastError(message.number());
    session.rowCount(0);
    if (effect == ErrorEffect.TRANSACTION) {
      session.transactions().rollbackAll(scope.out());
    }
    if (message.severity() >= 20) {
      throw error;
    }
    scope.out().error(message);
    StatementKind kind = StatementRunner.kind(statement);
    boolean changes =
        kind == StatementKind.INSERT
            || kind == StatementKind.UPDATE
            || kind == StatementKind.DELETE;
    if (changes && effect == ErrorEffect.STATEMENT) {
      scope
          .out()
          .info(new SqlMessage(3621, 0, 0, "The statement has been terminated.", step.line()));
    }
    scope.out().done(kind, -1);
    if (effect == ErrorEffect.BATCH) {
      return Flow.LEAVE;
    }
    return effect == ErrorEffect.STATEMENT && !thrown ? Flow.NEXT : Flow.ABORT;
  }
}
