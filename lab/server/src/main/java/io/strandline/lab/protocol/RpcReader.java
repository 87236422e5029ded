package io.strandline.lab.protocol;

import io.strandline.lab.wire.ProtocolException;
import io.strandline.lab.wire.WireReader;
import java.util.ArrayList;
import java.util.List;

/** Reads the calls of an RPC message. */
final class RpcReader {

  private static final int BY_ID = 0xFFFF;
  private static final int BATCH_FLAG = 0xFF;
  private static final int NO_EXEC_FLAG = 0xFE;
  private static final int MAX_PARAMETERS = 2_100;
  private static final int MAX_CALLS = 100_000;
  private static final int MAX_NAME = 1_046;

  private static final int NO_COLUMNS = 0x02;

  private static final int BY_REFERENCE = 0x01;
  private static final int DEFAULT_VALUE = 0x02;
  private static final int ENCRYPTED = 0x08;

  private static final String[] WELL_KNOWN = {
    "",
    "sp_cursor",
    "sp_cursoropen",
    "sp_cursorprepare",
    "sp_cursorexecute",
    "sp_cursorprepexec",
    "sp_cursorunprepare",
    "sp_cursorfetch",
    "sp_cursoroption",
    "sp_cursorclose",
    "sp_executesql",
    "sp_prepare",
    "sp_execute",
    "sp_prepexec",
    "sp_prepexecrpc",
    "sp_unprepare"
  };

  private RpcReader() {}

  /**
   * Reads all calls after ALL_HEADERS.
   *
   * @throws io.strandline.lab.session.SqlException for a parameter of a type that is not taken
   */
  static List<RpcCall> read(WireReader in) {
    List<RpcCall> calls = new ArrayList<>();
    do {
      if (calls.size() == MAX_CALLS) {
        throw new ProtocolException("more than " + MAX_CALLS + " calls in a message");
      }
      calls.add(call(in));
    } while (in.remaining() > 0);
    return calls;
  }

  private static RpcCall call(WireReader in) {
    int nameLength = in.u16();
    String procedure = nameLength == BY_ID ? wellKnown(in.u16()) : name(in, nameLength);
    boolean withoutColumns = (in.u16() & NO_COLUMNS) != 0;
    List<RpcParameter> parameters = new ArrayList<>();
    while (in.remaining() > 0) {
      int next = in.peekU8();
      if (next == BATCH_FLAG || next == NO_EXEC_FLAG) {
        in.u8();
        break;
      }
      if (parameters.size() == MAX_PARAMETERS) {
        throw new ProtocolException("more than " + MAX_PARAMETERS + " parameters");
      }
      parameters.add(parameter(in));
    }
    return new RpcCall(procedure, withoutColumns, parameters);
  }

  private static RpcParameter parameter(WireReader in) {
    String name = in.utf16(in.u8());
    int status = in.u8();
    if ((status & ENCRYPTED) != 0) {
      throw Refusals.unsupported("An encrypted parameter");
    }
    TypeInfo info = TypeInfo.read(in);
    Object value = ValueReader.read(in, info);
    return new RpcParameter(
        name, (status & BY_REFERENCE) != 0, (status & DEFAULT_VALUE) != 0, info.type(), value);
  }

  private static String wellKnown(int id) {
    if (id < 1 || id >= WELL_KNOWN.length) {
      throw new ProtocolException("procedure id " + id);
    }
    return WELL_KNOWN[id];
  }

  private static String name(WireReader in, int length) {
    if (length == 0 || length > MAX_NAME) {
      throw new ProtocolException("procedure name of " + length + " characters");
    }
    return in.utf16(length);
  }
}
