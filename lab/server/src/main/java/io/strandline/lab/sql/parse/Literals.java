package io.strandline.lab.sql.parse;

import io.strandline.lab.session.SqlType;
import io.strandline.lab.sql.ast.Expr;
import io.strandline.lab.sql.type.Types;
import java.math.BigDecimal;
import java.util.HexFormat;

/** Constants with the types that SQL Server gives them (documented). */
final class Literals {

  private Literals() {}

  static Expr of(Token token) {
    return switch (token.kind()) {
      case STRING -> new Expr.Literal(Types.varchar(token.text().length()), token.text());
      case UNICODE_STRING -> new Expr.Literal(Types.nvarchar(token.text().length()), token.text());
      case HEX -> binary(token.text());
      default -> number(token);
    };
  }

  private static Expr binary(String digits) {
    byte[] bytes = HexFormat.of().parseHex(digits.length() % 2 == 0 ? digits : "0" + digits);
    return new Expr.Literal(Types.varbinary(bytes.length), bytes);
  }

  private static Expr number(Token token) {
    String text = token.text();
    try {
      if (text.indexOf('e') >= 0 || text.indexOf('E') >= 0) {
        Double value = Double.valueOf(text);
        if (value.isInfinite()) {
          throw Tokens.at(io.strandline.lab.sql.type.SqlErrors.floatRange(text), token.line());
        }
        return new Expr.Literal(Types.FLOAT, value);
      }
      return exact(new BigDecimal(text.endsWith(".") ? text + "0" : text), text.contains("."));
    } catch (NumberFormatException e) {
      throw Tokens.at(io.strandline.lab.sql.type.SqlErrors.syntax(text), token.line());
    }
  }

  private static Expr exact(BigDecimal value, boolean point) {
    boolean isInt = !point && value.abs().compareTo(BigDecimal.valueOf(Integer.MAX_VALUE)) <= 0;
    if (isInt) {
      return new Expr.Literal(Types.INT, value.intValueExact());
    }
    int scale = Math.max(0, value.scale());
    int precision = Math.max(value.precision(), scale);
    if (precision > 38) {
      throw io.strandline.lab.session.SqlException.of(
          1007,
          15,
          1,
          "The number '"
              + value
              + "' is out of the range for numeric representation (maximum precision 38).");
    }
    return new Expr.Literal(SqlType.decimal(precision, scale), value);
  }

  /** The operand with a sign; a constant takes the sign itself. */
  static Expr negated(String op, Expr operand) {
    if (op.equals("-") && operand instanceof Expr.Literal literal) {
      if (literal.value() instanceof Integer number) {
        return new Expr.Literal(Types.INT, -number);
      }
      if (literal.value() instanceof BigDecimal decimal) {
        BigDecimal value = decimal.negate();
        boolean lowest =
            value.compareTo(BigDecimal.valueOf(Integer.MIN_VALUE)) == 0 && value.scale() == 0;
        return lowest
            ? new Expr.Literal(Types.INT, Integer.MIN_VALUE)
            : new Expr.Literal(literal.type(), value);
      }
      if (literal.value() instanceof Double number) {
        return new Expr.Literal(Types.FLOAT, -number);
      }
    }
    return new Expr.Unary(op, operand);
  }
}
