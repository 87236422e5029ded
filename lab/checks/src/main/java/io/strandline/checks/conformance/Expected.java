package io.strandline.checks.conformance;

import java.util.List;
import java.util.Optional;

/**
 * What a step must answer.
 *
 * @param counts of changed rows, in order
 * @param messages that must come, in order; others may come between
 */
record Expected(
    List<Result> results, List<Long> counts, List<Message> messages, Optional<Failure> error) {

  /** A column; type and nullability are empty where the step leaves them open. */
  record Column(String name, Optional<String> type, Optional<Boolean> nullable) {}

  /** A result; cells are as the script writes them. */
  record Result(List<Column> columns, List<List<String>> rows) {}

  record Message(int number, String text) {}

  /** An error; a star stands for anything. */
  record Failure(String number, String severity, String state, String text) {}

  Expected {
    results = List.copyOf(results);
    counts = List.copyOf(counts);
    messages = List.copyOf(messages);
  }
}
