package io.strandline.lab.sql.exec;

import io.strandline.lab.session.CancelledException;
import io.strandline.lab.session.Column;
import io.strandline.lab.session.ResultSink;
import io.strandline.lab.session.ResultSink.StatementKind;
import io.strandline.lab.sql.ast.ObjectName;
import io.strandline.lab.sql.ast.Query;
import io.strandline.lab.sql.ast.Statement;
import io.strandline.lab.sql.query.QueryBinder;
import io.strandline.lab.sql.query.QueryPlan;
import io.strandline.lab.sql.query.StatementContext;
import io.strandline.lab.sql.query.Variables;
import io.strandline.lab.sql.type.Coercion;
import io.strandline.lab.store.RowCursor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Runs SELECT: rows to the client, or values to variables. */
final class SelectRunner {

  private static final int CANCEL_CHECK_ROWS = 256;

  private final BatchScope scope;
  private final BatchRunner batch;
  private final LabSession session;
  private final ResultSink out;

  SelectRunner(BatchScope scope, BatchRunner batch) {
    this.scope = scope;
    this.batch = batch;
    this.session = scope.session();
    this.out = scope.out();
  }

  void run(Statement.SelectRows select) {
    boolean readsTables =
        !(select.query().body() instanceof Query.Select body) || body.from() != null;
    long count = batch.inStatement(readsTables, context -> run(select, context));
    session.rowCount(count);
    out.done(StatementKind.SELECT, session.options().isNoCount() ? -1 : count);
  }

  private long run(Statement.SelectRows select, StatementContext context) {
    QueryPlan plan = new QueryBinder(context, session.engine().library()).bind(select.query());
    ObjectName into = into(select.query().body());
    if (into != null) {
      return new TableMaker(session, context).make(into, plan);
    }
    if (!plan.assigned().isEmpty()) {
      return session.options().isFormatOnly() ? 0 : assign(plan);
    }
    out.columns(plan.columns());
    return session.options().isFormatOnly()
        ? 0
        : plan.send(out, session.options().rowLimit(), this::checkCancelled);
  }

  private static @Nullable ObjectName into(Query.Body body) {
    if (body instanceof Query.Union union) {
      return into(union.left());
    }
    return body instanceof Query.Select select ? select.into() : null;
  }

  private void checkCancelled(long count) {
    if (count % CANCEL_CHECK_ROWS == 0 && session.isCancelled()) {
      throw new CancelledException("the query was cancelled");
    }
  }

  /** The last row's values stay. */
  private long assign(QueryPlan plan) {
    List<Column> columns = plan.columns();
    RowCursor rows = plan.open(null);
    long count = 0;
    for (@Nullable Object @Nullable [] row = rows.next(); row != null; row = rows.next()) {
      for (int i = 0; i < columns.size(); i++) {
        Variables.Variable variable = scope.variables().get(plan.assigned().get(i));
        variable.set(Coercion.convert(row[i], columns.get(i).type(), variable.type()));
      }
      count++;
      checkCancelled(count);
    }
    return count;
  }
}
