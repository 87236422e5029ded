package io.strandline.lab.sql.function;

import io.strandline.lab.session.SqlException;
import io.strandline.lab.session.SqlType;
import io.strandline.lab.session.SqlType.Kind;
import io.strandline.lab.sql.query.Bound;
import io.strandline.lab.sql.query.FunctionCall;
import io.strandline.lab.sql.type.Coercion;
import io.strandline.lab.sql.type.DateTimes;
import io.strandline.lab.sql.type.SqlErrors;
import io.strandline.lab.sql.type.Types;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;

/** Functions on dates and times. */
final class DateFunctions {

  private static final SqlType WIDE = Types.DATETIMEOFFSET;

  private DateFunctions() {}

  static void addTo(FunctionTable table) {
    table.add("DATEADD", DateFunctions::dateAdd);
    table.add("DATEDIFF", call -> difference(call, Types.INT));
    table.add("DATEDIFF_BIG", call -> difference(call, Types.BIGINT));
    table.add("DATEPART", call -> part(call, DatePart.of(call.word(0), "datepart"), 1));
    table.add("YEAR", call -> part(call, DatePart.YEAR, 0));
    table.add("MONTH", call -> part(call, DatePart.MONTH, 0));
    table.add("DAY", call -> part(call, DatePart.DAY, 0));
    table.add("TODATETIMEOFFSET", call -> offset(call, false));
    table.add("SWITCHOFFSET", call -> offset(call, true));
  }

  private static Bound dateArgument(FunctionCall call, int index) {
    Bound arg = call.arg(index);
    if (Types.isTemporal(arg.type())) {
      return arg;
    }
    return arg.as(Types.isString(arg.type()) ? WIDE : Types.DATETIME);
  }

  private static Bound dateAdd(FunctionCall call) {
    call.arity(3, 3);
    DatePart part = DatePart.of(call.word(0), "dateadd");
    Bound count = call.arg(1).as(Types.INT);
    Bound given = call.arg(2);
    Bound date = Types.isTemporal(given.type()) ? given : given.as(Types.DATETIME);
    SqlType type = date.type();
    return new Bound(
        type,
        count.nullable() || date.nullable(),
        frame -> {
          Object n = count.eval(frame);
          Object value = date.eval(frame);
          if (n == null || value == null) {
            return null;
          }
          return moved(value, part, (Integer) n, type);
        },
        false);
  }

  private static Object moved(Object value, DatePart part, int count, SqlType type) {
    OffsetDateTime wide = wide(value, type);
    try {
      LocalDateTime moved = part.add(wide.toLocalDateTime(), count);
      if (!DateTimes.isInRange(moved.atOffset(wide.getOffset()))) {
        throw SqlErrors.dateOverflow(type);
      }
      Object widened =
          type.kind() == Kind.DATETIMEOFFSET ? moved.atOffset(wide.getOffset()) : (Object) moved;
      SqlType from = type.kind() == Kind.DATETIMEOFFSET ? WIDE : Types.DATETIME2;
      Object result = Coercion.convert(widened, from, type);
      if (result == null) {
        throw SqlErrors.dateOverflow(type);
      }
      return result;
    } catch (DateTimeException | ArithmeticException e) {
      throw SqlErrors.dateOverflow(type);
    }
  }

  private static OffsetDateTime wide(Object value, SqlType type) {
    Object wide =
        type.kind() == Kind.DATETIME
            ? ((LocalDateTime) value).atOffset(ZoneOffset.UTC)
            : Coercion.convert(value, type, WIDE);
    return (OffsetDateTime) java.util.Objects.requireNonNull(wide);
  }

  private static Bound difference(FunctionCall call, SqlType type) {
    call.arity(3, 3);
    DatePart part = DatePart.of(call.word(0), "datediff");
    Bound from = dateArgument(call, 1);
    Bound to = dateArgument(call, 2);
    return Bound.of(
        type,
        frame -> {
          Object a = from.eval(frame);
          Object b = to.eval(frame);
          if (a == null || b == null) {
            return null;
          }
          long count = part.boundaries(utc(wide(a, from.type())), utc(wide(b, to.type())));
          if (type.kind() == Kind.BIGINT) {
            return count;
          }
          if (count != (int) count) {
            throw SqlException.of(
                535,
                16,
                0,
                "The datediff function resulted in an overflow. The number of dateparts separating"
                    + " two date/time instances is too large. Try to use datediff with a less"
                    + " precise datepart.");
          }
          return (int) count;
        });
  }

  private static LocalDateTime utc(OffsetDateTime time) {
    return time.withOffsetSameInstant(ZoneOffset.UTC).toLocalDateTime();
  }

  private static Bound part(FunctionCall call, DatePart part, int index) {
    call.arity(index + 1, index + 1);
    Bound date = dateArgument(call, index);
    if (part == DatePart.TZOFFSET && date.type().kind() != Kind.DATETIMEOFFSET) {
      throw SqlException.of(
          9810,
          16,
          1,
          "The datepart tzoffset is not supported by date function datepart for data type "
              + Types.name(date.type())
              + ".");
    }
    return new Bound(
        Types.INT,
        date.nullable(),
        frame -> {
          Object value = date.eval(frame);
          return value == null ? null : (Object) part.value(wide(value, date.type()));
        },
        false);
  }

  private static Bound offset(FunctionCall call, boolean sameInstant) {
    call.arity(2, 2);
    Bound given = call.arg(0);
    Bound time =
        sameInstant ? given.as(WIDE) : Types.isTemporal(given.type()) ? given : given.as(WIDE);
    Bound zone = call.arg(1);
    int scale =
        switch (given.type().kind()) {
          case DATETIME2, DATETIMEOFFSET, TIME -> given.type().scale();
          case DATETIME -> 3;
          default -> 7;
        };
    SqlType type = SqlType.fractional(Kind.DATETIMEOFFSET, scale);
    return Bound.of(
        type,
        frame -> {
          Object value = time.eval(frame);
          Object offset = zone.eval(frame);
          if (value == null || offset == null) {
            return null;
          }
          OffsetDateTime wide = wide(value, time.type());
          ZoneOffset to = zoneOffset(offset);
          OffsetDateTime moved =
              sameInstant ? wide.withOffsetSameInstant(to) : wide.toLocalDateTime().atOffset(to);
          return DateTimes.inRange(moved, time.type(), type);
        });
  }

  private static ZoneOffset zoneOffset(Object value) {
    try {
      if (value instanceof Integer minutes) {
        return ZoneOffset.ofTotalSeconds(minutes * 60);
      }
      if (value instanceof String text && text.matches("[+-]\\d{2}:\\d{2}")) {
        return ZoneOffset.of(text);
      }
    } catch (DateTimeException e) {
      throw invalidZone();
    }
    throw invalidZone();
  }

  private static SqlException invalidZone() {
    return SqlException.of(
        9812, 16, 0, "The timezone provided to builtin function todatetimeoffset is invalid.");
  }
}
