package io.strandline.lab.protocol;

import io.strandline.lab.faults.Effect;
import io.strandline.lab.faults.FaultPoint;
import io.strandline.lab.faults.RequestFaults;
import io.strandline.lab.session.CancelledException;
import io.strandline.lab.session.ResultSink.StatementKind;
import io.strandline.lab.session.SqlException;
import io.strandline.lab.session.SqlRequest;
import io.strandline.lab.session.SqlSession;
import java.util.List;

/** Runs requests on a session, with the server's trace and faults. */
final class RequestRunner {

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
    config.trace().request(client.client(), request);
    Checkpoints points = checkpoints(config.faults().match(client.client(), request.text()));
    ReplySink sink = new ReplySink(client.packets(), client.tokens(), gate, call, points);
    try {
      shaper.delayReply();
      if (allowed(points, sink)) {
        runAllowed(request, points.faults().dropsReply(), sink);
      }
    } catch (CancelledException e) {
      return new Finished(sink, Outcome.CANCELLED);
    } catch (SqlException e) {
      sink.error(e.sqlMessage());
    } catch (RuntimeException | StackOverflowError defect) {
      config.trace().failed(client.client(), request, defect);
      sink.error(Refusals.assertion(defect));
    }
    return new Finished(sink, sink.fatal() ? Outcome.FATAL : Outcome.COMPLETE);
  }

  private void runAllowed(SqlRequest request, boolean dropReply, ReplySink sink) {
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
