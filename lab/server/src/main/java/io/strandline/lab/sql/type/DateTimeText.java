package io.strandline.lab.sql.type;

import io.strandline.lab.session.SqlType;
import io.strandline.lab.session.SqlType.Kind;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Temporal values from and to text, styles 0, 1, 2, 120, 121 and 126 and ISO input. */
final class DateTimeText {

  private static final Pattern DATE =
      Pattern.compile("(\\d{4})[-/](\\d{1,2})[-/](\\d{1,2})|(\\d{4})(\\d{2})(\\d{2})");
  private static final Pattern TIME =
      Pattern.compile("(\\d{1,2}):(\\d{2})(?::(\\d{2})(?:\\.(\\d{1,9}))?)?");
  private static final Pattern OFFSET = Pattern.compile("\\s*(?:(Z)|([+-])(\\d{2}):(\\d{2}))$");
  private static final DateTimeFormatter LEGACY =
      DateTimeFormatter.ofPattern("MMM ppd yyyy pph:mma", Locale.ENGLISH);
  private static final DateTimeFormatter LEGACY_DATE =
      DateTimeFormatter.ofPattern("MMM ppd yyyy", Locale.ENGLISH);
  private static final DateTimeFormatter LEGACY_TIME =
      DateTimeFormatter.ofPattern("pph:mma", Locale.ENGLISH);
  private static final DateTimeFormatter AMERICAN = DateTimeFormatter.ofPattern("MM/dd/yy");
  private static final DateTimeFormatter ANSI = DateTimeFormatter.ofPattern("yy.MM.dd");
  private static final DateTimeFormatter SECONDS = DateTimeFormatter.ofPattern("HH:mm:ss");

  private DateTimeText() {}

  static String format(Object value, SqlType type, int style) {
    OffsetDateTime time = DateTimes.widen(value, type);
    boolean legacy = type.kind() == Kind.DATETIME || type.kind() == Kind.SMALLDATETIME;
    if (style == 100 || style == 0 && legacy) {
      return legacy(time, type);
    }
    if (style == 1 || style == 2) {
      if (type.kind() == Kind.TIME) {
        throw SqlErrors.style(style, type, "a character string");
      }
      return time.format(style == 1 ? AMERICAN : ANSI);
    }
    String separator =
        switch (style) {
          case 0, 20, 21, 25, 120, 121 -> " ";
          case 126, 127 -> "T";
          default -> throw SqlErrors.style(style, type, "a character string");
        };
    StringBuilder text = new StringBuilder();
    if (type.kind() != Kind.TIME) {
      text.append(time.toLocalDate());
    }
    if (type.kind() != Kind.DATE) {
      text.append(text.length() == 0 ? "" : separator).append(time.format(SECONDS));
      text.append(fraction(time, type, style));
    }
    if (type.kind() == Kind.DATETIMEOFFSET) {
      text.append(separator.equals("T") ? "" : " ").append(offset(time.getOffset()));
    }
    return text.toString();
  }

  private static String legacy(OffsetDateTime time, SqlType type) {
    return switch (type.kind()) {
      case DATE -> time.format(LEGACY_DATE);
      case TIME -> time.format(LEGACY_TIME);
      case DATETIMEOFFSET -> time.format(LEGACY) + " " + offset(time.getOffset());
      default -> time.format(LEGACY);
    };
  }

  private static String fraction(OffsetDateTime time, SqlType type, int style) {
    boolean withoutFraction = style == 20 || style == 120;
    if (withoutFraction || type.kind() == Kind.SMALLDATETIME) {
      return type.kind() == Kind.SMALLDATETIME && style == 121 ? ".000" : "";
    }
    int digits = type.kind() == Kind.DATETIME ? 3 : type.scale();
    boolean omitted = style == 126 && time.getNano() == 0;
    if (digits == 0 || omitted) {
      return "";
    }
    return "." + String.format(Locale.ROOT, "%09d", time.getNano()).substring(0, digits);
  }

  private static String offset(ZoneOffset offset) {
    return offset.getTotalSeconds() == 0 ? "+00:00" : offset.getId();
  }

  /** Parses ISO forms of a date, a time or both, with an optional offset. */
  static OffsetDateTime parse(String input, SqlType target) {
    String text = input.trim();
    if (text.isEmpty()) {
      return LocalDate.of(1900, 1, 1).atStartOfDay().atOffset(ZoneOffset.UTC);
    }
    try {
      return parseParts(text, target);
    } catch (DateTimeException e) {
      throw target.kind() == Kind.DATETIME
          ? SqlErrors.dateRange(Types.varchar(text.length()), target)
          : SqlErrors.dateConversion();
    }
  }

  private static OffsetDateTime parseParts(String text, SqlType target) {
    ZoneOffset offset = ZoneOffset.UTC;
    String rest = text;
    Matcher zone = OFFSET.matcher(text);
    if (text.indexOf(':') > 0 && zone.find()) {
      if (target.kind() == Kind.DATETIME && zone.group(1) == null) {
        throw SqlErrors.dateConversion();
      }
      offset = zone.group(1) != null ? ZoneOffset.UTC : offsetOf(zone);
      rest = text.substring(0, zone.start());
    }
    LocalDate date = LocalDate.of(1900, 1, 1);
    LocalTime time = LocalTime.MIDNIGHT;
    Matcher day = DATE.matcher(rest);
    if (day.lookingAt()) {
      date = dateOf(day);
      rest = rest.substring(day.end());
      rest = rest.startsWith("T") ? rest.substring(1) : rest.trim();
    }
    if (!rest.isEmpty()) {
      Matcher clock = TIME.matcher(rest);
      if (!clock.matches()) {
        throw SqlErrors.dateConversion();
      }
      time = timeOf(clock, target);
    }
    return date.atTime(time).atOffset(offset);
  }

  private static ZoneOffset offsetOf(Matcher zone) {
    int minutes = Integer.parseInt(zone.group(3)) * 60 + Integer.parseInt(zone.group(4));
    return ZoneOffset.ofTotalSeconds((zone.group(2).equals("-") ? -minutes : minutes) * 60);
  }

  private static LocalDate dateOf(Matcher day) {
    int first = day.group(1) != null ? 1 : 4;
    return LocalDate.of(
        Integer.parseInt(day.group(first)),
        Integer.parseInt(day.group(first + 1)),
        Integer.parseInt(day.group(first + 2)));
  }

  private static LocalTime timeOf(Matcher clock, SqlType target) {
    String fraction = clock.group(4) == null ? "" : clock.group(4);
    int digits = target.kind() == Kind.DATETIME ? 3 : 7;
    if (fraction.length() > digits && target.kind() == Kind.DATETIME) {
      throw SqlErrors.dateConversion();
    }
    int nanos = Integer.parseInt((fraction + "000000000").substring(0, 9));
    int seconds = clock.group(3) == null ? 0 : Integer.parseInt(clock.group(3));
    return LocalTime.of(
        Integer.parseInt(clock.group(1)), Integer.parseInt(clock.group(2)), seconds, nanos);
  }
}
