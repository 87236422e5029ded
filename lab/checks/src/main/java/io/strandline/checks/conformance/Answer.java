package io.strandline.checks.conformance;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What the driver told of a batch. */
record Answer(
    List<Result> results, List<Long> counts, List<Message> messages, Optional<Failure> error) {

  /** Nothing. */
  static final Answer EMPTY = new Answer(List.of(), List.of(), List.of(), Optional.empty());

  /** A column with its T-SQL type, such as {@code decimal(9,2)}. */
  record Column(String name, String type, boolean nullable) {}

  /** A result; values are in their canonical form. */
  record Result(List<Column> columns, List<List<@Nullable String>> rows) {}

  record Message(int number, String text) {}

  record Failure(int number, int severity, int state, String text) {}

  Answer {
    results = List.copyOf(results);
    counts = List.copyOf(counts);
    messages = List.copyOf(messages);
  }

  /** A connection that was refused. */
  static Answer refused(Failure failure) {
    return new Answer(List.of(), List.of(), List.of(), Optional.of(failure));
  }
}
