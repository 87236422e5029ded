package io.strandline.lab.control;

import io.strandline.lab.session.Client;
import io.strandline.lab.session.RequestTrace;
import io.strandline.lab.session.SqlMessage;
import io.strandline.lab.session.SqlRequest;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The newest requests of all clients, with their parameters, and the engine's defects.
 *
 * <p>Sessions in this process are not clients and leave no trace. Thread-safe.
 */
public final class StatementTrace implements RequestTrace {

  /** How many requests are kept. */
  public static final int MAX_REQUESTS = 10_000;

  private static final int MAX_FAILURES = 100;

  private final InstantSource clock;
  private final List<RequestTrace> listeners = new CopyOnWriteArrayList<>();
  private final Deque<TracedRequest> requests = new ArrayDeque<>();
  private final Deque<Throwable> failures = new ArrayDeque<>();
  private long sequence;

  public StatementTrace(InstantSource clock) {
    this.clock = clock;
  }

  /** Has {@code listener} hear every request from now on, before it runs, and every error. */
  public void listen(RequestTrace listener) {
    listeners.add(listener);
  }

  @Override
  public void request(Client client, SqlRequest request) {
    keep(client, request);
    listeners.forEach(listener -> listener.request(client, request));
  }

  private synchronized void keep(Client client, SqlRequest request) {
    sequence++;
    if (requests.size() == MAX_REQUESTS) {
      requests.removeFirst();
    }
    requests.addLast(new TracedRequest(sequence, clock.instant(), client, request));
  }

  @Override
  public void answered(Client client, SqlRequest request, SqlMessage error) {
    listeners.forEach(listener -> listener.answered(client, request, error));
  }

  @Override
  public void failed(Client client, SqlRequest request, Throwable failure) {
    synchronized (this) {
      if (failures.size() == MAX_FAILURES) {
        failures.removeFirst();
      }
      failures.addLast(failure);
    }
    listeners.forEach(listener -> listener.failed(client, request, failure));
  }

  /** The newest requests, oldest first, at most {@link #MAX_REQUESTS}. */
  public synchronized List<TracedRequest> requests() {
    return List.copyOf(requests);
  }

  /** The texts of {@link #requests}. */
  public List<String> texts() {
    return requests().stream().map(TracedRequest::text).toList();
  }

  /** How many requests there were. */
  public synchronized long count() {
    return sequence;
  }

  /** The newest defects of the engine, oldest first, at most 100; none is as it should be. */
  public synchronized List<Throwable> failures() {
    return List.copyOf(failures);
  }

  /** Forgets the requests; goes on counting. */
  public synchronized void clear() {
    requests.clear();
  }
}
