package io.strandline.lab.sql.exec;

import io.strandline.lab.session.Column;
import io.strandline.lab.session.SqlRequest;
import io.strandline.lab.sql.ast.Statement;
import io.strandline.lab.sql.query.QueryBinder;
import io.strandline.lab.sql.query.QueryPlan;
import io.strandline.lab.sql.query.StatementContext;
import io.strandline.lab.sql.query.Variables;
import io.strandline.lab.store.Txn;
import java.util.List;

/** Tells the columns of a text's first result set without running it. */
final class Describer {

  private final LabSession session;

  Describer(LabSession session) {
    this.session = session;
  }

  List<Column> describe(SqlRequest.Text request) {
    List<Statement.Step> steps =
        session.engine().parse(request.sql(), LabSession.names(request.parameters()));
    Variables variables = LabSession.variables(request.parameters());
    Txn txn = session.transactions().autocommit();
    try (StatementContext context = session.context(variables, txn)) {
      return describe(steps, context);
    } finally {
      txn.rollback();
    }
  }

  private List<Column> describe(List<Statement.Step> steps, StatementContext context) {
    for (Statement.Step step : steps) {
      if (step.statement() instanceof Statement.Declare declare) {
        for (Statement.Declaration variable : declare.variables()) {
          context.variables().declare(variable.name(), variable.type(), null);
        }
      } else if (step.statement() instanceof Statement.SelectRows select) {
        QueryPlan plan = new QueryBinder(context, session.engine().library()).bind(select.query());
        if (plan.assigned().isEmpty()) {
          return plan.columns();
        }
      }
    }
    return List.of();
  }
}
