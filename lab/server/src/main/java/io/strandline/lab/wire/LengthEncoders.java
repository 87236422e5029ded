package io.strandline.lab.wire;

import io.strandline.lab.session.SqlType;

/** Encoders of the types whose values have a length of their own: text, binary, xml. */
final class LengthEncoders {

  private static final int CHUNK = 4_096;
  private static final int NULL_LENGTH = 0xFFFF;
  private static final long NULL_PARTIAL = -1L;

  private LengthEncoders() {}

  static ValueEncoder of(SqlType type) {
    boolean max = type.length() == SqlType.MAX;
    return switch (type.kind()) {
      case CHAR -> text(type, false, true);
      case VARCHAR -> max ? partialText(false) : text(type, false, false);
      case NCHAR -> text(type, true, true);
      case NVARCHAR -> max ? partialText(true) : text(type, true, false);
      case XML -> partialText(true);
      case BINARY -> binary(type.length(), true);
      case ROWVERSION -> binary(8, true);
      case VARBINARY -> max ? partialBinary() : binary(type.length(), false);
      case TEXT -> pointedText(false);
      case NTEXT -> pointedText(true);
      case IMAGE -> pointedBinary();
      default -> throw new IllegalArgumentException("no length encoder of " + type.kind());
    };
  }

  private static ValueEncoder text(SqlType type, boolean wide, boolean padded) {
    int length = type.length();
    return (out, value) -> {
      if (value == null) {
        out.u16(NULL_LENGTH);
        return;
      }
      String text = (String) value;
      int characters = checked(text.length(), length);
      int blanks = padded ? length - characters : 0;
      if (wide) {
        out.u16((characters + blanks) * 2);
        out.utf16(text, 0, characters);
      } else {
        out.u16(characters + blanks);
        out.windows1252(text, 0, characters);
      }
      for (int i = 0; i < blanks; i++) {
        if (wide) {
          out.u16(' ');
        } else {
          out.u8(' ');
        }
      }
    };
  }

  private static ValueEncoder binary(int length, boolean padded) {
    return (out, value) -> {
      if (value == null) {
        out.u16(NULL_LENGTH);
        return;
      }
      byte[] bytes = (byte[]) value;
      int zeros = padded ? length - checked(bytes.length, length) : 0;
      out.u16(checked(bytes.length, length) + zeros);
      out.bytes(bytes);
      out.fill(0, zeros);
    };
  }

  private static ValueEncoder partialText(boolean wide) {
    return (out, value) -> {
      if (value == null) {
        out.i64(NULL_PARTIAL);
        return;
      }
      String text = (String) value;
      int unit = wide ? 2 : 1;
      out.i64((long) text.length() * unit);
      for (int from = 0; from < text.length(); from += CHUNK) {
        int to = Math.min(text.length(), from + CHUNK);
        out.i32((to - from) * unit);
        textPiece(out, text, from, to, wide);
        out.spill();
      }
      out.i32(0);
    };
  }

  private static ValueEncoder partialBinary() {
    return (out, value) -> {
      if (value == null) {
        out.i64(NULL_PARTIAL);
        return;
      }
      byte[] bytes = (byte[]) value;
      out.i64(bytes.length);
      for (int from = 0; from < bytes.length; from += CHUNK) {
        int length = Math.min(bytes.length - from, CHUNK);
        out.i32(length);
        out.bytes(bytes, from, length);
        out.spill();
      }
      out.i32(0);
    };
  }

  private static ValueEncoder pointedText(boolean wide) {
    return (out, value) -> {
      if (value == null) {
        out.u8(0);
        return;
      }
      String text = (String) value;
      textPointer(out, Math.multiplyExact(text.length(), wide ? 2 : 1));
      for (int from = 0; from < text.length(); from += CHUNK) {
        textPiece(out, text, from, Math.min(text.length(), from + CHUNK), wide);
        out.spill();
      }
    };
  }

  private static ValueEncoder pointedBinary() {
    return (out, value) -> {
      if (value == null) {
        out.u8(0);
        return;
      }
      byte[] bytes = (byte[]) value;
      textPointer(out, bytes.length);
      for (int from = 0; from < bytes.length; from += CHUNK) {
        out.bytes(bytes, from, Math.min(bytes.length - from, CHUNK));
        out.spill();
      }
    };
  }

  /** A pointer and time stamp that mean nothing: clients only skip them. */
  private static void textPointer(WireWriter out, int length) {
    out.u8(16);
    out.fill(0, 16 + 8);
    out.i32(length);
  }

  private static void textPiece(WireWriter out, String text, int from, int to, boolean wide) {
    if (wide) {
      out.utf16(text, from, to);
    } else {
      out.windows1252(text, from, to);
    }
  }

  private static int checked(int length, int limit) {
    if (length > limit) {
      throw new IllegalArgumentException("value of length " + length + " in a type of " + limit);
    }
    return length;
  }
}
