package io.strandline.lab.sql.exec;

import io.strandline.lab.sql.ast.ObjectName;
import io.strandline.lab.sql.ast.Statement;
import io.strandline.lab.sql.parse.BatchParser;
import io.strandline.lab.sql.type.SqlErrors;
import java.util.Set;

/** Reads the name in a request that calls a procedure. */
final class ProcedureNames {

  private ProcedureNames() {}

  static ObjectName parse(String name) {
    Statement statement =
        BatchParser.parse("EXEC " + name, function -> false, Set.of()).get(0).statement();
    if (statement instanceof Statement.Execute execute && execute.args().isEmpty()) {
      return execute.procedure();
    }
    throw SqlErrors.unknownProcedure(name);
  }
}
