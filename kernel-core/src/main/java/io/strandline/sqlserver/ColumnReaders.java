package io.strandline.sqlserver;

import io.strandline.change.ColumnType;
import io.strandline.change.ColumnType.Kind;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Chooses the reader of a column: what the source has, and what the target wants it as. */
final class ColumnReaders {

  private ColumnReaders() {}

  /**
   * A reader that delivers a source type's values as {@code target}: the type it maps to, one of
   * the three forms of a date-time without a zone, or one that it fits (see {@link
   * io.strandline.plan.TypeFit}).
   *
   * @throws IllegalArgumentException for any other pair
   */
  static ColumnReader of(SourceType source, ColumnType target) {
    if (!source.isReadableAs(target)) {
      throw new IllegalArgumentException(source.declaration() + " is not read as " + target);
    }
    Kind from = source.mapped().orElseThrow().kind();
    return switch (target.kind()) {
      case BOOLEAN -> new IntColumnReader((rows, column) -> rows.getBoolean(column) ? 1 : 0);
      case SHORT, INT -> new IntColumnReader(ResultSet::getInt);
      case LONG -> new LongColumnReader(ResultSet::getLong);
      case FLOAT -> new DoubleColumnReader(ResultSet::getFloat);
      case DOUBLE -> NumberReaders.floating(from);
      case DECIMAL -> NumberReaders.decimal(from, target);
      case STRING -> source.isDatetime() ? TimeReaders.text(source) : text(source);
      case BINARY -> new BytesColumnReader(ResultSet::getBytes);
      case DATE -> TimeReaders.day();
      case TIMESTAMP -> source.isDatetime() ? TimeReaders.local(source) : TimeReaders.instant();
      case TIMESTAMP_NTZ -> TimeReaders.local(source);
    };
  }

  private static ColumnReader text(SourceType source) {
    return switch (source.name()) {
      case "time" -> TimeReaders.timeOfDay(source.scale());
      case "uniqueidentifier" ->
          new BytesColumnReader(
              (rows, column) -> utf8(rows, column, upperCase(rows.getString(column))));
      default ->
          new BytesColumnReader((rows, column) -> utf8(rows, column, rows.getString(column)));
    };
  }

  private static @Nullable String upperCase(@Nullable String value) {
    return value == null ? null : value.toUpperCase(Locale.ROOT);
  }

  private static byte @Nullable [] utf8(ResultSet rows, int column, @Nullable String value)
      throws SQLException {
    if (value == null) {
      return null;
    }
    if (hasUnpairedSurrogate(value)) {
      throw SqlServerErrors.unpairedSurrogate(rows.getMetaData().getColumnLabel(column));
    }
    return value.getBytes(StandardCharsets.UTF_8);
  }

  /** Encoding would turn a lone surrogate into a question mark without a word. */
  static boolean hasUnpairedSurrogate(String value) {
    for (int i = 0; i < value.length(); i++) {
      char unit = value.charAt(i);
      if (Character.isSurrogate(unit)) {
        boolean paired =
            Character.isHighSurrogate(unit)
                && i + 1 < value.length()
                && Character.isLowSurrogate(value.charAt(i + 1));
        if (!paired) {
          return true;
        }
        i++;
      }
    }
    return false;
  }
}
