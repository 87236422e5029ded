package io.strandline.lab.sql.type;

import io.strandline.lab.session.SqlType;
import io.strandline.lab.session.SqlType.Kind;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Converts values between types as CAST and implicit conversion do. */
public final class Coercion {

  private Coercion() {}

  /** Converts with the default style; NULL stays NULL. */
  public static @Nullable Object convert(@Nullable Object value, SqlType from, SqlType to) {
    return convert(value, from, to, 0);
  }

  /**
   * Converts as {@code CONVERT(to, value, style)}: text and binary that is too long is cut.
   *
   * @throws io.strandline.lab.session.SqlException with SQL Server's number if the value has no
   *     form in the target type
   */
  public static @Nullable Object convert(
      @Nullable Object value, SqlType from, SqlType to, int style) {
    if (value == null || from.equals(to) && style == 0) {
      return value;
    }
    return switch (to.kind()) {
      case BIT -> NumberCoercion.toBit(value, from);
      case TINYINT, SMALLINT, INT -> (int) NumberCoercion.toWhole(value, from, to);
      case BIGINT -> NumberCoercion.toWhole(value, from, to);
      case REAL -> NumberCoercion.toReal(NumberCoercion.toDouble(value, from, to));
      case FLOAT -> NumberCoercion.toDouble(value, from, to);
      case DECIMAL, MONEY, SMALLMONEY -> NumberCoercion.toDecimal(value, from, to);
      case DATE, TIME, SMALLDATETIME, DATETIME, DATETIME2, DATETIMEOFFSET ->
          toTemporal(value, from, to);
      case CHAR, VARCHAR, NCHAR, NVARCHAR, TEXT, NTEXT, XML -> toText(value, from, to, style);
      case BINARY, VARBINARY, IMAGE, ROWVERSION -> BinaryCoercion.toBytes(value, from, to, style);
      case UNIQUEIDENTIFIER -> toGuid(value);
      case SQL_VARIANT, HIERARCHYID, GEOGRAPHY, GEOMETRY ->
          throw SqlErrors.notEmulated("A value of type " + Types.name(to));
    };
  }

  private static Object toTemporal(Object value, SqlType from, SqlType to) {
    if (value instanceof String text) {
      return DateTimes.to(to, DateTimeText.parse(text, to), from);
    }
    if (Types.isNumeric(from)) {
      double days = NumberCoercion.toDouble(value, from, Types.FLOAT);
      long nanos = Math.round(days * 86_400_000L) * 1_000_000L;
      return DateTimes.to(
          to,
          LocalDate.of(1900, 1, 1).atStartOfDay().plusNanos(nanos).atOffset(ZoneOffset.UTC),
          from);
    }
    if (from.kind() == Kind.DATETIME
        && to.kind() != Kind.DATETIME
        && value instanceof java.time.LocalDateTime time) {
      return DateTimes.to(to, DateTimes.exact(time).atOffset(ZoneOffset.UTC), from);
    }
    return DateTimes.to(to, DateTimes.widen(value, from), from);
  }

  private static String toText(Object value, SqlType from, SqlType to, int style) {
    String text = TextCoercion.text(value, from, to, style);
    boolean bounded = to.length() != SqlType.MAX && to.length() > 0;
    if (bounded && text.length() > to.length()) {
      if (Types.isNumeric(from)) {
        throw SqlErrors.overflow(
            from.kind() == Kind.DECIMAL ? "numeric" : "expression", SqlType.of(to.kind()));
      }
      text = text.substring(0, to.length());
    }
    return TextCoercion.padded(text, to);
  }

  private static UUID toGuid(Object value) {
    if (value instanceof UUID guid) {
      return guid;
    }
    if (value instanceof byte[] bytes && bytes.length >= 16) {
      return BinaryCoercion.guid(bytes);
    }
    if (value instanceof String text) {
      String bare = text.trim();
      if (bare.startsWith("{") && bare.endsWith("}")) {
        bare = bare.substring(1, bare.length() - 1);
      }
      if (bare.matches("[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")) {
        return UUID.fromString(bare);
      }
    }
    throw SqlErrors.guidConversion();
  }

  /**
   * Checks that a conversion exists at all.
   *
   * @param explicit whether CAST or CONVERT asks for it
   */
  public static void check(SqlType from, SqlType to, boolean explicit) {
    if (from.equals(Types.UNTYPED_NULL) || from.kind() == to.kind()) {
      return;
    }
    boolean numberToTime = Types.isNumeric(from) && Types.isTemporal(to);
    boolean timeToNumber = Types.isTemporal(from) && Types.isNumeric(to);
    boolean legacy = to.kind() == Kind.DATETIME || to.kind() == Kind.SMALLDATETIME;
    boolean textToBinary = Types.isString(from) && Types.isBinary(to);
    boolean guid = from.kind() == Kind.UNIQUEIDENTIFIER || to.kind() == Kind.UNIQUEIDENTIFIER;
    SqlType other = from.kind() == Kind.UNIQUEIDENTIFIER ? to : from;
    boolean binaryTime =
        Types.isBinary(from) && Types.isTemporal(to)
            || Types.isTemporal(from) && Types.isBinary(to);
    if (numberToTime && !legacy || guid && !Types.isString(other) && !Types.isBinary(other)) {
      throw SqlErrors.typeClash(from, to);
    }
    if (timeToNumber || binaryTime) {
      throw explicit ? SqlErrors.explicitConversion(from, to) : SqlErrors.typeClash(from, to);
    }
    if (textToBinary && !explicit) {
      throw SqlErrors.implicitConversion(from, to);
    }
  }
}
