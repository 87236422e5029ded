package io.strandline.lab.protocol;

/**
 * A whole message from the client: the joined bodies of its packets.
 *
 * @param type the packets' type, one of the constants here
 * @param firstStatus the first packet's status bits, which carry the reset flags
 * @param ignored whether the client took the message back with its last packet
 * @param body without packet headers
 */
record Message(int type, int firstStatus, boolean ignored, byte[] body) {

  static final int SQL_BATCH = 0x01;
  static final int RPC = 0x03;
  static final int REPLY = 0x04;
  static final int ATTENTION = 0x06;
  static final int BULK_LOAD = 0x07;
  static final int TRANSACTION = 0x0E;
  static final int LOGIN7 = 0x10;
  static final int PRELOGIN = 0x12;

  static final int STATUS_END = 0x01;
  static final int STATUS_IGNORE = 0x02;
  static final int STATUS_RESET = 0x08;
  static final int STATUS_RESET_KEEP_TRANSACTION = 0x10;

  static final int HEADER_SIZE = 8;

  boolean resetsConnection() {
    return (firstStatus & STATUS_RESET) != 0;
  }

  boolean resetsConnectionKeepingTransaction() {
    return (firstStatus & STATUS_RESET_KEEP_TRANSACTION) != 0;
  }
}
