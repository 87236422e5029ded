package io.strandline.lab.protocol;

import io.strandline.lab.wire.ProtocolException;
import io.strandline.lab.wire.WireReader;
import io.strandline.lab.wire.WireWriter;
import java.util.ArrayList;
import java.util.List;

/**
 * A client's PRELOGIN message.
 *
 * @param encryption what the client offers, one of the constants here
 * @param options the option codes it sent, in order
 */
record PreLogin(int encryption, List<Integer> options) {

  static final int ENCRYPT_OFF = 0;
  static final int ENCRYPT_ON = 1;
  static final int ENCRYPT_NOT_SUPPORTED = 2;
  static final int ENCRYPT_REQUIRED = 3;

  private static final int VERSION = 0;
  private static final int ENCRYPTION = 1;
  private static final int INSTANCE = 2;
  private static final int MARS = 4;
  private static final int TERMINATOR = 0xFF;
  private static final int MAX_OPTIONS = 32;

  static PreLogin read(byte[] body) {
    WireReader table = new WireReader(body);
    int encryption = ENCRYPT_NOT_SUPPORTED;
    List<Integer> options = new ArrayList<>();
    for (int option = table.u8(); option != TERMINATOR; option = table.u8()) {
      if (options.size() == MAX_OPTIONS) {
        throw new ProtocolException("more than " + MAX_OPTIONS + " PRELOGIN options");
      }
      WireReader value = table.slice(table.u16BigEndian(), table.u16BigEndian());
      if (option == ENCRYPTION) {
        encryption = value.u8();
      }
      options.add(option);
    }
    return new PreLogin(encryption, options);
  }

  /** Whether the client wants the whole connection encrypted. */
  boolean wantsEncryption() {
    return encryption == ENCRYPT_ON || encryption == ENCRYPT_REQUIRED;
  }

  /**
   * Writes the answer: the version in exactly six bytes, the encryption, and an instance and MARS
   * answer for a client that asks.
   */
  void reply(WireWriter out, ServerVersion version, int encryptionAnswer) {
    List<Integer> answered = new ArrayList<>(List.of(VERSION, ENCRYPTION));
    for (int optional : new int[] {INSTANCE, MARS}) {
      if (options.contains(optional)) {
        answered.add(optional);
      }
    }
    int at = answered.size() * 5 + 1;
    for (int option : answered) {
      int length = option == VERSION ? 6 : 1;
      out.u8(option);
      out.u16BigEndian(at);
      out.u16BigEndian(length);
      at += length;
    }
    out.u8(TERMINATOR);
    for (int option : answered) {
      switch (option) {
        case VERSION -> version.writePreLogin(out);
        case ENCRYPTION -> out.u8(encryptionAnswer);
        default -> out.u8(0);
      }
    }
  }
}
