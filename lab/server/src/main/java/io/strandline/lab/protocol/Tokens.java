package io.strandline.lab.protocol;

import io.strandline.lab.session.Column;
import io.strandline.lab.session.Parameter;
import io.strandline.lab.session.ResultSink.StatementKind;
import io.strandline.lab.session.SqlMessage;
import io.strandline.lab.wire.ValueEncoder;
import io.strandline.lab.wire.WireWriter;
import java.util.List;

/** Writes the tokens of a reply to a buffer; holds no other state. */
final class Tokens {

  static final int DONE = 0xFD;
  static final int DONE_PROCEDURE = 0xFE;
  static final int DONE_IN_PROCEDURE = 0xFF;
  static final int ROW = 0xD1;

  static final int STATUS_MORE = 0x01;
  static final int STATUS_ERROR = 0x02;
  static final int STATUS_COUNT = 0x10;
  static final int STATUS_ATTENTION = 0x20;

  static final int ENV_DATABASE = 1;
  static final int ENV_LANGUAGE = 2;
  static final int ENV_PACKET_SIZE = 4;
  static final int ENV_COLLATION = 7;
  static final int ENV_BEGIN = 8;
  static final int ENV_COMMIT = 9;
  static final int ENV_ROLLBACK = 10;
  static final int ENV_RESET = 18;

  private static final int COLUMN_METADATA = 0x81;
  private static final int NO_METADATA = 0xFFFF;
  private static final int RETURN_STATUS = 0x79;
  private static final int RETURN_VALUE = 0xAC;
  private static final int ERROR = 0xAA;
  private static final int INFO = 0xAB;
  private static final int LOGIN_ACK = 0xAD;
  private static final int ENV_CHANGE = 0xE3;

  private static final int MAX_MESSAGE_TEXT = 4_000;

  private final WireWriter out;
  private final String serverName;

  Tokens(WireWriter out, String serverName) {
    this.out = out;
    this.serverName = serverName;
  }

  /**
   * The command code that clients read to tell a row count from an update count.
   *
   * @param counted whether the statement reports a count; another statement that does is a
   *     definition to the client, whose update count is 0
   */
  static int command(StatementKind kind, boolean counted) {
    return switch (kind) {
      case SELECT -> 0xC1;
      case INSERT -> 0xC3;
      case DELETE -> 0xC4;
      case UPDATE -> 0xC5;
      case OTHER -> counted ? 0xC6 : 0;
    };
  }

  /** A DONE, DONEPROC or DONEINPROC; {@code count} counts only with {@link #STATUS_COUNT}. */
  void done(int token, int status, int command, long count) {
    out.u8(token);
    out.u16(status);
    out.u16(command);
    out.i64(count);
  }

  void columns(List<Column> columns) {
    out.u8(COLUMN_METADATA);
    out.u16(columns.size());
    for (Column column : columns) {
      out.i32(TypeInfoWriter.userType(column.type()));
      // 0x08: whether it can be updated is not known.
      out.u16(0x08 | (column.nullable() ? 0x01 : 0) | (column.identity() ? 0x10 : 0));
      TypeInfoWriter.write(out, column.type(), column.nullable(), true);
      out.shortText(column.name());
    }
  }

  /** The columns of a result set that the client knows already. */
  void noColumns() {
    out.u8(COLUMN_METADATA);
    out.u16(NO_METADATA);
  }

  void error(SqlMessage message) {
    message(ERROR, message);
  }

  void info(SqlMessage message) {
    message(INFO, message);
  }

  void returnStatus(int status) {
    out.u8(RETURN_STATUS);
    out.i32(status);
  }

  /** An output parameter; {@code ordinal} is its place in the call, from 0. */
  void returnValue(int ordinal, Parameter parameter) {
    out.u8(RETURN_VALUE);
    out.u16(ordinal);
    out.shortText(parameter.name());
    out.u8(0x01);
    out.i32(TypeInfoWriter.userType(parameter.type()));
    out.u16(0x01);
    TypeInfoWriter.write(out, parameter.type(), true, false);
    ValueEncoder.of(parameter.type(), true).encode(out, parameter.value());
  }

  void loginAck(int tdsVersion, ServerVersion version) {
    int start = begin(LOGIN_ACK);
    out.u8(1);
    out.u16BigEndian(tdsVersion >>> 16);
    out.u16BigEndian(tdsVersion);
    out.shortText("Microsoft SQL Server");
    version.writeLoginAck(out);
    end(start);
  }

  void textChange(int type, String now, String before) {
    int start = begin(ENV_CHANGE);
    out.u8(type);
    out.shortText(now);
    out.shortText(before);
    end(start);
  }

  void collationChange() {
    int start = begin(ENV_CHANGE);
    out.u8(ENV_COLLATION);
    out.u8(TypeInfoWriter.COLLATION.length);
    out.bytes(TypeInfoWriter.COLLATION);
    out.u8(0);
    end(start);
  }

  /** A transaction's begin carries its descriptor as the new value, its end as the old one. */
  void transactionChange(int type, long descriptor) {
    int start = begin(ENV_CHANGE);
    out.u8(type);
    if (type == ENV_BEGIN) {
      out.u8(8);
      out.i64(descriptor);
      out.u8(0);
    } else {
      out.u8(0);
      out.u8(8);
      out.i64(descriptor);
    }
    end(start);
  }

  private void message(int token, SqlMessage message) {
    int start = begin(token);
    out.i32(message.number());
    out.u8(message.state());
    // A class of 10 is sent as 0 (documented).
    out.u8(message.severity() == 10 ? 0 : message.severity());
    String text = message.text();
    int length = Math.min(text.length(), MAX_MESSAGE_TEXT);
    out.u16(length);
    out.utf16(text, 0, length);
    out.shortText(serverName);
    out.shortText("");
    out.i32(message.line());
    end(start);
  }

  private int begin(int token) {
    out.u8(token);
    out.u16(0);
    return out.size();
  }

  private void end(int start) {
    out.patchU16(start - 2, out.size() - start);
  }
}
