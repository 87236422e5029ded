package io.strandline.lab.sql.exec;

import io.strandline.lab.sql.ast.Expr;
import io.strandline.lab.sql.query.Expressions;
import java.util.ArrayList;
import java.util.List;

/** Finds the columns that an expression names. */
final class ColumnNames {

  private ColumnNames() {}

  /** The names in order, each once in any case. */
  static List<String> in(Expr expr) {
    List<String> names = new ArrayList<>();
    Expressions.visit(
        expr,
        part -> {
          if (part instanceof Expr.ColumnRef ref
              && names.stream().noneMatch(name -> name.equalsIgnoreCase(ref.name()))) {
            names.add(ref.name());
          }
        });
    return names;
  }
}
