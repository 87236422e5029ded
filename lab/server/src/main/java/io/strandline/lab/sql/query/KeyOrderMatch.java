package io.strandline.lab.sql.query;

import io.strandline.lab.sql.ast.Expr;
import java.util.List;

/** Decides whether reading a source in its key's order, or against it, gives an ORDER BY. */
final class KeyOrderMatch {

  /** How to read the first source. */
  enum Direction {
    FORWARD,
    REVERSE,
    UNORDERED
  }

  private KeyOrderMatch() {}

  static Direction of(List<Expr.OrderItem> order, Level first, Scope scope) {
    List<List<Relation.KeyColumn>> keys = first.source().relation().keys();
    List<Relation.KeyColumn> key = keys.isEmpty() ? List.of() : keys.get(first.key());
    SeekPlan seek = first.seek();
    int fixed = seek == null ? 0 : seek.prefixLength();
    int at = 0;
    Direction direction = Direction.UNORDERED;
    for (Expr.OrderItem item : order) {
      if (!(item.expr() instanceof Expr.ColumnRef ref)) {
        return Direction.UNORDERED;
      }
      Scope.Found found = scope.local(ref, 0);
      if (found == null || found.position() != 0) {
        return Direction.UNORDERED;
      }
      while (at < fixed && key.get(at).column() != found.index()) {
        at++;
      }
      if (at >= key.size() || key.get(at).column() != found.index()) {
        return Direction.UNORDERED;
      }
      boolean reverse = item.descending() != key.get(at).descending();
      Direction wanted = reverse ? Direction.REVERSE : Direction.FORWARD;
      if (at >= fixed && direction != Direction.UNORDERED && direction != wanted) {
        return Direction.UNORDERED;
      }
      if (at >= fixed) {
        direction = wanted;
      }
      at++;
    }
    return direction == Direction.UNORDERED ? Direction.FORWARD : direction;
  }

  /** The direction in which the first non-NULL value of a key column is its MIN or MAX. */
  static Direction extreme(Expr.Call call, Level only, Scope scope) {
    boolean extreme = call.name().equals("MIN") || call.name().equals("MAX");
    if (!extreme || call.args().size() != 1) {
      return Direction.UNORDERED;
    }
    Expr.OrderItem item = new Expr.OrderItem(call.args().get(0), call.name().equals("MAX"));
    if (!(item.expr() instanceof Expr.ColumnRef)) {
      return Direction.UNORDERED;
    }
    return of(List.of(item), only, scope);
  }
}
