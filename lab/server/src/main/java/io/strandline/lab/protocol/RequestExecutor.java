package io.strandline.lab.protocol;

import io.strandline.lab.session.SqlSession;
import io.strandline.lab.wire.ProtocolException;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/**
 * The thread that answers a connection's messages, while another reads them.
 *
 * <p>All output of the connection after the login is written here, so replies and acknowledgements
 * cannot mix. Ends by closing the session.
 */
final class RequestExecutor implements Runnable {

  private static final int QUEUE_SIZE = 4;
  private static final Duration CANCEL_LIMIT = Duration.ofSeconds(60);

  private sealed interface Work permits Request, Acknowledge, Stop {}

  private record Request(Message message) implements Work {}

  private record Acknowledge() implements Work {}

  private record Stop() implements Work {}

  private final BlockingQueue<Work> queue = new ArrayBlockingQueue<>(QUEUE_SIZE);
  private final RequestHandler handler;
  private final SqlSession session;
  private final AttentionGate gate;
  private final Runnable hangUp;
  private boolean broken;

  /**
   * An executor of a logged-in client.
   *
   * @param hangUp closes the connection, so that its reader ends
   */
  RequestExecutor(RequestHandler handler, SqlSession session, AttentionGate gate, Runnable hangUp) {
    this.handler = handler;
    this.session = session;
    this.gate = gate;
    this.hangUp = hangUp;
  }

  /** Hands a message over; waits if the client has sent several ahead of their replies. */
  void submit(Message message) throws InterruptedException {
    gate.submitted();
    queue.put(new Request(message));
  }

  /** Cancels what runs, and has the attention acknowledged. */
  void attention() throws InterruptedException {
    if (gate.attention()) {
      boolean ignored = gate.cancelUntilIdle(session::cancel, CANCEL_LIMIT);
    } else {
      queue.put(new Acknowledge());
    }
  }

  /**
   * Cancels what runs and ends the thread.
   *
   * @return whether what ran has stopped in time
   */
  boolean stop(Duration limit) throws InterruptedException {
    gate.close();
    boolean idle = gate.cancelUntilIdle(session::cancel, limit);
    queue.clear();
    queue.put(new Stop());
    return idle;
  }

  @Override
  public void run() {
    try {
      Work work = queue.take();
      while (!(work instanceof Stop)) {
        if (work instanceof Request request) {
          answer(request.message());
        } else {
          acknowledge(1);
        }
        work = queue.take();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      hangUp.run();
      session.close();
    }
  }

  private void answer(Message message) {
    boolean goesOn = false;
    try {
      goesOn = !broken && handler.handle(message);
    } catch (ProtocolException e) {
      // The connection is closed below; a client that sends nonsense gets no answer.
      goesOn = false;
    } finally {
      broken = !goesOn;
      if (broken) {
        hangUp.run();
      }
      acknowledge(gate.finished());
    }
  }

  private void acknowledge(int count) {
    for (int i = 0; i < count && !broken; i++) {
      handler.acknowledgeAttention();
    }
  }
}
