package io.strandline.sqlserver;

import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Readers of dates and times.
 *
 * <p>All are taken as {@code java.time} values, so that the zone of this Java runtime never
 * matters. Fractions below a microsecond are cut off, never rounded up into the next day.
 */
final class TimeReaders {

  private static final int BASE_LENGTH = 8;

  private static final DateTimeFormatter TEXT =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSS", Locale.ROOT);

  /** Takes a date-time without a zone from the current row; null for NULL. */
  private interface Getter {
    @Nullable LocalDateTime get(ResultSet rows, int column) throws SQLException;
  }

  private TimeReaders() {}

  /** Days since 1970-01-01. */
  static ColumnReader day() {
    return new IntColumnReader(
        (rows, column) -> {
          LocalDate value = rows.getObject(column, LocalDate.class);
          return value == null ? 0 : Math.toIntExact(value.toEpochDay());
        });
  }

  /** Microseconds since 1970 of a date-time with an offset. */
  static ColumnReader instant() {
    return new LongColumnReader(
        (rows, column) -> {
          OffsetDateTime value = rows.getObject(column, OffsetDateTime.class);
          return value == null ? 0 : micros(value.toEpochSecond(), value.getNano());
        });
  }

  /** Microseconds from 1970-01-01T00:00 to a date-time without a zone, on one clock. */
  static ColumnReader local(SourceType source) {
    Getter getter = getter(source);
    return new LongColumnReader(
        (rows, column) -> {
          LocalDateTime value = getter.get(rows, column);
          return value == null ? 0 : micros(value.toEpochSecond(ZoneOffset.UTC), value.getNano());
        });
  }

  /** A date-time without a zone as text of always 26 characters. */
  static ColumnReader text(SourceType source) {
    Getter getter = getter(source);
    return new BytesColumnReader(
        (rows, column) -> {
          LocalDateTime value = getter.get(rows, column);
          return value == null ? null : TEXT.format(value).getBytes(StandardCharsets.US_ASCII);
        });
  }

  /** A time of day as text of its declared digits. */
  static ColumnReader timeOfDay(int digits) {
    return new BytesColumnReader(
        (rows, column) -> {
          LocalTime value = rows.getObject(column, LocalTime.class);
          return value == null ? null : timeText(value, digits).getBytes(StandardCharsets.US_ASCII);
        });
  }

  /** {@code HH:mm:ss} and as many digits of the fraction as declared. */
  static String timeText(LocalTime value, int digits) {
    String whole = value.withNano(0).toString();
    StringBuilder text = new StringBuilder(whole);
    if (whole.length() < BASE_LENGTH) {
      text.append(":00");
    }
    if (digits > 0) {
      String nanos = Integer.toString(1_000_000_000 + value.getNano());
      text.append('.').append(nanos, 1, 1 + digits);
    }
    return text.toString();
  }

  private static Getter getter(SourceType source) {
    return switch (source.name()) {
      case "date" -> TimeReaders::midnight;
      case "datetime" -> TimeReaders::thousandths;
      default -> (rows, column) -> rows.getObject(column, LocalDateTime.class);
    };
  }

  private static @Nullable LocalDateTime midnight(ResultSet rows, int column) throws SQLException {
    LocalDate value = rows.getObject(column, LocalDate.class);
    return value == null ? null : value.atStartOfDay();
  }

  private static @Nullable LocalDateTime thousandths(ResultSet rows, int column)
      throws SQLException {
    LocalDateTime value = rows.getObject(column, LocalDateTime.class);
    return value == null ? null : CommitTimes.rounded(value);
  }

  private static long micros(long seconds, int nanos) {
    return seconds * 1_000_000 + nanos / 1_000;
  }
}
