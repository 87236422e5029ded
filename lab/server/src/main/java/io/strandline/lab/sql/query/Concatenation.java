package io.strandline.lab.sql.query;

import io.strandline.lab.session.SqlType;
import io.strandline.lab.session.SqlType.Kind;
import io.strandline.lab.sql.type.Coercion;
import io.strandline.lab.sql.type.DateTimes;
import io.strandline.lab.sql.type.Types;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** {@code +} on text and bytes, and days added to a datetime. */
final class Concatenation {

  private static final LocalDateTime EPOCH = LocalDate.of(1900, 1, 1).atStartOfDay();

  private Concatenation() {}

  static Bound bind(Bound left, Bound right) {
    boolean unicode = Types.isUnicode(left.type()) || Types.isUnicode(right.type());
    int length = sum(left.type(), right.type());
    SqlType type = unicode ? Types.nvarchar(length) : Types.varchar(length);
    SqlType each = SqlType.sized(type.kind(), SqlType.MAX);
    Bound a = left.as(each);
    Bound b = right.as(each);
    int limit = type.length();
    return new Bound(
        type,
        left.nullable() || right.nullable(),
        frame -> {
          Object first = a.eval(frame);
          Object second = b.eval(frame);
          return first == null || second == null ? null : cut((String) first + second, limit);
        },
        false);
  }

  private static String cut(String text, int limit) {
    return limit > 0 && text.length() > limit ? text.substring(0, limit) : text;
  }

  private static int sum(SqlType left, SqlType right) {
    if (left.length() == SqlType.MAX || right.length() == SqlType.MAX) {
      return SqlType.MAX;
    }
    int limit = Types.isUnicode(left) || Types.isUnicode(right) ? 4000 : 8000;
    return Math.min(limit, Math.max(0, left.length()) + Math.max(0, right.length()));
  }

  static Bound bindBinary(Bound left, Bound right) {
    int length = sum(left.type(), right.type());
    return Bound.of(
        Types.varbinary(length),
        frame -> {
          Object first = left.eval(frame);
          Object second = right.eval(frame);
          return first == null || second == null ? null : join((byte[]) first, (byte[]) second);
        });
  }

  private static byte[] join(byte[] first, byte[] second) {
    byte[] joined = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, joined, first.length, second.length);
    return joined;
  }

  /** A number counts as days since 1900 (documented). */
  static Bound bindDatetime(String op, Bound left, Bound right) {
    Bound a = left.as(Types.DATETIME);
    Bound b = right.as(Types.DATETIME);
    return Bound.of(
        SqlType.of(Kind.DATETIME),
        frame -> {
          @Nullable Object first = a.eval(frame);
          @Nullable Object second = b.eval(frame);
          if (first == null || second == null) {
            return null;
          }
          Duration days = Duration.between(EPOCH, (LocalDateTime) second);
          LocalDateTime start = (LocalDateTime) first;
          LocalDateTime moved = op.equals("+") ? start.plus(days) : start.minus(days);
          return Coercion.convert(DateTimes.datetime(moved), Types.DATETIME2, Types.DATETIME);
        });
  }
}
