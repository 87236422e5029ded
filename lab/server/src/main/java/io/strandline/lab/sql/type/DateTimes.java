package io.strandline.lab.sql.type;

import io.strandline.lab.session.SqlType;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;

/** Rounding of temporal values to what each SQL Server type can hold (documented ranges). */
public final class DateTimes {

  private static final long TICKS_A_DAY = 300L * 86_400;
  private static final LocalDate EPOCH = LocalDate.of(1900, 1, 1);
  private static final LocalDate SMALL_END = LocalDate.of(2079, 6, 6);

  private DateTimes() {}

  /** Rounds to a {@code datetime}: 1/300 s, shown as milliseconds ending in 0, 3 or 7. */
  public static LocalDateTime datetime(LocalDateTime value) {
    return atTicks(value.toLocalDate(), ticks(value));
  }

  private static long ticks(LocalDateTime value) {
    return (value.toLocalTime().toNanoOfDay() * 3 + 5_000_000) / 10_000_000;
  }

  private static LocalDateTime atTicks(LocalDate date, long ticks) {
    LocalDate day = ticks >= TICKS_A_DAY ? date.plusDays(1) : date;
    long millis = (ticks % TICKS_A_DAY * 10 + 1) / 3;
    return day.atTime(LocalTime.ofNanoOfDay(millis * 1_000_000));
  }

  /** The exact instant that a {@code datetime} stands for, thirds of a tick included. */
  static LocalDateTime exact(LocalDateTime datetime) {
    long units = (ticks(datetime) % TICKS_A_DAY * 200_000 + 3) / 6;
    return datetime.toLocalDate().atTime(LocalTime.ofNanoOfDay(units * 100));
  }

  /** Rounds to a {@code smalldatetime}: whole minutes, from 30 s up. */
  static LocalDateTime smalldatetime(LocalDateTime value) {
    return value.plusSeconds(30).truncatedTo(ChronoUnit.MINUTES);
  }

  /** Rounds the fractional second to {@code scale} digits, carrying into the date. */
  public static LocalDateTime scaled(LocalDateTime value, int scale) {
    long unit = unit(scale);
    long nanos = value.getNano();
    return value.truncatedTo(ChronoUnit.SECONDS).plusNanos((nanos + unit / 2) / unit * unit);
  }

  /** Rounds a time of day to {@code scale} digits; past midnight wraps. */
  static LocalTime scaled(LocalTime value, int scale) {
    long unit = unit(scale);
    long nanos = (value.toNanoOfDay() + unit / 2) / unit * unit;
    return LocalTime.ofNanoOfDay(nanos % 86_400_000_000_000L);
  }

  private static long unit(int scale) {
    long unit = 1_000_000_000;
    for (int i = 0; i < scale; i++) {
      unit /= 10;
    }
    return unit;
  }

  /** The value as the given temporal type holds it; range errors name both types. */
  static Object to(SqlType target, OffsetDateTime value, SqlType from) {
    LocalDateTime local = value.toLocalDateTime();
    return switch (target.kind()) {
      case DATE -> local.toLocalDate();
      case TIME -> scaled(local.toLocalTime(), target.scale());
      case DATETIME ->
          ranged(datetime(local), LocalDate.of(1753, 1, 1), LocalDate.MAX, from, target);
      case SMALLDATETIME -> ranged(smalldatetime(local), EPOCH, SMALL_END, from, target);
      case DATETIME2 -> scaled(local, target.scale());
      case DATETIMEOFFSET ->
          inRange(scaled(local, target.scale()).atOffset(value.getOffset()), from, target);
      default -> throw SqlErrors.explicitConversion(from, target);
    };
  }

  /**
   * A {@code datetimeoffset} whose time is in the years 1 to 9999, here and in UTC (documented).
   *
   * @throws io.strandline.lab.session.SqlException 241 from text, 242 from other types
   */
  public static OffsetDateTime inRange(OffsetDateTime value, SqlType from, SqlType target) {
    if (isInRange(value)) {
      return value;
    }
    throw Types.isString(from) ? SqlErrors.dateConversion() : SqlErrors.dateRange(from, target);
  }

  /** Whether a time is in the years 1 to 9999, here and in UTC. */
  public static boolean isInRange(OffsetDateTime value) {
    int local = value.getYear();
    int utc = value.toLocalDateTime().minusSeconds(value.getOffset().getTotalSeconds()).getYear();
    return Math.min(local, utc) >= 1 && Math.max(local, utc) <= 9999;
  }

  private static LocalDateTime ranged(
      LocalDateTime value, LocalDate first, LocalDate last, SqlType from, SqlType target) {
    LocalDate date = value.toLocalDate();
    if (date.isBefore(first) || date.isAfter(last) || date.getYear() > 9999) {
      throw SqlErrors.dateRange(from, target);
    }
    return value;
  }

  /** Any temporal value as a local date and time with an offset, UTC where it has none. */
  static OffsetDateTime widen(Object value, SqlType from) {
    if (value instanceof OffsetDateTime time) {
      return time;
    }
    if (value instanceof LocalDate date) {
      return date.atStartOfDay().atOffset(ZoneOffset.UTC);
    }
    if (value instanceof LocalTime time) {
      return EPOCH.atTime(time).atOffset(ZoneOffset.UTC);
    }
    return ((LocalDateTime) value).atOffset(ZoneOffset.UTC);
  }
}
