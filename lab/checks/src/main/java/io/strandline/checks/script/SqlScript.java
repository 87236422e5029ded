package io.strandline.checks.script;

import java.util.List;
import java.util.Map;

/**
 * A script in batches, its variables replaced.
 *
 * @param batches in their order
 */
public record SqlScript(List<Batch> batches) {

  /** Copies the list. */
  public SqlScript {
    batches = List.copyOf(batches);
  }

  /**
   * What is sent at once.
   *
   * @param sql its text
   * @param line the 1-based line of the script that it starts on
   * @param count how often it is sent, {@code GO count}
   * @param stopOnError whether the script ends here if it fails, {@code :on error exit}
   */
  public record Batch(String sql, int line, int count, boolean stopOnError) {}

  /**
   * Reads a script; see {@link ScriptReader} for what of {@code sqlcmd} is known.
   *
   * @param variables by name in any case, as {@code -v} and the environment give them
   * @throws ScriptException if it cannot be read, before anything has run
   */
  public static SqlScript read(String text, Map<String, String> variables) {
    return new SqlScript(new ScriptReader(variables).read(text));
  }
}
