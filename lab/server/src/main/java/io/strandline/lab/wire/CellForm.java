package io.strandline.lab.wire;

import io.strandline.lab.session.SqlType;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** How a value's length is told in a row. */
enum CellForm {
  /** One byte; 0 is NULL. */
  BYTE_LENGTH,
  /** Two bytes; 0xFFFF is NULL. */
  SHORT_LENGTH,
  /** Eight bytes, then pieces up to an empty one; -1 is NULL. */
  PIECES,
  /** A pointer and a time stamp that mean nothing, then four bytes; no pointer is NULL. */
  POINTER;

  static final int POINTER_SIZE = 1 + 16 + 8;

  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  static CellForm of(SqlType type) {
    boolean max = type.length() == SqlType.MAX;
    return switch (type.kind()) {
      case CHAR, NCHAR, BINARY, ROWVERSION -> SHORT_LENGTH;
      case VARCHAR, NVARCHAR, VARBINARY -> max ? PIECES : SHORT_LENGTH;
      case XML -> PIECES;
      case TEXT, NTEXT, IMAGE -> POINTER;
      default -> BYTE_LENGTH;
    };
  }

  /** Where the cell that begins at {@code at} ends. */
  int end(byte[] data, int at) {
    return switch (this) {
      case BYTE_LENGTH -> at + 1 + (data[at] & 0xFF);
      case SHORT_LENGTH -> {
        int length = u16(data, at);
        yield length == 0xFFFF ? at + 2 : at + 2 + length;
      }
      case PIECES -> endOfPieces(data, at);
      case POINTER -> data[at] == 0 ? at + 1 : at + POINTER_SIZE + 4 + i32(data, at + POINTER_SIZE);
    };
  }

  private static int endOfPieces(byte[] data, int at) {
    int next = at + 8;
    if (i64(data, at) == -1) {
      return next;
    }
    int length = i32(data, next);
    while (length != 0) {
      next += 4 + length;
      length = i32(data, next);
    }
    return next + 4;
  }

  static int u16(byte[] data, int at) {
    return data[at] & 0xFF | (data[at + 1] & 0xFF) << 8;
  }

  static int i32(byte[] data, int at) {
    return (int) INT.get(data, at);
  }

  static long i64(byte[] data, int at) {
    return (long) LONG.get(data, at);
  }
}
