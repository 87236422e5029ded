package io.strandline.lab.sql.exec;

import io.strandline.lab.catalog.Database;
import io.strandline.lab.session.SqlException;
import io.strandline.lab.session.SqlType;
import io.strandline.lab.sql.ast.Expr;
import io.strandline.lab.sql.ast.ObjectName;
import io.strandline.lab.sql.ast.Statement;
import io.strandline.lab.sql.parse.BatchParser;
import io.strandline.lab.sql.query.Variables;
import io.strandline.lab.sql.type.Coercion;
import io.strandline.lab.sql.type.SqlErrors;
import io.strandline.lab.sql.type.Types;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Runs EXEC: system procedures, {@code sp_executesql} and text. */
final class ExecuteRunner {

  private final BatchScope scope;
  private final BatchRunner batch;
  private final LabSession session;

  ExecuteRunner(BatchScope scope, BatchRunner batch) {
    this.scope = scope;
    this.batch = batch;
    this.session = scope.session();
  }

  Flow run(Statement.ExecuteText text) {
    Object sql = batch.value(text.text(), Types.NVARCHAR_MAX);
    return sql == null ? Flow.NEXT : nested((String) sql, new Variables());
  }

  private @Nullable Procedure find(ObjectName name) {
    String part = name.database();
    Database database = part == null ? session.current() : session.server().find(part);
    boolean dbo = name.schema() == null || name.schema().equalsIgnoreCase("dbo");
    if (dbo && AgentProcedures.isIn(database)) {
      Procedure procedure = AgentProcedures.find(name.name());
      if (procedure != null) {
        return procedure;
      }
    }
    return find(name.schema(), name.name());
  }

  private static @Nullable Procedure find(@Nullable String schema, String name) {
    if (schema == null || schema.equalsIgnoreCase("sys") || schema.equalsIgnoreCase("dbo")) {
      return SystemProcedures.find(name);
    }
    return schema.equalsIgnoreCase(LabProcedures.SCHEMA) ? LabProcedures.find(name) : null;
  }

  Flow run(Statement.Execute execute) {
    ObjectName name = execute.procedure();
    if (name.name().equalsIgnoreCase("sp_executesql")) {
      return executeSql(execute);
    }
    Procedure procedure = find(name);
    if (procedure == null) {
      throw SqlErrors.unknownProcedure(name.text());
    }
    Map<String, ProcedureCall.Value> arguments =
        arguments(execute, procedure.parameters(), name.name());
    batch.inStatement(
        false,
        context -> {
          Database database = context.database(name);
          procedure
              .body()
              .run(
                  new ProcedureCall(
                      name.name(), session, context, database, arguments, scope.out()));
          return true;
        });
    status(execute);
    return Flow.NEXT;
  }

  private void status(Statement.Execute execute) {
    String status = execute.status();
    if (status != null) {
      Variables.Variable variable = scope.variables().get(status);
      variable.set(Coercion.convert(0, Types.INT, variable.type()));
    }
  }

  private Map<String, ProcedureCall.Value> arguments(
      Statement.Execute execute, List<String> parameters, String procedure) {
    Map<String, ProcedureCall.Value> values = new HashMap<>();
    int position = 0;
    for (Statement.Argument argument : execute.args()) {
      String name = argument.name();
      if (name == null) {
        if (position >= parameters.size()) {
          throw SqlException.of(
              8144,
              16,
              2,
              "Procedure or function " + procedure + " has too many arguments specified.");
        }
        name = parameters.get(position);
      } else if (!parameters.contains(name)) {
        throw SqlException.of(
            8145, 16, 2, name + " is not a parameter for procedure " + procedure + ".");
      }
      position++;
      if (!isDefault(argument.value())) {
        values.put(name, value(argument));
      }
    }
    return values;
  }

  private static boolean isDefault(Expr expr) {
    return expr instanceof Expr.Call call && call.name().equals(Statement.DEFAULT);
  }

  private ProcedureCall.Value value(Statement.Argument argument) {
    if (argument.value() instanceof Expr.Variable variable) {
      Variables.Variable slot = scope.variables().get(variable.name());
      return new ProcedureCall.Value(slot.type(), slot.value(), argument.output() ? slot : null);
    }
    if (argument.value() instanceof Expr.Literal literal) {
      return new ProcedureCall.Value(literal.type(), literal.value(), null);
    }
    return new ProcedureCall.Value(
        Types.NVARCHAR_MAX, batch.value(argument.value(), Types.NVARCHAR_MAX), null);
  }

  private Flow executeSql(Statement.Execute execute) {
    List<Statement.Argument> args = execute.args();
    if (args.isEmpty()) {
      throw SqlException.of(
          201,
          16,
          10,
          "Procedure or function 'sp_executesql' expects parameter '@statement', which was not"
              + " supplied.");
    }
    String text = (String) required(value(args.get(0)));
    Variables variables = new Variables();
    String declaration = args.size() < 2 ? "" : (String) required(value(args.get(1)));
    Map<String, SqlType> declared =
        declaration.isEmpty() ? Map.of() : BatchParser.parameters(declaration);
    Map<String, ProcedureCall.Value> given = bind(args, declared);
    requireAll(declared.keySet(), given.keySet(), declaration, text);
    declared.forEach(
        (name, type) -> {
          ProcedureCall.Value value = given.get(name);
          variables.declare(
              name,
              type,
              value == null ? null : Coercion.convert(value.value(), value.type(), type));
        });
    Flow flow = nested(text, variables, new HashSet<>(declared.keySet()));
    given.forEach((name, value) -> copyBack(variables.get(name), value.output()));
    status(execute);
    return flow;
  }

  /** Documented number and text; the state is general knowledge. */
  private static void requireAll(
      Set<String> declared, Set<String> given, String declaration, String text) {
    for (String name : declared) {
      if (!given.contains(name)) {
        throw SqlException.of(
            8178,
            16,
            1,
            "The parameterized query '("
                + declaration
                + ")"
                + text
                + "' expects the parameter '"
                + name
                + "', which was not supplied.");
      }
    }
  }

  private static void copyBack(Variables.Variable from, Variables.@Nullable Variable output) {
    if (output != null) {
      output.set(Coercion.convert(from.value(), from.type(), output.type()));
    }
  }

  private Map<String, ProcedureCall.Value> bind(
      List<Statement.Argument> args, Map<String, SqlType> declared) {
    Map<String, ProcedureCall.Value> given = new HashMap<>();
    List<String> names = List.copyOf(declared.keySet());
    for (int i = 2; i < args.size(); i++) {
      Statement.Argument argument = args.get(i);
      String name = argument.name();
      if (name == null) {
        if (i - 2 >= names.size()) {
          throw SqlException.of(
              8144, 16, 2, "Procedure or function  has too many arguments specified.");
        }
        name = names.get(i - 2);
      }
      if (!declared.containsKey(name)) {
        throw SqlException.of(
            8145, 16, 2, name + " is not a parameter for procedure sp_executesql.");
      }
      given.put(name, value(argument));
    }
    return given;
  }

  private static Object required(ProcedureCall.Value value) {
    if (value.value() instanceof String text) {
      return text;
    }
    throw SqlException.of(
        214, 16, 2, "Procedure expects parameter '@statement' of type 'ntext/nchar/nvarchar'.");
  }

  private Flow nested(String text, Variables variables) {
    return nested(text, variables, new HashSet<>());
  }

  private Flow nested(String text, Variables variables, java.util.Set<String> names) {
    if (scope.nesting() >= BatchScope.MAX_NESTING) {
      throw SqlException.of(
          217,
          16,
          1,
          "Maximum stored procedure, function, trigger, or view nesting level exceeded (limit"
              + " 32).");
    }
    List<Statement.Step> steps = session.engine().parse(text, names);
    BatchScope inner =
        new BatchScope(session, variables, scope.out(), batch.isGuarded(), scope.nesting() + 1);
    int temporary = session.temporaryTables().count();
    Flow flow;
    try {
      flow = new BatchRunner(inner).run(steps);
    } finally {
      session.temporaryTables().dropSince(temporary);
    }
    return flow == Flow.ABORT ? Flow.ABORT : Flow.NEXT;
  }
}
