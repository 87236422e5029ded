package io.strandline.lab.sql.query;

import io.strandline.lab.session.SqlType;
import io.strandline.lab.session.SqlType.Kind;
import io.strandline.lab.sql.ast.Expr;
import io.strandline.lab.sql.type.Compare;
import io.strandline.lab.sql.type.Types;
import io.strandline.lab.store.Seek;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The range of a relation's key that conditions leave, computed at each opening. */
final class SeekPlan {

  /** A comparison of a column with something known before the relation is read. */
  record Limit(int column, String op, Bound value) {}

  private record Edge(Bound value, boolean inclusive) {}

  private final List<Bound> prefix = new ArrayList<>();
  private final List<Edge> lows = new ArrayList<>();
  private final List<Edge> highs = new ArrayList<>();

  private SeekPlan() {}

  /** The plan that the limits allow; {@code null} if they do not touch the key. */
  static @Nullable SeekPlan of(Relation relation, List<Limit> limits) {
    SeekPlan plan = new SeekPlan();
    for (Relation.KeyColumn key : relation.key()) {
      Bound equal = plan.equality(key.column(), limits);
      if (equal == null) {
        plan.ranges(key.column(), limits);
        break;
      }
      plan.prefix.add(equal);
    }
    return plan.prefix.isEmpty() && plan.lows.isEmpty() && plan.highs.isEmpty() ? null : plan;
  }

  int prefixLength() {
    return prefix.size();
  }

  private @Nullable Bound equality(int column, List<Limit> limits) {
    for (Limit limit : limits) {
      if (limit.column() == column && limit.op().equals("=")) {
        return limit.value();
      }
    }
    return null;
  }

  private void ranges(int column, List<Limit> limits) {
    for (Limit limit : limits) {
      if (limit.column() != column) {
        continue;
      }
      boolean inclusive = limit.op().endsWith("=");
      if (limit.op().startsWith(">")) {
        lows.add(new Edge(limit.value(), inclusive));
      } else if (limit.op().startsWith("<") && !limit.op().equals("<>")) {
        highs.add(new Edge(limit.value(), inclusive));
      }
    }
  }

  /** The range now; {@code null} if a limit is NULL, so that no row can match. */
  @Nullable Seek at(Frame frame) {
    List<Object> values = new ArrayList<>(prefix.size());
    for (Bound bound : prefix) {
      Object value = bound.eval(frame);
      if (value == null) {
        return null;
      }
      values.add(value);
    }
    Seek.Bound low = null;
    for (Edge edge : lows) {
      Object value = edge.value().eval(frame);
      if (value == null) {
        return null;
      }
      low = tighter(low, new Seek.Bound(value, edge.inclusive()), 1);
    }
    Seek.Bound high = null;
    for (Edge edge : highs) {
      Object value = edge.value().eval(frame);
      if (value == null) {
        return null;
      }
      high = tighter(high, new Seek.Bound(value, edge.inclusive()), -1);
    }
    return new Seek(values, low, high);
  }

  private static Seek.Bound tighter(Seek.@Nullable Bound known, Seek.Bound other, int direction) {
    if (known == null) {
      return other;
    }
    int order = Compare.values(other.value(), known.value()) * direction;
    return order > 0 || order == 0 && !other.inclusive() ? other : known;
  }

  /**
   * The comparison as a limit on a column; {@code null} if the types do not let an index be used.
   *
   * <p>An nvarchar value against a varchar column converts the column, so that no seek is possible,
   * as measured on 2022.
   */
  static @Nullable Limit limit(int column, SqlType columnType, String op, Bound value) {
    SqlType type = value.type();
    if (type.kind() == columnType.kind()) {
      return new Limit(column, op, value);
    }
    boolean bits = type.kind() == Kind.BIT || columnType.kind() == Kind.BIT;
    boolean numbers = Types.isNumeric(type) && Types.isNumeric(columnType) && !bits;
    boolean widened = Types.isUnicode(type) && !Types.isUnicode(columnType);
    boolean texts = Types.isString(type) && Types.isString(columnType) && !widened;
    boolean binaries = Types.isBinary(type) && Types.isBinary(columnType);
    if (numbers || texts || binaries) {
      return new Limit(column, op, value);
    }
    boolean converted =
        Types.isString(type)
            && !Types.isString(columnType)
            && !Types.isBinary(columnType)
            && Types.precedence(columnType.kind()) > Types.precedence(type.kind());
    return converted ? new Limit(column, op, value.as(columnType)) : null;
  }

  static String mirrored(String op) {
    return switch (op) {
      case "<" -> ">";
      case "<=" -> ">=";
      case ">" -> "<";
      case ">=" -> "<=";
      default -> op;
    };
  }

  /** BETWEEN as its two comparisons; any other condition as itself. */
  static List<Expr> comparisons(Expr conjunct) {
    if (conjunct instanceof Expr.Between between && !between.negated()) {
      return List.of(
          new Expr.Comparison(">=", between.operand(), between.low()),
          new Expr.Comparison("<=", between.operand(), between.high()));
    }
    return List.of(conjunct);
  }
}
