package io.strandline.checks.script;

import java.util.List;

/**
 * What a script said.
 *
 * @param messages of PRINT and the like, and the errors, in their order
 * @param results its result sets
 * @param errors texts of the errors, with the line of the batch that failed
 */
public record ScriptOutcome(List<String> messages, List<Result> results, List<String> errors) {

  /** Copies the lists. */
  public ScriptOutcome {
    messages = List.copyOf(messages);
    results = List.copyOf(results);
    errors = List.copyOf(errors);
  }

  /**
   * A result set as text.
   *
   * @param rows values in the order of the columns; {@code NULL} for SQL NULL
   */
  public record Result(List<String> columns, List<List<String>> rows) {

    /** Copies the lists. */
    public Result {
      columns = List.copyOf(columns);
      rows = List.copyOf(rows);
    }
  }
}
