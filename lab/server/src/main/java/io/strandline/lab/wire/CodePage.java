package io.strandline.lab.wire;

import java.nio.charset.Charset;

/** Windows code page 1252, that of the default collation SQL_Latin1_General_CP1_CI_AS. */
public final class CodePage {

  public static final Charset CHARSET = Charset.forName("windows-1252");

  private static final byte[] BY_CHAR = table();

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

  /** Encodes one byte a character; what the page lacks becomes {@code ?}. */
  public static void encode(String text, int from, int to, byte[] target, int at) {
    int out = at;
    for (int i = from; i < to; i++) {
      target[out++] = BY_CHAR[text.charAt(i)];
    }
  }
}
