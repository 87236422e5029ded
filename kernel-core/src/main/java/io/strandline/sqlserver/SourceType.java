package io.strandline.sqlserver;

import io.strandline.change.ColumnType;
import io.strandline.change.ColumnType.Kind;
import io.strandline.plan.TypeFit;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A SQL Server column type as the catalog or a result set names it, and the type it maps to.
 *
 * @param name base type name in lower case, without length
 * @param length characters or bytes of a sized type, -1 for {@code (max)}; else 0
 * @param precision decimal digits of decimal and numeric; else ignored
 * @param scale digits right of the point, or of the fraction of a second; else ignored
 */
record SourceType(String name, int length, int precision, int scale) {

  /** Fractional digits that a {@code time} has at most (documented). */
  static final int MOST_FRACTION_DIGITS = 7;

  private static final Set<Kind> DATETIME_FORMS =
      EnumSet.of(Kind.TIMESTAMP_NTZ, Kind.TIMESTAMP, Kind.STRING);

  private static final Map<String, ColumnType> FIXED =
      Map.ofEntries(
          Map.entry("bit", ColumnType.of(Kind.BOOLEAN)),
          // 0 to 255 does not fit a signed byte.
          Map.entry("tinyint", ColumnType.of(Kind.SHORT)),
          Map.entry("smallint", ColumnType.of(Kind.SHORT)),
          Map.entry("int", ColumnType.of(Kind.INT)),
          Map.entry("bigint", ColumnType.of(Kind.LONG)),
          Map.entry("real", ColumnType.of(Kind.FLOAT)),
          Map.entry("float", ColumnType.of(Kind.DOUBLE)),
          Map.entry("money", ColumnType.decimal(19, 4)),
          Map.entry("smallmoney", ColumnType.decimal(10, 4)),
          Map.entry("date", ColumnType.of(Kind.DATE)),
          Map.entry("time", ColumnType.of(Kind.STRING)),
          Map.entry("smalldatetime", ColumnType.of(Kind.TIMESTAMP_NTZ)),
          Map.entry("datetime", ColumnType.of(Kind.TIMESTAMP_NTZ)),
          Map.entry("datetime2", ColumnType.of(Kind.TIMESTAMP_NTZ)),
          Map.entry("datetimeoffset", ColumnType.of(Kind.TIMESTAMP)),
          Map.entry("char", ColumnType.of(Kind.STRING)),
          Map.entry("varchar", ColumnType.of(Kind.STRING)),
          Map.entry("text", ColumnType.of(Kind.STRING)),
          Map.entry("nchar", ColumnType.of(Kind.STRING)),
          Map.entry("nvarchar", ColumnType.of(Kind.STRING)),
          Map.entry("sysname", ColumnType.of(Kind.STRING)),
          Map.entry("ntext", ColumnType.of(Kind.STRING)),
          Map.entry("xml", ColumnType.of(Kind.STRING)),
          Map.entry("uniqueidentifier", ColumnType.of(Kind.STRING)),
          Map.entry("binary", ColumnType.of(Kind.BINARY)),
          Map.entry("varbinary", ColumnType.of(Kind.BINARY)),
          Map.entry("image", ColumnType.of(Kind.BINARY)),
          Map.entry("timestamp", ColumnType.of(Kind.BINARY)),
          Map.entry("rowversion", ColumnType.of(Kind.BINARY)));

  SourceType {
    name = name.toLowerCase(Locale.ROOT);
  }

  /** The type it maps to; empty for sql_variant, spatial types, hierarchyid and all others. */
  Optional<ColumnType> mapped() {
    if (isDecimal()) {
      return Optional.of(ColumnType.decimal(precision, scale));
    }
    return Optional.ofNullable(FIXED.get(name));
  }

  private boolean isDecimal() {
    return name.equals("decimal") || name.equals("numeric");
  }

  /** Whether it is a date-time without a zone, whose form in the target is an option. */
  boolean isDatetime() {
    return mapped().filter(type -> type.kind() == Kind.TIMESTAMP_NTZ).isPresent();
  }

  /** Whether its values can be delivered as {@code target}, each exactly. */
  boolean isReadableAs(ColumnType target) {
    return isDatetime() && DATETIME_FORMS.contains(target.kind())
        || mapped().filter(type -> TypeFit.fits(type, target)).isPresent();
  }

  /** The declaration, such as {@code decimal(5,1)} or {@code nvarchar(max)}. */
  String declaration() {
    return switch (name) {
      case "decimal", "numeric" -> name + "(" + precision + "," + scale + ")";
      case "char", "varchar", "nchar", "nvarchar", "binary", "varbinary" ->
          name + "(" + (length < 0 ? "max" : Integer.toString(length)) + ")";
      case "time", "datetime2", "datetimeoffset" -> name + "(" + scale + ")";
      default -> name;
    };
  }
}
