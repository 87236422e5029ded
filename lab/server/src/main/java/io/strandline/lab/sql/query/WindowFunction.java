package io.strandline.lab.sql.query;

import io.strandline.lab.session.SqlException;
import io.strandline.lab.session.SqlType;
import io.strandline.lab.sql.ast.Expr;
import io.strandline.lab.sql.type.SqlErrors;
import io.strandline.lab.sql.type.Types;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A window function: fills a slot of each row of one sorted partition. */
interface WindowFunction {

  SqlType type();

  /** Whether it may be NULL. */
  default boolean nullable() {
    return false;
  }

  /** Whether its OVER must have an ORDER BY. */
  default boolean needsOrder() {
    return true;
  }

  void compute(List<RowOrder.Keyed> rows, int slot, Frame frame);

  static WindowFunction bind(Expr.Call call, Expr.Over over, ExpressionBinder binder) {
    return switch (call.name()) {
      case "ROW_NUMBER" -> new RowNumber();
      case "RANK" -> new Rank(false);
      case "DENSE_RANK" -> new Rank(true);
      case "NTILE" -> new Tile(binder.bind(call.args().get(0)).as(Types.BIGINT));
      case "LAG", "LEAD" -> Shift.bind(call, binder);
      default -> {
        if (!Aggregates.isAggregateName(call.name())) {
          throw SqlErrors.syntax(call.name().toLowerCase(Locale.ROOT));
        }
        Expr.Call plain =
            new Expr.Call(call.qualifier(), call.name(), call.args(), call.distinct(), null);
        yield new Running(Aggregates.bind(plain, binder), over.frame(), over.orderBy().isEmpty());
      }
    };
  }

  /** Position in the partition. */
  record RowNumber() implements WindowFunction {
    @Override
    public SqlType type() {
      return Types.BIGINT;
    }

    @Override
    public void compute(List<RowOrder.Keyed> rows, int slot, Frame frame) {
      for (int i = 0; i < rows.size(); i++) {
        rows.get(i).row()[slot] = (long) i + 1;
      }
    }
  }

  /** Position of the first of equal rows. */
  record Rank(boolean dense) implements WindowFunction {
    @Override
    public SqlType type() {
      return Types.BIGINT;
    }

    @Override
    public void compute(List<RowOrder.Keyed> rows, int slot, Frame frame) {
      long rank = 0;
      for (int i = 0; i < rows.size(); i++) {
        if (i == 0 || !isPeer(rows.get(i - 1), rows.get(i))) {
          rank = dense ? rank + 1 : i + 1;
        }
        rows.get(i).row()[slot] = rank;
      }
    }
  }

  /** Equal shares; the first ones take the remainder (documented). */
  record Tile(Bound count) implements WindowFunction {
    @Override
    public SqlType type() {
      return Types.BIGINT;
    }

    @Override
    public void compute(List<RowOrder.Keyed> rows, int slot, Frame frame) {
      Object value = count.eval(frame);
      if (!(value instanceof Long tiles) || tiles < 1) {
        throw SqlException.of(
            4110, 16, 1, "The argument type \"int\" is invalid for argument 1 of \"NTILE\".");
      }
      long size = rows.size() / tiles;
      long larger = rows.size() % tiles;
      long edge = larger * (size + 1);
      for (int i = 0; i < rows.size(); i++) {
        rows.get(i).row()[slot] =
            i < edge ? i / (size + 1) + 1 : larger + (i - edge) / Math.max(1, size) + 1;
      }
    }
  }

  /** The value some rows before or after. */
  record Shift(Bound value, Bound offset, Bound otherwise, int sign) implements WindowFunction {

    static Shift bind(Expr.Call call, ExpressionBinder binder) {
      List<Expr> args = call.args();
      if (args.isEmpty() || args.size() > 3) {
        throw SqlErrors.argumentCount(call.name().toLowerCase(Locale.ROOT), 1);
      }
      Bound value = binder.bind(args.get(0));
      Bound offset =
          args.size() < 2 ? Bound.value(Types.INT, 1) : binder.bind(args.get(1)).as(Types.INT);
      Bound otherwise =
          args.size() < 3
              ? Bound.value(value.type(), null)
              : binder.bind(args.get(2)).as(value.type());
      return new Shift(value, offset, otherwise, call.name().equals("LAG") ? -1 : 1);
    }

    @Override
    public SqlType type() {
      return value.type();
    }

    @Override
    public boolean nullable() {
      return true;
    }

    @Override
    public void compute(List<RowOrder.Keyed> rows, int slot, Frame frame) {
      for (int i = 0; i < rows.size(); i++) {
        frame.row = rows.get(i).row();
        Object distance = offset.eval(frame);
        long at = distance instanceof Integer d ? i + (long) sign * d : -1;
        Object result;
        if (at >= 0 && at < rows.size()) {
          frame.row = rows.get((int) at).row();
          result = value.eval(frame);
        } else {
          result = otherwise.eval(frame);
        }
        rows.get(i).row()[slot] = result;
      }
    }
  }

  /** An aggregate over a frame; without one, from the start to the current row's peers. */
  record Running(Aggregates.Aggregate aggregate, Expr.@Nullable Frame frame, boolean whole)
      implements WindowFunction {
    @Override
    public SqlType type() {
      return aggregate.type();
    }

    @Override
    public boolean nullable() {
      return aggregate.isNullable();
    }

    @Override
    public boolean needsOrder() {
      return false;
    }

    @Override
    public void compute(List<RowOrder.Keyed> rows, int slot, Frame at) {
      if (frame != null && frame.from() != null) {
        sliding(rows, slot, at, frame.from(), frame.to());
        return;
      }
      Aggregates.Accumulator running = aggregate.start().get();
      int taken = 0;
      for (int i = 0; i < rows.size(); i++) {
        int end = Math.min(rows.size(), endOf(rows, i));
        while (taken < end) {
          at.row = rows.get(taken).row();
          aggregate.take(running, at);
          taken++;
        }
        rows.get(i).row()[slot] = running.result();
      }
    }

    private int endOf(List<RowOrder.Keyed> rows, int row) {
      if (whole && frame == null || frame != null && frame.to() == null) {
        return rows.size();
      }
      if (frame != null && frame.to() != null) {
        return row + frame.to() + 1;
      }
      int end = row + 1;
      while (end < rows.size() && isPeer(rows.get(row), rows.get(end))) {
        end++;
      }
      return end;
    }

    private void sliding(
        List<RowOrder.Keyed> rows, int slot, Frame at, int from, @Nullable Integer to) {
      for (int i = 0; i < rows.size(); i++) {
        Aggregates.Accumulator fresh = aggregate.start().get();
        int end = to == null ? rows.size() : Math.min(rows.size(), i + to + 1);
        for (int j = Math.max(0, i + from); j < end; j++) {
          at.row = rows.get(j).row();
          aggregate.take(fresh, at);
        }
        rows.get(i).row()[slot] = fresh.result();
      }
    }
  }

  private static boolean isPeer(RowOrder.Keyed left, RowOrder.Keyed right) {
    for (int i = 0; i < left.keys().length; i++) {
      if (io.strandline.lab.sql.type.Compare.nullsFirst(left.keys()[i], right.keys()[i]) != 0) {
        return false;
      }
    }
    return true;
  }
}
