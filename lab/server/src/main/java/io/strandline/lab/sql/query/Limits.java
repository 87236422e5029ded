package io.strandline.lab.sql.query;

import io.strandline.lab.session.SqlException;
import io.strandline.lab.session.SqlType;
import io.strandline.lab.sql.ast.Expr;
import io.strandline.lab.sql.ast.Query;
import io.strandline.lab.sql.type.Types;
import io.strandline.lab.store.RowCursor;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** TOP, or OFFSET and FETCH. */
record Limits(
    @Nullable Bound top,
    boolean percent,
    boolean ties,
    @Nullable Bound offset,
    @Nullable Bound fetch) {

  /** Binds TOP alone. */
  static Limits top(Query.@Nullable Top top, ExpressionBinder binder) {
    return top == null
        ? new Limits(null, false, false, null, null)
        : new Limits(
            bind(top.count(), binder, top.percent() ? Types.FLOAT : Types.BIGINT),
            top.percent(),
            top.ties(),
            null,
            null);
  }

  /** Binds a query's limits; errors 1062 and 10741 for those that do not go together. */
  static Limits of(Query query, Query.@Nullable Top top, ExpressionBinder binder) {
    Limits first = top(top, binder);
    if (first.ties && query.orderBy().isEmpty()) {
      throw tiesWithoutOrder();
    }
    if (top != null && query.offset() != null) {
      throw SqlException.of(
          10741, 15, 2, "A TOP can not be used in the same query or sub-query as a OFFSET.");
    }
    return new Limits(
        first.top,
        first.percent,
        first.ties,
        bind(query.offset(), binder, Types.BIGINT),
        bind(query.fetch(), binder, Types.BIGINT));
  }

  static SqlException tiesWithoutOrder() {
    return SqlException.of(
        1062,
        16,
        1,
        "The TOP N WITH TIES clause is not allowed without a corresponding ORDER BY clause.");
  }

  private static @Nullable Bound bind(@Nullable Expr expr, ExpressionBinder binder, SqlType type) {
    return expr == null ? null : binder.bind(expr).as(type);
  }

  /** Whether they are plain counts of rows. */
  boolean isCounted() {
    return !percent && !ties;
  }

  /** Rows to leave out first. */
  long skip(Frame frame) {
    return offset == null ? 0 : RowCounts.offset(offset.eval(frame));
  }

  /** Rows to return after them at most; only if they are counted. */
  long most(Frame frame) {
    if (top != null) {
      return RowCounts.count(top.eval(frame));
    }
    return fetch == null ? Long.MAX_VALUE : RowCounts.fetch(fetch.eval(frame));
  }

  QueryPlan.Opener over(Projection projection) {
    Bound most = top;
    if (!ties || most == null) {
      return over((QueryPlan.Opener) projection::open);
    }
    return outer -> {
      List<RowOrder.Keyed> rows = projection.sorted(outer);
      RowOrder order = projection.order();
      int kept = (int) Math.min(rows.size(), limit(most, new Frame(outer), rows.size()));
      while (kept > 0
          && kept < rows.size()
          && order.compare(rows.get(kept - 1), rows.get(kept)) == 0) {
        kept++;
      }
      Iterator<RowOrder.Keyed> iterator = rows.subList(0, kept).iterator();
      return () -> iterator.hasNext() ? iterator.next().row() : null;
    };
  }

  QueryPlan.Opener over(QueryPlan.Opener rows) {
    if (top == null && offset == null) {
      return rows;
    }
    return outer -> {
      Frame frame = new Frame(outer);
      Bound most = top;
      if (most != null && percent) {
        return share(rows.open(outer), most, frame);
      }
      return limited(rows.open(outer), skip(frame), most(frame));
    };
  }

  private RowCursor share(RowCursor rows, Bound share, Frame frame) {
    List<@Nullable Object[]> all = new ArrayList<>();
    for (@Nullable Object @Nullable [] row = rows.next(); row != null; row = rows.next()) {
      all.add(row);
    }
    Iterator<@Nullable Object[]> kept =
        all.subList(0, (int) Math.min(all.size(), limit(share, frame, all.size()))).iterator();
    return () -> kept.hasNext() ? kept.next() : null;
  }

  /** How many of {@code size} rows TOP lets through. */
  private long limit(Bound most, Frame frame, int size) {
    Object value = most.eval(frame);
    return percent ? RowCounts.share(value, size) : RowCounts.count(value);
  }

  private static RowCursor limited(RowCursor rows, long skip, long limit) {
    long[] left = {skip, limit};
    return () -> {
      while (left[0] > 0) {
        left[0]--;
        if (rows.next() == null) {
          left[0] = 0;
          left[1] = 0;
        }
      }
      if (left[1] <= 0) {
        return null;
      }
      left[1]--;
      return rows.next();
    };
  }
}
