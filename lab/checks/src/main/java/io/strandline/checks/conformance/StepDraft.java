package io.strandline.checks.conformance;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.strandline.checks.conformance.Expected.Column;
import io.strandline.checks.conformance.Expected.Failure;
import io.strandline.checks.conformance.Expected.Message;
import io.strandline.checks.conformance.Expected.Result;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A step while its lines are read. */
final class StepDraft {

  private static final String SEPARATOR = " | ";
  private static final Pattern QUOTED = Pattern.compile("\"(?:[^\"\\\\]|\\\\.)*\"");
  private static final JsonMapper MAPPER = new JsonMapper();

  private final String title;
  private final boolean core;
  private final List<Step.Parameter> parameters = new ArrayList<>();
  private final List<Result> results = new ArrayList<>();
  private final List<Long> counts = new ArrayList<>();
  private final List<Message> messages = new ArrayList<>();
  private final StringBuilder sql = new StringBuilder();
  private String session = "a";
  private List<String> open = List.of();
  private Step.Mode mode = Step.Mode.RUN;
  private Duration within = Duration.ZERO;
  private int times = 1;
  private @Nullable Failure error;

  StepDraft(String title, boolean core) {
    this.title = title;
    this.core = core;
  }

  void addSql(String line) {
    sql.append(line).append('\n');
  }

  void addParameter(String text) {
    String[] parts = text.split(" ", 2);
    parameters.add(new Step.Parameter(parts[0], parts[1]));
  }

  void addAttribute(String text) {
    String[] parts = text.split(": ", 2);
    switch (parts[0]) {
      case "session" -> session = parts[1];
      case "open" -> open = List.of(parts[1].split(" "));
      case "within" -> within = Duration.ofSeconds(Long.parseLong(parts[1]));
      case "times" -> times = Integer.parseInt(parts[1]);
      case "close" -> mode = Step.Mode.CLOSE;
      case "start" -> mode = Step.Mode.START;
      case "finish" -> mode = Step.Mode.FINISH;
      default -> throw new IllegalArgumentException("no attribute: " + text);
    }
  }

  void addExpectation(String line) {
    int colon = line.indexOf(": ");
    String text = line.substring(colon + 2);
    switch (line.substring(0, colon)) {
      case "columns" -> results.add(new Result(columns(text), new ArrayList<>()));
      case "row" -> results.get(results.size() - 1).rows().add(cells(text));
      case "count" -> counts.add(Long.parseLong(text));
      case "message" -> {
        String[] parts = text.split(" ", 2);
        messages.add(new Message(Integer.parseInt(parts[0]), parts[1]));
      }
      case "error" -> {
        String[] parts = text.split(" ", 4);
        error = new Failure(parts[0], parts[1], parts[2], parts[3]);
      }
      default -> throw new IllegalArgumentException("no expectation: " + line);
    }
  }

  private static List<String> cells(String text) {
    return List.of(text.split(Pattern.quote(SEPARATOR), -1));
  }

  private static List<Column> columns(String text) {
    return cells(text).stream().map(StepDraft::column).toList();
  }

  private static Column column(String text) {
    Matcher quoted = QUOTED.matcher(text);
    boolean isQuoted = quoted.lookingAt();
    int end = isQuoted ? quoted.end() : text.contains(" ") ? text.indexOf(' ') : text.length();
    String name = isQuoted ? unquoted(text.substring(0, end)) : text.substring(0, end);
    String rest = text.substring(end).strip();
    Optional<Boolean> nullable = Optional.empty();
    if (rest.endsWith(" not null")) {
      nullable = Optional.of(false);
      rest = rest.substring(0, rest.length() - " not null".length());
    } else if (rest.endsWith(" null")) {
      nullable = Optional.of(true);
      rest = rest.substring(0, rest.length() - " null".length());
    }
    return new Column(name, rest.isEmpty() ? Optional.empty() : Optional.of(rest), nullable);
  }

  /** The text of a JSON string. */
  static String unquoted(String json) {
    try {
      return MAPPER.readValue(json, String.class);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("no JSON string: " + json, e);
    }
  }

  Step finish() {
    Expected expected = new Expected(results, counts, messages, Optional.ofNullable(error));
    return new Step(
        title,
        core,
        session,
        open,
        mode,
        within,
        times,
        parameters,
        sql.toString().stripTrailing(),
        expected);
  }
}
