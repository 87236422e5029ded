package io.strandline.option;

import io.strandline.change.ColumnType;
import io.strandline.change.ColumnType.Kind;
import java.util.Locale;

/** What a date-time without a zone becomes: {@code datetime}, {@code datetime2} and the like. */
public enum DatetimeType {
  /** The same wall clock time without a zone. */
  TIMESTAMP_NTZ(Kind.TIMESTAMP_NTZ),
  /** The instant at which a clock in UTC shows the wall clock time. */
  TIMESTAMP(Kind.TIMESTAMP),
  /** Text of 26 characters, {@code 2017-03-26T02:30:00.000000}, whose order is that of time. */
  STRING(Kind.STRING);

  private final ColumnType type;

  DatetimeType(Kind kind) {
    type = ColumnType.of(kind);
  }

  /** The type of the target's column. */
  public ColumnType type() {
    return type;
  }

  /**
   * The type of an option's text.
   *
   * @throws IllegalArgumentException if there is none
   */
  static DatetimeType parse(String text) {
    for (DatetimeType type : values()) {
      if (type.name().toLowerCase(Locale.ROOT).equals(text)) {
        return type;
      }
    }
    throw new IllegalArgumentException(text);
  }
}
