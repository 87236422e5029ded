package io.strandline.lab.sql.exec;

import io.strandline.lab.catalog.Database;
import io.strandline.lab.session.ResultSink;
import io.strandline.lab.session.ResultSink.StatementKind;
import io.strandline.lab.session.SqlException;
import io.strandline.lab.session.SqlMessage;
import io.strandline.lab.session.SqlType;
import io.strandline.lab.sql.ast.Expr;
import io.strandline.lab.sql.ast.Statement;
import io.strandline.lab.sql.query.Bound;
import io.strandline.lab.sql.query.ExpressionBinder;
import io.strandline.lab.sql.query.Frame;
import io.strandline.lab.sql.query.StatementContext;
import io.strandline.lab.sql.query.TableVariable;
import io.strandline.lab.sql.query.Variables;
import io.strandline.lab.sql.type.Types;

/** Runs single statements. */
final class StatementRunner {

  private final BatchScope scope;
  private final BatchRunner batch;
  private final LabSession session;
  private final ResultSink out;

  StatementRunner(BatchScope scope, BatchRunner batch) {
    this.scope = scope;
    this.batch = batch;
    this.session = scope.session();
    this.out = scope.out();
  }

  /** What a client is told a statement was. */
  static StatementKind kind(Statement statement) {
    if (statement instanceof Statement.SelectRows) {
      return StatementKind.SELECT;
    }
    if (statement instanceof Statement.Insert) {
      return StatementKind.INSERT;
    }
    if (statement instanceof Statement.Update) {
      return StatementKind.UPDATE;
    }
    return statement instanceof Statement.Delete ? StatementKind.DELETE : StatementKind.OTHER;
  }

  Flow run(Statement statement) {
    if (statement instanceof Statement.SelectRows select) {
      new SelectRunner(scope, batch).run(select);
      return Flow.NEXT;
    }
    if (statement instanceof Statement.Insert
        || statement instanceof Statement.Update
        || statement instanceof Statement.Delete) {
      change(statement);
      return Flow.NEXT;
    }
    if (statement instanceof Statement.Execute execute) {
      return new ExecuteRunner(scope, batch).run(execute);
    }
    if (statement instanceof Statement.ExecuteText text) {
      return new ExecuteRunner(scope, batch).run(text);
    }
    if (variable(statement) || message(statement)) {
      return Flow.NEXT;
    }
    if (!transaction(statement) && !setting(statement)) {
      define(statement);
    }
    out.done(StatementKind.OTHER, -1);
    return Flow.NEXT;
  }

  private void change(Statement statement) {
    if (session.options().isFormatOnly()) {
      out.done(kind(statement), -1);
      return;
    }
    session.transactions().requireWritable();
    DmlResult result =
        batch.inStatement(true, context -> new DmlRunner(scope, batch, context).run(statement));
    if (result.columns() != null) {
      out.columns(result.columns());
      result.rows().forEach(out::row);
    }
    session.rowCount(result.count());
    out.done(kind(statement), session.options().isNoCount() ? -1 : result.count());
  }

  private boolean variable(Statement statement) {
    Variables variables = scope.variables();
    if (statement instanceof Statement.Declare declare) {
      for (Statement.Declaration declaration : declare.variables()) {
        Expr value = declaration.value();
        variables.declare(declaration.name(), declaration.type(), null);
        if (value != null) {
          set(variables.get(declaration.name()), value);
        }
      }
      return true;
    }
    if (statement instanceof Statement.SetVariable set) {
      set(variables.get(set.name()), set.value());
      return true;
    }
    if (statement instanceof Statement.DeclareTable declare) {
      variables.declareTable(declare.name(), tableVariable(declare));
      return true;
    }
    return false;
  }

  private TableVariable tableVariable(Statement.DeclareTable declare) {
    return batch.inStatement(
        false,
        context -> {
          SchemaMaker maker = new SchemaMaker(context, session.engine().library(), () -> 0);
          return new TableVariable(
              maker.schema(
                  declare.name(),
                  declare.columns(),
                  declare.constraints(),
                  new ColumnMaker(session.current())),
              SchemaMaker.identityOf(declare.columns(), declare.name()));
        });
  }

  private void set(Variables.Variable variable, Expr value) {
    variable.set(batch.value(value, variable.type()));
  }

  private boolean message(Statement statement) {
    if (statement instanceof Statement.Print print) {
      Object text = batch.value(print.value(), Types.NVARCHAR_MAX);
      out.info(new SqlMessage(0, 0, 1, text == null ? "" : (String) text, 1));
      return true;
    }
    if (statement instanceof Statement.RaiseError raise) {
      new MessageRunner(session, batch, out).raise(raise);
      return true;
    }
    if (statement instanceof Statement.Throw thrown) {
      throw new MessageRunner(session, batch, out).thrown(thrown);
    }
    if (statement instanceof Statement.Rethrow) {
      throw new MessageRunner(session, batch, out).rethrown();
    }
    if (statement instanceof Statement.WaitFor wait) {
      new WaitRunner(session, batch).run(wait);
      return true;
    }
    return false;
  }

  private boolean transaction(Statement statement) {
    TransactionState transactions = session.transactions();
    if (statement instanceof Statement.BeginTransaction begin) {
      transactions.begin(begin.name(), out);
    } else if (statement instanceof Statement.CommitTransaction) {
      transactions.commit(out);
    } else if (statement instanceof Statement.RollbackTransaction rollback) {
      transactions.rollback(rollback.name(), out);
    } else if (statement instanceof Statement.SaveTransaction save) {
      transactions.save(save.name());
    } else {
      return false;
    }
    return true;
  }

  private boolean setting(Statement statement) {
    if (statement instanceof Statement.SetOption option) {
      session.options().apply(option);
      return true;
    }
    if (statement instanceof Statement.Use use) {
      use(use.database());
      return true;
    }
    return false;
  }

  private void use(String name) {
    Database next = session.server().database(name);
    if (session.access().user(next) == null) {
      throw SqlException.of(
          916,
          14,
          2,
          "The server principal \""
              + session.login()
              + "\" is not able to access the database \""
              + next.name()
              + "\" under the current security context.");
    }
    String before = session.database();
    session.use(next);
    out.databaseChanged(before, next.name());
  }

  private void define(Statement statement) {
    if (statement instanceof Statement.Permission
        || statement instanceof Statement.CreateLogin
        || statement instanceof Statement.CreateUser
        || statement instanceof Statement.CreateRole
        || statement instanceof Statement.Drop drop && drop.kind() != Statement.DropKind.SCHEMA
        || statement instanceof Statement.AlterRole) {
      new SecurityRunner(session).run(statement);
    } else if (statement instanceof Statement.CreateDatabase
        || statement instanceof Statement.DropDatabase
        || statement instanceof Statement.AlterDatabase) {
      new DatabaseRunner(session).run(statement);
    } else {
      batch.inStatement(
          true,
          context -> {
            session.transactions().requireWritable();
            new TableRunner(session, context).run(statement);
            return true;
          });
    }
  }

  /** Computes an expression in a context. */
  static Object constant(LabSession session, StatementContext context, Expr expr, SqlType type) {
    Bound bound =
        ExpressionBinder.standalone(context, session.engine().library()).bind(expr).as(type);
    Object value = bound.eval(new Frame(null));
    if (value == null) {
      throw SqlException.of(1060, 15, 1, "The value must not be NULL.");
    }
    return value;
  }
}
