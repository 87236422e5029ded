package io.strandline.delta.kernel;

import io.delta.kernel.expressions.Column;
import io.delta.kernel.expressions.Literal;
import io.delta.kernel.statistics.DataFileStatistics;
import io.delta.kernel.types.DataType;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.TimestampNTZType;
import io.delta.kernel.types.TimestampType;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Smallest and largest values as they go into the log: short, and never inside the true ones.
 *
 * <p>Kernel writes strings whole, which bloats the log, and cuts timestamps to milliseconds, which
 * puts the largest value below the true one (both measured).
 */
final class Bounds {

  private static final long MICROS_PER_MILLI = 1000;

  /** 9999-12-31T23:59:59.999Z, the last instant that the log's form can hold. */
  private static final long LAST_MICROS = 253_402_300_799_999_000L;

  private final int maxText;

  /**
   * @param maxText the most code points of a string's bound
   */
  Bounds(int maxText) {
    this.maxText = maxText;
  }

  DataFileStatistics shortened(DataFileStatistics statistics) {
    Map<Column, Literal> smallest = new HashMap<>();
    Map<Column, Literal> largest = new HashMap<>();
    statistics.getMinValues().forEach((column, value) -> smallest.put(column, lower(value)));
    statistics
        .getMaxValues()
        .forEach((column, value) -> upper(value).ifPresent(bound -> largest.put(column, bound)));
    smallest.values().removeIf(value -> value == null);
    return new DataFileStatistics(
        statistics.getNumRecords(),
        smallest,
        largest,
        statistics.getNullCount(),
        statistics.getTightBounds());
  }

  private @Nullable Literal lower(@Nullable Literal value) {
    if (value == null || !(value.getDataType() instanceof StringType)) {
      return value;
    }
    Object text = value.getValue();
    return text == null ? value : Literal.ofString(prefix((String) text));
  }

  private Optional<Literal> upper(@Nullable Literal value) {
    if (value == null || value.getValue() == null) {
      return Optional.ofNullable(value);
    }
    DataType type = value.getDataType();
    if (type instanceof StringType) {
      return upper((String) value.getValue()).map(Literal::ofString);
    }
    if (type instanceof TimestampType || type instanceof TimestampNTZType) {
      return upper(type, (long) value.getValue());
    }
    return Optional.of(value);
  }

  private static Optional<Literal> upper(DataType type, long micros) {
    long up = -Math.floorDiv(-micros, MICROS_PER_MILLI) * MICROS_PER_MILLI;
    if (up > LAST_MICROS) {
      return Optional.empty();
    }
    return Optional.of(
        type instanceof TimestampType ? Literal.ofTimestamp(up) : Literal.ofTimestampNtz(up));
  }

  /** A prefix followed by the largest code point, which no text with that prefix exceeds. */
  private Optional<String> upper(String text) {
    String prefix = prefix(text);
    if (prefix.length() == text.length()) {
      return Optional.of(text);
    }
    return Optional.of(prefix + Character.toString(Character.MAX_CODE_POINT));
  }

  private String prefix(String text) {
    return text.codePointCount(0, text.length()) <= maxText
        ? text
        : text.substring(0, text.offsetByCodePoints(0, maxText));
  }
}
