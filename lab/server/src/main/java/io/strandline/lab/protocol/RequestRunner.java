package io.strandline.lab.protocol;

import io.strandline.lab.faults.Effect;
import io.strandline.lab.faults.FaultPoint;
import io.strandline.lab.faults.RequestFaults;
import io.strandline.lab.session.CancelledException;
import io.strandline.lab.session.ResultSink;
import io.strandline.lab.session.ResultSink.StatementKind;
import io.strandline.lab.session.SqlException;
import io.strandline.lab.session.SqlRequest;
import io.strandline.lab.session.SqlSession;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Pattern;

/** Runs requests on a session, with the server's trace and faults. */
final class RequestRunner {

  private static final Pattern CONTROL =
      Pattern.compile("\\s*(EXEC(UTE)?\\s+)?\\[?lab\\]?\\s*\\.", Pattern.CASE_INSENSITIVE);

  private final Handshake.LoggedIn client;
  private final AttentionGate gate;
  private final TdsServerConfig config;
  private final LinkShaper shaper;
  private final Runnable kill;

  RequestRunner(
      Handshake.LoggedIn client, AttentionGate gate, TdsServerConfig config, Runnable kill) {
    this.shaper = new LinkShaper(config.faults().link(), gate);
    this.client = client;
    this.gate = gate;
    this.config = config;
    this.kill = kill;
  }

  /** How a request ended. */
  enum Outcome {
    COMPLETE,
    CANCELLED,
    FATAL
  }

  /**
   * A request that ran.
   *
   * @param sink still to be finished by the caller
   */
  record Finished(ReplySink sink, Outcome outcome) {}

  /** Runs a request; {@code call} tells a procedure call from a batch. */
  Finished run(SqlRequest request, boolean call) {
    return run(request, call, sink -> sink);
  }

  /** Runs a request whose report goes through {@code wrap} on its way to the client. */
  Finished run(SqlRequest request, boolean call, Function<ReplySink, ResultSink> wrap) {
    config.trace().request(client.client(), request);
    Checkpoints points = checkpoints(faults(request));
    ReplySink sink = new ReplySink(client.packets(), client.tokens(), gate, call, points);
    try {
      shaper.delayReply();
      if (allowed(points, sink)) {
        runAllowed(request, points.faults().dropsReply(), wrap.apply(sink));
      }
    } catch (CancelledException e) {
      return new Finished(sink, Outcome.CANCELLED);
    } catch (SqlException e) {
      sink.error(e.sqlMessage());
    } catch (StackOverflowError tooDeep) {
      sink.error(Refusals.tooDeep());
    } catch (RuntimeException defect) {
      config.trace().failed(client.client(), request, defect);
      sink.error(Refusals.assertion(defect));
    } finally {
      sink.errors().forEach(error -> config.trace().answered(client.client(), request, error));
    }
    return new Finished(sink, sink.fatal() ? Outcome.FATAL : Outcome.COMPLETE);
  }

  /** None for statements of control, so that what was armed can always be taken back. */
  private RequestFaults faults(SqlRequest request) {
    return CONTROL.matcher(request.text()).lookingAt()
        ? RequestFaults.NONE
        : config.faults().match(client.client(), request.text());
  }

  private void runAllowed(SqlRequest request, boolean dropReply, ResultSink sink) {
    if (dropReply) {
      client.packets().discard();
    }
    try {
      client.session().run(request, sink);
    } finally {
      if (dropReply) {
        kill.run();
      }
    }
  }

  private Checkpoints checkpoints(RequestFaults faults) {
    return new Checkpoints(faults, client.packets(), gate, kill);
  }

  SqlSession session() {
    return client.session();
  }

  /** A sink for a reply that the engine has no part in. */
  ReplySink quietSink(boolean call) {
    return new ReplySink(
        client.packets(), client.tokens(), gate, call, checkpoints(RequestFaults.NONE));
  }

  /** Lets the faults before a statement happen; false if it must not run. */
  private boolean allowed(Checkpoints points, ReplySink sink) {
    for (Effect effect : points.faults().at(FaultPoint.Kind.BEFORE_STATEMENT)) {
      if (effect instanceof Effect.RaiseError raised) {
        raise(raised, sink);
        return false;
      }
      points.perform(effect);
    }
    if (gate.cancelled()) {
      throw new CancelledException("the client cancelled the request before it ran");
    }
    return true;
  }

  private void raise(Effect.RaiseError raised, ReplySink sink) {
    if (raised.rollback()) {
      client
          .session()
          .run(new SqlRequest.Text("IF @@TRANCOUNT > 0 ROLLBACK TRAN", List.of()), sink);
    }
    sink.error(raised.message());
    sink.done(StatementKind.OTHER, -1);
  }
}
