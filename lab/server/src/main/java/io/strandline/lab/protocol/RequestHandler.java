package io.strandline.lab.protocol;

import io.strandline.lab.protocol.RequestRunner.Finished;
import io.strandline.lab.protocol.RequestRunner.Outcome;
import io.strandline.lab.session.SqlException;
import io.strandline.lab.session.SqlRequest;
import io.strandline.lab.session.SqlSession;
import io.strandline.lab.wire.ProtocolException;
import io.strandline.lab.wire.WireReader;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Answers one client's messages, each with one reply message. */
final class RequestHandler {

  /** What the driver sends to drop handles in bulk; the engine does not know them. */
  private static final Pattern UNPREPARE =
      Pattern.compile("\\s*EXEC sp_unprepare (\\d{1,9})\\s*;?\\s*", Pattern.CASE_INSENSITIVE);

  /** How a client announces the rows of a bulk load. */
  private static final Pattern BULK_LOAD =
      Pattern.compile("\\s*INSERT\\s+BULK\\b", Pattern.CASE_INSENSITIVE);

  private final Handshake.LoggedIn client;
  private final RequestRunner runner;
  private final StatementHandles handles = new StatementHandles();
  private final RpcRunner calls;
  private final TransactionRequests transactions;

  RequestHandler(Handshake.LoggedIn client, RequestRunner runner) {
    this.client = client;
    this.runner = runner;
    this.calls = new RpcRunner(runner, client.tokens(), handles);
    this.transactions = new TransactionRequests(runner);
  }

  /**
   * Answers a message.
   *
   * @return whether the connection goes on
   * @throws ProtocolException for a message that is not valid TDS
   */
  boolean handle(Message message) {
    Outcome outcome = answer(message);
    client.packets().end();
    return outcome != Outcome.FATAL && !client.packets().lost();
  }

  /** Acknowledges an attention, in a message of its own as clients expect (measured). */
  void acknowledgeAttention() {
    client.tokens().done(Tokens.DONE, Tokens.STATUS_ATTENTION, 0, 0);
    client.packets().end();
  }

  private Outcome answer(Message message) {
    if (message.ignored()) {
      client.tokens().done(Tokens.DONE, Tokens.STATUS_ERROR, 0, 0);
      return Outcome.COMPLETE;
    }
    try {
      reset(message);
      return switch (message.type()) {
        case Message.SQL_BATCH -> batch(body(message));
        case Message.RPC -> rpc(body(message));
        case Message.TRANSACTION -> finish(transactions.run(body(message)));
        case Message.BULK_LOAD -> throw Refusals.unsupported("Bulk load");
        default -> throw new ProtocolException("message type " + message.type());
      };
    } catch (SqlException refused) {
      ReplySink sink = runner.quietSink(false);
      sink.error(refused.sqlMessage());
      sink.finishBatch();
      return Outcome.COMPLETE;
    }
  }

  private void reset(Message message) {
    boolean keeps = message.resetsConnectionKeepingTransaction();
    if (keeps || message.resetsConnection()) {
      SqlSession session = client.session();
      String before = session.database();
      session.reset(keeps);
      handles.clear();
      calls.closeCursors();
      client.tokens().textChange(Tokens.ENV_RESET, "", "");
      if (!session.database().equals(before)) {
        client.tokens().textChange(Tokens.ENV_DATABASE, session.database(), before);
      }
    }
  }

  /** The message after ALL_HEADERS, which only name the transaction the client believes in. */
  private static WireReader body(Message message) {
    WireReader in = new WireReader(message.body());
    int length = in.i32();
    if (length < 4) {
      throw new ProtocolException("ALL_HEADERS of " + length + " bytes");
    }
    in.skip(length - 4);
    return in;
  }

  private Outcome batch(WireReader in) {
    if (in.remaining() % 2 != 0) {
      throw new ProtocolException("SQL batch of " + in.remaining() + " bytes");
    }
    String sql = in.utf16(in.remaining() / 2);
    if (BULK_LOAD.matcher(sql).lookingAt()) {
      throw Refusals.unsupported("Bulk load");
    }
    if (unprepared(sql)) {
      client.tokens().done(Tokens.DONE, 0, 0, 0);
      return Outcome.COMPLETE;
    }
    return finish(runner.run(new SqlRequest.Text(sql, List.of()), false));
  }

  private boolean unprepared(String sql) {
    Matcher matcher = UNPREPARE.matcher(sql);
    int at = 0;
    while (matcher.find(at) && matcher.start() == at) {
      at = matcher.end();
      if (at == sql.length()) {
        matcher.reset();
        matcher.results().forEach(one -> handles.remove(Integer.parseInt(one.group(1))));
        return true;
      }
    }
    return false;
  }

  private Outcome rpc(WireReader in) {
    List<RpcCall> decoded;
    try {
      decoded = RpcReader.read(in);
    } catch (SqlException refused) {
      calls.refuse(refused, false);
      return Outcome.COMPLETE;
    }
    return calls.run(decoded);
  }

  private static Outcome finish(Finished finished) {
    if (finished.outcome() == Outcome.CANCELLED) {
      finished.sink().finishCancelled();
    } else {
      finished.sink().finishBatch();
    }
    return finished.outcome();
  }
}
