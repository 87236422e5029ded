package io.strandline.checks.conformance;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.microsoft.sqlserver.jdbc.SQLServerDriver;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * What became of a run.
 *
 * @param version of the driver
 * @param steps that the script has
 * @param executed steps
 * @param failures one text a step that was not as expected
 */
record ConformanceReport(
    String version, long steps, int executed, List<String> failures, double seconds) {

  ConformanceReport {
    failures = List.copyOf(failures);
  }

  /** Runs the whole script. */
  static ConformanceReport run(Target target) throws SQLException, InterruptedException {
    Script script = Script.load();
    long begun = System.nanoTime();
    List<String> failures = new ArrayList<>();
    int executed;
    try (ConformanceRun run = new ConformanceRun(target)) {
      for (Script.Theme theme : script.themes()) {
        failures.addAll(run.run(theme));
      }
      executed = run.executed();
    }
    long steps = script.themes().stream().mapToLong(theme -> theme.steps().size()).sum();
    double seconds = (System.nanoTime() - begun) / (double) TimeUnit.SECONDS.toNanos(1);
    return new ConformanceReport(driverVersion(), steps, executed, failures, seconds);
  }

  private static String driverVersion() {
    SQLServerDriver driver = new SQLServerDriver();
    return driver.getMajorVersion() + "." + driver.getMinorVersion();
  }

  /** As one JSON document. */
  String document() {
    ObjectNode node =
        new JsonMapper()
            .createObjectNode()
            .put("client", "mssql-jdbc")
            .put("version", version)
            .put("steps", steps)
            .put("executed", executed)
            .put("passed", executed - failures.size())
            .put("seconds", Math.round(seconds * 10) / 10.0);
    ArrayNode texts = node.putArray("failures");
    failures.forEach(texts::add);
    try {
      return new JsonMapper().writeValueAsString(node);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a JSON tree cannot be written", e);
    }
  }
}
