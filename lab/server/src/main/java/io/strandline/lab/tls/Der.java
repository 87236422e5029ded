package io.strandline.lab.tls;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/**
 * Writes ASN.1 values in DER, as far as a certificate needs them; each method returns one value.
 */
final class Der {

  private static final DateTimeFormatter UTC_TIME =
      DateTimeFormatter.ofPattern("yyMMddHHmmss'Z'").withZone(ZoneOffset.UTC);

  private Der() {}

  static byte[] sequence(byte[]... parts) {
    return tagged(0x30, parts);
  }

  static byte[] set(byte[]... parts) {
    return tagged(0x31, parts);
  }

  static byte[] integer(BigInteger value) {
    return tagged(0x02, value.toByteArray());
  }

  static byte[] bool(boolean value) {
    return tagged(0x01, new byte[] {(byte) (value ? 0xFF : 0)});
  }

  static byte[] octets(byte[] value) {
    return tagged(0x04, value);
  }

  /** A bit string; {@code unused} counts the padding bits of its last byte. */
  static byte[] bits(byte[] value, int unused) {
    return tagged(0x03, new byte[] {(byte) unused}, value);
  }

  static byte[] utf8(String value) {
    return tagged(0x0C, value.getBytes(StandardCharsets.UTF_8));
  }

  /** For years 1950 to 2049. */
  static byte[] utcTime(Instant value) {
    return tagged(0x17, UTC_TIME.format(value).getBytes(StandardCharsets.US_ASCII));
  }

  /** An object identifier from its arcs. */
  static byte[] oid(int... arcs) {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    body.write(arcs[0] * 40 + arcs[1]);
    for (int i = 2; i < arcs.length; i++) {
      for (int shift = 28; shift > 0; shift -= 7) {
        if (arcs[i] >>> shift != 0) {
          body.write(arcs[i] >>> shift & 0x7F | 0x80);
        }
      }
      body.write(arcs[i] & 0x7F);
    }
    return tagged(0x06, body.toByteArray());
  }

  /** Any value: its tag byte, its length, its parts. */
  static byte[] tagged(int tag, byte[]... parts) {
    int length = 0;
    for (byte[] part : parts) {
      length += part.length;
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream(length + 4);
    out.write(tag);
    if (length >= 0x80) {
      int lengthBytes = length > 0xFFFF ? 3 : length > 0xFF ? 2 : 1;
      out.write(0x80 | lengthBytes);
      for (int shift = (lengthBytes - 1) * 8; shift > 0; shift -= 8) {
        out.write(length >>> shift);
      }
    }
    out.write(length);
    for (byte[] part : parts) {
      out.writeBytes(part);
    }
    return out.toByteArray();
  }
}
