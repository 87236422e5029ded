package io.strandline.lab.sql.function;

import io.strandline.lab.sql.type.SqlErrors;
import java.time.DayOfWeek;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.time.temporal.IsoFields;
import java.time.temporal.TemporalAdjusters;

/** The parts of a date by SQL Server's names. */
enum DatePart {
  YEAR(ChronoUnit.YEARS, 1),
  QUARTER(ChronoUnit.MONTHS, 3),
  MONTH(ChronoUnit.MONTHS, 1),
  DAYOFYEAR(ChronoUnit.DAYS, 1),
  DAY(ChronoUnit.DAYS, 1),
  WEEK(ChronoUnit.WEEKS, 1),
  WEEKDAY(ChronoUnit.DAYS, 1),
  HOUR(ChronoUnit.HOURS, 1),
  MINUTE(ChronoUnit.MINUTES, 1),
  SECOND(ChronoUnit.SECONDS, 1),
  MILLISECOND(ChronoUnit.MILLIS, 1),
  MICROSECOND(ChronoUnit.MICROS, 1),
  NANOSECOND(ChronoUnit.NANOS, 1),
  TZOFFSET(ChronoUnit.MINUTES, 1);

  private final ChronoUnit unit;
  private final int factor;

  DatePart(ChronoUnit unit, int factor) {
    this.unit = unit;
    this.factor = factor;
  }

  static DatePart of(String word, String function) {
    return switch (word) {
      case "year", "yy", "yyyy" -> YEAR;
      case "quarter", "qq", "q" -> QUARTER;
      case "month", "mm", "m" -> MONTH;
      case "dayofyear", "dy", "y" -> DAYOFYEAR;
      case "day", "dd", "d" -> DAY;
      case "week", "wk", "ww" -> WEEK;
      case "weekday", "dw", "w" -> WEEKDAY;
      case "hour", "hh" -> HOUR;
      case "minute", "mi", "n" -> MINUTE;
      case "second", "ss", "s" -> SECOND;
      case "millisecond", "ms" -> MILLISECOND;
      case "microsecond", "mcs" -> MICROSECOND;
      case "nanosecond", "ns" -> NANOSECOND;
      case "tzoffset", "tz" -> TZOFFSET;
      default -> throw SqlErrors.datePart(word, function);
    };
  }

  LocalDateTime add(LocalDateTime time, long count) {
    return time.plus(Math.multiplyExact(count, (long) factor), unit);
  }

  /** How many boundaries of this part lie between two times. */
  long boundaries(LocalDateTime from, LocalDateTime to) {
    return switch (this) {
      case YEAR -> (long) to.getYear() - from.getYear();
      case QUARTER -> quarters(to) - quarters(from);
      case MONTH -> months(to) - months(from);
      case WEEK -> ChronoUnit.WEEKS.between(sunday(from), sunday(to));
      default -> unit.between(from.truncatedTo(truncation()), to.truncatedTo(truncation()));
    };
  }

  private ChronoUnit truncation() {
    return unit;
  }

  private static long months(LocalDateTime time) {
    return time.getYear() * 12L + time.getMonthValue();
  }

  private static long quarters(LocalDateTime time) {
    return time.getYear() * 4L + time.get(IsoFields.QUARTER_OF_YEAR);
  }

  private static java.time.LocalDate sunday(LocalDateTime time) {
    return time.toLocalDate().with(TemporalAdjusters.previousOrSame(DayOfWeek.SUNDAY));
  }

  /** The part's value; weeks begin on Sunday, as with the default DATEFIRST. */
  int value(OffsetDateTime time) {
    return switch (this) {
      case YEAR -> time.getYear();
      case QUARTER -> time.get(IsoFields.QUARTER_OF_YEAR);
      case MONTH -> time.getMonthValue();
      case DAYOFYEAR -> time.getDayOfYear();
      case DAY -> time.getDayOfMonth();
      case WEEK ->
          (int)
                  ChronoUnit.WEEKS.between(
                      sunday(time.toLocalDateTime().withDayOfYear(1)),
                      sunday(time.toLocalDateTime()))
              + 1;
      case WEEKDAY -> time.getDayOfWeek().getValue() % 7 + 1;
      case HOUR -> time.getHour();
      case MINUTE -> time.getMinute();
      case SECOND -> time.getSecond();
      case MILLISECOND -> time.getNano() / 1_000_000;
      case MICROSECOND -> time.getNano() / 1_000;
      case NANOSECOND -> time.getNano();
      case TZOFFSET -> time.getOffset().getTotalSeconds() / 60;
    };
  }
}
