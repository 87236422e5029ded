package io.strandline.lab.protocol;

import io.strandline.lab.protocol.RequestRunner.Finished;
import io.strandline.lab.protocol.RequestRunner.Outcome;
import io.strandline.lab.session.SqlMessage;
import io.strandline.lab.session.SqlRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Opens server cursors: {@code sp_cursoropen}, {@code sp_cursorexecute} and {@code
 * sp_cursorprepexec}.
 *
 * <p>Every cursor is a read-only copy. One that was asked to be keyset-driven or dynamic is told to
 * be static by message 16956, as the server tells when it gives another kind. A statement that is
 * not one query runs without a cursor, told by message 16954 (numbers read in the driver's source
 * and documented in sys.messages).
 */
final class CursorOpener {

  private static final int KEYSET = 0x01;
  private static final int DYNAMIC = 0x02;
  private static final int FORWARD_ONLY = 0x04;
  private static final int STATIC = 0x08;
  private static final int FAST_FORWARD = 0x10;
  private static final int TYPES = 0x1F;
  private static final int READ_ONLY = 0x01;
  private static final int WRITABLE = 0x0E;

  private static final Pattern QUERY =
      Pattern.compile(
          "(\\s|--[^\\n]*\\n|/\\*.*?\\*/|\\()*(SELECT|WITH)\\b.*",
          Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

  private final RequestRunner runner;
  private final CursorCalls cursors;

  CursorOpener(RequestRunner runner, CursorCalls cursors) {
    this.runner = runner;
    this.cursors = cursors;
  }

  /**
   * Where a call has its arguments.
   *
   * @param cursor of the handle that is returned
   * @param scroll of the scroll options; the concurrency and the row count follow
   */
  record Places(int cursor, int scroll) {}

  /**
   * Opens a cursor, or runs the statement without.
   *
   * @param finished to be ended by the caller with the outputs
   */
  record Opened(Finished finished, List<CallOutput> outputs) {}

  Opened open(RpcCall call, Places places, SqlRequest.Text text) {
    int scroll = call.optionalNumber(places.scroll(), KEYSET);
    int concurrency = call.optionalNumber(places.scroll() + 1, READ_ONLY);
    if ((concurrency & WRITABLE) != 0) {
      throw Refusals.unsupported("A cursor that can be updated");
    }
    if (!QUERY.matcher(text.sql()).matches()) {
      return direct(call, places, runner.run(text, true, sink -> direct(sink)));
    }
    List<CollectedReply> collected = new ArrayList<>();
    Finished finished =
        runner.run(
            text,
            true,
            sink -> {
              CollectedReply reply = new CollectedReply(sink);
              collected.add(reply);
              return reply;
            });
    if (collected.isEmpty() || finished.outcome() != Outcome.COMPLETE) {
      return direct(call, places, finished);
    }
    CollectedReply reply = collected.get(0);
    if (finished.sink().lastFailed() || !reply.isOneResultSet()) {
      reply.replay(direct(finished.sink()));
      return direct(call, places, finished);
    }
    return cursor(call, places, scroll, reply, finished);
  }

  private Opened cursor(
      RpcCall call, Places places, int scroll, CollectedReply reply, Finished finished) {
    int asked = scroll & TYPES;
    boolean forward = (asked & (FORWARD_ONLY | FAST_FORWARD)) != 0;
    if ((asked & (KEYSET | DYNAMIC)) != 0) {
      finished.sink().info(message(16956, "The created cursor is not of the requested type."));
    }
    ServerCursor cursor = new ServerCursor(reply.columns(), reply.rows(), forward);
    int handle = cursors.add(cursor);
    finished.sink().columns(CursorCalls.wireColumns(cursor));
    return new Opened(
        finished, outputs(call, places, handle, forward ? asked : STATIC, cursor.rowCount()));
  }

  private static ReplySink direct(ReplySink sink) {
    sink.info(message(16954, "Executing SQL directly; no cursor."));
    return sink;
  }

  private static Opened direct(RpcCall call, Places places, Finished finished) {
    return new Opened(finished, outputs(call, places, 0, 0, 0));
  }

  private static List<CallOutput> outputs(
      RpcCall call, Places places, int handle, int scroll, @Nullable Integer rows) {
    List<CallOutput> outputs = new ArrayList<>();
    CallOutput.add(outputs, call, places.cursor(), handle);
    CallOutput.add(outputs, call, places.scroll(), scroll);
    CallOutput.add(outputs, call, places.scroll() + 1, READ_ONLY);
    CallOutput.add(outputs, call, places.scroll() + 2, rows);
    return outputs;
  }

  private static SqlMessage message(int number, String text) {
    return new SqlMessage(number, 10, 1, text, 1);
  }
}
