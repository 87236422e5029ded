package io.strandline.lab.sql.query;

import io.strandline.lab.clock.WindowsZones;
import io.strandline.lab.session.SqlException;
import io.strandline.lab.session.SqlType;
import io.strandline.lab.session.SqlType.Kind;
import io.strandline.lab.sql.type.Coercion;
import io.strandline.lab.sql.type.DateTimes;
import io.strandline.lab.sql.type.SqlErrors;
import io.strandline.lab.sql.type.Types;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import org.jspecify.annotations.Nullable;

/**
 * AT TIME ZONE.
 *
 * <p>A time without an offset gets the zone's: in a repeated hour the one before the change, and in
 * a skipped hour it moves on by the gap and gets the one after (documented). A datetimeoffset keeps
 * its instant.
 */
final class ZoneShift {

  private ZoneShift() {}

  static Bound bind(Bound time, Bound zone) {
    Kind kind = time.type().kind();
    boolean zoned = kind == Kind.DATETIMEOFFSET;
    boolean local = kind == Kind.DATETIME2 || kind == Kind.DATETIME || kind == Kind.SMALLDATETIME;
    if (!zoned && !local) {
      throw SqlException.of(
          8116,
          16,
          1,
          "Argument data type "
              + Types.errorName(time.type())
              + " is invalid for argument 1 of AT TIME ZONE function.");
    }
    if (!Types.isString(zone.type())) {
      throw SqlErrors.typeClash(zone.type(), Types.NVARCHAR_MAX);
    }
    int scale =
        switch (kind) {
          case DATETIME -> 3;
          case SMALLDATETIME -> 0;
          default -> time.type().scale();
        };
    SqlType type = SqlType.fractional(Kind.DATETIMEOFFSET, scale);
    return Bound.of(
        type,
        frame -> {
          Object value = time.eval(frame);
          Object name = zone.eval(frame);
          if (value == null || name == null) {
            return null;
          }
          OffsetDateTime shifted = shifted(value, time.type(), zone((String) name));
          return Coercion.convert(
              DateTimes.inRange(shifted, time.type(), type), Types.DATETIMEOFFSET, type);
        });
  }

  private static OffsetDateTime shifted(Object value, SqlType type, ZoneId zone) {
    if (value instanceof OffsetDateTime given) {
      return given.atZoneSameInstant(zone).toOffsetDateTime();
    }
    Object exact = Coercion.convert(value, type, Types.DATETIME2);
    return ZonedDateTime.ofLocal(
            (LocalDateTime) java.util.Objects.requireNonNull(exact), zone, null)
        .toOffsetDateTime();
  }

  private static ZoneId zone(String name) {
    @Nullable ZoneId zone = WindowsZones.zoneOf(name);
    if (zone == null) {
      throw SqlException.of(
          9820,
          16,
          1,
          "The time zone parameter '" + name + "' provided to AT TIME ZONE clause is invalid.");
    }
    return zone;
  }
}
