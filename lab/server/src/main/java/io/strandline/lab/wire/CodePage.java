package io.strandline.lab.wire;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/** Windows code page 1252, that of the default collation SQL_Latin1_General_CP1_CI_AS. */
public final class CodePage {

  public static final Charset CHARSET = Charset.forName("windows-1252");

  private static final byte[] BY_CHAR = table();
  private static final char[] BY_BYTE = chars();

  private CodePage() {}

  private static byte[] table() {
    byte[] table = new byte[Character.MAX_VALUE + 1];
    java.util.Arrays.fill(table, (byte) '?');
    byte[] one = new byte[1];
    for (int code = 0; code < 256; code++) {
      one[0] = (byte) code;
      char decoded = new String(one, CHARSET).charAt(0);
      // The five unassigned codes decode to the replacement character; SQL Server passes them
      // through.
      table[decoded == '\uFFFD' ? (char) code : decoded] = (byte) code;
    }
    return table;
  }

  private static char[] chars() {
    char[] chars = new char[256];
    for (int c = Character.MAX_VALUE; c >= 0; c--) {
      if (BY_CHAR[c] != '?' || c == '?') {
        chars[BY_CHAR[c] & 0xFF] = (char) c;
      }
    }
    return chars;
  }

  /** Decodes what {@link #encode} made. */
  static String decode(byte[] data, int at, int length) {
    for (int i = at; i < at + length; i++) {
      if (data[i] < 0) {
        return decodeWide(data, at, length);
      }
    }
    return new String(data, at, length, StandardCharsets.ISO_8859_1);
  }

  private static String decodeWide(byte[] data, int at, int length) {
    char[] chars = new char[length];
    for (int i = 0; i < length; i++) {
      chars[i] = BY_BYTE[data[at + i] & 0xFF];
    }
    return new String(chars);
  }

  /** Encodes one byte a character; what the page lacks becomes {@code ?}. */
  public static void encode(String text, int from, int to, byte[] target, int at) {
    int out = at;
    for (int i = from; i < to; i++) {
      target[out++] = BY_CHAR[text.charAt(i)];
    }
  }
}
