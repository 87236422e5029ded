package io.strandline.codec;

import io.strandline.error.InvalidOptionsException;
import io.strandline.option.OptionValues;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A request to the gateway, read from its document: {@code
 * {"strandline":"request","format":1,"call":…,"options":{…},"arguments":{…},"wait_seconds":…}}.
 *
 * <p>What cannot be read is a {@link MalformedDocumentException}, whose message has no value of the
 * document: one of them may be a password.
 */
public final class Request {

  /**
   * The most characters of a request, which bounds what one takes in memory: Jackson reads no
   * longer text by default (StreamReadConstraints, documented).
   */
  static final int MOST_CHARACTERS = 20_000_000;

  private static final int FORMAT = 1;
  private static final String KIND = "request";
  private static final String DOCUMENT = "the request";
  private static final String OPTIONS = "options";
  private static final String ARGUMENTS = "arguments";
  private static final String ID = "id";
  private static final String WAIT = "wait_seconds";
  private static final Set<String> KEYS =
      Set.of(FactsCodec.MARK, "format", "call", OPTIONS, ARGUMENTS, ID, WAIT);
  private static final double MILLIS_PER_SECOND = 1000;

  private final Fields fields;
  private final Fields arguments;

  private Request(Fields fields) {
    this.fields = fields;
    this.arguments = fields.has(ARGUMENTS) ? fields.object(ARGUMENTS) : Json.read("{}", DOCUMENT);
  }

  /**
   * The request of a document.
   *
   * @throws InvalidOptionsException if it has more than 20,000,000 characters
   */
  public static Request read(String text) {
    if (text.length() > MOST_CHARACTERS) {
      throw new InvalidOptionsException(
          DOCUMENT
              + " has "
              + text.length()
              + " characters, and "
              + MOST_CHARACTERS
              + " are the most",
          "send less: batches of fewer rows (max_rows_per_batch), groups of fewer streams; nothing was"
              + " read or written");
    }
    Fields fields = Json.readSecret(text, DOCUMENT);
    Formats.verify(fields, DOCUMENT, KIND, FORMAT);
    refuseOthers(DOCUMENT, fields, KEYS);
    return new Request(fields);
  }

  private static void refuseOthers(String where, Fields fields, Set<String> known) {
    List<String> others = fields.keys().stream().filter(key -> !known.contains(key)).toList();
    if (!others.isEmpty()) {
      throw new MalformedDocumentException(where + " has an unknown " + String.join(", ", others));
    }
  }

  /** Name of the call. */
  public String call() {
    return fields.text("call");
  }

  /** Whether it has options. */
  public boolean hasOptions() {
    return fields.has(OPTIONS);
  }

  /** The options of the call's stream and source; none if it has none. */
  public OptionValues options() {
    return hasOptions() ? options(fields.object(OPTIONS)) : OptionValues.ofJsonNames(Map.of());
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

  /** The running call that is meant. */
  public String id() {
    return fields.text(ID);
  }

  /** How long the answer is waited for, at most {@code most}; zero if it does not say. */
  public Duration patience(Duration most) {
    if (!fields.has(WAIT)) {
      return Duration.ZERO;
    }
    double seconds = fields.number(WAIT);
    double limit = most.toMillis() / MILLIS_PER_SECOND;
    if (!(seconds >= 0 && seconds <= limit)) {
      throw new MalformedDocumentException(
          DOCUMENT + ": '" + WAIT + "' is not between 0 and " + limit);
    }
    return Duration.ofMillis(Math.round(seconds * MILLIS_PER_SECOND));
  }

  /** Passes if there are no arguments but these. */
  public void verifyArguments(Set<String> known) {
    refuseOthers("the call '" + call() + "'", arguments, known);
  }

  /** A text argument. */
  public String text(String name) {
    return arguments.text(name);
  }

  /** A text argument; empty if it is not given. */
  public Optional<String> optionalText(String name) {
    return arguments.optional(name, arguments::text);
  }

  /** An integer argument. */
  public int integer(String name) {
    return arguments.integer(name);
  }

  /** An argument of several texts. */
  public List<String> texts(String name) {
    return arguments.texts(name);
  }

  /** An instant argument with a zone. */
  public Instant instant(String name) {
    return arguments.parsed(name, text -> OffsetDateTime.parse(text).toInstant());
  }

  /** An argument that is a document, as its text. */
  public String document(String name) {
    return arguments.object(name).json();
  }

  /** An argument that is an array of documents, as their texts. */
  public List<String> documents(String name) {
    return arguments.objects(name).stream().map(Fields::json).toList();
  }

  /** An argument that is an array of options. */
  public List<OptionValues> members(String name) {
    List<OptionValues> members = new ArrayList<>();
    arguments.objects(name).forEach(member -> members.add(options(member)));
    return members;
  }
}
