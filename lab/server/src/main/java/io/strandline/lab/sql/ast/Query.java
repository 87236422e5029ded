package io.strandline.lab.sql.ast;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A query with its common table expressions and order.
 *
 * @param offset rows to skip
 * @param fetch rows to return after them
 */
public record Query(
    List<Cte> ctes,
    Body body,
    List<Expr.OrderItem> orderBy,
    @Nullable Expr offset,
    @Nullable Expr fetch) {

  /** A named query of a WITH clause; no column names means the query's own. */
  public record Cte(String name, List<String> columns, Query query) {}

  /** What a query is made of. */
  public sealed interface Body {}

  /** {@code left UNION ALL right}, or UNION when {@code distinct}. */
  public record Union(Body left, Body right, boolean distinct) implements Body {}

  /** A parenthesised query inside a UNION. */
  public record Nested(Query query) implements Body {}

  /**
   * TOP.
   *
   * @param percent whether {@code count} is a share of all rows
   * @param ties whether rows equal to the last one by ORDER BY stay too
   */
  public record Top(Expr count, boolean percent, boolean ties) {}

  /**
   * One SELECT.
   *
   * @param into the table that it makes of its rows; {@code null} for none
   */
  public record Select(
      boolean distinct,
      @Nullable Top top,
      List<Item> items,
      @Nullable ObjectName into,
      @Nullable TableRef from,
      @Nullable Expr where,
      List<Expr> groupBy,
      @Nullable Expr having)
      implements Body {}

  /** An entry of a select list. */
  public sealed interface Item {}

  /** An expression; without an alias a column keeps its own name. */
  public record Value(Expr expr, @Nullable String alias) implements Item {}

  /** {@code @v = expression}. */
  public record Assign(String variable, Expr expr) implements Item {}

  /** {@code *} or {@code t.*}. */
  public record AllColumns(List<String> qualifier) implements Item {}
}
