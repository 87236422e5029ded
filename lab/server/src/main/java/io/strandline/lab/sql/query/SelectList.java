package io.strandline.lab.sql.query;

import io.strandline.lab.session.Column;
import io.strandline.lab.session.SqlException;
import io.strandline.lab.session.SqlType;
import io.strandline.lab.sql.ast.Expr;
import io.strandline.lab.sql.ast.Query;
import io.strandline.lab.sql.type.Types;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A select list with its stars spelled out. */
final class SelectList {

  /** An output; a star's columns are known by their place, as names may repeat. */
  private record Output(@Nullable Expr expr, String name, @Nullable Source source, int column) {}

  private final Scope scope;
  private final List<Output> outputs = new ArrayList<>();
  private final List<String> assigned = new ArrayList<>();

  SelectList(List<Query.Item> items, Scope scope) {
    this.scope = scope;
    for (Query.Item item : items) {
      add(item);
    }
    if (!assigned.isEmpty() && assigned.size() != outputs.size()) {
      throw SqlException.of(
          141,
          15,
          1,
          "A SELECT statement that assigns a value to a variable must not be combined with"
              + " data-retrieval operations.");
    }
  }

  private void add(Query.Item item) {
    if (item instanceof Query.Value value) {
      String alias = value.alias();
      String name =
          alias != null ? alias : value.expr() instanceof Expr.ColumnRef ref ? ref.name() : "";
      outputs.add(new Output(value.expr(), name, null, -1));
    } else if (item instanceof Query.Assign assign) {
      assigned.add(assign.variable());
      outputs.add(new Output(assign.expr(), "", null, -1));
    } else {
      addAll(((Query.AllColumns) item).qualifier());
    }
  }

  private void addAll(List<String> qualifier) {
    boolean any = false;
    for (Source source : scope.sources()) {
      if (qualifier.isEmpty() || source.matches(qualifier)) {
        any = true;
        List<Column> columns = source.relation().columns();
        for (int i = 0; i < columns.size(); i++) {
          source.relation().use(i);
          outputs.add(new Output(null, columns.get(i).name(), source, i));
        }
      }
    }
    if (!any) {
      throw qualifier.isEmpty()
          ? SqlException.of(263, 16, 1, "Must specify table to select from.")
          : SqlException.of(
              107,
              15,
              1,
              "The column prefix '"
                  + String.join(".", qualifier)
                  + "' does not match with a table name or alias name used in the query.");
    }
  }

  List<String> assigned() {
    return assigned;
  }

  List<Expr> expressions() {
    List<Expr> expressions = new ArrayList<>();
    for (Output output : outputs) {
      if (output.expr() != null) {
        expressions.add(output.expr());
      }
    }
    return expressions;
  }

  /** Every output's expression, a star's columns among them. */
  List<Expr> all() {
    return outputs.stream().map(SelectList::expression).toList();
  }

  /** ORDER BY with output names and numbers replaced by what they stand for. */
  List<Expr.OrderItem> resolve(List<Expr.OrderItem> order) {
    List<Expr.OrderItem> resolved = new ArrayList<>();
    for (Expr.OrderItem item : order) {
      resolved.add(new Expr.OrderItem(target(item.expr()), item.descending()));
    }
    return resolved;
  }

  private Expr target(Expr expr) {
    if (expr instanceof Expr.Literal literal && literal.value() instanceof Integer number) {
      if (number < 1 || number > outputs.size()) {
        throw SqlException.of(
            108,
            16,
            1,
            "The ORDER BY position number "
                + number
                + " is out of range of the number of items in the select list.");
      }
      return expression(outputs.get(number - 1));
    }
    if (expr instanceof Expr.ColumnRef ref && ref.qualifier().isEmpty()) {
      for (Output output : outputs) {
        if (output.expr() != null && output.name().equalsIgnoreCase(ref.name())) {
          return output.expr();
        }
      }
    }
    return expr;
  }

  private static Expr expression(Output output) {
    Expr expr = output.expr();
    if (expr != null) {
      return expr;
    }
    Source source = output.source();
    String alias = source == null ? null : source.alias();
    return new Expr.ColumnRef(alias == null ? List.of() : List.of(alias), output.name());
  }

  /** The column that each output is of the scope's only source; {@code null} if one is not. */
  int @Nullable [] plainColumns() {
    int[] columns = new int[outputs.size()];
    for (int i = 0; i < columns.length; i++) {
      Output output = outputs.get(i);
      if (output.source() != null) {
        columns[i] = output.column();
        continue;
      }
      Scope.Found found = output.expr() instanceof Expr.ColumnRef ref ? scope.local(ref, 0) : null;
      if (found == null) {
        return null;
      }
      columns[i] = found.index();
    }
    return columns;
  }

  List<Bound> bind(ExpressionBinder binder) {
    List<Bound> cells = new ArrayList<>();
    for (Output output : outputs) {
      Expr expr = output.expr();
      cells.add(expr == null ? binder.bind(expression(output)) : binder.bind(expr));
    }
    return cells;
  }

  List<Column> columns(List<Bound> cells) {
    List<Column> columns = new ArrayList<>();
    for (int i = 0; i < cells.size(); i++) {
      Bound cell = cells.get(i);
      SqlType type = cell.type().equals(Types.UNTYPED_NULL) ? Types.INT : cell.type();
      columns.add(new Column(outputs.get(i).name(), type, cell.nullable(), identity(i)));
    }
    return columns;
  }

  private boolean identity(int index) {
    Output output = outputs.get(index);
    Source source = output.source();
    if (source != null) {
      return source.relation().columns().get(output.column()).identity();
    }
    if (output.expr() instanceof Expr.ColumnRef ref) {
      Scope.Found found = scope.local(ref, 0);
      return found != null && found.column().identity();
    }
    return false;
  }
}
