package io.strandline.checks.conformance;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Holds an answer against what a step expects. */
final class Comparison {

  private static final int LONGEST = 200;

  private final Expected expected;
  private final Answer actual;
  private final Bindings bindings;
  private final List<String> found = new ArrayList<>();

  private Comparison(Expected expected, Answer actual, Bindings bindings) {
    this.expected = expected;
    this.actual = actual;
    this.bindings = bindings;
  }

  /** What is not as expected; what cells capture is bound. */
  static List<String> differences(Expected expected, Answer actual, Bindings bindings) {
    Comparison comparison = new Comparison(expected, actual, bindings);
    comparison.compareError();
    comparison.compareResults();
    comparison.compareCounts();
    comparison.compareMessages();
    return comparison.found;
  }

  private void compareError() {
    Optional<Answer.Failure> told = actual.error();
    Optional<Expected.Failure> wanted = expected.error();
    boolean fits =
        wanted.isPresent() == told.isPresent()
            && (wanted.isEmpty() || fits(wanted.get(), told.orElseThrow()));
    if (!fits) {
      found.add("error " + told.orElse(null) + ", expected " + wanted.orElse(null));
    }
  }

  private boolean fits(Expected.Failure wanted, Answer.Failure told) {
    return fits(wanted.number(), Integer.toString(told.number()))
        && fits(wanted.severity(), Integer.toString(told.severity()))
        && fits(wanted.state(), Integer.toString(told.state()))
        && fits(bindings.expand(wanted.text()), told.text());
  }

  /** Whether a text is a pattern's, in which a star stands for anything. */
  private static boolean fits(String pattern, String text) {
    String regex =
        Arrays.stream(pattern.split("\\*", -1))
            .map(Pattern::quote)
            .collect(Collectors.joining(".*"));
    return Pattern.compile(regex, Pattern.DOTALL).matcher(text).matches();
  }

  private void compareResults() {
    List<Answer.Result> told = actual.results();
    int wanted = expected.results().size();
    if (expected.error().isPresent()) {
      // The statement that failed may have told its columns first.
      told = wanted == 0 ? told.stream().filter(each -> !each.rows().isEmpty()).toList() : told;
      told = wanted == 0 ? told : told.subList(0, Math.min(wanted, told.size()));
    }
    if (told.size() != wanted) {
      found.add(told.size() + " results, expected " + wanted);
      return;
    }
    for (int at = 0; at < wanted; at++) {
      compare(expected.results().get(at), told.get(at));
    }
  }

  private void compare(Expected.Result wanted, Answer.Result told) {
    List<String> names = told.columns().stream().map(Answer.Column::name).toList();
    List<String> wantedNames = wanted.columns().stream().map(Expected.Column::name).toList();
    if (!names.equals(wantedNames)) {
      found.add("columns " + names + ", expected " + wantedNames);
      return;
    }
    for (int at = 0; at < names.size(); at++) {
      compare(wanted.columns().get(at), told.columns().get(at));
    }
    if (told.rows().size() != wanted.rows().size()) {
      found.add(
          told.rows().size() + " rows, expected " + wanted.rows().size() + ": " + cut(told.rows()));
      return;
    }
    for (int row = 0; row < told.rows().size(); row++) {
      for (int at = 0; at < names.size(); at++) {
        String cell = wanted.rows().get(row).get(at);
        String value = told.rows().get(row).get(at);
        if (!cellFits(cell, value, told.columns().get(at).type())) {
          found.add(names.get(at) + ": " + cut(value) + ", expected " + cut(cell));
        }
      }
    }
  }

  private void compare(Expected.Column wanted, Answer.Column told) {
    if (wanted.type().isPresent() && !typeFits(wanted.type().get(), told.type())) {
      found.add(wanted.name() + " is " + told.type() + ", expected " + wanted.type().get());
    }
    if (wanted.nullable().isPresent() && wanted.nullable().get() != told.nullable()) {
      found.add(wanted.name() + " nullable " + told.nullable());
    }
  }

  /** A type without a length fits any length. */
  private static boolean typeFits(String wanted, String told) {
    String type = wanted.replace("numeric", "decimal");
    return type.contains("(") ? type.equals(told) : type.equals(CanonicalText.base(told));
  }

  private boolean cellFits(String cell, @Nullable String value, String type) {
    String name = bindings.captures(cell);
    if (name != null) {
      if (value != null) {
        bindings.bind(name, value);
      }
      return value != null;
    }
    if (cell.equals("?") || cell.equals("*") && value != null) {
      return true;
    }
    if (value == null || cell.equals("NULL")) {
      return value == null && cell.equals("NULL");
    }
    String text = bindings.expand(cell);
    String wanted = text.startsWith("\"") ? StepDraft.unquoted(text) : text;
    return CanonicalText.same(wanted, value, type);
  }

  /** The driver gives 0 for a statement without a count too, so zeros are left out. */
  private void compareCounts() {
    List<Long> told = actual.counts().stream().filter(count -> count != 0).toList();
    List<Long> wanted = expected.counts().stream().filter(count -> count != 0).toList();
    if (expected.error().isEmpty() && !told.equals(wanted)) {
      found.add("counts " + told + ", expected " + wanted);
    }
  }

  private void compareMessages() {
    Iterator<Answer.Message> left = actual.messages().iterator();
    for (Expected.Message message : expected.messages()) {
      Answer.Message wanted = new Answer.Message(message.number(), bindings.expand(message.text()));
      boolean heard = false;
      while (!heard && left.hasNext()) {
        heard = left.next().equals(wanted);
      }
      if (!heard) {
        found.add("messages " + actual.messages() + ", expected " + wanted);
        return;
      }
    }
  }

  private static String cut(@Nullable Object value) {
    String text = String.valueOf(value);
    return text.length() > LONGEST ? text.substring(0, LONGEST) + "…" : text;
  }
}
