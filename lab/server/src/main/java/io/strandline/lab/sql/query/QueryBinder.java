package io.strandline.lab.sql.query;

import io.strandline.lab.session.Column;
import io.strandline.lab.session.SqlException;
import io.strandline.lab.session.SqlType;
import io.strandline.lab.sql.ast.Expr;
import io.strandline.lab.sql.ast.Query;
import io.strandline.lab.sql.type.Coercion;
import io.strandline.lab.sql.type.SqlErrors;
import io.strandline.lab.sql.type.Types;
import io.strandline.lab.store.RowCursor;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Binds queries. */
public final class QueryBinder {

  private final StatementContext context;
  private final Library library;

  public QueryBinder(StatementContext context, Library library) {
    this.context = context;
    this.library = library;
  }

  /** Binds a query that stands by itself. */
  public QueryPlan bind(Query query) {
    return bind(query, null, CommonTables.NONE);
  }

  QueryPlan bind(Query query, @Nullable Scope outer, CommonTables outerTables) {
    CommonTables ctes = outerTables.with(query.ctes());
    ExpressionBinder limitBinder = new ExpressionBinder(context, library, new Scope(outer), ctes);
    if (query.body() instanceof Query.Select select) {
      return new SelectBinder(context, library, outer, ctes)
          .bind(select, query.orderBy(), Limits.of(query, select.top(), limitBinder));
    }
    QueryPlan plan = body(query.body(), outer, ctes);
    Limits limits = Limits.of(query, null, limitBinder);
    QueryPlan.Opener rows = sorted(plan, query.orderBy());
    return new QueryPlan(plan.columns(), limits.over(rows), List.of());
  }

  private QueryPlan body(Query.Body body, @Nullable Scope outer, CommonTables ctes) {
    if (body instanceof Query.Select select) {
      return new SelectBinder(context, library, outer, ctes)
          .bind(select, List.of(), top(select, outer, ctes));
    }
    if (body instanceof Query.Nested nested) {
      return bind(nested.query(), outer, ctes);
    }
    Query.Union union = (Query.Union) body;
    return union(body(union.left(), outer, ctes), body(union.right(), outer, ctes), union);
  }

  private Limits top(Query.Select select, @Nullable Scope outer, CommonTables ctes) {
    Query.Top top = select.top();
    if (top != null && top.ties()) {
      throw Limits.tiesWithoutOrder();
    }
    return Limits.top(top, new ExpressionBinder(context, library, new Scope(outer), ctes));
  }

  private static QueryPlan union(QueryPlan left, QueryPlan right, Query.Union union) {
    int width = left.columns().size();
    if (width != right.columns().size()) {
      throw SqlErrors.setOperatorColumns();
    }
    List<Column> columns = new ArrayList<>();
    for (int i = 0; i < width; i++) {
      Column a = left.columns().get(i);
      Column b = right.columns().get(i);
      columns.add(
          new Column(
              a.name(), Types.common(a.type(), b.type()), a.nullable() || b.nullable(), false));
    }
    boolean distinct = union.distinct();
    QueryPlan.Opener opener =
        outer -> {
          RowCursor first = converted(left, columns, outer);
          QueryPlan second = right;
          RowCursor[] current = {first};
          boolean[] onSecond = {false};
          RowCursor all =
              () -> {
                @Nullable Object @Nullable [] row = current[0].next();
                if (row == null && !onSecond[0]) {
                  onSecond[0] = true;
                  current[0] = converted(second, columns, outer);
                  row = current[0].next();
                }
                return row;
              };
          return distinct ? Projection.distinct(all) : all;
        };
    return new QueryPlan(columns, opener, List.of());
  }

  private static RowCursor converted(QueryPlan plan, List<Column> columns, @Nullable Frame outer) {
    RowCursor rows = plan.open(outer);
    SqlType[] from = plan.columns().stream().map(Column::type).toArray(SqlType[]::new);
    boolean same = true;
    for (int i = 0; i < from.length; i++) {
      same &= from[i].equals(columns.get(i).type());
    }
    if (same) {
      return rows;
    }
    return () -> {
      @Nullable Object @Nullable [] row = rows.next();
      if (row == null) {
        return null;
      }
      @Nullable Object[] out = new @Nullable Object[row.length];
      for (int i = 0; i < out.length; i++) {
        out[i] = Coercion.convert(row[i], from[i], columns.get(i).type());
      }
      return out;
    };
  }

  private static QueryPlan.Opener sorted(QueryPlan plan, List<Expr.OrderItem> order) {
    if (order.isEmpty()) {
      return plan.opener();
    }
    List<Bound> keys = new ArrayList<>();
    boolean[] descending = new boolean[order.size()];
    for (Expr.OrderItem item : order) {
      descending[keys.size()] = item.descending();
      keys.add(output(plan, item.expr()));
    }
    RowOrder rowOrder = new RowOrder(keys, descending);
    return outer -> {
      List<@Nullable Object[]> all = new ArrayList<>();
      RowCursor rows = plan.open(outer);
      for (@Nullable Object @Nullable [] row = rows.next(); row != null; row = rows.next()) {
        all.add(row);
      }
      Iterator<RowOrder.Keyed> iterator = rowOrder.sort(all, outer).iterator();
      return () -> iterator.hasNext() ? iterator.next().row() : null;
    };
  }

  private static Bound output(QueryPlan plan, Expr expr) {
    for (int i = 0; i < plan.columns().size(); i++) {
      int index = i;
      boolean named =
          expr instanceof Expr.ColumnRef ref
              && ref.name().equalsIgnoreCase(plan.columns().get(i).name());
      boolean numbered = expr instanceof Expr.Literal l && Integer.valueOf(i + 1).equals(l.value());
      if (named || numbered) {
        return Bound.of(plan.columns().get(i).type(), frame -> frame.row[index]);
      }
    }
    throw SqlException.of(
        104,
        16,
        1,
        "ORDER BY items must appear in the select list if the statement contains a UNION,"
            + " INTERSECT or EXCEPT operator.");
  }
}
