package io.strandline.lab.sql.query;

import io.strandline.lab.session.SqlType;
import io.strandline.lab.sql.type.Coercion;
import org.jspecify.annotations.Nullable;

/**
 * A scalar expression ready to be computed.
 *
 * @param type of its values
 * @param nullable whether it may be NULL
 * @param eval computes it
 * @param literal whether it is a constant of the statement's text
 */
public record Bound(SqlType type, boolean nullable, Eval eval, boolean literal) {

  /** Computes a value on a row. */
  @FunctionalInterface
  public interface Eval {
    @Nullable Object eval(Frame frame);
  }

  /** Computes a condition on a row: true, false or, for unknown, {@code null}. */
  @FunctionalInterface
  public interface Test {
    @Nullable Boolean test(Frame frame);
  }

  /** An expression that may be NULL. */
  public static Bound of(SqlType type, Eval eval) {
    return new Bound(type, true, eval, false);
  }

  /** An expression that is never NULL. */
  public static Bound notNull(SqlType type, Eval eval) {
    return new Bound(type, false, eval, false);
  }

  /** A value of the statement's context. */
  public static Bound value(SqlType type, @Nullable Object value) {
    return new Bound(type, value == null, frame -> value, false);
  }

  public @Nullable Object eval(Frame frame) {
    return eval.eval(frame);
  }

  /** The same expression, implicitly converted. */
  public Bound as(SqlType target) {
    if (type.equals(target)) {
      return this;
    }
    Coercion.check(type, target, false);
    SqlType from = type;
    Eval source = eval;
    return new Bound(
        target, nullable, frame -> Coercion.convert(source.eval(frame), from, target), literal);
  }
}
