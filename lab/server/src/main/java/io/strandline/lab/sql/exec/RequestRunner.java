package io.strandline.lab.sql.exec;

import io.strandline.lab.session.Parameter;
import io.strandline.lab.session.ResultSink;
import io.strandline.lab.session.SqlException;
import io.strandline.lab.session.SqlMessage;
import io.strandline.lab.session.SqlRequest;
import io.strandline.lab.sql.ast.Expr;
import io.strandline.lab.sql.ast.ObjectName;
import io.strandline.lab.sql.ast.Statement;
import io.strandline.lab.sql.query.Variables;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Runs one request of a session. */
final class RequestRunner {

  private final LabSession session;
  private final TrackingSink out;

  RequestRunner(LabSession session, ResultSink out) {
    this.session = session;
    this.out = new TrackingSink(out);
  }

  void run(SqlRequest request) {
    if (request instanceof SqlRequest.Text text) {
      text(text);
    } else if (request instanceof SqlRequest.Procedure procedure) {
      procedure(procedure);
    } else {
      transaction(request);
    }
    endDoomed();
    if (!out.isDone()) {
      out.done(ResultSink.StatementKind.OTHER, -1);
    }
  }

  /** A transaction that cannot be committed does not outlive its batch (documented). */
  private void endDoomed() {
    if (session.transactions().isDoomed()) {
      session.transactions().rollbackAll(out);
      out.error(
          new SqlMessage(
              3998,
              16,
              1,
              "Uncommittable transaction is detected at the end of the batch. The transaction is"
                  + " rolled back.",
              1));
      out.done(ResultSink.StatementKind.OTHER, -1);
    }
  }

  private void text(SqlRequest.Text text) {
    Variables variables = LabSession.variables(text.parameters());
    List<Statement.Step> steps;
    try {
      steps = session.engine().parse(text.sql(), LabSession.names(text.parameters()));
    } catch (SqlException e) {
      session.lastError(e.sqlMessage().number());
      out.error(e.sqlMessage());
      out.done(ResultSink.StatementKind.OTHER, -1);
      return;
    }
    SessionOptions before = session.options();
    int temporary = session.temporaryTables().count();
    boolean called = !text.parameters().isEmpty();
    if (called) {
      session.options(before.copy());
    }
    try {
      new BatchRunner(new BatchScope(session, variables, out, false, 1)).run(steps);
    } finally {
      if (called) {
        // Options and tables of a module or sp_executesql end with it (documented).
        session.options(before);
        session.temporaryTables().dropSince(temporary);
      }
    }
    outputs(text.parameters(), variables);
  }

  private void outputs(List<Parameter> parameters, Variables variables) {
    for (Parameter parameter : parameters) {
      if (parameter.output()) {
        Object value = variables.get(parameter.name().toLowerCase(Locale.ROOT)).value();
        out.outputValue(new Parameter(parameter.name(), parameter.type(), value, true));
      }
    }
  }

  private void procedure(SqlRequest.Procedure procedure) {
    Variables variables = new Variables();
    List<Statement.Argument> arguments = new ArrayList<>();
    int position = 0;
    for (Parameter parameter : procedure.parameters()) {
      String variable = "@p" + position++;
      variables.declare(variable, parameter.type(), parameter.value());
      String name = parameter.name().isEmpty() ? null : parameter.name().toLowerCase(Locale.ROOT);
      arguments.add(new Statement.Argument(name, new Expr.Variable(variable), parameter.output()));
    }
    ObjectName name = ProcedureNames.parse(procedure.name());
    Statement execute = new Statement.Execute(null, name, arguments);
    Flow flow =
        new BatchRunner(new BatchScope(session, variables, out, false, 1))
            .run(List.of(new Statement.Step(1, execute)));
    out.returnStatus(flow == Flow.NEXT ? 0 : 1);
    position = 0;
    for (Parameter parameter : procedure.parameters()) {
      Object value = variables.get("@p" + position++).value();
      if (parameter.output()) {
        out.outputValue(new Parameter(parameter.name(), parameter.type(), value, true));
      }
    }
  }

  private void transaction(SqlRequest request) {
    try {
      if (request instanceof SqlRequest.Begin) {
        session.transactions().begin(null, out);
      } else if (request instanceof SqlRequest.Commit) {
        session.transactions().commit(out);
      } else {
        session.transactions().rollback(null, out);
      }
    } catch (SqlException e) {
      out.error(e.sqlMessage());
    }
  }
}
