package io.strandline.gateway;

import io.strandline.codec.MalformedDocumentException;
import io.strandline.codec.Request;
import io.strandline.codec.Response;
import io.strandline.error.StrandlineException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Function;

/**
 * All that a client of the gateway calls: each method takes one JSON document and returns one.
 *
 * <p>Thread-safe. No method throws: an error is an answer. The documents are described in {@code
 * docs/protocol}.
 */
public final class Facade implements AutoCloseable {

  /** Longest wait inside one request; a client that waits longer asks again. */
  static final Duration LONGEST_WAIT = Duration.ofMinutes(1);

  private static final String WAIT = "wait_seconds";
  private static final String ID = "id";

  private final InstantSource clock;
  private final OpenSources sources;
  private final Answers answers;
  private final Calls calls = new Calls();
  private final Runnable onShutdown;
  private volatile Instant lastUse;

  /**
   * @param onShutdown what {@link #shutdown} begins; must not block
   */
  Facade(InstantSource clock, Runnable onShutdown) {
    this.clock = clock;
    this.sources = new OpenSources(clock);
    this.answers = new Answers(sources);
    this.onShutdown = onShutdown;
    this.lastUse = clock.instant();
  }

  /** Starts a call and waits for it as long as its {@code wait_seconds} say. */
  public String call(String document) {
    return answered(
        document,
        request -> {
          Function<RunningCall, String> work = answers.to(request);
          return calls.start(work, request.seconds(WAIT, LONGEST_WAIT));
        });
  }

  /** The answer of a running call, or how far it is after {@code wait_seconds}. */
  public String poll(String document) {
    return answered(
        document, request -> calls.await(request.text(ID), request.seconds(WAIT, LONGEST_WAIT)));
  }

  /** Asks a running call to end, which it does within two seconds; its answer comes by polling. */
  public String cancel(String document) {
    return answered(
        document,
        request -> {
          calls.cancel(request.text(ID));
          return Response.done("{}");
        });
  }

  /** Ends the gateway's process after this answer. */
  public String shutdown(String document) {
    return answered(
        document,
        request -> {
          onShutdown.run();
          return Response.done("{}");
        });
  }

  private String answered(String document, Function<Request, String> answer) {
    lastUse = clock.instant();
    try {
      return answer.apply(Request.read(document));
    } catch (MalformedDocumentException e) {
      return Response.failed(RunningCall.malformed(e), List.of());
    } catch (StrandlineException e) {
      return Response.failed(e, List.of());
    } finally {
      lastUse = clock.instant();
    }
  }

  /** Whether nothing runs and nobody has asked anything for as long. */
  boolean isIdleFor(Duration span) {
    return !calls.isBusy() && !lastUse.plus(span).isAfter(clock.instant());
  }

  @Override
  public void close() {
    calls.close();
    sources.close();
  }
}
