package io.strandline.lab.sql.query;

import io.strandline.lab.session.Column;
import io.strandline.lab.session.SqlType;
import io.strandline.lab.session.SqlType.Kind;
import io.strandline.lab.sql.ast.Expr;
import io.strandline.lab.sql.type.Types;
import java.time.Duration;
import java.time.LocalDateTime;
import org.jspecify.annotations.Nullable;

/**
 * A comparison of a column with something known before the relation is read.
 *
 * @param op =, &lt;, &lt;=, &gt; or &gt;=
 * @param exact whether the rows of the range it gives are those that meet the comparison
 * @param source the comparison
 */
record SeekLimit(int column, String op, Bound value, boolean exact, Expr source) {

  private static final Duration TICK = Duration.ofMillis(4);

  /**
   * The comparison as a limit on a column; {@code null} if the types do not let an index be used.
   *
   * <p>An nvarchar value against a varchar column converts the column, so that no seek is possible,
   * as measured on 2022.
   */
  static @Nullable SeekLimit of(int index, Column column, String op, Bound value, Expr source) {
    SqlType columnType = column.type();
    SqlType type = value.type();
    boolean bits = type.kind() == Kind.BIT || columnType.kind() == Kind.BIT;
    boolean wholes = Types.isInteger(type) && Types.isInteger(columnType) && !bits;
    boolean binaries = Types.isBinary(type) && Types.isBinary(columnType);
    boolean same = type.kind() == columnType.kind();
    if (same || wholes || binaries) {
      // NULL keys come first, so that an upper bound alone leaves them in the range.
      boolean withoutNulls = !column.nullable() || !op.startsWith("<");
      boolean exact = withoutNulls && (wholes || binaries || type.equals(columnType));
      return new SeekLimit(index, op, value, exact, source);
    }
    boolean numbers = Types.isNumeric(type) && Types.isNumeric(columnType) && !bits;
    boolean widened = Types.isUnicode(type) && !Types.isUnicode(columnType);
    boolean texts = Types.isString(type) && Types.isString(columnType) && !widened;
    if (numbers || texts) {
      return new SeekLimit(index, op, value, false, source);
    }
    if (columnType.kind() == Kind.DATETIME && type.kind() == Kind.DATETIME2) {
      return widened(index, op, value, source);
    }
    boolean converted =
        Types.isString(type)
            && !Types.isString(columnType)
            && !Types.isBinary(columnType)
            && Types.precedence(columnType.kind()) > Types.precedence(type.kind());
    return converted ? new SeekLimit(index, op, value.as(columnType), false, source) : null;
  }

  /**
   * A range around what a datetime can be compared with: as a datetime2 it has more digits from
   * 2016 on (documented), so that its own order says it only roughly.
   */
  private static @Nullable SeekLimit widened(int index, String op, Bound value, Expr source) {
    if (op.equals("=")) {
      return null;
    }
    boolean low = op.startsWith(">");
    Bound edge =
        Bound.of(
            value.type(),
            frame ->
                value.eval(frame) instanceof LocalDateTime time
                    ? low ? time.minus(TICK) : time.plus(TICK)
                    : null);
    return new SeekLimit(index, low ? ">=" : "<=", edge, false, source);
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
}
