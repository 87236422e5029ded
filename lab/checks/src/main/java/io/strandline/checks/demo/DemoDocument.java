package io.strandline.checks.demo;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.strandline.codec.ReportCodec;
import io.strandline.report.IngestReport;
import java.time.Instant;
import java.util.Locale;

/** The demo's result as one JSON document. */
final class DemoDocument {

  private static final JsonMapper MAPPER = new JsonMapper();

  private DemoDocument() {}

  static String of(DemoResult result) {
    try {
      ObjectNode node = MAPPER.createObjectNode().put("seed", result.seed());
      node.putObject("tables")
          .put("bronze", result.tables().bronze())
          .put("facts", result.tables().facts())
          .put("control", result.tables().control());
      ArrayNode calls = node.putArray("calls");
      for (IngestReport call : result.calls()) {
        calls.add(MAPPER.readTree(ReportCodec.report(call)));
      }
      ArrayNode hours = node.putArray("hours");
      for (HourRow hour : result.hours()) {
        hours
            .addObject()
            .put("from", hour.from().toString())
            .put("until", hour.until().toString())
            .put("rows", hour.rows())
            .put("source_rows", hour.sourceRows())
            .put("status", hour.finality().name().toLowerCase(Locale.ROOT));
      }
      node.put("finalized_until", result.finalizedUntil().map(Instant::toString).orElse(null));
      node.put("capture_paused_at", result.capturePausedAt().map(Instant::toString).orElse(null));
      return MAPPER.writeValueAsString(node);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a JSON tree cannot be written", e);
    }
  }
}
