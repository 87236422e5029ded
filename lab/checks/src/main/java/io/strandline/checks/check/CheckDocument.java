package io.strandline.checks.check;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** The documents of the command. */
final class CheckDocument {

  private static final JsonMapper MAPPER = new JsonMapper();

  private CheckDocument() {}

  /** The report. */
  static String of(CheckReport report) {
    ObjectNode node =
        MAPPER
            .createObjectNode()
            .put("server", report.server())
            .put("stand_in", report.lab())
            .put("clock_rate", report.clockRate())
            .put("driver", report.driver())
            .put("database", report.database())
            .put("passed", report.count(Outcome.Passed.class))
            .put("failed", report.count(Outcome.Failed.class))
            .put("skipped", report.count(Outcome.Skipped.class))
            .put("exit_code", report.exitCode());
    ArrayNode checks = node.putArray("checks");
    for (CheckResult result : report.results()) {
      ObjectNode check = describe(checks.addObject(), result.fact());
      check.put("verdict", result.outcome().verdict());
      check.put("text", result.outcome().text());
      check.put("seconds", result.seconds());
      ArrayNode measures = check.putArray("measures");
      for (Measure measure : result.outcome().measures()) {
        measures
            .addObject()
            .put("name", measure.name())
            .put("value", measure.value())
            .put("unit", measure.unit());
      }
    }
    return text(node);
  }

  /** That nothing could be run. */
  static String of(CannotRunException error) {
    return text(
        MAPPER
            .createObjectNode()
            .put("error", error.getMessage())
            .put("remedy", error.remedy())
            .put("exit_code", CheckReport.COULD_NOT_RUN));
  }

  /** What there is to check. */
  static String list() {
    ArrayNode checks = MAPPER.createArrayNode();
    Checks.ALL.forEach(check -> describe(checks.addObject(), check.fact()));
    return text(MAPPER.createObjectNode().set("checks", checks));
  }

  /** Every statement that the checks send, by name. */
  static String statements() {
    ObjectNode node = MAPPER.createObjectNode();
    CheckStatement.all().forEach(node::put);
    return text(node);
  }

  private static ObjectNode describe(ObjectNode node, Fact fact) {
    return node.put("name", fact.name())
        .put("fact", fact.statement())
        .put("source", fact.source())
        .put("meaning", fact.meaning());
  }

  private static String text(Object node) {
    try {
      return MAPPER.writeValueAsString(node);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a JSON tree cannot be written", e);
    }
  }
}
