package io.strandline.lab.sql.type;

import io.strandline.lab.session.SqlType;
import io.strandline.lab.session.SqlType.Kind;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Locale;
import java.util.UUID;

/** Conversions to text. */
final class TextCoercion {

  private TextCoercion() {}

  static String text(Object value, SqlType from, SqlType to, int style) {
    if (value instanceof String text) {
      boolean narrowed = Types.isUnicode(from) && !Types.isUnicode(to);
      return narrowed ? inCodePage(text) : text;
    }
    if (value instanceof Boolean bit) {
      return bit ? "1" : "0";
    }
    if (value instanceof byte[] bytes) {
      return fromBytes(bytes, to, style);
    }
    if (value instanceof BigDecimal decimal) {
      boolean money = from.kind() == Kind.MONEY || from.kind() == Kind.SMALLMONEY;
      return money ? money(decimal, style) : decimal.toPlainString();
    }
    if (value instanceof Double || value instanceof Float) {
      double number = ((Number) value).doubleValue();
      return style == 1 || style == 2 ? scientific(number, style) : floating(number);
    }
    if (value instanceof UUID guid) {
      return guid.toString().toUpperCase(Locale.ROOT);
    }
    if (Types.isTemporal(from)) {
      return DateTimeText.format(value, from, style);
    }
    return value.toString();
  }

  /** Pads fixed-length types with spaces. */
  static String padded(String text, SqlType to) {
    boolean fixed = to.kind() == Kind.CHAR || to.kind() == Kind.NCHAR;
    return fixed && text.length() < to.length()
        ? text + " ".repeat(to.length() - text.length())
        : text;
  }

  /** The text as windows-1252 holds it: other characters become question marks. */
  private static String inCodePage(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) > 126) {
        return new String(text.getBytes(BinaryCoercion.CODE_PAGE), BinaryCoercion.CODE_PAGE);
      }
    }
    return text;
  }

  private static String fromBytes(byte[] bytes, SqlType to, int style) {
    if (style == 1 || style == 2) {
      String hex = HexFormat.of().withUpperCase().formatHex(bytes);
      return style == 1 ? "0x" + hex : hex;
    }
    return new String(
        bytes, Types.isUnicode(to) ? StandardCharsets.UTF_16LE : BinaryCoercion.CODE_PAGE);
  }

  /** Two digits, with commas in style 1; all four in style 2 (documented). */
  private static String money(BigDecimal value, int style) {
    if (style == 2) {
      return value.toPlainString();
    }
    BigDecimal rounded = value.setScale(2, RoundingMode.HALF_UP);
    return style == 1 ? String.format(Locale.ROOT, "%,.2f", rounded) : rounded.toPlainString();
  }

  /** Eight digits in style 1, sixteen in style 2, with an exponent (documented). */
  private static String scientific(double value, int style) {
    String text = String.format(Locale.ROOT, style == 1 ? "%.7e" : "%.15e", value);
    return text.replaceFirst("e([+-])(\\d\\d)$", "e$1" + "0$2");
  }

  /** Six significant digits, with an exponent from a million up. */
  private static String floating(double value) {
    if (value == 0) {
      return "0";
    }
    BigDecimal rounded = new BigDecimal(value).round(new MathContext(6, RoundingMode.HALF_UP));
    double size = Math.abs(value);
    if (size >= 1e-4 && size < 999_999.5) {
      return rounded.stripTrailingZeros().toPlainString();
    }
    String text = String.format(Locale.ROOT, "%.5e", value).replaceFirst("\\.?0+e", "e");
    return text.replaceFirst("e([+-])(\\d\\d)$", "e$1" + "0$2");
  }
}
