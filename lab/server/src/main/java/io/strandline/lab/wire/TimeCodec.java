package io.strandline.lab.wire;

import io.strandline.lab.session.SqlType;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;

/**
 * Dates and times on the wire.
 *
 * <p>The types with a scale count units since midnight in 3 to 5 bytes and days since 0001-01-01 in
 * 3 bytes; the older ones count days since 1900-01-01 and 1/300 seconds or minutes.
 */
public final class TimeCodec {

  private static final long DAYS_TO_0001 = -LocalDate.of(1, 1, 1).toEpochDay();
  private static final long DAYS_TO_1900 = -LocalDate.of(1900, 1, 1).toEpochDay();
  private static final long LAST_DAY = LocalDate.of(9999, 12, 31).toEpochDay();
  private static final long FIRST_DATETIME_DAY = LocalDate.of(1753, 1, 1).toEpochDay();
  private static final long NANOS_A_SECOND = 1_000_000_000L;
  private static final long SECONDS_A_DAY = 86_400;
  private static final long TICKS_A_DAY = SECONDS_A_DAY * 300;
  private static final int MINUTES_A_DAY = 1_440;
  private static final int MAX_OFFSET_MINUTES = 14 * 60;
  private static final long[] POWERS = {
    1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000
  };

  private TimeCodec() {}

  /** The bytes a time of this scale takes. */
  public static int timeSize(int scale) {
    if (scale <= 2) {
      return 3;
    }
    return scale <= 4 ? 4 : 5;
  }

  public static void date(WireWriter out, LocalDate value) {
    out.low(value.toEpochDay() + DAYS_TO_0001, 3);
  }

  /** Digits beyond the scale are cut: the engine has rounded already. */
  public static void time(WireWriter out, LocalTime value, int scale) {
    out.low(value.toNanoOfDay() / POWERS[9 - scale], timeSize(scale));
  }

  public static void dateTime2(WireWriter out, LocalDateTime value, int scale) {
    time(out, value.toLocalTime(), scale);
    date(out, value.toLocalDate());
  }

  public static void dateTimeOffset(WireWriter out, OffsetDateTime value, int scale) {
    dateTime2(out, value.withOffsetSameInstant(ZoneOffset.UTC).toLocalDateTime(), scale);
    out.u16(value.getOffset().getTotalSeconds() / 60);
  }

  public static void dateTime(WireWriter out, LocalDateTime value) {
    long days = value.toLocalDate().toEpochDay() + DAYS_TO_1900;
    long nanos = value.toLocalTime().toNanoOfDay();
    long ticks = (nanos * 3 + 5_000_000) / 10_000_000;
    out.i32((int) (days + ticks / TICKS_A_DAY));
    out.i32((int) (ticks % TICKS_A_DAY));
  }

  public static void smallDateTime(WireWriter out, LocalDateTime value) {
    long days = value.toLocalDate().toEpochDay() + DAYS_TO_1900;
    int minutes = (value.toLocalTime().toSecondOfDay() + 30) / 60;
    out.u16((int) days + minutes / MINUTES_A_DAY);
    out.u16(minutes % MINUTES_A_DAY);
  }

  /**
   * A value as precise as its type: clients declare a datetime and send a datetime2 (measured).
   * Other values than times stay as they are.
   */
  public static Object rounded(Object value, SqlType type) {
    return switch (type.kind()) {
      case SMALLDATETIME -> ((LocalDateTime) value).plusSeconds(30).truncatedTo(ChronoUnit.MINUTES);
      case DATETIME -> ticks((LocalDateTime) value);
      case DATETIME2 -> {
        LocalDateTime moved = ((LocalDateTime) value).plusNanos(POWERS[9 - type.scale()] / 2);
        yield moved.with(ChronoField.NANO_OF_SECOND, cut(moved.getNano(), type.scale()));
      }
      case DATETIMEOFFSET -> {
        OffsetDateTime moved = ((OffsetDateTime) value).plusNanos(POWERS[9 - type.scale()] / 2);
        yield moved.with(ChronoField.NANO_OF_SECOND, cut(moved.getNano(), type.scale()));
      }
      case TIME -> {
        // Rounding up past midnight goes round the clock (general knowledge).
        LocalTime moved = ((LocalTime) value).plusNanos(POWERS[9 - type.scale()] / 2);
        yield moved.with(ChronoField.NANO_OF_SECOND, cut(moved.getNano(), type.scale()));
      }
      default -> value;
    };
  }

  private static long cut(int nanos, int scale) {
    return nanos - nanos % POWERS[9 - scale];
  }

  private static LocalDateTime ticks(LocalDateTime value) {
    long ticks = (value.toLocalTime().toNanoOfDay() * 3 + 5_000_000) / 10_000_000;
    return value.toLocalDate().atStartOfDay().plusNanos(millis(ticks) * 1_000_000);
  }

  /** Milliseconds of ticks of 1/300 s: .000, .003 and .007, as SQL Server shows them. */
  private static long millis(long ticks) {
    return ticks / 300 * 1_000 + (ticks % 300 * 10 + 1) / 3;
  }

  public static LocalDate readDate(WireReader in) {
    return day(in.unsigned(3) - DAYS_TO_0001);
  }

  public static LocalTime readTime(WireReader in, int scale, int size) {
    if (size != timeSize(scale)) {
      throw new ProtocolException("time(" + scale + ") of " + size + " bytes");
    }
    long units = in.unsigned(size);
    if (units >= SECONDS_A_DAY * POWERS[scale]) {
      throw new ProtocolException("time of more than a day");
    }
    return LocalTime.ofNanoOfDay(units * POWERS[9 - scale]);
  }

  public static LocalDateTime readDateTime2(WireReader in, int scale, int size) {
    LocalTime time = readTime(in, scale, size - 3);
    return LocalDateTime.of(readDate(in), time);
  }

  public static OffsetDateTime readDateTimeOffset(WireReader in, int scale, int size) {
    LocalDateTime utc = readDateTime2(in, scale, size - 2);
    int minutes = (short) in.u16();
    if (Math.abs(minutes) > MAX_OFFSET_MINUTES) {
      throw new ProtocolException("offset of " + minutes + " minutes");
    }
    return utc.atOffset(ZoneOffset.UTC)
        .withOffsetSameInstant(ZoneOffset.ofTotalSeconds(minutes * 60));
  }

  public static LocalDateTime readDateTime(WireReader in) {
    long day = in.i32() - DAYS_TO_1900;
    long ticks = in.i32() & 0xFFFF_FFFFL;
    if (day < FIRST_DATETIME_DAY || ticks >= TICKS_A_DAY) {
      throw new ProtocolException("datetime of " + ticks + " ticks on day " + day);
    }
    return LocalDateTime.of(day(day), LocalTime.ofNanoOfDay(millis(ticks) * 1_000_000));
  }

  public static LocalDateTime readSmallDateTime(WireReader in) {
    long day = in.u16() - DAYS_TO_1900;
    int minutes = in.u16();
    if (minutes >= MINUTES_A_DAY) {
      throw new ProtocolException("smalldatetime of " + minutes + " minutes");
    }
    return LocalDateTime.of(day(day), LocalTime.ofSecondOfDay(minutes * 60L));
  }

  private static LocalDate day(long epochDay) {
    if (epochDay > LAST_DAY) {
      throw new ProtocolException("date after 9999");
    }
    return LocalDate.ofEpochDay(epochDay);
  }
}
