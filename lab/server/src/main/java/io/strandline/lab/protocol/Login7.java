package io.strandline.lab.protocol;

import io.strandline.lab.session.SqlEngine;
import io.strandline.lab.wire.ProtocolException;
import io.strandline.lab.wire.WireReader;
import java.nio.charset.StandardCharsets;

/**
 * A client's LOGIN7 message.
 *
 * @param tdsVersion as sent, {@code 0x74000004} for TDS 7.4
 * @param packetSize the packet size asked for, in bytes; 0 for the server's default
 * @param integrated whether the client wants Windows authentication
 * @param login what the engine needs
 */
record Login7(int tdsVersion, int packetSize, boolean integrated, SqlEngine.Login login) {

  /** TDS 7.3A, SQL Server 2008: the first with date and time types on the wire. */
  static final int OLDEST_VERSION = 0x730A0003;

  /** TDS 7.4, SQL Server 2012 and later. */
  static final int NEWEST_VERSION = 0x74000004;

  private static final int FIRST_STRING = 36;
  private static final int MAX_CHARACTERS = 128;

  static Login7 read(byte[] body) {
    WireReader fixed = new WireReader(body);
    if (fixed.i32() != body.length) {
      throw new ProtocolException("LOGIN7 length differs from the message's");
    }
    int version = fixed.i32();
    int packetSize = fixed.i32();
    fixed.skip(13);
    int optionFlags2 = fixed.u8();
    int typeFlags = fixed.u8();
    SqlEngine.Login login =
        new SqlEngine.Login(
            text(body, 1), password(body), text(body, 8), text(body, 3), (typeFlags & 0x20) != 0);
    return new Login7(version, packetSize, (optionFlags2 & 0x80) != 0, login);
  }

  /** The TDS version to speak: the client's, at most {@link #NEWEST_VERSION}. */
  int spokenVersion() {
    return Math.min(tdsVersion, NEWEST_VERSION);
  }

  private static String text(byte[] body, int field) {
    return new String(field(body, field), StandardCharsets.UTF_16LE);
  }

  /** Undoes the obfuscation: swapped nibbles, each byte XOR 0xA5. */
  private static String password(byte[] body) {
    byte[] hidden = field(body, 2);
    for (int i = 0; i < hidden.length; i++) {
      int b = (hidden[i] & 0xFF) ^ 0xA5;
      hidden[i] = (byte) (b >>> 4 | b << 4);
    }
    return new String(hidden, StandardCharsets.UTF_16LE);
  }

  private static byte[] field(byte[] body, int field) {
    WireReader whole = new WireReader(body);
    // The six bytes of the client's id stand between the database, field 8, and what follows it.
    whole.skip(FIRST_STRING + field * 4);
    int offset = whole.u16();
    int characters = whole.u16();
    if (characters > MAX_CHARACTERS) {
      throw new ProtocolException("LOGIN7 field " + field + " of " + characters + " characters");
    }
    return whole.slice(offset, characters * 2).take(characters * 2);
  }
}
