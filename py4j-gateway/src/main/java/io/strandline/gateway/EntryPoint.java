package io.strandline.gateway;

import io.strandline.codec.MalformedDocumentException;
import io.strandline.codec.Request;
import io.strandline.codec.Response;
import io.strandline.error.StrandlineException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * All that a client of the gateway calls: takes one JSON document and returns one.
 *
 * <p>Thread-safe, and nothing is thrown: an error is an answer. The documents are described in
 * {@code docs/protocol}.
 */
public final class EntryPoint implements AutoCloseable {

  /** Longest wait inside one request; a client that waits longer asks again. */
  private static final Duration LONGEST_WAIT = Duration.ofMinutes(1);

  private final InstantSource clock;
  private final OpenParts parts;
  private final Answers answers;
  private final Calls calls;
  private final Runnable onShutdown;
  private final AtomicInteger asking = new AtomicInteger();
  private volatile Instant lastUse;

  /**
   * @param version the gateway's
   * @param onShutdown what the call {@code shutdown} begins; must not block
   */
  EntryPoint(InstantSource clock, String version, Runnable onShutdown) {
    this.clock = clock;
    this.parts = new OpenParts(clock);
    this.answers = new Answers(parts, version);
    this.calls = new Calls(clock);
    this.onShutdown = onShutdown;
    this.lastUse = clock.instant();
  }

  /**
   * Answers a request; a call that takes longer than the request's {@code wait_seconds} goes on.
   *
   * @param request JSON document
   * @return JSON document
   */
  public String call(String request) {
    asking.incrementAndGet();
    try {
      return answer(Request.read(request));
    } catch (MalformedDocumentException e) {
      return Response.failed(Failures.malformed(e), List.of());
    } catch (StrandlineException e) {
      return Response.failed(e, List.of());
    } catch (RuntimeException e) {
      return Response.failed(Failures.defect(e), List.of());
    } finally {
      lastUse = clock.instant();
      asking.decrementAndGet();
    }
  }

  private String answer(Request request) {
    Duration patience = request.patience(LONGEST_WAIT);
    return switch (request.call()) {
      case "poll" -> calls.await(request.id(), patience);
      case "cancel" -> {
        calls.cancel(request.id());
        yield Response.done(Response.nothing());
      }
      case "shutdown" -> {
        onShutdown.run();
        yield Response.done(Response.nothing());
      }
      default -> calls.start(answers.to(request), patience);
    };
  }

  /** Whether nothing runs and nobody has asked anything for as long. */
  boolean isIdleFor(Duration span) {
    return !isAnswering() && Duration.between(lastUse, clock.instant()).compareTo(span) >= 0;
  }

  /** Whether a call runs, or somebody waits for an answer. */
  boolean isAnswering() {
    return asking.get() > 0 || calls.areRunning();
  }

  /** Cancels what runs and closes what is open, within about 2 seconds. */
  @Override
  public void close() {
    calls.close();
    parts.close();
  }
}
