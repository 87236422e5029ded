package io.strandline.lab.protocol;

import io.strandline.lab.protocol.RequestRunner.Finished;
import io.strandline.lab.protocol.RequestRunner.Outcome;
import io.strandline.lab.session.Column;
import io.strandline.lab.session.Parameter;
import io.strandline.lab.session.SqlException;
import io.strandline.lab.session.SqlRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Runs the procedure calls of a message: the statement procedures here, others by the engine.
 *
 * <p>Each call is answered with its statements, a return status, its output values and a DONEPROC.
 * After a call that failed the next one runs, as the driver's batches expect (that the real server
 * does so too is general knowledge, not measured).
 */
final class RpcRunner {

  private final RequestRunner runner;
  private final StatementHandles handles;
  private final CallEnd end;
  private final CursorRunner cursors;

  RpcRunner(RequestRunner runner, Tokens tokens, StatementHandles handles) {
    this.runner = runner;
    this.handles = handles;
    this.end = new CallEnd(tokens);
    this.cursors = new CursorRunner(runner, handles, end);
  }

  /** Closes all cursors. */
  void closeCursors() {
    cursors.clear();
  }

  /** Runs all calls, or until one is cancelled or ends the connection. */
  Outcome run(List<RpcCall> calls) {
    for (int i = 0; i < calls.size(); i++) {
      Outcome outcome = runOne(calls.get(i), i < calls.size() - 1);
      if (outcome != Outcome.COMPLETE) {
        return outcome;
      }
    }
    return Outcome.COMPLETE;
  }

  private Outcome runOne(RpcCall call, boolean more) {
    try {
      return dispatch(call, more);
    } catch (SqlException refused) {
      refuse(refused, more);
      return Outcome.COMPLETE;
    }
  }

  /** Answers with an error alone. */
  void refuse(SqlException refused, boolean more) {
    ReplySink sink = runner.quietSink(true);
    sink.error(refused.sqlMessage());
    end.finish(sink, refused.sqlMessage().number(), List.of(), more);
  }

  private Outcome dispatch(RpcCall call, boolean more) {
    String name = plainName(call.procedure());
    switch (name) {
      case "sp_executesql" -> {
        PreparedText text = PreparedText.of(call.text(0, "@statement"), call.optionalText(1));
        return ended(call, runner.run(text.bind(call, 2), true), List.of(), more);
      }
      case "sp_prepexec" -> {
        PreparedText text = PreparedText.of(call.text(2, "@stmt"), call.optionalText(1));
        return prepareAndRun(call, text, more);
      }
      case "sp_execute" -> {
        PreparedText text = handles.get(call.number(0, "@handle"));
        return ended(call, runner.run(text.bind(call, 1), true), List.of(), more);
      }
      case "sp_prepare" -> prepare(call, more);
      case "sp_unprepare" -> {
        handles.remove(call.number(0, "@handle"));
        end.finish(runner.quietSink(true), 0, List.of(), more);
      }
      case "sp_prepexecrpc" -> throw Refusals.unsupported("Procedure " + name);
      default -> {
        if (name.startsWith("sp_cursor")) {
          return cursors.run(name, call, more);
        }
        return runProcedure(call, more);
      }
    }
    return Outcome.COMPLETE;
  }

  /** A well-known procedure's name without brackets, database and schema. */
  private static String plainName(String name) {
    String plain = name.replace("[", "").replace("]", "").toLowerCase(Locale.ROOT);
    String last = plain.substring(plain.lastIndexOf('.') + 1);
    boolean system =
        !plain.contains(".") || plain.startsWith("sys.") || plain.startsWith("master.");
    return system ? last : plain;
  }

  private void prepare(RpcCall call, boolean more) {
    PreparedText text = PreparedText.of(call.text(2, "@stmt"), call.optionalText(1));
    List<Column> columns = runner.session().describe(text.unbound());
    ReplySink sink = runner.quietSink(true);
    if (!columns.isEmpty()) {
      sink.columns(columns);
    }
    end.finish(sink, 0, List.of(CallOutput.number(call, 0, handles.add(text))), more);
  }

  /** A text that cannot be compiled has no handle: its value is NULL. */
  private Outcome prepareAndRun(RpcCall call, PreparedText text, boolean more) {
    SqlRequest.Text bound = text.bind(call, 3);
    int handle = handles.add(text);
    Finished finished = runner.run(bound, true);
    boolean failed = finished.sink().compileFailed();
    if (failed) {
      handles.remove(handle);
    }
    return ended(call, finished, List.of(CallOutput.number(call, 0, failed ? null : handle)), more);
  }

  private Outcome ended(RpcCall call, Finished finished, List<CallOutput> first, boolean more) {
    if (finished.outcome() == Outcome.CANCELLED) {
      finished.sink().finishCancelled();
      return Outcome.CANCELLED;
    }
    List<CallOutput> outputs = new ArrayList<>(first);
    outputs.addAll(outputs(call, finished.sink()));
    // The documentation promises zero for success and something else for failure.
    end.finish(finished.sink(), finished.sink().lastFailed() ? 1 : 0, outputs, more);
    return finished.outcome();
  }

  private Outcome runProcedure(RpcCall call, boolean more) {
    List<Parameter> parameters = new ArrayList<>();
    for (RpcParameter sent : call.parameters()) {
      if (!sent.defaulted()) {
        parameters.add(new Parameter(sent.name(), sent.type(), sent.value(), sent.output()));
      }
    }
    Finished finished = runner.run(new SqlRequest.Procedure(call.procedure(), parameters), true);
    if (finished.outcome() == Outcome.CANCELLED) {
      finished.sink().finishCancelled();
      return Outcome.CANCELLED;
    }
    end.finish(finished.sink(), finished.sink().status(), outputs(call, finished.sink()), more);
    return finished.outcome();
  }

  /** Output values go to by-reference parameters of their name, else to the next one free. */
  private static List<CallOutput> outputs(RpcCall call, ReplySink sink) {
    List<CallOutput> outputs = new ArrayList<>();
    boolean[] taken = new boolean[call.parameters().size()];
    for (Parameter value : sink.outputs()) {
      int place = outputPlace(call, taken, value.name());
      if (place >= 0) {
        taken[place] = true;
        outputs.add(new CallOutput(place, value));
      }
    }
    return outputs;
  }

  private static int outputPlace(RpcCall call, boolean[] taken, String name) {
    int free = -1;
    for (int i = 0; i < taken.length; i++) {
      RpcParameter sent = call.parameters().get(i);
      if (sent.output() && !taken[i]) {
        if (sent.name().equalsIgnoreCase(name)) {
          return i;
        }
        if (free < 0 && sent.name().isEmpty() && !isHandle(call, i)) {
          free = i;
        }
      }
    }
    return free;
  }

  private static boolean isHandle(RpcCall call, int place) {
    return place == 0 && plainName(call.procedure()).equals("sp_prepexec");
  }
}
