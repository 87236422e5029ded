package io.strandline.lab.sql.query;

import io.strandline.lab.sql.ast.ObjectName;
import java.util.List;
import java.util.Set;

/** The functions, tables and views that statements can name. */
public interface Library {

  /** Binds a scalar function; an unknown one is an error with SQL Server's number. */
  Bound function(FunctionCall call);

  /** A table or view; error 208 if there is none. */
  Relation relation(StatementContext context, ObjectName name, Set<String> hints);

  /** A table-valued function; error 208 if there is none. */
  Relation tableFunction(StatementContext context, ObjectName name, List<Bound> args);
}
