package io.strandline.checks.tables;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.strandline.error.StrandlineException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * Commits batches to bronze tables, one for each line of standard input, and answers each with a
 * line.
 *
 * <p>A line is a JSON object: {@code table} (a folder), {@code columns} (arrays of name, kind and,
 * for decimals, precision and scale), {@code rows} and {@code snapshot}. The answer tells the
 * table's new version or the error.
 */
public final class TableWriter {

  private static final JsonMapper MAPPER = new JsonMapper();

  private TableWriter() {}

  /** Runs until standard input ends. */
  public static void main(String[] arguments) throws IOException {
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    try (Tables tables = new Tables()) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        out.println(MAPPER.writeValueAsString(answer(tables, MAPPER.readTree(line))));
      }
    }
  }

  private static ObjectNode answer(Tables tables, JsonNode request) {
    ObjectNode answer = MAPPER.createObjectNode();
    try {
      return answer
          .put("outcome", "committed")
          .put("version", tables.commit(BatchRequest.of(request)));
    } catch (StrandlineException e) {
      return answer
          .put("outcome", "error")
          .put("code", e.code().name())
          .put("message", e.getMessage())
          .put("remedy", e.remedy());
    }
  }
}
