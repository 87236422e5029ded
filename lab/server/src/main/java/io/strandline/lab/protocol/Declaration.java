package io.strandline.lab.protocol;

import io.strandline.lab.session.Parameter;
import io.strandline.lab.session.SqlType;
import io.strandline.lab.session.SqlType.Kind;
import io.strandline.lab.wire.TimeCodec;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A parameter of a declaration string such as {@code @P0 varbinary(8000),@P1 int OUTPUT}.
 *
 * @param name with its {@code @}
 * @param type as declared
 * @param output whether it is declared OUTPUT
 */
record Declaration(String name, SqlType type, boolean output) {

  private static final Pattern ONE =
      Pattern.compile(
          "\\s*(@[\\w@#$]+)\\s+(?:as\\s+)?(?:\\[?\\w+\\]?\\.)?\\[?(\\w+)\\]?"
              + "(?:\\s*\\(\\s*(max|\\d{1,4})\\s*(?:,\\s*(\\d{1,2})\\s*)?\\))?"
              + "\\s*(output|out|readonly)?\\s*(,|$)",
          Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CHARACTER_CLASS);

  private static final int MAX_DECLARATIONS = 2_100;

  /**
   * Parses a declaration string; empty text declares nothing.
   *
   * @throws io.strandline.lab.session.SqlException 102 for bad syntax, 2715 for an unknown type
   */
  static List<Declaration> parse(String text) {
    List<Declaration> declarations = new ArrayList<>();
    if (text.isBlank()) {
      return declarations;
    }
    Matcher matcher = ONE.matcher(text);
    int at = 0;
    boolean more = true;
    while (more) {
      if (declarations.size() == MAX_DECLARATIONS || !matcher.find(at) || matcher.start() != at) {
        throw Refusals.badSyntax(text.substring(at, Math.min(text.length(), at + 20)).strip());
      }
      declarations.add(declaration(declarations.size() + 1, matcher));
      at = matcher.end();
      more = ",".equals(matcher.group(6));
    }
    return declarations;
  }

  /**
   * The parameter with the value that was sent: of the declared type, unless the value was sent as
   * a class that this type does not hold.
   */
  Parameter bind(RpcParameter sent) {
    Object value = sent.value();
    boolean returned = output && sent.output();
    if (value == null) {
      return new Parameter(name, type, null, returned);
    }
    return type.kind().javaClass().isInstance(value)
        ? new Parameter(name, type, TimeCodec.rounded(value, type), returned)
        : new Parameter(name, sent.type(), value, returned);
  }

  private static Declaration declaration(int position, Matcher matcher) {
    String suffix = matcher.group(5);
    if ("readonly".equalsIgnoreCase(suffix)) {
      throw Refusals.unsupported("A table-valued parameter");
    }
    SqlType type = type(matcher.group(2), matcher.group(3), matcher.group(4));
    if (type == null) {
      throw Refusals.unknownType(position, matcher.group(2));
    }
    return new Declaration(matcher.group(1), type, suffix != null);
  }

  private static @Nullable SqlType type(
      String name, @Nullable String first, @Nullable String second) {
    String lower = name.toLowerCase(Locale.ROOT);
    return switch (lower) {
      case "bit" -> SqlType.of(Kind.BIT);
      case "tinyint" -> SqlType.of(Kind.TINYINT);
      case "smallint" -> SqlType.of(Kind.SMALLINT);
      case "int", "integer" -> SqlType.of(Kind.INT);
      case "bigint" -> SqlType.of(Kind.BIGINT);
      case "real" -> SqlType.of(Kind.REAL);
      // Up to 24 bits of mantissa are a real (documented).
      case "float" -> SqlType.of(number(first, 53) <= 24 ? Kind.REAL : Kind.FLOAT);
      case "decimal", "numeric", "dec" ->
          SqlType.decimal(number(first, 18), second == null ? 0 : Integer.parseInt(second));
      case "money" -> SqlType.of(Kind.MONEY);
      case "smallmoney" -> SqlType.of(Kind.SMALLMONEY);
      case "date" -> SqlType.of(Kind.DATE);
      case "time" -> SqlType.fractional(Kind.TIME, number(first, 7));
      case "smalldatetime" -> SqlType.of(Kind.SMALLDATETIME);
      case "datetime" -> SqlType.of(Kind.DATETIME);
      case "datetime2" -> SqlType.fractional(Kind.DATETIME2, number(first, 7));
      case "datetimeoffset" -> SqlType.fractional(Kind.DATETIMEOFFSET, number(first, 7));
      case "char", "varchar", "nchar", "nvarchar", "binary", "varbinary" ->
          SqlType.sized(Kind.valueOf(name.toUpperCase(Locale.ROOT)), number(first, 1));
      case "sysname" -> SqlType.sized(Kind.NVARCHAR, 128);
      case "text" -> SqlType.of(Kind.TEXT);
      case "ntext" -> SqlType.of(Kind.NTEXT);
      case "image" -> SqlType.of(Kind.IMAGE);
      case "xml" -> SqlType.of(Kind.XML);
      case "rowversion", "timestamp" -> SqlType.of(Kind.ROWVERSION);
      case "uniqueidentifier" -> SqlType.of(Kind.UNIQUEIDENTIFIER);
      default -> null;
    };
  }

  private static int number(@Nullable String digits, int otherwise) {
    if (digits == null) {
      return otherwise;
    }
    return digits.equalsIgnoreCase("max") ? SqlType.MAX : Integer.parseInt(digits);
  }
}
