package io.strandline.gateway;

import io.strandline.codec.Request;
import io.strandline.codec.Response;
import io.strandline.error.InvalidOptionsException;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.function.Function;

/** What each call does, by its name. */
final class Answers {

  private final Map<String, Call> byName = new TreeMap<>();

  /**
   * @param version the gateway's
   */
  Answers(OpenParts parts, String version) {
    byName.put(
        "version",
        new Call(
            Takes.ARGUMENTS,
            Set.of(),
            (request, call) -> Response.version(version, System.getProperty("java.version"))));
    byName.putAll(new StreamCalls(parts).byName());
    byName.putAll(new TableCalls(parts).byName());
  }

  /** Whether a call takes options of a stream. */
  enum Takes {
    OPTIONS,
    ARGUMENTS,
    EITHER
  }

  /**
   * What a call takes and does.
   *
   * @param arguments names of all that it may have
   * @param answer makes the result document
   */
  record Call(Takes takes, Set<String> arguments, BiFunction<Request, RunningCall, String> answer) {

    private void verify(Request request) {
      request.verifyArguments(arguments);
      if (takes == Takes.OPTIONS && !request.hasOptions()) {
        throw new InvalidOptionsException(
            "the call '" + request.call() + "' needs options", "send the options of the stream");
      }
      if (takes == Takes.ARGUMENTS && request.hasOptions()) {
        throw new InvalidOptionsException(
            "the call '" + request.call() + "' takes no options", "send arguments alone");
      }
    }
  }

  /** The names of all calls that may take long; {@code poll} and the like are not among them. */
  Set<String> names() {
    return new TreeSet<>(byName.keySet());
  }

  /**
   * What a request wants done.
   *
   * @throws InvalidOptionsException if its call is unknown, or takes something else
   */
  Function<RunningCall, String> to(Request request) {
    Call found = byName.get(request.call());
    if (found == null) {
      throw new InvalidOptionsException(
          "there is no call '" + request.call() + "'",
          "use poll, cancel, shutdown or one of " + String.join(", ", byName.keySet()));
    }
    found.verify(request);
    return call -> found.answer().apply(request, call);
  }
}
