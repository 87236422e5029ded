package io.strandline.lab.sql.type;

import io.strandline.lab.session.SqlType;
import io.strandline.lab.session.SqlType.Kind;
import java.math.BigDecimal;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;

/** Arithmetic on two numbers of one result type, and the rules for that type. */
public final class Arithmetic {

  private Arithmetic() {}

  /** The result type of {@code left op right} for the operators {@code + - * / %}. */
  public static SqlType resultType(String op, SqlType left, SqlType right) {
    SqlType common = Types.common(left, right);
    if (common.equals(Types.UNTYPED_NULL)) {
      return Types.INT;
    }
    if (common.kind() == Kind.BIT) {
      return Types.INT;
    }
    if (common.kind() != Kind.DECIMAL) {
      return common;
    }
    int p1 = Types.digits(left);
    int s1 = Types.scale(left);
    int p2 = Types.digits(right);
    int s2 = Types.scale(right);
    int scale = Math.max(s1, s2);
    return switch (op) {
      case "*" -> Types.boundedDecimal(p1 + p2 + 1, s1 + s2);
      case "/" -> {
        int quotient = Math.max(6, s1 + p2 + 1);
        yield Types.boundedDecimal(p1 - s1 + s2 + quotient, quotient);
      }
      case "%" -> Types.boundedDecimal(Math.min(p1 - s1, p2 - s2) + scale, scale);
      default -> Types.boundedDecimal(Math.max(p1 - s1, p2 - s2) + scale + 1, scale);
    };
  }

  /** Computes {@code left op right}; NULL if either is NULL. */
  public static @Nullable Object apply(
      String op, @Nullable Object left, @Nullable Object right, SqlType type) {
    if (left == null || right == null) {
      return null;
    }
    return switch (type.kind()) {
      case TINYINT, SMALLINT, INT, BIGINT ->
          whole(op, ((Number) left).longValue(), ((Number) right).longValue(), type);
      case REAL, FLOAT -> finite(floating(op, (Number) left, (Number) right), type);
      default -> decimal(op, (BigDecimal) left, (BigDecimal) right, type);
    };
  }

  private static Object whole(String op, long left, long right, SqlType type) {
    long result;
    try {
      result =
          switch (op) {
            case "+" -> Math.addExact(left, right);
            case "-" -> Math.subtractExact(left, right);
            case "*" -> Math.multiplyExact(left, right);
            case "/" -> left / nonZero(right);
            case "%" -> left % nonZero(right);
            case "&" -> left & right;
            case "|" -> left | right;
            default -> left ^ right;
          };
    } catch (ArithmeticException e) {
      throw SqlErrors.overflow("expression", type);
    }
    if (result < NumberCoercion.minimum(type) || result > NumberCoercion.maximum(type)) {
      throw SqlErrors.overflow("expression", type);
    }
    return type.kind() == Kind.BIGINT ? (Object) result : (Object) (int) result;
  }

  private static long nonZero(long divisor) {
    if (divisor == 0) {
      throw SqlErrors.divideByZero();
    }
    return divisor;
  }

  private static Object finite(double result, SqlType type) {
    boolean real = type.kind() == Kind.REAL;
    if (Double.isInfinite(real ? (float) result : result)) {
      throw SqlErrors.overflow("expression", type);
    }
    return real ? (Object) (float) result : (Object) result;
  }

  private static double floating(String op, Number left, Number right) {
    double a = left.doubleValue();
    double b = right.doubleValue();
    if ((op.equals("/") || op.equals("%")) && b == 0) {
      throw SqlErrors.divideByZero();
    }
    return switch (op) {
      case "+" -> a + b;
      case "-" -> a - b;
      case "*" -> a * b;
      case "/" -> a / b;
      default -> a % b;
    };
  }

  private static Object decimal(String op, BigDecimal left, BigDecimal right, SqlType type) {
    int scale = Types.scale(type);
    if ((op.equals("/") || op.equals("%")) && right.signum() == 0) {
      throw SqlErrors.divideByZero();
    }
    BigDecimal result =
        switch (op) {
          case "+" -> left.add(right);
          case "-" -> left.subtract(right);
          case "*" -> left.multiply(right);
          case "/" -> left.divide(right, scale, RoundingMode.DOWN);
          default -> left.remainder(right);
        };
    BigDecimal scaled = result.setScale(scale, RoundingMode.HALF_UP);
    if (scaled.precision() - scale > Math.max(0, Types.digits(type) - scale)
        && scaled.signum() != 0) {
      throw SqlErrors.overflow("expression", type);
    }
    return scaled;
  }

  /** The type that {@code %} and bit operators compute in: both sides brought to it. */
  public static SqlType operandType(SqlType result, SqlType operand) {
    if (result.kind() != Kind.DECIMAL) {
      return result;
    }
    return operand.kind() == Kind.DECIMAL
        ? operand
        : SqlType.decimal(Math.min(38, Types.digits(operand)), Types.scale(operand));
  }
}
