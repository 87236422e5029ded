package io.strandline.lab.protocol;

import io.strandline.lab.session.Column;
import io.strandline.lab.session.ResultSink.StatementKind;
import io.strandline.lab.session.SqlType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One connection's server cursors and the calls that do not run a statement: fetch, option, close.
 *
 * <p>Names, arguments and fetch types are documented (sp_cursorfetch and its kin); the texts of the
 * errors are general knowledge.
 */
final class CursorCalls {

  private static final int MAX_CURSORS = 1_000;
  private static final int FIRST_HANDLE = 180_150_003;
  private static final int FETCHED = 1;

  private static final int ALL = -1;
  private static final int OPTION_SCROLL = 4;
  private static final int OPTION_CONCURRENCY = 5;
  private static final int OPTION_ROWS = 6;

  private static final Column ROW_STATUS =
      new Column("ROWSTAT", SqlType.of(SqlType.Kind.INT), false, false);

  private final Map<Integer, ServerCursor> byHandle = new HashMap<>();
  private int next = FIRST_HANDLE;

  /** Keeps a cursor and returns its handle; error 701 for more than 1,000 of them. */
  int add(ServerCursor cursor) {
    if (byHandle.size() == MAX_CURSORS) {
      throw Refusals.tooManyCursors(MAX_CURSORS);
    }
    int handle = next;
    next += 2;
    byHandle.put(handle, cursor);
    return handle;
  }

  void clear() {
    byHandle.clear();
  }

  /** The columns as the client gets them: the last tells whether the row was fetched. */
  static List<Column> wireColumns(ServerCursor cursor) {
    List<Column> columns = new ArrayList<>(cursor.columns());
    columns.add(ROW_STATUS);
    return columns;
  }

  /** Fetches; returns the outputs that an information fetch has. */
  List<CallOutput> fetch(RpcCall call, ReplySink sink) {
    ServerCursor cursor = get("sp_cursorfetch", call.number(0, "@cursor"));
    int type = call.optionalNumber(1, ServerCursor.NEXT) & ~0x400;
    if (type == ServerCursor.INFO) {
      List<CallOutput> outputs = new ArrayList<>();
      CallOutput.add(outputs, call, 2, cursor.position());
      CallOutput.add(outputs, call, 3, cursor.rowCount());
      return outputs;
    }
    List<@Nullable Object[]> rows =
        cursor.fetch(type, call.optionalNumber(2, 0), call.optionalNumber(3, 1));
    if (call.withoutColumns()) {
      sink.knownColumns(wireColumns(cursor));
    } else {
      sink.columns(wireColumns(cursor));
    }
    for (@Nullable Object[] row : rows) {
      @Nullable Object[] sent = Arrays.copyOf(row, row.length + 1);
      sent[row.length] = FETCHED;
      sink.row(sent);
    }
    sink.done(StatementKind.SELECT, rows.size());
    return List.of();
  }

  /** Closes a cursor, or all for -1. */
  void close(RpcCall call) {
    int handle = call.number(0, "@cursor");
    if (handle == ALL) {
      clear();
    } else {
      ServerCursor closed = get("sp_cursorclose", handle);
      byHandle.values().remove(closed);
    }
  }

  /** Tells what a cursor is like; names and text pointers, which change nothing, are taken. */
  List<CallOutput> option(RpcCall call) {
    ServerCursor cursor = get("sp_cursoroption", call.number(0, "@cursor"));
    List<CallOutput> outputs = new ArrayList<>();
    switch (call.number(1, "@code")) {
      case OPTION_SCROLL -> CallOutput.add(outputs, call, 2, cursor.rowCount() < 0 ? 4 : 8);
      case OPTION_CONCURRENCY -> CallOutput.add(outputs, call, 2, 1);
      case OPTION_ROWS -> CallOutput.add(outputs, call, 2, cursor.rowCount());
      default -> {
        return outputs;
      }
    }
    return outputs;
  }

  private ServerCursor get(String procedure, int handle) {
    ServerCursor cursor = byHandle.get(handle);
    if (cursor == null) {
      throw Refusals.unknownCursor(procedure, handle);
    }
    return cursor;
  }
}
