package io.strandline.debezium;

import io.strandline.lab.session.SqlType;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.kafka.connect.data.Schema;

/**
 * One form for a cell's value, wherever it was read: Long, Float, Double, BigDecimal, Boolean,
 * String, LocalDate, LocalTime, LocalDateTime, Instant, or bytes as hexadecimal text. SQL NULL is
 * {@link #NULL}.
 */
final class Cells {

  /** SQL NULL. */
  static final Object NULL =
      new Object() {
        @Override
        public String toString() {
          return "NULL";
        }
      };

  private static final long NANOS = 1_000_000_000L;

  private Cells() {}

  /** A value of a bronze table, whose source column has the given type. */
  static Object ofBronze(Object value, SqlType type) {
    if (value instanceof String text && type.kind() == SqlType.Kind.TIME) {
      int digits = type.scale() == 0 ? 8 : 9 + type.scale();
      if (text.length() != digits) {
        throw new AssertionError("time(" + type.scale() + ") as " + text);
      }
      return LocalTime.parse(text);
    }
    return plain(value);
  }

  /** A field's value as Debezium hands it over. */
  static Object ofConnect(Object value, Schema schema) {
    if (value == null) {
      return NULL;
    }
    String name = Objects.requireNonNullElse(schema.name(), "");
    return switch (name) {
      case "io.debezium.time.Date" -> LocalDate.ofEpochDay((Integer) value);
      case "io.debezium.time.Time" -> LocalTime.ofNanoOfDay((Integer) value * 1_000_000L);
      case "io.debezium.time.MicroTime" -> LocalTime.ofNanoOfDay((Long) value * 1_000L);
      case "io.debezium.time.NanoTime" -> LocalTime.ofNanoOfDay((Long) value);
      case "io.debezium.time.Timestamp" -> local((Long) value, 1_000L);
      case "io.debezium.time.MicroTimestamp" -> local((Long) value, 1_000_000L);
      case "io.debezium.time.NanoTimestamp" -> local((Long) value, NANOS);
      case "io.debezium.time.ZonedTimestamp" -> OffsetDateTime.parse((String) value).toInstant();
      default -> plain(value);
    };
  }

  private static LocalDateTime local(long value, long unit) {
    return LocalDateTime.ofEpochSecond(
        Math.floorDiv(value, unit),
        (int) (Math.floorMod(value, unit) * (NANOS / unit)),
        ZoneOffset.UTC);
  }

  /** A value of a plain Java class, as the lab, the driver and Debezium have them. */
  static Object plain(Object value) {
    if (value == null) {
      return NULL;
    }
    if (value instanceof Byte || value instanceof Short || value instanceof Integer) {
      return ((Number) value).longValue();
    }
    if (value instanceof byte[] bytes) {
      return hex(bytes);
    }
    if (value instanceof ByteBuffer bytes) {
      return hex(bytes.array());
    }
    if (value instanceof OffsetDateTime time) {
      return time.toInstant();
    }
    return value instanceof UUID guid ? guid.toString().toUpperCase(Locale.ROOT) : value;
  }

  private static String hex(byte[] bytes) {
    return "0x" + HexFormat.of().formatHex(bytes);
  }

  /** The values with points in time cut to microseconds, the finest that bronze tables hold. */
  static List<Object> inMicroseconds(List<Object> values) {
    return values.stream().map(Cells::micros).toList();
  }

  private static Object micros(Object value) {
    if (value instanceof LocalDateTime time) {
      return time.truncatedTo(ChronoUnit.MICROS);
    }
    return value instanceof Instant time ? time.truncatedTo(ChronoUnit.MICROS) : value;
  }

  /** The lab's values of a row. */
  static List<Object> ofLab(Stream<?> values) {
    return values.map(Cells::plain).toList();
  }
}
