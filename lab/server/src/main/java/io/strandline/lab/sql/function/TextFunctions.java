package io.strandline.lab.sql.function;

import io.strandline.lab.session.SqlException;
import io.strandline.lab.session.SqlType;
import io.strandline.lab.sql.query.Bound;
import io.strandline.lab.sql.query.FunctionCall;
import io.strandline.lab.sql.type.Collation;
import io.strandline.lab.sql.type.Types;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;

/** Functions on text and bytes. */
final class TextFunctions {

  private static final int MAX_REPLICATED = 16 << 20;

  private TextFunctions() {}

  static void addTo(FunctionTable table) {
    table.add("LEN", TextFunctions::len);
    table.add("DATALENGTH", TextFunctions::dataLength);
    table.add("SUBSTRING", TextFunctions::substring);
    table.add("UPPER", call -> mapped(call, text -> text.toUpperCase(Locale.ROOT)));
    table.add("LOWER", call -> mapped(call, text -> text.toLowerCase(Locale.ROOT)));
    table.add("LTRIM", call -> mapped(call, text -> text.replaceFirst("^ +", "")));
    table.add(
        "RTRIM", call -> mapped(call, text -> text.substring(0, Collation.trimmedLength(text))));
    table.addSince(14, "TRIM", call -> mapped(call, text -> text.replaceAll("^ +| +$", "")));
    table.add("LEFT", call -> end(call, true));
    table.add("RIGHT", call -> end(call, false));
    table.add("QUOTENAME", TextFunctions::quoteName);
    table.add("CONCAT", TextFunctions::concat);
    table.add("REPLACE", TextFunctions::replace);
    table.add("CHARINDEX", TextFunctions::charIndex);
    table.add("REPLICATE", TextFunctions::replicate);
  }

  private static Bound text(Bound bound) {
    return Types.isString(bound.type())
        ? bound
        : bound.as(SqlType.sized(SqlType.Kind.VARCHAR, SqlType.MAX));
  }

  private static Bound len(FunctionCall call) {
    call.arity(1, 1);
    Bound arg = call.arg(0);
    SqlType result = Types.isLarge(arg.type()) ? Types.BIGINT : Types.INT;
    Bound text = Types.isBinary(arg.type()) ? arg : text(arg);
    return Bound.of(
        result,
        frame -> {
          Object value = text.eval(frame);
          if (value == null) {
            return null;
          }
          int length =
              value instanceof byte[] bytes
                  ? bytes.length
                  : Collation.trimmedLength((String) value);
          return result.equals(Types.INT) ? (Object) length : (Object) (long) length;
        });
  }

  private static Bound dataLength(FunctionCall call) {
    call.arity(1, 1);
    Bound arg = call.arg(0);
    SqlType result = Types.isLarge(arg.type()) ? Types.BIGINT : Types.INT;
    return Bound.of(
        result,
        frame -> {
          Object value = arg.eval(frame);
          if (value == null) {
            return null;
          }
          int size = size(value, arg.type());
          return result.equals(Types.INT) ? (Object) size : (Object) (long) size;
        });
  }

  private static int size(Object value, SqlType type) {
    if (value instanceof byte[] bytes) {
      return bytes.length;
    }
    if (value instanceof String text) {
      return Types.isUnicode(type) ? 2 * text.length() : text.length();
    }
    return switch (type.kind()) {
      case BIT, TINYINT -> 1;
      case SMALLINT -> 2;
      case INT, REAL, SMALLMONEY, SMALLDATETIME -> 4;
      case DATE -> 3;
      case TIME -> 5;
      case DECIMAL -> type.precision() < 10 ? 5 : type.precision() < 20 ? 9 : 17;
      case UNIQUEIDENTIFIER -> 16;
      case DATETIMEOFFSET -> 10;
      default -> 8;
    };
  }

  private static Bound substring(FunctionCall call) {
    call.arity(3, 3);
    Bound arg = call.arg(0);
    Bound source = Types.isBinary(arg.type()) ? arg : text(arg);
    Bound start = call.arg(1).as(Types.BIGINT);
    Bound length = call.arg(2).as(Types.BIGINT);
    SqlType type = varying(source.type());
    return Bound.of(
        type,
        frame -> {
          Object value = source.eval(frame);
          Object from = start.eval(frame);
          Object count = length.eval(frame);
          if (value == null || from == null || count == null) {
            return null;
          }
          return part(value, (Long) from, (Long) count);
        });
  }

  private static Object part(Object value, long start, long count) {
    if (count < 0) {
      throw invalidLength();
    }
    int size = value instanceof byte[] bytes ? bytes.length : ((String) value).length();
    int from = (int) Math.min(size, Math.max(0, start - 1));
    int to = (int) Math.max(from, Math.min(size, start - 1 + count));
    return value instanceof byte[] bytes
        ? Arrays.copyOfRange(bytes, from, to)
        : ((String) value).substring(from, to);
  }

  private static SqlException invalidLength() {
    return SqlException.of(
        537, 16, 3, "Invalid length parameter passed to the LEFT or SUBSTRING function.");
  }

  private static SqlType varying(SqlType type) {
    int length = type.length() == 0 ? SqlType.MAX : type.length();
    if (Types.isBinary(type)) {
      return Types.varbinary(length);
    }
    return Types.isUnicode(type) ? Types.nvarchar(length) : Types.varchar(length);
  }

  private static Bound mapped(FunctionCall call, UnaryOperator<String> change) {
    call.arity(1, 1);
    Bound source = text(call.arg(0));
    return new Bound(
        varying(source.type()),
        source.nullable(),
        frame -> source.eval(frame) instanceof String text ? change.apply(text) : null,
        false);
  }

  private static Bound end(FunctionCall call, boolean left) {
    call.arity(2, 2);
    Bound source = text(call.arg(0));
    Bound count = call.arg(1).as(Types.INT);
    return Bound.of(
        varying(source.type()),
        frame -> {
          if (!(source.eval(frame) instanceof String text)
              || !(count.eval(frame) instanceof Integer n)) {
            return null;
          }
          if (n < 0) {
            throw invalidLength();
          }
          int kept = Math.min(n, text.length());
          return left ? text.substring(0, kept) : text.substring(text.length() - kept);
        });
  }

  private static Bound quoteName(FunctionCall call) {
    call.arity(1, 2);
    Bound name = call.arg(0).as(Types.NVARCHAR_MAX);
    Bound quote = call.count() == 1 ? Bound.value(Types.SYSNAME, "[") : call.arg(1);
    return Bound.of(
        Types.nvarchar(258),
        frame -> {
          if (!(name.eval(frame) instanceof String text)
              || !(quote.eval(frame) instanceof String sign)
              || text.length() > 128) {
            return null;
          }
          return switch (sign) {
            case "'" -> "'" + text.replace("'", "''") + "'";
            case "\"" -> "\"" + text.replace("\"", "\"\"") + "\"";
            case "[", "]" -> "[" + text.replace("]", "]]") + "]";
            default -> null;
          };
        });
  }

  private static Bound concat(FunctionCall call) {
    call.arity(2, 254);
    List<Bound> parts = new ArrayList<>();
    boolean unicode = false;
    for (int i = 0; i < call.count(); i++) {
      Bound part = text(call.arg(i));
      unicode |= Types.isUnicode(part.type());
      parts.add(part);
    }
    SqlType type = unicode ? Types.nvarchar(4000) : Types.varchar(8000);
    return Bound.notNull(
        type,
        frame -> {
          StringBuilder all = new StringBuilder();
          for (Bound part : parts) {
            Object value = part.eval(frame);
            all.append(value == null ? "" : value);
          }
          return all.toString();
        });
  }

  private static Bound replace(FunctionCall call) {
    call.arity(3, 3);
    Bound source = text(call.arg(0));
    Bound from = text(call.arg(1));
    Bound to = text(call.arg(2));
    SqlType type = Types.isUnicode(source.type()) ? Types.nvarchar(4000) : Types.varchar(8000);
    return Bound.of(
        type,
        frame -> {
          if (!(source.eval(frame) instanceof String text)
              || !(from.eval(frame) instanceof String old)
              || !(to.eval(frame) instanceof String replacement)) {
            return null;
          }
          return old.isEmpty()
              ? text
              : java.util.regex.Pattern.compile(
                      java.util.regex.Pattern.quote(old), java.util.regex.Pattern.CASE_INSENSITIVE)
                  .matcher(text)
                  .replaceAll(java.util.regex.Matcher.quoteReplacement(replacement));
        });
  }

  private static Bound charIndex(FunctionCall call) {
    call.arity(2, 3);
    Bound sought = text(call.arg(0));
    Bound source = text(call.arg(1));
    Bound start = call.count() == 3 ? call.arg(2).as(Types.INT) : Bound.value(Types.INT, 1);
    return Bound.of(
        Types.INT,
        frame -> {
          if (!(sought.eval(frame) instanceof String part)
              || !(source.eval(frame) instanceof String text)
              || !(start.eval(frame) instanceof Integer from)) {
            return null;
          }
          return text.toLowerCase(Locale.ROOT)
                  .indexOf(part.toLowerCase(Locale.ROOT), Math.max(0, from - 1))
              + 1;
        });
  }

  private static Bound replicate(FunctionCall call) {
    call.arity(2, 2);
    Bound source = text(call.arg(0));
    Bound count = call.arg(1).as(Types.INT);
    boolean large = source.type().length() == SqlType.MAX;
    SqlType.Kind kind = source.type().kind();
    boolean unicode = kind == SqlType.Kind.NCHAR || kind == SqlType.Kind.NVARCHAR;
    int limit = large ? MAX_REPLICATED : unicode ? 4_000 : 8_000;
    SqlType type = varying(large ? source.type() : SqlType.sized(kind, limit));
    return Bound.of(
        type,
        frame -> {
          if (!(source.eval(frame) instanceof String text)
              || !(count.eval(frame) instanceof Integer n)
              || n < 0) {
            return null;
          }
          return replicated(text, n, limit, large);
        });
  }

  /** Cut at 8,000 bytes unless it is of a (max) type (documented). */
  private static String replicated(String text, int count, int limit, boolean large) {
    if (text.isEmpty() || (long) text.length() * count <= limit) {
      return text.repeat(text.isEmpty() ? 0 : count);
    }
    if (large) {
      throw SqlException.of(
          701,
          17,
          123,
          "There is insufficient system memory in resource pool 'default' to run this query. Lab:"
              + " REPLICATE to more than "
              + limit
              + ".");
    }
    return text.repeat(limit / text.length() + 1).substring(0, limit);
  }
}
