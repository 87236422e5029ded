package io.strandline.codec;

import io.strandline.option.OptionValues;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A call of a client of the gateway, read from its document: {@code
 * {"strandline":"request","format":1,"call":…,"options":{…},"arguments":{…}}}.
 *
 * <p>Options go by their JSON names; their values are texts, numbers or booleans. What is read but
 * not understood is a {@link MalformedDocumentException}, whose message has no option's value.
 */
public final class Request {

  private static final int FORMAT = 1;
  private static final String KIND = "request";
  private static final String DOCUMENT = "the request";
  private static final double MILLIS_PER_SECOND = 1000;

  private final Fields fields;

  private Request(Fields fields) {
    this.fields = fields;
  }

  /** The request of a document. */
  public static Request read(String text) {
    Fields fields = Json.read(text, DOCUMENT);
    Formats.verify(fields, DOCUMENT, KIND, FORMAT);
    return new Request(fields);
  }

  /** Name of the call. */
  public String call() {
    return fields.text("call");
  }

  /** The options of the call's stream and source. */
  public OptionValues options() {
    return fields.has("options")
        ? options(fields.object("options"))
        : OptionValues.ofJsonNames(Map.of());
  }

  /** The options of several streams, as the argument of this name has them. */
  public List<OptionValues> streams(String name) {
    List<OptionValues> streams = new ArrayList<>();
    arguments().objects(name).forEach(stream -> streams.add(options(stream)));
    return streams;
  }

  private static OptionValues options(Fields given) {
    Map<String, String> texts = new LinkedHashMap<>();
    for (String name : given.keys()) {
      if (given.has(name)) {
        texts.put(name, given.scalar(name));
      }
    }
    return OptionValues.ofJsonNames(texts);
  }

  /** A text argument. */
  public String text(String name) {
    return arguments().text(name);
  }

  /** A text argument; empty if it is not given. */
  public Optional<String> optionalText(String name) {
    Fields arguments = arguments();
    return arguments.optional(name, arguments::text);
  }

  /** A boolean argument, false if it is not given. */
  public boolean flag(String name) {
    Fields arguments = arguments();
    return arguments.has(name) && arguments.flag(name);
  }

  /** An integer argument. */
  public int integer(String name) {
    return arguments().integer(name);
  }

  /** An argument of several texts. */
  public List<String> texts(String name) {
    return arguments().texts(name);
  }

  /** A duration argument in seconds, at most {@code most}; zero if it is not given. */
  public Duration seconds(String name, Duration most) {
    Fields arguments = arguments();
    if (!arguments.has(name)) {
      return Duration.ZERO;
    }
    double seconds = arguments.number(name);
    double limit = most.toMillis() / MILLIS_PER_SECOND;
    if (!(seconds >= 0 && seconds <= limit)) {
      throw new MalformedDocumentException(
          DOCUMENT + ": '" + name + "' is not between 0 and " + limit + " seconds");
    }
    return Duration.ofMillis(Math.round(seconds * MILLIS_PER_SECOND));
  }

  private Fields arguments() {
    return fields.has("arguments") ? fields.object("arguments") : Json.read("{}", DOCUMENT);
  }
}
