package io.strandline.lab.protocol;

import io.strandline.lab.protocol.CursorOpener.Opened;
import io.strandline.lab.protocol.CursorOpener.Places;
import io.strandline.lab.protocol.RequestRunner.Outcome;
import io.strandline.lab.session.SqlRequest;
import java.util.ArrayList;
import java.util.List;

/** Runs the calls of the {@code sp_cursor} family. */
final class CursorRunner {

  private static final int PARAMETERIZED = 0x1000;

  private final RequestRunner runner;
  private final StatementHandles handles;
  private final CallEnd end;
  private final CursorCalls cursors = new CursorCalls();
  private final CursorOpener opener;

  CursorRunner(RequestRunner runner, StatementHandles handles, CallEnd end) {
    this.runner = runner;
    this.handles = handles;
    this.end = end;
    this.opener = new CursorOpener(runner, cursors);
  }

  /** Closes all cursors. */
  void clear() {
    cursors.clear();
  }

  /** Runs a call; refuses a procedure of the family that there is not. */
  Outcome run(String name, RpcCall call, boolean more) {
    return switch (name) {
      case "sp_cursoropen" -> open(call, more);
      case "sp_cursorexecute" -> execute(call, more);
      case "sp_cursorprepexec" -> prepareAndOpen(call, more);
      case "sp_cursorprepare" -> prepare(call, more);
      case "sp_cursorunprepare" -> {
        handles.remove(call.number(0, "@handle"));
        yield ended(List.of(), runner.quietSink(true), more);
      }
      case "sp_cursorfetch" -> {
        ReplySink sink = runner.quietSink(true);
        yield ended(cursors.fetch(call, sink), sink, more);
      }
      case "sp_cursoroption" -> ended(cursors.option(call), runner.quietSink(true), more);
      case "sp_cursorclose" -> {
        cursors.close(call);
        yield ended(List.of(), runner.quietSink(true), more);
      }
      case "sp_cursor" -> throw Refusals.readOnlyCursor();
      default -> throw Refusals.unsupported("Procedure " + name);
    };
  }

  private Outcome ended(List<CallOutput> outputs, ReplySink sink, boolean more) {
    end.finish(sink, 0, outputs, more);
    return Outcome.COMPLETE;
  }

  private Outcome open(RpcCall call, boolean more) {
    boolean parameters = (call.optionalNumber(2, 0) & PARAMETERIZED) != 0;
    PreparedText text =
        PreparedText.of(call.text(1, "@stmt"), parameters ? call.optionalText(5) : "");
    SqlRequest.Text bound = text.bind(call, parameters ? 6 : 5);
    return opened(opener.open(call, new Places(0, 2), bound), List.of(), more);
  }

  private Outcome execute(RpcCall call, boolean more) {
    PreparedText text = handles.get(call.number(0, "@prepared_handle"));
    return opened(opener.open(call, new Places(1, 2), text.bind(call, 5)), List.of(), more);
  }

  private Outcome prepareAndOpen(RpcCall call, boolean more) {
    PreparedText text = PreparedText.of(call.text(3, "@stmt"), call.optionalText(2));
    SqlRequest.Text bound = text.bind(call, 7);
    int handle = handles.add(text);
    Opened opened = opener.open(call, new Places(1, 4), bound);
    boolean failed = opened.finished().sink().compileFailed();
    if (failed) {
      handles.remove(handle);
    }
    return opened(opened, List.of(CallOutput.number(call, 0, failed ? null : handle)), more);
  }

  private Outcome prepare(RpcCall call, boolean more) {
    PreparedText text = PreparedText.of(call.text(2, "@stmt"), call.optionalText(1));
    ReplySink sink = runner.quietSink(true);
    runner.session().describe(text.unbound());
    List<CallOutput> outputs = new ArrayList<>();
    outputs.add(CallOutput.number(call, 0, handles.add(text)));
    CallOutput.add(outputs, call, 4, call.optionalNumber(4, 1));
    CallOutput.add(outputs, call, 5, 1);
    return ended(outputs, sink, more);
  }

  private Outcome opened(Opened opened, List<CallOutput> first, boolean more) {
    ReplySink sink = opened.finished().sink();
    if (opened.finished().outcome() == Outcome.CANCELLED) {
      sink.finishCancelled();
      return Outcome.CANCELLED;
    }
    List<CallOutput> outputs = new ArrayList<>(first);
    outputs.addAll(opened.outputs());
    end.finish(sink, sink.lastFailed() ? 1 : 0, outputs, more);
    return opened.finished().outcome();
  }
}
